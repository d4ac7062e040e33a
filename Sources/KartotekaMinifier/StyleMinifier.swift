/// Makes style sheets small.
public enum StyleMinifier {
  /// The style without comments and without white space that nothing depends on.
  ///
  /// What begins a block and what ends a declaration are told apart, since a space before a colon means
  /// something in a selector, and spaces around a plus in a value. Strings stay as they are.
  public static func minified(_ style: String) -> String {
    var result: [UInt8] = []
    var statement = Statement()
    var source = Array(style.utf8)[...]
    while let byte = source.first {
      if source.starts(with: Array("/*".utf8)) {
        source = afterComment(source)
        statement.space()
        continue
      }
      source = source.dropFirst()
      switch byte {
      case UInt8(ascii: "\""):
        let end = source.firstIndex(of: byte) ?? source.endIndex
        statement.append(byte)
        for inner in source[..<end] { statement.append(inner) }
        if end < source.endIndex { statement.append(byte) }
        source = source[end...].dropFirst()
      case UInt8(ascii: "{") where !statement.isInBrackets:
        result += statement.end(as: .prelude) + [byte]
      case UInt8(ascii: ";") where !statement.isInBrackets:
        let text = statement.end(as: .declaration)
        if !text.isEmpty { result += text + [byte] }
      case UInt8(ascii: "}") where !statement.isInBrackets:
        result += statement.end(as: .declaration)
        if result.last == UInt8(ascii: ";") { result.removeLast() }
        result.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): statement.space()
      default: statement.append(byte)
      }
    }
    return String(decoding: result + statement.end(as: .declaration), as: UTF8.self)
  }

  private static func afterComment(_ source: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = source.dropFirst(2)
    while !rest.isEmpty, !rest.starts(with: Array("*/".utf8)) { rest = rest.dropFirst() }
    return rest.dropFirst(2)
  }
}

/// A selector or a declaration while it is read: its bytes, with at most one space between two words.
private struct Statement {
  /// What a statement turns out to be when it ends.
  enum Kind {
    /// It begins a block: a selector, or a rule like `@media`.
    case prelude
    /// A name and a value.
    case declaration
  }

  private var bytes: [UInt8] = []
  private var brackets = 0

  var isInBrackets: Bool { brackets > 0 }

  mutating func append(_ byte: UInt8) {
    if byte == UInt8(ascii: "(") { brackets += 1 }
    if byte == UInt8(ascii: ")") { brackets -= 1 }
    bytes.append(byte)
  }

  mutating func space() {
    if let last = bytes.last, last != UInt8(ascii: " ") { bytes.append(UInt8(ascii: " ")) }
  }

  /// The statement without the spaces that its kind can do without; the next one begins.
  mutating func end(as kind: Kind) -> [UInt8] {
    let around: [UInt8] = kind == .prelude ? Array(",>+~<=".utf8) : Array(",!/*".utf8)
    var result: [UInt8] = []
    var isInString = false
    for byte in bytes {
      if isInString {
        result.append(byte)
      } else if byte == UInt8(ascii: " ") {
        // A space behind a colon stands in no selector, and matters in no value.
        if let last = result.last, !around.contains(last), last != UInt8(ascii: ":"), last != UInt8(ascii: "(") {
          result.append(byte)
        }
      } else {
        if around.contains(byte) || byte == UInt8(ascii: ")"), result.last == UInt8(ascii: " ") { result.removeLast() }
        result.append(byte)
      }
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
    }
    if result.last == UInt8(ascii: " ") { result.removeLast() }
    self = Statement()
    return result
  }
}
