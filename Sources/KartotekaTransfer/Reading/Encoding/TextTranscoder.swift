import KartotekaModel

/// Converts other encodings to UTF-8, and repairs invalid UTF-8.
struct TextTranscoder: ~Copyable {
  private(set) var output: GrowingBuffer<UInt8>
  /// The number of characters that became U+FFFD.
  private(set) var replaced = 0

  init(_ bytes: UnsafeRawBufferPointer, from encoding: TextEncoding) {
    // Single-byte text grows only by its non-ASCII letters, and UTF-16 mostly shrinks.
    output = GrowingBuffer(capacity: bytes.count + bytes.count / 8)
    switch encoding {
    case .utf8: repair(bytes)
    case .utf16LittleEndian: decodeUTF16(bytes) { UInt16($0) | UInt16($1) << 8 }
    case .utf16BigEndian: decodeUTF16(bytes) { UInt16($0) << 8 | UInt16($1) }
    default: decode(bytes, from: encoding)
    }
    output.shrink()
  }

  consuming func finish(name: String?) -> ByteSource {
    ByteSource(taking: output, name: name)
  }

  private mutating func repair(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while let fault = UTF8Validation.firstFault(in: bytes, from: start) {
      switch fault {
      case .nul(let offset):
        append(bytes[start...offset])
        start = offset + 1
      case .malformed(let offset, let length):
        append(bytes[start..<offset])
        replace()
        start = offset + length
      }
    }
    append(bytes[start...])
  }

  private mutating func append(_ slice: Slice<UnsafeRawBufferPointer>) {
    let part = UnsafeRawBufferPointer(rebasing: slice).assumingMemoryBound(to: UInt8.self)
    if let base = part.baseAddress { output.append(base, count: part.count) }
  }

  private mutating func replace() {
    replaced += 1
    append(0xFFFD)
  }

  private mutating func decode(_ bytes: UnsafeRawBufferPointer, from encoding: TextEncoding) {
    guard let decoder = TextDecoder(encoding) else {
      // A system without the encoding's table.
      for byte in bytes { if byte < 0x80 { output.append(byte) } else { replace() } }
      return
    }
    var rest = bytes
    while !rest.isEmpty {
      let used = decoder.decode(rest) { output.append($0, count: $1) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(used))
      guard let first = rest.first else { break }
      // As in the WHATWG Encoding Standard: a byte without a character is the control character of the same number.
      if encoding.hasControls, (0x80..<0xA0).contains(first) { append(UInt32(first)) } else { replace() }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    }
  }

  private mutating func decodeUTF16(_ bytes: UnsafeRawBufferPointer, unit: (UInt8, UInt8) -> UInt16) {
    var index = 0
    while index + 1 < bytes.count {
      let first = unit(bytes[index], bytes[index + 1])
      index += 2
      guard first & 0xF800 == 0xD800 else {
        append(UInt32(first))
        continue
      }
      let second = index + 1 < bytes.count ? unit(bytes[index], bytes[index + 1]) : 0
      if first < 0xDC00, second & 0xFC00 == 0xDC00 {
        append(0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
        index += 2
      } else {
        replace()
      }
    }
    if index < bytes.count { replace() }
  }

  /// Appends a code point that is not a surrogate as UTF-8.
  @inline(__always)
  private mutating func append(_ point: UInt32) {
    switch point {
    case 0..<0x80: output.append(UInt8(truncatingIfNeeded: point))
    case 0x80..<0x800:
      output.append(UInt8(truncatingIfNeeded: 0xC0 | point >> 6))
      output.append(UInt8(truncatingIfNeeded: 0x80 | point & 0x3F))
    case 0x800..<0x10000:
      output.append(UInt8(truncatingIfNeeded: 0xE0 | point >> 12))
      output.append(UInt8(truncatingIfNeeded: 0x80 | point >> 6 & 0x3F))
      output.append(UInt8(truncatingIfNeeded: 0x80 | point & 0x3F))
    default:
      output.append(UInt8(truncatingIfNeeded: 0xF0 | point >> 18))
      output.append(UInt8(truncatingIfNeeded: 0x80 | point >> 12 & 0x3F))
      output.append(UInt8(truncatingIfNeeded: 0x80 | point >> 6 & 0x3F))
      output.append(UInt8(truncatingIfNeeded: 0x80 | point & 0x3F))
    }
  }
}
