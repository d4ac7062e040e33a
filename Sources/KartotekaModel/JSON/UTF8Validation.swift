/// Finds what is not well-formed UTF-8 text in bytes, at several gigabytes a second where they are ASCII.
package enum UTF8Validation {
  /// Something in the bytes that text should not hold.
  package enum Fault: Hashable, Sendable {
    /// A NUL character: well-formed, but the mark of a binary file.
    case nul(offset: Int)
    /// Bytes that are not UTF-8; `length` of them are to be replaced by one U+FFFD, as Unicode recommends.
    case malformed(offset: Int, length: Int)
  }

  /// The first fault at or after `start`, or nil when all is text.
  package static func firstFault(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Fault? {
    guard let base = bytes.baseAddress else { return nil }
    let end = bytes.count
    var offset = start
    while offset < end {
      while offset + 32 <= end, isPlainASCII32(base + offset) { offset += 32 }
      while offset + 8 <= end, ByteWord.isPlainASCII(ByteWord.load(base + offset)) { offset += 8 }
      // Past the plain stretch: up to eight characters one by one, then try whole words again.
      var left = 8
      while left > 0, offset < end {
        let byte = bytes[offset]
        if byte < 0x80 {
          if byte == 0 { return .nul(offset: offset) }
          offset += 1
        } else {
          let length = sequenceLength(base + offset, available: end - offset)
          if length <= 0 { return .malformed(offset: offset, length: -length) }
          offset += length
        }
        left -= 1
      }
    }
    return nil
  }

  /// Whether all is UTF-8. NUL characters are.
  package static func isWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while let fault = firstFault(in: bytes, from: start) {
      guard case .nul(let offset) = fault else { return false }
      start = offset + 1
    }
    return true
  }

  @inline(__always)
  private static func isPlainASCII32(_ pointer: UnsafeRawPointer) -> Bool {
    let a = ByteWord.load(pointer)
    let b = ByteWord.load(pointer + 8)
    let c = ByteWord.load(pointer + 16)
    let d = ByteWord.load(pointer + 24)
    let ones = ByteWord.repeating(1)
    let marks = (a &- ones) | a | (b &- ones) | b | (c &- ones) | c | (d &- ones) | d
    return marks & ByteWord.highBits == 0
  }

  /// The length of the sequence of several bytes that begins here, or the length of its malformed beginning,
  /// negated.
  @inline(__always)
  private static func sequenceLength(_ pointer: UnsafeRawPointer, available: Int) -> Int {
    // Table 3-7 of the Unicode Standard: only the second byte has narrower bounds after some first bytes.
    let first = pointer.load(as: UInt8.self)
    var lower: UInt8 = 0x80
    var upper: UInt8 = 0xBF
    let length: Int
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0:
      length = 3
      lower = 0xA0
    case 0xED:
      length = 3
      upper = 0x9F
    case 0xE1...0xEF: length = 3
    case 0xF0:
      length = 4
      lower = 0x90
    case 0xF1...0xF3: length = 4
    case 0xF4:
      length = 4
      upper = 0x8F
    default: return -1
    }
    guard available > 1 else { return -1 }
    let second = pointer.load(fromByteOffset: 1, as: UInt8.self)
    guard second >= lower, second <= upper else { return -1 }
    var index = 2
    while index < length {
      guard index < available, pointer.load(fromByteOffset: index, as: UInt8.self) & 0xC0 == 0x80 else {
        return -index
      }
      index += 1
    }
    return length
  }
}
