/// A forward-only XML reader: UTF-8, elements by their local names, no DTD, no entities but the five of XML.
///
/// Memory is bounded: a tag has at most ``longestTag`` bytes and a text ``longestText``.
final class XMLScanner {
  enum Token {
    case start, end, text, finish
  }

  private static let longestTag = 1 << 20
  private static let longestText = 1 << 24
  private static let deepest = 256

  private let stream: any ByteStream
  private let file: String
  private let damaged: ReadingError
  private var buffer: [UInt8] = []
  private var place = 0
  private var isComplete = false
  private var depth = 0
  private var closesItself = false
  private var nameRange = 0..<0
  private var tagEnd = 0

  /// The text of the last ``Token/text``, with references replaced.
  private(set) var text: [UInt8] = []

  /// A document in a spreadsheet.
  convenience init(_ stream: ZipStream, file: String) {
    self.init(stream, file: file, damaged: .damagedSpreadsheet(file: file))
  }

  /// - Parameter damaged: the error for a document that is not well-formed.
  init(_ stream: any ByteStream, file: String, damaged: ReadingError) {
    (self.stream, self.file, self.damaged) = (stream, file, damaged)
  }

  /// The share of the document that is read, from 0 to 1.
  var share: Double { stream.share }

  /// The next token.
  /// - Throws: ``ReadingError`` for anything that is not well-formed in its nesting, and for a DTD.
  func next() throws(ReadingError) -> Token {
    if closesItself {
      closesItself = false
      depth -= 1
      return .end
    }
    while true {
      guard try fill(1) else {
        guard depth == 0 else { throw damaged }
        return .finish
      }
      guard buffer[place] == UInt8(ascii: "<") else {
        try readText()
        return .text
      }
      guard try fill(2) else { throw damaged }
      switch buffer[place + 1] {
      case UInt8(ascii: "?"): try skip(to: "?>")
      case UInt8(ascii: "!"):
        if try begins("<![CDATA[") {
          try readCDATA()
          return .text
        }
        guard try begins("<!--") else { throw damaged }
        try skip(to: "-->")
      case UInt8(ascii: "/"):
        try readTag(nameAt: 2)
        depth -= 1
        guard depth >= 0 else { throw damaged }
        return .end
      default:
        try readTag(nameAt: 1)
        depth += 1
        guard depth <= Self.deepest else { throw damaged }
        closesItself = tagEnd >= 2 && buffer[tagEnd - 2] == UInt8(ascii: "/")
        return .start
      }
    }
  }

  /// The local name of the current element.
  var name: String { String(decoding: buffer[nameRange], as: UTF8.self) }

  /// Whether the current element has the local name.
  func isNamed(_ name: StaticString) -> Bool {
    nameRange.count == name.utf8CodeUnitCount && matches(name, at: nameRange.lowerBound)
  }

  /// The value of the current start tag's attribute with the local name; nil if there is none.
  func attribute(_ name: StaticString) -> String? {
    guard let range = attributeRange(name) else { return nil }
    return String(decoding: Self.resolved(buffer[range]), as: UTF8.self)
  }

  /// The whole number in an attribute.
  func number(_ name: StaticString) -> Int? {
    guard let range = attributeRange(name), (1...10).contains(range.count) else { return nil }
    var number = 0
    for byte in buffer[range] {
      guard byte &- 0x30 < 10 else { return nil }
      number = number * 10 + Int(byte &- 0x30)  // At most ten digits.
    }
    return number
  }

  /// Reads to the end of the current element, which has just begun.
  func skipElement() throws(ReadingError) {
    var open = 1
    while open > 0 {
      switch try next() {
      case .start: open += 1
      case .end: open -= 1
      case .text: break
      case .finish: throw damaged
      }
    }
  }

