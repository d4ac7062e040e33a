import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

// Rules, conditions of fields and values of new records as formulas, in the words of a person.
extension AppDocument {
  /// A use of a formula by a field. The raw value is the name of its field on sheets.
  package enum FormulaUse: String, CaseIterable, Sendable {
    /// Whether forms show the field.
    case shownIf
    /// Whether a record needs a value.
    case requiredIf
    /// The value of a new record.
    case initialFormula
  }

  /// The names of fields that formulas of an entity can have; nil for an entity that does not exist.
  package func formulaNames(
    of entity: String, in language: Language = .english, words: @escaping @Sendable (String) -> String
  ) -> FormulaNames? {
    let model = ModelDescription(drafts: entities)
    return model.entity(named: entity).map { FormulaNames($0, in: model, language: language, label: words) }
  }

  // MARK: Fields

  /// The formula of a field; nil for none.
  package func formula(_ use: FormulaUse, of name: String, of entity: String) -> Formula? {
    let entity = self.entity(entity)
    let attribute = entity?.attributes.first { $0.name == name }
    let relationship = entity?.relationships.first { $0.name == name }
    switch use {
    case .shownIf: return attribute?.shownIf ?? relationship?.shownIf
    case .requiredIf: return attribute?.requiredIf ?? relationship?.requiredIf
    case .initialFormula:
      if case .formula(let formula)? = attribute?.defaultSource { return formula }
      return nil
    }
  }

  /// Gives a field a formula with the labels of fields, or takes it away with an empty text.
  /// - Throws: ``ShapeFault`` with the name of the use.
  package mutating func setFormula(
    _ use: FormulaUse, _ text: String, of name: String, of entity: String, in language: Language = .english,
    words: @escaping @Sendable (String) -> String
  ) throws(ShapeFault) {
    let place = try place(entity)
    guard !text.isEmpty else { return set(use, nil, of: name, in: place) }
    guard let names = formulaNames(of: entity, in: language, words: words) else { throw Self.unknown }
    let formula: Formula
    do throws(FormulaFault) { formula = try names.read(text) } catch {
      throw ShapeFault(use.rawValue, error, in: text)
    }
    if use == .initialFormula {
      guard let attribute = entities[place].attributes.first(where: { $0.name == name }) else { throw Self.unknown }
      guard attribute.defaultValue.isNull else {
        throw ShapeFault(use.rawValue, "New records begin with a value already: empty that or the formula")
      }
      try Self.check(formula, of: attribute, names)
    } else {
      try Self.checkCondition(formula, use.rawValue, formula.term, names)
    }
    set(use, formula, of: name, in: place)
    try checkCircle(use, in: place)
  }

  private mutating func set(_ use: FormulaUse, _ formula: Formula?, of name: String, in place: Int) {
    if let index = entities[place].attributes.firstIndex(where: { $0.name == name }) {
      switch use {
      case .shownIf: entities[place].attributes[index].shownIf = formula
      case .requiredIf: entities[place].attributes[index].requiredIf = formula
      case .initialFormula:
        if let formula {
          entities[place].attributes[index].defaultSource = .formula(formula)
        } else if case .formula? = entities[place].attributes[index].defaultSource {
          entities[place].attributes[index].defaultSource = nil
        }
      }
    } else if let index = entities[place].relationships.firstIndex(where: { $0.name == name }) {
      switch use {
      case .shownIf: entities[place].relationships[index].shownIf = formula
      case .requiredIf: entities[place].relationships[index].requiredIf = formula
      case .initialFormula: break
      }
    }
  }

  /// - Throws: ``ShapeFault`` of a field whose formula is not yes or no, or too large.
  static func checkCondition(
    _ formula: Formula, _ field: String, _ term: FormulaTerm, _ names: FormulaNames
  ) throws(ShapeFault) {
    let check = FormulaCheck(names.model)
    let type: FormulaType
    do throws(FormulaFault) { type = try check.type(of: formula, names.entity) } catch {
      throw ShapeFault(field, error.sentence.phrase)
    }
    guard type == .truth else {
      let sentence: FaultText = "This is \(type.words); here has to be \(FormulaType.truth.words)."
      throw ShapeFault(field, sentence.phrase)
    }
    guard !check.isTooLarge(term, names.entity) else {
      throw ShapeFault(field, "This is nested too deep: make a computed value of a part, and use it here.")
    }
  }

