/// The first characters of a file, which determine its format.
struct FileHead {
  private static let length = 1 << 13

  /// The beginning of the text without a byte order mark and blanks.
  let text: String

  init(_ bytes: UnsafeRawBufferPointer) {
    let head = bytes.prefix(Self.length)
    let whole: String
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      let high = head[0] == 0xFE ? 0 : 1
      let units = stride(from: 2, to: head.count - 1, by: 2).map { (place: Int) -> UInt16 in
        (UInt16(head[place + high]) << 8) | UInt16(head[place + 1 - high])
      }
      whole = String(decoding: units, as: UTF16.self)
    } else {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      whole = String(decoding: head.starts(with: mark) ? head.dropFirst(mark.count) : head, as: UTF8.self)
    }
    text = String(whole.drop { $0.isWhitespace || $0 == "\u{FEFF}" })
  }

  /// Whether the text begins with the words, in capitals or not.
  func begins(_ words: String) -> Bool { text.prefix(words.count).uppercased() == words.uppercased() }

  /// The name of the first element of a document of XML or HTML, in small letters and without a prefix; nil for other texts.
  var root: String? {
    guard text.hasPrefix("<") else { return nil }
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.hasPrefix("<?") {
        guard let end = rest.range(of: "?>") else { return nil }
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<!--") {
        guard let end = rest.range(of: "-->") else { return nil }
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<!") {
        if rest.prefix(14).lowercased() == "<!doctype html" { return "html" }
        guard let end = rest.firstIndex(of: ">") else { return nil }
        if rest[..<end].contains("[") {
          // Declarations of entities.
          guard let close = rest.range(of: "]>") else { return nil }
          rest = rest[close.upperBound...]
        } else {
          rest = rest[rest.index(after: end)...]
        }
      } else {
        break
      }
    }
    guard rest.first == "<" else { return nil }
    let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    guard let first = name.first, first.isLetter || first == "_" else { return nil }
    return name.split(separator: ":").last?.lowercased()
  }

  /// Whether a document says that it is XML or HTML. The header of a text file may begin with a bracket, too: `<TICKER>,<DATE>`.
  var isMarkup: Bool {
    text.hasPrefix("<?xml") || text.hasPrefix("<!") || root.map(Self.pageElements.contains) ?? false
  }

  /// Elements with which a page, or a piece of one, begins.
  private static let pageElements: Set<String> = [
    "html", "head", "body", "table", "meta", "style", "title", "div", "center", "p", "h1", "h2", "span", "font",
    "script", "link",
  ]

  /// Whether the text is a web page or a piece of one.
  var isPage: Bool { root.map(Self.pageElements.contains) ?? false }
}
