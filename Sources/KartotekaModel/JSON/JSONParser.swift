/// Reads JSON as RFC 8259 has it, strictly: no trailing commas, comments, repeated names or lone surrogates.
///
/// ```swift
/// let value = try JSONParser.parse(bytes)
/// ```
/// A parser can also go through bytes that hold several values, one ``parseValue()`` after the other; they
/// must stay where they are while it does. Numbers keep their digits, see ``JSONValue/number(_:)``.
package struct JSONParser {
  /// The maximum depth of arrays and objects within each other.
  package static let depthLimit = 64

  let bytes: UnsafeRawBufferPointer
  private let firstLine: Int

  /// The position of the parser in the bytes: after the last value read, or where it failed.
  package internal(set) var offset: Int

  /// A parser of these bytes, which must outlive it.
  ///
  /// - Parameters:
  ///   - offset: where to begin.
  ///   - line: the number of the line with which the bytes begin, for errors.
  package init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 0, line: Int = 1) {
    self.bytes = bytes
    self.offset = offset
    firstLine = line
  }

  /// The one value that the bytes hold.
  package static func parse(
    _ bytes: UnsafeRawBufferPointer, line: Int = 1
  ) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes, line: line)
    let value = try parser.parseValue()
    try parser.expectEnd()
    return value
  }

  /// The one value that the bytes hold.
  package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
      try parse(UnsafeRawBufferPointer(buffer))
    }
  }

  /// The one value that the text holds.
  package static func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8))
  }

  /// The value at ``offset``, after white space if there is any.
  package mutating func parseValue() throws(JSONSyntaxError) -> JSONValue {
    try value(depth: 0)
  }

  /// Makes sure that only white space is left.
  package mutating func expectEnd() throws(JSONSyntaxError) {
    if let byte = nextByte() { throw unexpected(byte, .expectedEnd) }
  }

  /// The next byte that is not white space, without going past it; nil at the end.
  @inline(__always)
  package mutating func nextByte() -> UInt8? {
    if offset < bytes.count, bytes[offset] > UInt8(ascii: " ") { return bytes[offset] }
    return nextByteAfterSpace()
  }

  private mutating func nextByteAfterSpace() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Goes to the next element of the array at which the parser stands, over its opening bracket or the comma
  /// before the element; false when the array is over and the parser stands after it.
  ///
  /// For arrays that are too long to be taken as one value:
  /// ```swift
  /// var isFirst = true
  /// while try parser.goToElement(isFirst: isFirst) {
  ///   let element = try parser.parseValue()
  ///   isFirst = false
  /// }
  /// ```
  package mutating func goToElement(isFirst: Bool) throws(JSONSyntaxError) -> Bool {
    guard let byte = nextByte() else { throw error(isFirst ? .missingValue : .unclosedArray) }
    switch byte {
    case UInt8(ascii: "]") where !isFirst:
      offset += 1
      return false
    case UInt8(ascii: ",") where !isFirst, UInt8(ascii: "[") where isFirst:
      let comma = offset
      offset += 1
      guard nextByte() == UInt8(ascii: "]") else { return true }
      guard isFirst else { throw error(.trailingComma, at: comma) }
      offset += 1
      return false
    default: throw unexpected(byte, isFirst ? .expectedValue : .expectedCommaOrBracket)
    }
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard let byte = nextByte() else { throw error(.missingValue) }
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t") where word("true"): return .bool(true)
    case UInt8(ascii: "f") where word("false"): return .bool(false)
    case UInt8(ascii: "n") where word("null"): return .null
    default: throw unexpected(byte, .expectedValue)
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONObject {
    try descend(to: depth)
    var object = JSONObject()
    // Kept only for wide objects: a few names are compared faster one by one, many would take quadratic time.
    var seen: Set<ExactText> = []
    var comma: Int?
    while let byte = nextByte() {
      if byte == UInt8(ascii: "}") {
        if let comma { throw error(.trailingComma, at: comma) }
        offset += 1
        return object
      }
      guard byte == UInt8(ascii: "\"") else { throw unexpected(byte, .expectedKey) }
      let start = offset
      let key = try string()
      if object.count == 16 { seen = Set(object.lazy.map { ExactText($0.key) }) }
      let isNew = object.count < 16 ? object[key] == nil : seen.insert(ExactText(key)).inserted
      guard isNew else { throw error(.duplicateKey, at: start, found: key) }
      guard let colon = nextByte() else { throw error(.missingColon) }
      guard colon == UInt8(ascii: ":") else { throw unexpected(colon, .expectedColon) }
      offset += 1
      object.append(unique: key, try value(depth: depth))
      switch nextByte() {
      case UInt8(ascii: ","):
        comma = offset
        offset += 1
      case UInt8(ascii: "}"): comma = nil
      case let byte?: throw unexpected(byte, .expectedCommaOrBrace)
      case nil: throw error(.unclosedObject)
      }
    }
    throw error(.missingKey)
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
    try descend(to: depth)
    var values: [JSONValue] = []
    var comma: Int?
    while true {
      if nextByte() == UInt8(ascii: "]") {
        if let comma { throw error(.trailingComma, at: comma) }
        offset += 1
        return values
      }
      values.append(try value(depth: depth))
      switch nextByte() {
      case UInt8(ascii: ","):
        comma = offset
        offset += 1
      case UInt8(ascii: "]"): comma = nil
      case let byte?: throw unexpected(byte, .expectedCommaOrBracket)
      case nil: throw error(.unclosedArray)
      }
    }
  }

  private mutating func descend(to depth: Int) throws(JSONSyntaxError) {
    guard depth <= Self.depthLimit else { throw error(.tooDeep, found: String(Self.depthLimit)) }
    offset += 1
  }

  /// Goes past `word` if it stands here.
  private mutating func word(_ word: StaticString) -> Bool {
    let end = offset + word.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount where bytes[offset + index] != word.utf8Start[index] {
      return false
    }
    offset = end
    return true
  }
}

// MARK: - Errors

extension JSONParser {
  /// An error at a place, by default where the parser stands.
  func error(_ reason: JSONSyntaxError.Reason, at place: Int? = nil, found: String = "") -> JSONSyntaxError {
    // Counted only now: keeping count while reading would slow down what is right.
    let place = place ?? offset
    var line = firstLine
    var column = 1
    for index in 0..<place {
      let byte = bytes[index]
      let isLineBreak =
        byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
      if isLineBreak {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return JSONSyntaxError(reason, line: line, column: column, found: found)
  }

  private func unexpected(_ byte: UInt8, _ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
    error(reason, found: character(at: offset))
  }

  /// The character at a place for an error, in a form that can be printed.
  func character(at place: Int) -> String {
    let end = min(place + 4, bytes.count)
    var scalars = String(decoding: bytes[place..<end], as: UTF8.self).unicodeScalars
    let scalar = scalars.removeFirst()
    let isPrintable = scalar.value > 0x20 && scalar.value != 0x7F
    guard !isPrintable else { return String(scalar) }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
