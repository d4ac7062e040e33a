import KartotekaModel

/// Finds the ends of JSON values without parsing or validating them.
enum JSONStructure {
  /// A member of an object.
  struct Member {
    let name: String
    /// The offset of its value.
    let start: Int
    /// The first byte of its value, and the first byte inside if it is an array.
    let firstByte: UInt8
    let firstInside: UInt8?
    /// Whether the text ends within the value.
    let isOpen: Bool

    var isObject: Bool { firstByte == UInt8(ascii: "{") }
    var isList: Bool { firstByte == UInt8(ascii: "[") }
    var isListOfObjects: Bool { isList && firstInside == UInt8(ascii: "{") }
    var isEmptyList: Bool { isList && firstInside == UInt8(ascii: "]") }
  }

  /// The members of the object at `start`, as far as they can be recognized, and its end; nil if it is truncated or invalid.
  static func members(of start: Int, in bytes: UnsafeRawBufferPointer) -> (members: [Member], end: Int?) {
    var members: [Member] = []
    var place = skipSpace(in: bytes, from: start + 1)
    while place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
      guard let afterName = end(ofValueAt: place, in: bytes) else { break }
      let name = String(decoding: bytes[place + 1..<afterName - 1], as: UTF8.self)
      let colon = skipSpace(in: bytes, from: afterName)
      guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { break }
      let value = skipSpace(in: bytes, from: colon + 1)
      guard value < bytes.count else { break }
      let inside = skipSpace(in: bytes, from: value + 1)
      let end = end(ofValueAt: value, in: bytes)
      members.append(
        Member(
          name: name, start: value, firstByte: bytes[value],
          firstInside: inside < bytes.count ? bytes[inside] : nil, isOpen: end == nil))
      guard let end, end > value else { break }
      place = skipSpace(in: bytes, from: end)
      guard place < bytes.count, bytes[place] == UInt8(ascii: ",") else { break }
      place = skipSpace(in: bytes, from: place + 1)
    }
    let isClosed = place < bytes.count && bytes[place] == UInt8(ascii: "}") && members.last?.isOpen != true
    return (members, isClosed ? place + 1 : nil)
  }

  /// Whether an object within the list at `start`, or one of the objects from there on, has an object within it.
  static func hasObjectsInObjects(from start: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    var place = start
    var (lists, isInObject) = (0, false)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard let end = end(ofStringAt: place, in: bytes) else { return false }
        place = end
        continue
      case UInt8(ascii: "["): lists += 1
      case UInt8(ascii: "]"):
        lists -= 1
        // The end of the list with which it began; a bracket too many ends it, too.
        if lists <= 0, !isInObject { return false }
      case UInt8(ascii: "{"):
        if isInObject { return true }
        isInObject = true
      case UInt8(ascii: "}"): isInObject = false
      default: break
      }
      place += 1
    }
    return false
  }

  /// The first offset from `start` on that is not white space.
  static func skipSpace(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    return place
  }

  /// The end of the value at `start`; nil if the text ends before.
  private static func end(ofValueAt start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    var place = start
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard let end = end(ofStringAt: place, in: bytes) else { return nil }
        place = end
        if depth == 0 { return place }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
        if depth == 0 { return place + 1 }
      case UInt8(ascii: ",") where depth == 0: return place
      case let byte where depth == 0 && isSpace(byte): return place
      default: break
      }
      place += 1
    }
    return nil
  }

  private static func end(ofStringAt start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var place = start + 1
    while place < bytes.count {
      if place + 8 <= bytes.count, ByteWord.escapes(ByteWord.load(base + place)) == 0 {
        place += 8
        continue
      }
      switch bytes[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
    default: false
    }
  }
}