  private static func check(
    _ formula: Formula, of attribute: AttributeDescription, _ names: FormulaNames
  ) throws(ShapeFault) {
    let type: FormulaType
    do throws(FormulaFault) { type = try FormulaCheck(names.model).type(of: formula, names.entity) } catch {
      throw ShapeFault(FormulaUse.initialFormula.rawValue, error.sentence.phrase)
    }
    guard let complaint = attribute.complaint(aboutDefault: type) else { return }
    throw ShapeFault(
      FormulaUse.initialFormula.rawValue,
      Phrase(
        "{first} {second}",
        ["first": .phrase(complaint.problem.phrase), "second": .phrase(complaint.hint.phrase)]))
  }

  // Fields that are shown, or filled in, by each other.
  private func checkCircle(_ use: FormulaUse, in place: Int) throws(ShapeFault) {
    guard use != .requiredIf else { return }
    let model = ModelDescription(drafts: entities)
    guard let entity = model.entity(named: entities[place].name) else { return }
    let formulas = entity.columns.compactMap { column -> (name: String, formula: Formula)? in
      let formula = use == .shownIf ? column.shownIf : column.defaultFormula
      return formula.map { (column.name, $0) }
    }
    guard let circle = FormulaCheck(model).circle(among: formulas, of: entity) else { return }
    let labels = circle.joined(separator: " → ")
    let sentence: FaultText = "These need each other: \(labels)."
    throw ShapeFault(use.rawValue, sentence.phrase)
  }

  // MARK: Rules

  /// A rule from what a person typed.
  /// - Parameters:
  ///   - text: the formula with the labels of fields.
  ///   - name: the name of the rule that exists; nil for a new one.
  /// - Throws: ``ShapeFault`` of the fields `formula` and `message`.
  package func rule(
    _ text: String, _ message: String, named name: String?, of entity: String, in language: Language = .english,
    words: @escaping @Sendable (String) -> String
  ) throws(ShapeFault) -> RuleDescription {
    let place = try place(entity)
    guard !text.isEmpty else { throw ShapeFault("formula", "This can't be empty") }
    guard !message.isEmpty else { throw ShapeFault("message", "This can't be empty") }
    guard let names = formulaNames(of: entity, in: language, words: words) else { throw Self.unknown }
    let formula: Formula
    do throws(FormulaFault) { formula = try names.read(text) } catch {
      throw ShapeFault("formula", error, in: text)
    }
    try Self.checkCondition(formula, "formula", formula.term.kept, names)
    return RuleDescription(name ?? freeRuleName(for: message, in: entities[place]), formula, message)
  }

  private func freeRuleName(for message: String, in entity: DocumentEntity) -> String {
    let taken = Set(entity.rules.map { $0.name.lowercased() })
    let base = NameGuess.attribute(message, at: entity.rules.count + 1)
    var (name, number) = (base, 2)
    while taken.contains(name.lowercased()) {
      name = base + String(number)
      number += 1
    }
    return name
  }

  /// Adds a rule, or replaces the one of its name.
  package mutating func setRule(_ rule: RuleDescription, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    if let index = entities[place].rules.firstIndex(where: { $0.name == rule.name }) {
      entities[place].rules[index] = rule
    } else {
      entities[place].rules.append(rule)
    }
  }

  /// Removes a rule.
  package mutating func removeRule(_ name: String, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    guard entities[place].rules.contains(where: { $0.name == name }) else {
      throw ShapeFault("", "This rule does not exist any more")
    }
    entities[place].rules.removeAll { $0.name == name }
  }

  /// The removal of each rule, condition and formula of new records.
  var formulaRemovals: [(inout AppDocument) -> Void] {
    entities.indices.flatMap { place -> [(inout AppDocument) -> Void] in
      let (entity, fields) = (entities[place], FormulaUse.allCases)
      let rules = entity.rules.map { rule in
        { (document: inout AppDocument) in document.entities[place].rules.removeAll { $0.name == rule.name } }
      }
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      let others = names.flatMap { name in
        fields.filter { formula($0, of: name, of: entity.name) != nil }.map { use in
          { (document: inout AppDocument) in document.set(use, nil, of: name, in: place) }
        }
      }
      return rules + others
    }
  }
}
