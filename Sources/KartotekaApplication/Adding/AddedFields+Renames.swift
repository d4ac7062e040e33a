import KartotekaModel
import KartotekaScreens

// Added fields follow what a new version of the declaration calls otherwise (`formerNames`).
extension AddedFields {
  /// The layer with the names that kinds of record and fields have now.
  func following(_ declared: AppDocument) -> AddedFields { withKinds(of: declared).withFields(of: declared) }

  private func withKinds(of declared: AppDocument) -> AddedFields {
    func name(_ kind: String) -> String {
      if declared.entity(kind) != nil { return kind }
      // A former name is that of the type or of the table.
      let names = [kind, Naming.snakeCase(kind), Naming.plural(Naming.snakeCase(kind))]
      return declared.entities.first { $0.formerNames.contains(where: names.contains) }?.name ?? kind
    }
    func named(_ relationships: [RelationshipDescription]) -> [RelationshipDescription] {
      relationships.map { relationship in
        var relationship = relationship
        relationship.target = name(relationship.target)
        return relationship
      }
    }
    var copy = self
    for place in copy.entities.indices { copy.entities[place].relationships = named(entities[place].relationships) }
    copy.kinds = []
    for kind in kinds {
      var kind = kind
      (kind.entity, kind.relationships) = (name(kind.entity), named(kind.relationships))
      guard let place = copy.kinds.firstIndex(where: { $0.entity == kind.entity }) else {
        copy.kinds.append(kind)
        continue
      }
      // An earlier version of the program has added some to the kind's former name.
      copy.kinds[place].add(kind)
    }
    return copy
  }

  // Formulas and unique keys name fields.
  private func withFields(of declared: AppDocument) -> AddedFields {
    let names = PresentNames(document: declared.with(self))
    var copy = self
    for place in kinds.indices {
      let entity = kinds[place].entity
      copy.kinds[place].attributes = kinds[place].attributes.map { names.attribute($0, entity) }
      copy.kinds[place].relationships = kinds[place].relationships.map { names.relationship($0, entity) }
      copy.kinds[place].computed = kinds[place].computed.map { names.computed($0, entity) }
      copy.kinds[place].states = kinds[place].states.map { names.state($0, entity) }
      copy.kinds[place].uniqueKeys = kinds[place].uniqueKeys.map { $0.map { names.field($0, entity) } }
    }
    for place in entities.indices {
      let entity = entities[place].name
      copy.entities[place].attributes = entities[place].attributes.map { names.attribute($0, entity) }
      copy.entities[place].computed = entities[place].computed.map { names.computed($0, entity) }
      copy.entities[place].states = entities[place].states.map { names.state($0, entity) }
    }
    return copy
  }
}

extension AddedFields.Kind {
  fileprivate mutating func add(_ other: AddedFields.Kind) {
    let fields = Set(attributes.map(\.name) + relationships.map(\.name) + computed.map(\.name))
    attributes += other.attributes.filter { !fields.contains($0.name) }
    relationships += other.relationships.filter { !fields.contains($0.name) }
    computed += other.computed.filter { !fields.contains($0.name) }
    states += other.states.filter { state in !states.contains { $0.name == state.name } }
    uniqueKeys += other.uniqueKeys.filter { !uniqueKeys.contains($0) }
    hidden = Set(hidden + other.hidden).sorted()
  }
}

// The names of fields in formulas, as they are now.
private struct PresentNames {
  let document: AppDocument

  func field(_ name: String, _ entity: String) -> String {
    guard let entity = document.entity(entity) else { return name }
    let columns =
      entity.attributes.map { ($0.name, $0.formerNames) } + entity.relationships.map { ($0.name, $0.formerNames) }
    if columns.contains(where: { $0.0 == name }) || entity.computed.contains(where: { $0.name == name }) { return name }
    return columns.first { $0.1.contains(name) || $0.1.contains(Naming.snakeCase(name)) }?.0 ?? name
  }

  private func target(_ relationship: String, _ entity: String) -> String {
    document.entity(entity)?.relationships.first { $0.name == relationship }?.target ?? ""
  }

  private func path(_ path: String, _ entity: String) -> String {
    var entity = entity
    return path.split(separator: ".", omittingEmptySubsequences: false).map { step in
      let name = field(String(step), entity)
      entity = target(name, entity)
      return name
    }.joined(separator: ".")
  }

  private func formula(_ formula: Formula, _ entity: String) -> Formula { Formula(term(formula.term, entity)) }

  private func term(_ term: FormulaTerm, _ entity: String) -> FormulaTerm {
    switch term {
    case .value(let name): return .value(path(name, entity))
    case .call(let function, let parts): return .call(function, parts.map { self.term($0, entity) })
    case .over(let function, let name, let parts):
      let name = field(name, entity)
      return .over(function, name, parts.map { self.term($0, target(name, entity)) })
    default: return term
    }
  }

  private func expression(_ expression: FetchExpression, _ entity: String) -> FetchExpression {
    switch expression {
    case .value(let name): .value(path(name, entity))
    case .constant: expression
    case .sum(let one, let other): .sum(self.expression(one, entity), self.expression(other, entity))
    case .difference(let one, let other): .difference(self.expression(one, entity), self.expression(other, entity))
    case .product(let one, let other): .product(self.expression(one, entity), self.expression(other, entity))
    case .rounded(let inner, let scale): .rounded(self.expression(inner, entity), scale: scale)
    }
  }

  // Screens make none of the others, which have conditions.
  private func source(_ source: ComputedSource, _ entity: String) -> ComputedSource {
    switch source {
    case .own(let own): return .own(expression(own, entity))
    case .formula(let own): return .formula(formula(own, entity))
    case .joined(let parts, let separator):
      return .joined(parts.map { self.source($0, entity) }, separator: separator)
    case .later(let start, let number, let unit):
      return .later(self.source(start, entity), self.source(number, entity), unit)
    case .sum(let name, let summand, where: nil):
      let name = field(name, entity)
      return .sum(name, expression(summand, target(name, entity)), where: nil)
    default: return source
    }
  }

  func attribute(_ attribute: AttributeDescription, _ entity: String) -> AttributeDescription {
    var attribute = attribute
    attribute.shownIf = attribute.shownIf.map { formula($0, entity) }
    attribute.requiredIf = attribute.requiredIf.map { formula($0, entity) }
    switch attribute.defaultSource {
    case .formula(let own): attribute.defaultSource = .formula(formula(own, entity))
    case .related(let relationship, let source):
      let name = field(relationship, entity)
      attribute.defaultSource = .related(relationship: name, attribute: field(source, target(name, entity)))
    case .attribute(let name): attribute.defaultSource = .attribute(field(name, entity))
    case .today, .later, .now, nil: break
    }
    return attribute
  }

  func relationship(_ relationship: RelationshipDescription, _ entity: String) -> RelationshipDescription {
    var relationship = relationship
    relationship.shownIf = relationship.shownIf.map { formula($0, entity) }
    relationship.requiredIf = relationship.requiredIf.map { formula($0, entity) }
    return relationship
  }

  // Screens make states with formulas alone.
  func state(_ state: StateDescription, _ entity: String) -> StateDescription {
    guard case .formula(let own) = state.condition else { return state }
    return StateDescription(
      state.name, state.label, tone: state.tone, condition: .formula(formula(own, entity)))
  }

  func computed(_ computed: ComputedDescription, _ entity: String) -> ComputedDescription {
    var computed = computed
    computed.source = source(computed.source, entity)
    return computed
  }
}
