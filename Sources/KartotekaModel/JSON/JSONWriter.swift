/// Writes JSON as bytes, without building values first.
///
/// ```swift
/// var json = JSONWriter()
/// json.beginObject()
/// json.key("name")
/// json.string("Anna")
/// json.endObject()
/// json.bytes  // {"name":"Anna"}
/// ```
/// Commas are written automatically. The caller closes every object and array, and writes a key for every value of an object.
public struct JSONWriter: Sendable {
  /// The written bytes. They may be taken away and emptied at any time, as when streaming.
  public var bytes: [UInt8] = []

  private var needsComma = false

  /// A writer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Opens an object.
  package mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Closes an object.
  package mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Opens an array.
  package mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
  }

  /// Closes an array.
  package mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// The name of the value that comes next.
  public mutating func key(_ name: String) {
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A text.
  public mutating func string(_ value: String) {
    appendQuoted(value)
    needsComma = true
  }

  /// A text, given as UTF-8; what is not UTF-8 in it becomes U+FFFD.
  public mutating func string(utf8 value: UnsafeRawBufferPointer) {
    if UTF8Validation.isWellFormed(value) {
      appendQuoted(value)
    } else {
      appendQuoted(String(decoding: value, as: UTF8.self))
    }
    needsComma = true
  }

  /// An integer.
  package mutating func int(_ value: Int) {
    int(Int64(value))
  }

  /// An integer.
  package mutating func int(_ value: Int64) {
    separate()
    var magnitude = value.magnitude
    var length = value < 0 ? 2 : 1
    var power = magnitude
    while power >= 10 {
      power /= 10
      length += 1
    }
    bytes.append(addingCapacity: length) { span in
      span.withUnsafeMutableBufferPointer { digits, count in
        for index in (0..<length).reversed() {
          digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
          magnitude /= 10
        }
        if value < 0 { digits[0] = UInt8(ascii: "-") }
        count = length
      }
    }
    needsComma = true
  }

  /// A floating point number in its shortest form; null for infinities and not-a-number, which JSON cannot
  /// write.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    number(value.description)
  }

  /// A number by its digits, such as `12.50`. A literal that is no number of JSON is written as a text.
  public mutating func number(_ literal: String) {
    var literal = literal
    literal.withUTF8 { digits in
      let raw = UnsafeRawBufferPointer(digits)
      if !raw.isEmpty, JSONParser.lengthOfNumber(in: raw, from: 0) == raw.count {
        separate()
        bytes.append(contentsOf: digits)
      } else {
        appendQuoted(raw)
      }
    }
    needsComma = true
  }

  /// `true` or `false`.
  package mutating func bool(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
    needsComma = true
  }

  /// `null`.
  package mutating func null() {
    separate()
    append("null")
    needsComma = true
  }

  /// A value with all that is in it.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let literal): number(literal)
    case .string(let value): string(value)
    case .array(let values):
      beginArray()
      for value in values { self.value(value) }
      endArray()
    case .object(let members):
      beginObject()
      for (key, value) in members {
        self.key(key)
        self.value(value)
      }
      endObject()
    }
  }

  /// A line break after which a new value begins, as in a file of one JSON value a line.
  package mutating func newLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// A line break within an array or object: for files that people look into.
  package mutating func lineBreak() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }
}

// MARK: - Bytes

extension JSONWriter {
  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func appendQuoted(_ text: String) {
    var text = text
    text.withUTF8 { appendQuoted(UnsafeRawBufferPointer($0)) }
  }

  /// A text in quotes, after a comma if one is due: all at once, as making room for each part costs more than
  /// copying.
  private mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
    let added = Self.bytesAdded(byEscaping: text)
    let comma = needsComma
    bytes.append(addingCapacity: text.count + added + 3) { span in
      span.withUnsafeMutableBufferPointer { target, count in
        if comma { Self.put(UInt8(ascii: ","), in: target, &count) }
        Self.put(UInt8(ascii: "\""), in: target, &count)
        if added == 0 {
          let free = UnsafeMutableRawBufferPointer(target)[count...]
          UnsafeMutableRawBufferPointer(rebasing: free).copyMemory(from: text)
          count += text.count
        } else {
          for byte in text { Self.putEscaped(byte, in: target, &count) }
        }
        Self.put(UInt8(ascii: "\""), in: target, &count)
      }
    }
  }

  private static func bytesAdded(byEscaping text: UnsafeRawBufferPointer) -> Int {
    guard let base = text.baseAddress else { return 0 }
    var marks: UInt64 = 0
    var index = 0
    while index + 8 <= text.count {
      marks |= ByteWord.escapes(ByteWord.load(base + index))
      index += 8
    }
    // Spaces instead of the zeros after the last bytes, as a space needs no escape.
    let left = text.count - index
    let last = ByteWord.load(base + index, count: left) | ByteWord.repeating(0x20) << UInt64(left * 8)
    marks |= ByteWord.escapes(last)
    guard marks != 0 else { return 0 }
    return text.reduce(0) { added, byte in
      switch escape(byte) {
      case 0: added
      case UInt8(ascii: "u"): added + 5
      default: added + 1
      }
    }
  }

  /// The character after the backslash of an escaped byte; 0 for a byte that stands for itself.
  @inline(__always)
  private static func escape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case UInt8(ascii: "\n"): UInt8(ascii: "n")
    case UInt8(ascii: "\r"): UInt8(ascii: "r")
    case UInt8(ascii: "\t"): UInt8(ascii: "t")
    case 0..<0x20: UInt8(ascii: "u")
    default: 0
    }
  }

  @inline(__always)
  private static func put(_ byte: UInt8, in target: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) {
    target[count] = byte
    count += 1
  }

  private static func putEscaped(
    _ byte: UInt8, in target: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    let escape = escape(byte)
    guard escape != 0 else { return put(byte, in: target, &count) }
    put(UInt8(ascii: "\\"), in: target, &count)
    put(escape, in: target, &count)
    guard escape == UInt8(ascii: "u") else { return }
    put(UInt8(ascii: "0"), in: target, &count)
    put(UInt8(ascii: "0"), in: target, &count)
    put(UInt8(ascii: "0") + byte >> 4, in: target, &count)
    let digit = byte & 0x0F
    put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10, in: target, &count)
  }
}
