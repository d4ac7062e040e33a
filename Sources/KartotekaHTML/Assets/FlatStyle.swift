/// A style sheet without nested rules, which engines before 2024 don't know: each rule has its whole selector, in the order of
/// the source.
struct FlatStyle {
  /// A block that is open.
  private enum Block {
    /// A rule, with its whole selector.
    case rule(String)
    /// A condition around rules: `@media (…)`.
    case condition(String)
  }

  // At-rules whose content is no rules of elements.
  private static let whole = ["@keyframes", "@font-face", "@property", "@view-transition", "@page", "@counter-style"]

  private var open: [Block] = []
  private var declarations: [Substring] = []
  /// The sheet.
  private(set) var text = ""

  /// - Parameter source: a sheet, which may have nested rules.
  init(_ source: String) {
    let source = Self.withoutComments(source)
    var rest = source[...]
    while let end = Self.end(of: rest) {
      let part = rest[..<end].trimmed
      let mark = rest[end]
      rest = rest[rest.index(after: end)...]
      switch mark {
      case "{" where Self.whole.contains(where: part.hasPrefix):
        let end = Self.closing(of: rest)
        text += "\(part) {\(rest[..<end])}\n"
        rest = rest[end...].dropFirst()
      case "{": begin(part)
      case "}":
        declare(part)
        close()
      default: declare(part)
      }
    }
  }

  private mutating func begin(_ prelude: Substring) {
    flush()
    if prelude.hasPrefix("@") {
      if selector == nil { text += "\(prelude) {\n" }
      open.append(.condition(String(prelude)))
    } else {
      open.append(.rule(selector.map { Self.nested(prelude, in: $0) } ?? String(prelude)))
    }
  }

  private mutating func declare(_ part: Substring) {
    if !part.isEmpty { declarations.append(part) }
  }

  private mutating func close() {
    flush()
    if case .condition = open.popLast(), selector == nil { text += "}\n" }
  }

  // The selector of the innermost rule; nil outside of rules.
  private var selector: String? {
    open.lazy.reversed().compactMap { if case .rule(let selector) = $0 { selector } else { nil } }.first
  }

  // Writes what was declared in the open rule. Conditions within the rule stand around it.
  private mutating func flush() {
    guard let selector, !declarations.isEmpty else { return }
    let conditions = open.drop { if case .rule = $0 { false } else { true } }.compactMap {
      if case .condition(let prelude) = $0 { prelude } else { nil }
    }
    text += conditions.map { $0 + " {\n" }.joined() + selector + " {\n  "
    text += declarations.joined(separator: ";\n  ") + ";\n}\n" + conditions.map { _ in "}\n" }.joined()
    declarations = []
  }

  // MARK: Selectors

  // The selector of a rule within another one: `&` is what the other one selects, as `:is(…)` where it needs to be.
  private static func nested(_ prelude: Substring, in parent: String) -> String {
    let isList = list(parent[...]).count > 1
    let group = isList ? ":is(\(parent))" : parent
    return list(prelude).map { selector in
      guard selector.contains("&") else { return group + " " + selector }
      let isWhole = isList || !parent.contains { " >+~".contains($0) }
      let inner = isWhole ? group : ":is(\(parent))"
      let first = selector.hasPrefix("&") ? group + selector.dropFirst() : String(selector)
      return first.replacing("&", with: inner)
    }.joined(separator: ", ")
  }

  // The selectors of a list.
  private static func list(_ text: Substring) -> [Substring] {
    var (parts, begin, depth): ([Substring], Substring.Index, Int) = ([], text.startIndex, 0)
    for index in text.indices {
      switch text[index] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "," where depth == 0:
        parts.append(text[begin..<index].trimmed)
        begin = text.index(after: index)
      default: break
      }
    }
    return parts + [text[begin...].trimmed]
  }

  // MARK: Reading

  // The next mark that ends a declaration or opens or closes a block, outside of texts and parentheses.
  private static func end(of text: Substring) -> Substring.Index? {
    var (quote, depth): (Character?, Int) = (nil, 0)
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "(": depth += 1
      case ")": depth -= 1
      case "{" where depth == 0, "}" where depth == 0, ";" where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  // The end of a block that has begun.
  private static func closing(of text: Substring) -> Substring.Index {
    var depth = 1
    for index in text.indices {
      switch text[index] {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return text.endIndex
  }

  private static func withoutComments(_ text: String) -> String {
    var parts: [Substring] = []
    var rest = text[...]
    while let begin = rest.firstRange(of: "/*") {
      parts.append(rest[..<begin.lowerBound])
      rest = rest[begin.upperBound...].firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return (parts + [rest]).joined()
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