  /// The text of the current element, which has just begun, without that of elements within. The element is read to its end.
  func readText(most: Int = 1 << 20) throws(ReadingError) -> String {
    var (open, text) = (1, [UInt8]())
    while open > 0 {
      switch try next() {
      case .start: open += 1
      case .end: open -= 1
      case .text where open == 1:
        guard text.count + self.text.count <= most else { throw .expandsTooMuch(file: file) }
        text += self.text
      case .text: break
      case .finish: throw damaged
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Attributes

  private func attributeRange(_ name: StaticString) -> Range<Int>? {
    var index = nameRange.upperBound
    let last = tagEnd - 1
    while index < last {
      // The name, without its prefix.
      while index < last, Self.isSpace(buffer[index]) { index += 1 }
      var start = index
      while index < last, buffer[index] != UInt8(ascii: "="), !Self.isSpace(buffer[index]) {
        index += 1
        if buffer[index - 1] == UInt8(ascii: ":") { start = index }
      }
      let end = index
      while index < last, buffer[index] != UInt8(ascii: "\""), buffer[index] != UInt8(ascii: "'") { index += 1 }
      guard index < last else { return nil }
      let quote = buffer[index]
      index += 1
      let value = index
      while index < last, buffer[index] != quote { index += 1 }
      if end - start == name.utf8CodeUnitCount, matches(name, at: start) { return value..<index }
      index += 1
    }
    return nil
  }

  private func matches(_ name: StaticString, at start: Int) -> Bool {
    for offset in 0..<name.utf8CodeUnitCount where buffer[start + offset] != name.utf8Start[offset] { return false }
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  // MARK: Reading

  // Makes sure that `count` bytes from the current place on are in the buffer; false if the document ends before.
  private func fill(_ count: Int) throws(ReadingError) -> Bool {
    while buffer.count - place < count {
      guard !isComplete, let more = try stream.next() else {
        isComplete = true
        return false
      }
      if place > 0 {
        buffer.removeFirst(place)
        place = 0
      }
      buffer.append(contentsOf: more)
    }
    return true
  }

  private func begins(_ text: StaticString) throws(ReadingError) -> Bool {
    guard try fill(text.utf8CodeUnitCount) else { return false }
    return matches(text, at: place)
  }

  private func readTag(nameAt offset: Int) throws(ReadingError) {
    var length = offset
    var quote: UInt8 = 0
    while true {
      guard try fill(length + 1), length < Self.longestTag else { throw damaged }
      // As far as the buffer reaches.
      var index = place + length
      while index < buffer.count {
        let byte = buffer[index]
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: ">") {
          break
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        }
        index += 1
      }
      if index < buffer.count {
        finishTag(at: index, nameAt: place + offset)
        return
      }
      length = index - place
    }
  }

  private func finishTag(at close: Int, nameAt start: Int) {
    var begin = start
    var end = start
    while end < close, !Self.isSpace(buffer[end]), buffer[end] != UInt8(ascii: "/") {
      end += 1
      if buffer[end - 1] == UInt8(ascii: ":") { begin = end }
    }
    nameRange = begin..<end
    tagEnd = close + 1
    place = close + 1
  }

  private func readText() throws(ReadingError) {
    text.removeAll(keepingCapacity: true)
    while try fill(1), buffer[place] != UInt8(ascii: "<") {
      let end = buffer[place...].firstIndex(of: UInt8(ascii: "<")) ?? buffer.count
      text.append(contentsOf: buffer[place..<end])
      place = end
      guard text.count <= Self.longestText else { throw .expandsTooMuch(file: file) }
    }
    if text.contains(UInt8(ascii: "&")) { text = Self.resolved(text[...]) }
  }

  private func readCDATA() throws(ReadingError) {
    place += 9
    text.removeAll(keepingCapacity: true)
    while try !begins("]]>") {
      guard try fill(1) else { throw damaged }
      guard text.count <= Self.longestText else { throw .expandsTooMuch(file: file) }
      text.append(buffer[place])
      place += 1
    }
    place += 3
  }

  private func skip(to end: StaticString) throws(ReadingError) {
    while try !begins(end) {
      guard try fill(1) else { throw damaged }
      place += 1
    }
    place += end.utf8CodeUnitCount
  }

  // The five named references and those by number; others stay as they are.
  private static func resolved(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var result: [UInt8] = []
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result.append(contentsOf: rest[rest.startIndex..<start])
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
      else {
        result.append(UInt8(ascii: "&"))
        rest = rest.dropFirst()
        continue
      }
      result.append(contentsOf: Array(String(scalar).utf8))
      rest = rest[(end + 1)...]
    }
    result.append(contentsOf: rest)
    return result
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
      guard name.hasPrefix("#") else { return nil }
      let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
      // A NUL is in no text.
      return number == 0 ? " " : number.flatMap(Unicode.Scalar.init)
    }
  }
}
