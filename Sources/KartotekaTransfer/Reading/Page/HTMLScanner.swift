/// A forward-only reader of HTML as programs write it, also where tags are not closed. It passes over scripts, styles and
/// comments.
struct HTMLScanner {
  enum Token {
    case start(String)
    case end(String)
    case text(Range<Int>)
    case finish
  }

  private static let longestTag = 1 << 20

  let bytes: UnsafeRawBufferPointer
  private(set) var place: Int
  /// The attributes of the last start tag, in the text.
  private var attributes = 0..<0

  init(_ bytes: UnsafeRawBufferPointer, from place: Int = 0) { (self.bytes, self.place) = (bytes, place) }

  mutating func next() -> Token {
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        let start = place
        place = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(start..<place)
      }
      let after = place + 1 < bytes.count ? bytes[place + 1] : 0
      if after == UInt8(ascii: "!") || after == UInt8(ascii: "?") {
        skipDeclaration()
      } else if after == UInt8(ascii: "/") || Self.isLetter(after) {
        let isEnd = after == UInt8(ascii: "/")
        guard let name = tag(isEnd: isEnd) else { continue }
        if isEnd { return .end(name) }
        if name == "script" || name == "style" {
          skip(past: name)
          continue
        }
        return .start(name)
      } else {
        // A sign of less in a text.
        let start = place
        place = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(start..<place)
      }
    }
    return .finish
  }

  /// The value of an attribute of the last start tag; nil if it has none with a value.
  func attribute(_ name: String) -> String? {
    var index = attributes.lowerBound
    let end = attributes.upperBound
    while index < end {
      while index < end, Self.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") { index += 1 }
      let start = index
      while index < end, bytes[index] != UInt8(ascii: "="), !Self.isSpace(bytes[index]) { index += 1 }
      let found = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      guard index < end, bytes[index] == UInt8(ascii: "=") else {
        if index == start { index += 1 }
        continue
      }
      index += 1
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      guard index < end else { return nil }
      let quote = bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") ? bytes[index] : nil
      if quote != nil { index += 1 }
      let value = index
      while index < end, quote.map({ bytes[index] != $0 }) ?? !Self.isSpace(bytes[index]) { index += 1 }
      if found == name { return HTMLText.resolved(String(decoding: bytes[value..<index], as: UTF8.self)) }
      if quote != nil { index += 1 }
    }
    return nil
  }

  // The name of the tag in small letters without a prefix; nil for one that does not end.
  private mutating func tag(isEnd: Bool) -> String? {
    let start = place + (isEnd ? 2 : 1)
    var index = start
    while index < bytes.count, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
      bytes[index] != UInt8(ascii: "/")
    {
      index += 1
    }
    let name = String(decoding: bytes[start..<min(index, start + 64)], as: UTF8.self).lowercased()
    let first = index
    var quote: UInt8?
    while index < bytes.count, index - start < Self.longestTag {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        break
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), index > first,
        bytes[index - 1] == UInt8(ascii: "=")
      {
        quote = byte
      }
      index += 1
    }
    attributes = first..<index
    place = min(index + 1, bytes.count)
    return index < bytes.count ? name.split(separator: ":").last.map(String.init) : nil
  }

  private mutating func skipDeclaration() {
    let isComment = bytes[place...].starts(with: Array("<!--".utf8))
    // Office marks conditional parts of a page by comments, and by declarations such as `<![endif]>`, which end at the first `>`.
    var index = place + 2
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ">") {
        if !isComment { break }
        if bytes[index - 1] == UInt8(ascii: "-"), bytes[index - 2] == UInt8(ascii: "-"), index >= place + 6 { break }
      }
      index += 1
    }
    place = min(index + 1, bytes.count)
  }

  private mutating func skip(past name: String) {
    let end = Array(name.utf8)
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = open + 1
      guard place < bytes.count, bytes[place] == UInt8(ascii: "/"),
        bytes[(place + 1)...].prefix(end.count).elementsEqual(end, by: { $0 | 0x20 == $1 })
      else { continue }
      place = bytes[place...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
      return
    }
    place = bytes.count
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// The text of a page.
enum HTMLText {
  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "euro": "€", "pound": "£",
    "yen": "¥",
    "cent": "¢", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "plusmn": "±", "times": "×", "divide": "÷",
    "minus": "−",
    "ndash": "–", "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "laquo": "«", "raquo": "»", "lsquo": "‘",
    "rsquo": "’", "ldquo": "“", "rdquo": "”", "bdquo": "„", "sbquo": "‚", "sect": "§", "para": "¶", "frac12": "½",
    "frac14": "¼", "frac34": "¾", "sup1": "¹", "sup2": "²", "sup3": "³", "micro": "µ", "ordf": "ª", "ordm": "º",
    "shy": "",
    "thinsp": "\u{2009}", "ensp": "\u{2002}", "emsp": "\u{2003}", "zwnj": "", "zwj": "", "iquest": "¿", "iexcl": "¡",
    "szlig": "ß", "aelig": "æ", "AElig": "Æ", "oslash": "ø", "Oslash": "Ø", "oelig": "œ", "OElig": "Œ", "eth": "ð",
    "ETH": "Ð", "thorn": "þ", "THORN": "Þ", "scaron": "š", "Scaron": "Š", "lstrok": "ł", "Lstrok": "Ł",
  ]
  /// The marks of names such as `eacute`, as combining characters.
  private static let marks: [(String, String)] = [
    ("acute", "\u{301}"), ("grave", "\u{300}"), ("circ", "\u{302}"), ("uml", "\u{308}"), ("tilde", "\u{303}"),
    ("ring", "\u{30A}"), ("cedil", "\u{327}"), ("caron", "\u{30C}"), ("ogon", "\u{328}"), ("dot", "\u{307}"),
  ]

  /// The text with references replaced; unknown ones stay as they are.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";"), let value = value(rest[rest.index(after: start)..<end])
      else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result += value
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func value(_ name: Substring) -> String? {
    if name.hasPrefix("#") {
      let isHex = name.dropFirst().first.map { $0 == "x" || $0 == "X" } ?? false
      let scalar = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
      return scalar.flatMap { $0.value == 0 ? nil : String($0) }
    }
    if let known = names[String(name)] { return known }
    for (word, mark) in marks where name.count == word.count + 1 && name.hasSuffix(word) {
      return (String(name.prefix(1)) + mark).precomposedStringWithCanonicalMapping
    }
    return nil
  }
}
