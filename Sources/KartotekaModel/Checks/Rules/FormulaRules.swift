/// Rules, conditions of fields and formulas of defaults result in what they need, and none needs itself.
struct FormulasSound: ModelRule {
  let id = "formulas-sound"

  // All rules of an entity are one statement.
  private static let mostRules = 100

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity -> [DescriptionFault] in
      let all = [
        rules(of: entity, in: model), states(of: entity, in: model),
        entity.columns.flatMap { conditions(of: $0, entity, in: model) },
        entity.columns.compactMap { initial(of: $0, entity, in: model) }, many(of: entity),
        circles(of: entity, in: model),
      ]
      return all.flatMap(\.self)
    }
  }

  private func rules(of entity: EntityDescription, in model: ModelDescription) -> [DescriptionFault] {
    if !entity.rules.isEmpty, entity.isDerived, entity.derivation != nil {
      return [
        fault(
          entity, entity.rules[0].name, "Its records follow from others and are never written.",
          hint: "Give the rule to the entity that they follow from.")
      ]
    }
    if entity.rules.count > Self.mostRules {
      return [
        fault(
          entity, nil, "It has more than \(Self.mostRules) rules.", hint: "Join several by and.")
      ]
    }
    let repeated = repeated(entity.rules) { $0.name.lowercased() }.map {
      fault(entity, $0.part.name, "Two rules have this name.", hint: "Rename one of the two.")
    }
    return repeated
      + entity.rules.compactMap { rule in
        if rule.name.isEmpty || rule.message.isEmpty {
          return fault(
            entity, rule.name, "A rule has no name or no sentence for people.",
            hint: "Give it both: the sentence says what a record has to keep.")
        }
        return complaint(about: rule.formula, as: rule.formula.term.kept, entity, in: model).map {
          fault(entity, rule.name, $0.problem, hint: $0.hint)
        }
      }
  }

  private func states(of entity: EntityDescription, in model: ModelDescription) -> [DescriptionFault] {
    let check = FormulaCheck(model)
    return entity.states.compactMap { state in
      state.condition.complaint(aboutFormulasOf: entity, check).map {
        fault(entity, state.name, $0.problem, hint: $0.hint)
      }
    }
  }

  private func conditions(
    of column: ColumnDescription, _ entity: EntityDescription, in model: ModelDescription
  ) -> [DescriptionFault] {
    var faults = [column.shownIf, column.requiredIf].compactMap(\.self).compactMap { formula in
      complaint(about: formula, as: formula.term, entity, in: model).map {
        fault(entity, column.name, $0.problem, hint: $0.hint)
      }
    }
    if column.shownIf != nil, column.mustBeTyped {
      faults.append(
        fault(
          entity, column.name, "It is always required, and forms do not always show it.",
          hint: "Say by a formula when it is required, or give it a default."))
    }
    return faults
  }

  private func many(of entity: EntityDescription) -> [DescriptionFault] {
    entity.relationships.filter { $0.cardinality != .toOne && ($0.shownIf != nil || $0.requiredIf != nil) }.map {
      fault(
        entity, $0.name, "Only attributes and relationships to one record have conditions.",
        hint: "Make a rule of it, such as count(…) > 0.")
    }
  }

  // A formula that is yes or no.
  private func complaint(
    about formula: Formula, as term: FormulaTerm, _ entity: EntityDescription, in model: ModelDescription
  ) -> Complaint? {
    let check = FormulaCheck(model)
    return check.complaint(aboutTruthOf: formula, entity) ?? (check.isTooLarge(term, entity) ? .tooLongCondition : nil)
  }

  private func initial(
    of column: ColumnDescription, _ entity: EntityDescription, in model: ModelDescription
  ) -> DescriptionFault? {
    guard case .attribute(let attribute) = column, case .formula(let formula)? = attribute.defaultSource else {
      return nil
    }
    let type: FormulaType
    do throws(FormulaFault) { type = try FormulaCheck(model).type(of: formula, entity) } catch {
      return fault(
        entity, column.name, "It can't be computed: \(error.sentence)",
        hint: "Use fields of \(entity.name) and of records that it leads to.")
    }
    if !attribute.defaultValue.isNull {
      return fault(entity, column.name, "It has two defaults.", hint: "Take one of both away.")
    }
    if let complaint = attribute.complaint(aboutDefault: type) {
      return fault(entity, column.name, complaint.problem, hint: complaint.hint)
    }
    return FormulaCheck(model).isTooLarge(formula.term, entity)
      ? fault(
        entity, column.name, "It is too long to be computed, with the computed values that it has.",
        hint: "Use fewer values and calculations, or store a part of them in an attribute.") : nil
  }

  private func circles(of entity: EntityDescription, in model: ModelDescription) -> [DescriptionFault] {
    let check = FormulaCheck(model)
    let kinds: [[(name: String, formula: Formula)]] = [
      entity.columns.compactMap { column in column.defaultFormula.map { (column.name, $0) } },
      entity.columns.compactMap { column in column.shownIf.map { (column.name, $0) } },
    ]
    return kinds.compactMap { formulas in
      guard let circle = check.circle(among: formulas, of: entity) else { return nil }
      let labels = circle.joined(separator: " → ")
      return fault(
        entity, nil, "These need each other: \(labels).",
        hint: "Let one of them need no other.")
    }
  }
}

