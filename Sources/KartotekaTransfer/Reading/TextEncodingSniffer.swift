import KartotekaModel

/// The encoding of a text file.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable, Codable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// Western European files of older Windows programs.
  case windows1252 = "windows-1252"
  /// Central European files of older Windows programs, mainly Polish ones.
  case windows1250 = "windows-1250"
  /// Cyrillic files of older Windows programs.
  case windows1251 = "windows-1251"
}

/// Detects the encoding of a text file, or that it is binary.
struct TextEncodingSniffer {
  private let bytes: UnsafeRawBufferPointer

  /// The result.
  struct Verdict: Equatable {
    let encoding: TextEncoding
    /// The length of the byte order mark, in bytes.
    var markLength = 0
    /// Whether the bytes are valid UTF-8, so that no transcoding is needed.
    var isSound = false
  }

  static func sniff(_ bytes: UnsafeRawBufferPointer, file: String?) throws(ReadingError) -> Verdict {
    try TextEncodingSniffer(bytes: bytes).verdict(file: file)
  }

  private func verdict(file: String?) throws(ReadingError) -> Verdict {
    if let format = BinaryFormat(signatureOf: bytes) { throw .notText(file: file, format: format) }
    if bytes.starts(with: [0xFF, 0xFE]) { return Verdict(encoding: .utf16LittleEndian, markLength: 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return Verdict(encoding: .utf16BigEndian, markLength: 2) }

    let markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let fault = UTF8Validation.firstFault(in: bytes, from: markLength) else {
      return Verdict(encoding: .utf8, markLength: markLength, isSound: true)
    }
    if let place = firstNUL(after: fault) {
      guard markLength == 0, let encoding = encodingByZeroBytes else {
        throw .containsNUL(file: file, line: 1 + LineBreaks.count(in: bytes, 0..<place))
      }
      return Verdict(encoding: encoding)
    }
    guard markLength == 0, !isMostlyUTF8 else { return Verdict(encoding: .utf8, markLength: markLength) }
    return Verdict(encoding: windowsCodePage)
  }

  private func firstNUL(after fault: UTF8Validation.Fault) -> Int? {
    switch fault {
    case .nul(let offset): offset
    case .malformed(let offset, _): bytes[offset...].firstIndex(of: 0)
    }
  }

  /// The encoding of UTF-16 without a mark: the zero bytes of its ASCII characters have the same parity.
  private var encodingByZeroBytes: TextEncoding? {
    let head = bytes.prefix(1 << 16)
    var zeros = (even: 0, odd: 0)
    for index in head.indices where head[index] == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let units = head.count / 2
    let count = zeros.even + zeros.odd
    // One alone is a broken character rather than a sign of UTF-16.
    let isTextual = count > 1 && count * 10 >= units
    guard isTextual, bytes.count.isMultiple(of: 2) else { return nil }
    // A few have the other parity: those of U+0100, U+0400 and many emoji.
    if zeros.even * 8 <= zeros.odd { return .utf16LittleEndian }
    if zeros.odd * 8 <= zeros.even { return .utf16BigEndian }
    return nil
  }

  /// Whether the text is UTF-8 with a few invalid characters, such as a truncated field or a pasted line.
  ///
  /// Text in a code page has almost no well-formed sequences.
  private var isMostlyUTF8: Bool {
    var sound = 0
    var broken = 0
    var start = 0
    while let fault = UTF8Validation.firstFault(in: bytes, from: start) {
      guard case .malformed(let offset, let length) = fault else { break }
      sound += firstBytes(in: start..<offset)
      broken += 1
      start = offset + length
    }
    sound += firstBytes(in: start..<bytes.count)
    return sound > broken * 4
  }

  /// The number of multibyte characters that begin in the range.
  private func firstBytes(in range: Range<Int>) -> Int {
    var count = 0
    for index in range where bytes[index] >= 0xC0 { count += 1 }
    return count
  }

  /// The code page, determined from the neighbours of non-ASCII letters.
  private var windowsCodePage: TextEncoding {
    var cyrillicPairs = 0
    var besideASCII = 0
    var polish = 0
    var before: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      let after = index + 1 < bytes.count ? bytes[index + 1] : 0
      defer { before = byte }
      guard byte >= 0x80 else { continue }
      if Self.isUpperLetter(byte) {
        // In Cyrillic text such letters are adjacent, in Western text they are single among ASCII letters.
        if Self.isUpperLetter(before) { cyrillicPairs += 1 }
        if Self.isASCIILetter(before) || Self.isASCIILetter(after) { besideASCII += 1 }
      }
      if Self.isPolish(byte, before: before, after: after) { polish += 1 }
    }
    if cyrillicPairs > besideASCII { return .windows1251 }
    // Both code pages share letters of several countries; the Polish ones are rare by chance.
    return polish > 0 && polish * 20 >= besideASCII ? .windows1250 : .windows1252
  }

  /// Letters in all code pages, though different ones.
  private static func isUpperLetter(_ byte: UInt8) -> Bool {
    byte >= 0xC0 || byte == 0xA8 || byte == 0xB8
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  /// Bytes that are Polish letters in Windows-1250, at positions where the signs of Windows-1252 do not occur.
  private static func isPolish(_ byte: UInt8, before: UInt8, after: UInt8) -> Bool {
    switch byte {
    case 0xB3, 0xB9, 0xBF, 0x9F:  // ł ą ż ź within a word, not ³ ¹ ¿ after or before one
      isASCIILetter(before) && (isASCIILetter(after) || after >= 0xC0)
    case 0xA3, 0xA5, 0xAF:  // Ł Ą Ż before a letter, where £ ¥ ¯ come before digits
      isASCIILetter(after) || after >= 0xC0
    default: false
    }
  }
}
