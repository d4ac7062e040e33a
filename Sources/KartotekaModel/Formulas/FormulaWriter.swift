/// Writes a formula, with the names of fields or with their labels.
struct FormulaWriter {
  /// The ways in which fields are written with labels.
  enum Style: CaseIterable {
    /// Labels, in braces where they have other signs than letters, digits and spaces.
    case plain
    /// Labels in braces.
    case braced
    /// Names.
    case names
  }

  /// The labels of fields; nil for their names.
  let names: FormulaNames?
  /// The entity of the fields.
  let entity: EntityDescription?
  var style = Style.plain

  private var vocabulary: FormulaVocabulary { names?.vocabulary ?? .english }

  /// The text of a term.
  func text(_ term: FormulaTerm) -> String { text(term, within: 0) }

  // Parentheses are needed around an operator that binds less strongly.
  private func text(_ term: FormulaTerm, within strength: Int) -> String {
    switch term {
    case .value(let name): return path(name)
    case .number(let number, let scale): return FormulaMath.text(number, scale: scale)
    case .text(let text): return "\"" + text.replacing("\"", with: "\"\"") + "\""
    case .today, .now, .me: return vocabulary.name(FormulaWord(term)?.rawValue ?? "")
    case .unreadable(let text): return text
    case .call(let function, let parts):
      guard let own = function.strength, parts.count == 2 else {
        return vocabulary.name(function.rawValue) + "(" + parts.map { text($0) }.joined(separator: ", ") + ")"
      }
      let sides = (choice(parts[0], parts[1], function), choice(parts[1], parts[0], function))
      // Comparisons do not follow each other.
      let both =
        text(sides.0, within: function.isComparison ? own + 1 : own) + " \(sign(function)) "
        + text(sides.1, within: own + 1)
      return own < strength ? "(\(both))" : both
    case .over(let function, let relationship, let parts):
      let target = names.flatMap { names in
        entity?.relationship(relationship).flatMap { names.model.entity(named: $0.target) }
      }
      let inner = FormulaWriter(names: names, entity: target, style: style)
      let head = vocabulary.name(function.rawValue) + "(" + step(relationship, entity)
      guard !parts.isEmpty else { return head + ")" }
      return head + (names == nil ? ": " : ", ") + parts.map { inner.text($0) }.joined(separator: ", ") + ")"
    }
  }

  private func sign(_ function: FormulaFunction) -> String {
    guard names != nil else { return function.rawValue }
    switch function {
    case .times: return "×"
    case .divided: return "÷"
    case .notMore: return "≤"
    case .notLess: return "≥"
    case .unequal: return "≠"
    default: return vocabulary.name(function.rawValue)
    }
  }

  // The value of a choice by its label, or by itself if several have the label.
  private func choice(_ term: FormulaTerm, _ other: FormulaTerm, _ function: FormulaFunction) -> FormulaTerm {
    guard case .text(let value) = term, function.isComparison, let names, let entity,
      let choices = names.choices(other, of: entity), let choice = choices.first(where: { $0.value == value })
    else { return term }
    func count(_ label: String) -> Int { choices.count { $0.label.lowercased() == label.lowercased() } }
    if count(choice.label) == 1 { return .text(choice.label) }
    return .text(count(value) == 0 ? value : "@" + value)
  }

  private func path(_ path: String) -> String {
    // A column of another program's table may have a point in its name.
    if let entity, entity.position(of: path) != nil || entity.computed(path) != nil { return step(path, entity) }
    var owner = entity
    return path.split(separator: ".", omittingEmptySubsequences: false).map { name in
      let name = String(name)
      defer { owner = owner?.relationship(name).flatMap { names?.model.entity(named: $0.target) } }
      return step(name, owner)
    }.joined(separator: ".")
  }

  private func step(_ name: String, _ entity: EntityDescription?) -> String {
    guard let names else {
      let isPlain = name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return isPlain && FormulaWord(rawValue: name.lowercased()) == nil ? name : Self.braced(name)
    }
    guard style != .names, let entity, let label = names.label(of: name, of: entity) else {
      return Self.braced("@" + name)
    }
    let isPlain =
      label.first?.isLetter == true && label.last?.isWhitespace == false
      && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
      && !label.split(separator: " ").contains { vocabulary.isWord(String($0)) }
    return isPlain && style == .plain ? label : Self.braced(label)
  }

  private static func braced(_ name: String) -> String { "{" + name.replacing("}", with: "}}") + "}" }
}