extension Complaint {
  fileprivate static var tooLongCondition: Complaint {
    Complaint(
      "It is too long to be computed, with the computed values that it has.",
      hint: "Use fewer values and calculations, or make several rules of it.")
  }
}

extension FormulaCheck {
  /// Why a formula can't be a condition of records; nil if it can.
  func complaint(aboutCondition formula: Formula, _ entity: EntityDescription) -> Complaint? {
    if let complaint = complaint(aboutTruthOf: formula, entity) { return complaint }
    return isTooLarge(asCondition: formula.term, entity)
      ? Complaint(
        "It is too long to be computed, with the computed values that it has.",
        hint: "Use fewer values and calculations, or store a part of them in an attribute.") : nil
  }

  // Why a formula is not yes or no.
  fileprivate func complaint(aboutTruthOf formula: Formula, _ entity: EntityDescription) -> Complaint? {
    do throws(FormulaFault) {
      guard try type(of: formula, entity) == .truth else {
        return Complaint("Its formula is not yes or no.", hint: "Compare two values, such as amount > 100.")
      }
    } catch {
      return Complaint(
        "It can't be computed: \(error.sentence)", hint: "Use fields of \(entity.name) and of records that it leads to."
      )
    }
    return nil
  }
}

extension ColumnDescription {
  // Whether a form that does not show it makes no record.
  fileprivate var mustBeTyped: Bool {
    switch self {
    case .attribute(let attribute): attribute.lacksDefault && attribute.kind != .boolean
    case .toOne(let relationship): relationship.isRequired && relationship.writability != .never
    }
  }
}

extension AttributeDescription {
  // Why values of a kind can't be the attribute's; nil if they can.
  package func complaint(aboutDefault type: FormulaType) -> Complaint? {
    let isFit =
      switch type {
      case .number: [.integer, .decimal].contains(kind)
      case .text: [.text, .choice, .country, .mail, .phone, .url].contains(kind)
      case .choice: [.choice, .country].contains(kind)
      case .truth: kind == .boolean
      case .day: kind == .date
      case .moment: kind == .timestamp
      case .nothing: false
      }
    guard isFit else {
      return Complaint("Its default is \(type.words), which it can't have.", hint: "Change the formula or the kind.")
    }
    let digits = kind == .decimal ? scale : 0
    guard type.scale > digits else { return nil }
    return Complaint(
      "Its default comes to numbers with \(type.scale) digits after the point.",
      hint: "Round the formula: round(…, \(digits)).")
  }
}
