/// Fields whose names are words that formulas did not have before, `now` and `me`: there the name without braces stays the field, so
/// that formulas mean what they have meant.
enum FormulaWordFields {
  /// The entities with the fields in place of the words.
  static func resolved(_ entities: [EntityDescription]) -> [EntityDescription] {
    let hasFields = entities.contains { entity in FormulaWord.allCases.contains { field($0, of: entity) != nil } }
    guard hasFields else { return entities }
    let drafts = entities.map { DocumentEntity($0) }
    let resolved = Self.resolved(drafts)
    return zip(entities, zip(drafts, resolved)).map { $1.0 == $1.1 ? $0 : $1.1.entity }
  }

  /// The entities of a document with the fields in place of the words.
  static func resolved(_ drafts: [DocumentEntity]) -> [DocumentEntity] {
    let hasFields = drafts.contains { draft in FormulaWord.allCases.contains { field($0, of: draft) != nil } }
    guard hasFields else { return drafts }
    let all = Dictionary(drafts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return drafts.map { draft in
      var draft = draft
      func formula(_ formula: Formula?) -> Formula? { formula.map { Formula(resolved($0.term, draft, all)) } }
      for index in draft.attributes.indices {
        draft.attributes[index].shownIf = formula(draft.attributes[index].shownIf)
        draft.attributes[index].requiredIf = formula(draft.attributes[index].requiredIf)
        if case .formula(let own)? = draft.attributes[index].defaultSource {
          draft.attributes[index].defaultSource = .formula(Formula(resolved(own.term, draft, all)))
        }
      }
      for index in draft.relationships.indices {
        draft.relationships[index].shownIf = formula(draft.relationships[index].shownIf)
        draft.relationships[index].requiredIf = formula(draft.relationships[index].requiredIf)
      }
      draft.rules = draft.rules.map { rule in
        RuleDescription(rule.name, Formula(resolved(rule.formula.term, draft, all)), rule.message)
      }
      draft.computed = draft.computed.map { value in
        ComputedDescription(attribute: value.attribute, source: resolved(value.source, draft, all))
      }
      return draft
    }
  }

  /// The name of the field of an entity that is called like a word.
  static func field(_ word: FormulaWord, of entity: EntityDescription) -> String? {
    field(word, among: entity.attributes.map(\.name) + entity.computed.map(\.name))
  }

  /// The same of an entity of a document.
  private static func field(_ word: FormulaWord, of draft: DocumentEntity) -> String? {
    field(word, among: draft.attributes.map(\.name) + draft.computed.map(\.name))
  }

  private static func field(_ word: FormulaWord, among names: [String]) -> String? {
    guard word != .today else { return nil }
    return names.first { $0.utf8.count == word.rawValue.utf8.count && $0.lowercased() == word.rawValue }
  }

  private static func resolved(
    _ term: FormulaTerm, _ draft: DocumentEntity, _ all: [String: DocumentEntity]
  ) -> FormulaTerm {
    switch term {
    case .now, .me:
      return FormulaWord(term).flatMap { field($0, of: draft) }.map { .value($0) } ?? term
    case .value, .number, .text, .today, .unreadable: return term
    case .call(let function, let parts): return .call(function, parts.map { resolved($0, draft, all) })
    case .over(let function, let name, let parts):
      let target = draft.relationships.first { $0.name == name }.flatMap { all[$0.target] } ?? DocumentEntity()
      return .over(function, name, parts.map { resolved($0, target, all) })
    }
  }

  private static func resolved(
    _ source: ComputedSource, _ draft: DocumentEntity, _ all: [String: DocumentEntity]
  ) -> ComputedSource {
    func own(_ source: ComputedSource) -> ComputedSource { resolved(source, draft, all) }
    return switch source {
    case .formula(let formula): .formula(Formula(resolved(formula.term, draft, all)))
    case .joined(let parts, let separator): .joined(parts.map(own), separator: separator)
    case .later(let one, let other, let unit): .later(own(one), own(other), unit)
    case .plus(let one, let other): .plus(own(one), own(other))
    case .minus(let one, let other): .minus(own(one), own(other))
    case .product(let one, let other): .product(own(one), own(other))
    case .rounded(let inner, let scale): .rounded(own(inner), scale: scale)
    case .own, .text, .holds, .exists, .least, .greatest, .sum: source
    }
  }
}

extension [DocumentEntity] {
  /// The entities of a document that was read, in which fields that are called `now` or `me` stay fields in formulas.
  package var withFieldsForWords: [DocumentEntity] { FormulaWordFields.resolved(self) }
}
