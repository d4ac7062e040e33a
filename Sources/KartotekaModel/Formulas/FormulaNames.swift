/// The names of the fields that a formula of an entity can have, as people read them.
package struct FormulaNames: Sendable {
  /// The meaning of a name.
  enum Target: Sendable {
    case value
    case relationship(RelationshipDescription)
  }

  /// The entity of the formula.
  package let entity: EntityDescription
  /// The model.
  package let model: ModelDescription
  /// The names of functions and words in the person's language.
  package let vocabulary: FormulaVocabulary
  private let label: @Sendable (String) -> String
  // Labels by the name of their entity, the longest first.
  private let fields: [String: [Field]]

  private struct Field: Sendable {
    let name: String
    let label: [Character]
    let target: Target
  }

  /// - Parameters:
  ///   - language: that of functions and words.
  ///   - label: the words of a label in a person's language.
  package init(
    _ entity: EntityDescription, in model: ModelDescription, language: Language = .english,
    label: @escaping @Sendable (String) -> String
  ) {
    (self.entity, self.model, self.label) = (entity, model, label)
    vocabulary = FormulaVocabulary(language)
    fields = Dictionary(
      (model.entities + [entity]).map { entity in (entity.name, Self.fields(of: entity, label)) },
      uniquingKeysWith: { $1 })
  }

  private static func fields(of entity: EntityDescription, _ label: (String) -> String) -> [Field] {
    let all =
      entity.attributes.map { ($0.name, $0.label, Target.value) }
      + entity.computed.map { ($0.name, $0.attribute.label, .value) }
      + entity.relationships.map { ($0.name, $0.label, .relationship($0)) }
    let counts = all.reduce(into: [:]) { $0[label($1.1).lowercased(), default: 0] += 1 }
    return all.map { name, key, target in
      // Of equal labels none is used: their fields are written with their names.
      let text = label(key)
      return Field(name: name, label: counts[text.lowercased()] == 1 ? FormulaParser.visible(text) : [], target: target)
    }.sorted { $0.label.count > $1.label.count }
  }

  /// Reads a formula with labels.
  /// - Throws: ``FormulaFault`` with the place of the error, also for values of kinds that do not fit, and for a formula
  ///   that is too large for SQLite.
  package func read(_ text: String) throws(FormulaFault) -> Formula {
    var parser = FormulaParser(text, self)
    let located = try parser.read()
    let check = FormulaCheck(model)
    _ = try check.type(of: located.term, located.location, entity)
    try check.checkCycles(of: located.term, entity)
    let formula = Formula(located.term)
    guard !check.isTooLarge(formula.source(of: entity, in: model), entity) else {
      throw FormulaFault("This is nested too deep: make a computed value of a part, and use it here.", at: 0..<0)
    }
    return formula
  }

  /// The formula with labels. Reading it gives an equal formula.
  package func write(_ formula: Formula) -> String {
    for style in FormulaWriter.Style.allCases {
      let text = FormulaWriter(names: self, entity: entity, style: style).text(formula.term)
      var parser = FormulaParser(text, self)
      if let read = try? parser.read().term, read == formula.term { return text }
    }
    // A formula that has become faulty.
    return FormulaWriter(names: self, entity: entity, style: .names).text(formula.term)
  }

  /// The values that a formula can have, for proposals: by their labels, of related records the title or the number.
  package var proposals: [String] {
    let check = FormulaCheck(model)
    let writer = FormulaWriter(names: self, entity: entity, style: .plain)
    let own = (entity.attributes.map(\.name) + entity.computed.map(\.name)).filter { check.isUsable($0, of: entity) }
    let related = entity.relationships.compactMap { relationship -> FormulaTerm? in
      guard relationship.cardinality == .toOne else { return .over(.count, relationship.name, []) }
      let title = model.entity(named: relationship.target)?.attributes.first { $0.isTitle }
      let path = title.map { relationship.name + "." + $0.name }
      return path.flatMap { check.isUsable($0, of: entity) ? .value($0) : nil }
    }
    return own.map { writer.text(.value($0)) } + related.map { writer.text($0) }
  }

  /// The texts that a person may type: the labels, and the names of functions and words in the person's language.
  package var words: [String] { proposals + vocabulary.proposals }

  // MARK: Reading

  /// The longest label with which a text begins; nil for none.
  func match(
    _ text: ArraySlice<Character>, of entity: EntityDescription?
  ) -> (name: String, target: Target, length: Int)? {
    guard let entity else { return nil }
    for field in fields[entity.name] ?? [] where !field.label.isEmpty && text.count >= field.label.count {
      let begins = zip(text, field.label).allSatisfy { $0 == $1 || $0.lowercased() == $1.lowercased() }
      guard begins else { continue }
      // Not the beginning of a longer word.
      if let last = field.label.last, last.isLetter || last.isNumber,
        let next = text.dropFirst(field.label.count).first, next.isLetter || next.isNumber || next == "_"
      {
        continue
      }
      return (field.name, field.target, field.label.count)
    }
    return nil
  }

  /// The field of a label, else of a name, or with @ of a name alone.
  func target(inBraces text: String, of entity: EntityDescription) -> (String, Target?)? {
    if text.hasPrefix("@") { return target(named: String(text.dropFirst()), of: entity) }
    let wanted = text.trimmed.lowercased()
    if let field = fields[entity.name]?.first(where: { !$0.label.isEmpty && String($0.label).lowercased() == wanted }) {
      return (field.name, field.target)
    }
    return target(named: text, of: entity)
  }

  /// The field of a name.
  func target(named name: String, of entity: EntityDescription) -> (String, Target?)? {
    fields[entity.name]?.first { $0.name == name }.map { ($0.name, $0.target) }
  }

  /// The most labels that an error names.
  private static let mostNamed = 5

  /// The fields whose label, or a word of it, begins with a text that a person is still typing.
  func beginning(with text: String, of entity: EntityDescription) -> [String] {
    let wanted = Folding.fold(text)
    guard !wanted.isEmpty else { return [] }
    let check = FormulaCheck(model)
    let all = (fields[entity.name] ?? []).filter { field in
      if case .relationship = field.target { true } else { check.isUsable(field.name, of: entity) }
    }
    // Those whose first word it is come first.
    let found = [true, false].flatMap { isFirst in
      all.filter { field in
        let label = Folding.fold(String(field.label))
        let words = label.split { !$0.isLetter && !$0.isNumber }
        return isFirst
          ? label.hasPrefix(wanted) : !label.hasPrefix(wanted) && words.contains { $0.hasPrefix(wanted) }
      }
    }
    let writer = FormulaWriter(names: self, entity: entity, style: .plain)
    return found.prefix(Self.mostNamed).map { writer.text(.value($0.name)) }
  }

  /// The label that was probably meant.
  func nearest(to text: String, of entity: EntityDescription) -> String? {
    let wanted = Folding.fold(text)
    let limit = EditDistance.forgiven(in: wanted)
    return fields[entity.name]?.first { field in
      var distance = EditDistance(to: wanted, limit: limit)
      for letter in Folding.fold(String(field.label)).unicodeScalars { distance.append(letter) }
      return !field.label.isEmpty && distance.value != nil
    }.map { String($0.label) }
  }

  /// The choices of a field; nil for other terms.
  func choices(_ term: FormulaTerm, of entity: EntityDescription) -> [(value: String, label: String)]? {
    guard case .value(let name) = term, let attribute = FormulaCheck(model).attribute(name, of: entity),
      !attribute.choices.isEmpty
    else { return nil }
    return attribute.choices.map { ($0.value, label($0.label)) }
  }

  /// Whether a term is a field with countries.
  func isCountry(_ term: FormulaTerm, of entity: EntityDescription) -> Bool {
    guard case .value(let name) = term else { return false }
    return FormulaCheck(model).attribute(name, of: entity)?.kind == .country
  }

  /// Whether a term is a field of yes or no.
  func isTruth(_ term: FormulaTerm, of entity: EntityDescription) -> Bool {
    guard case .value(let name) = term else { return false }
    return FormulaCheck(model).attribute(name, of: entity)?.kind == .boolean
  }

  // MARK: Writing

  /// The label of a field; nil if several fields have it.
  func label(of name: String, of entity: EntityDescription) -> String? {
    guard let field = fields[entity.name]?.first(where: { $0.name == name }), !field.label.isEmpty else { return nil }
    return String(field.label)
  }
}

extension String {
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
