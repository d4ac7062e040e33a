// Texts made of texts.
extension FormulaMath {
  // A formula may replace within what another one replaced: without a limit a short text becomes one that no memory holds.
  private static let longestReplaced = 1_000_000

  /// A text made of a text; nil for an empty one.
  /// - Parameters:
  ///   - function: `upper`, `lower`, `start`, `before`, `after` or `replace`.
  ///   - values: the text and the function's other values.
  package static func text(_ function: FormulaFunction, _ values: [Value]) -> String? {
    guard case .text(let text)? = values.first else { return nil }
    func other(_ index: Int) -> String {
      if values.indices.contains(index), case .text(let text) = values[index] { text } else { "" }
    }
    let result: String?
    switch function {
    case .upper: result = text.uppercased()
    case .lower: result = text.lowercased()
    case .start:
      guard values.count == 2, case .integer(let count) = values[1], count > 0 else { return nil }
      result = String(text.prefix(Int(clamping: count)))
    case .before: result = place(of: other(1), in: text).map { String(text[..<$0.lowerBound]) } ?? text
    case .after: result = place(of: other(1), in: text).map { String(text[$0.upperBound...]) }
    case .replace: result = replaced(text, other(1), other(2))
    default: result = nil
    }
    return result?.isEmpty == false ? result : nil
  }

  private static func place(of part: String, in text: String) -> Range<String.Index>? {
    part.isEmpty ? nil : text.firstRange(of: part)
  }

  private static func replaced(_ text: String, _ part: String, _ other: String) -> String? {
    guard !part.isEmpty else { return text }
    let places = text.ranges(of: part)
    guard !places.isEmpty else { return text }
    let taken = places.reduce(0) { $0 + text[$1].utf8.count }
    let length = text.utf8.count - taken + places.count * other.utf8.count
    guard length <= max(longestReplaced, text.utf8.count) else { return nil }
    var (result, end) = ("", text.startIndex)
    for place in places {
      result += text[end..<place.lowerBound] + other
      end = place.upperBound
    }
    return result + text[end...]
  }
}
