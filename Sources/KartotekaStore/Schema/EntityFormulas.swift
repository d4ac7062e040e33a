import KartotekaModel

/// The formulas by which the store checks and fills records of an entity: its rules, conditions of required fields, and the values
/// of new records. An entity without them, and whose records no rule of another one has, has none of this: its writes cost nothing.
struct EntityFormulas: Sendable {
  /// A column that a record needs while a formula is yes.
  struct Need: Sendable {
    let position: Int
    /// Yes where the record lacks nothing if it has a value.
    let term: FormulaTerm
  }

  /// A relationship to a record whose rules are also about the records that lead to it.
  struct Owner: Sendable {
    let position: Int
    let entity: EntityDescription
  }

  /// A rule as it is computed.
  struct Rule: Sendable {
    let description: RuleDescription
    let term: FormulaTerm
    /// The columns and relationships of the record that it has.
    let fields: [String]
  }

  /// The rules that the record's own values and those of records that it leads to decide.
  fileprivate(set) var own: [Rule] = []
  /// The rules that are also about records which lead to it, such as an order's lines, or computed values of other records.
  fileprivate(set) var over: [Rule] = []
  fileprivate(set) var needs: [Need] = []
  fileprivate(set) var defaults: [(position: Int, formula: Formula)] = []
  fileprivate(set) var owners: [Owner] = []

  private var isEmpty: Bool {
    own.isEmpty && over.isEmpty && needs.isEmpty && defaults.isEmpty && owners.isEmpty
  }

  private init(_ entity: EntityDescription, in model: ModelDescription) {
    let check = FormulaCheck(model)
    for rule in entity.rules {
      let term = rule.formula.term
      let known = Rule(description: rule, term: term.kept, fields: check.ownFields(in: term, entity))
      if check.hasRelatedRecords(term, entity) || check.hasComputedOfOthers(term, entity) {
        over.append(known)
      } else {
        own.append(known)
      }
    }
    needs = entity.columns.indices.compactMap { position in
      let column = entity.columns[position]
      guard let formula = column.requiredIf else { return nil }
      // Nobody can fill in what is not shown.
      let shown = column.shownIf.map { FormulaTerm.call(.and, [formula.term, $0.term]) }
      return Need(position: position, term: shown ?? formula.term)
    }
    defaults = entity.source == nil || entity.source?.isReadOnly == false ? check.defaults(of: entity) : []
  }

  /// The formulas of all entities that have any, by name.
  static func all(in model: ModelDescription) -> [String: EntityFormulas] {
    var all = Dictionary(
      model.entities.map { ($0.name, EntityFormulas($0, in: model)) }, uniquingKeysWith: { first, _ in first })
    for entity in model.entities {
      let names = Set(all[entity.name]?.over.flatMap(\.fields) ?? [])
      for relationship in entity.relationships where names.contains(relationship.name) {
        guard relationship.cardinality == .toMany, let target = model.entity(named: relationship.target),
          let position = relationship.inverse.flatMap({ target.position(of: $0) })
        else { continue }
        all[target.name]?.owners.append(Owner(position: position, entity: entity))
      }
    }
    return all.filter { !$0.value.isEmpty }
  }

  /// The names of the entities to whose records formulas lead.
  static func targets(of formulas: [String: EntityFormulas], in model: ModelDescription) -> Set<String> {
    var targets: Set<String> = []
    for (name, known) in formulas {
      guard let entity = model.entity(named: name) else { continue }
      var reach = FormulaReach(model)
      let terms = (known.own + known.over).map(\.term) + known.needs.map(\.term) + known.defaults.map(\.formula.term)
      for term in terms { reach.add(term, entity, isRoot: true) }
      targets.formUnion(reach.others)
      if !known.owners.isEmpty { targets.insert(name) }
      targets.formUnion(known.owners.map(\.entity.name))
    }
    return targets
  }
}

extension FormulaCheck {
  /// Whether a term has a computed value of a record that the record leads to, which may be a sum over others.
  fileprivate func hasComputedOfOthers(_ term: FormulaTerm, _ entity: EntityDescription) -> Bool {
    names(in: term, entity).contains { name, owner in
      name.contains(".") && owner.position(of: name) == nil && computed(name, of: owner) != nil
    }
  }
}
