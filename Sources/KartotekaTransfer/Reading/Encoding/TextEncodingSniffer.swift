import Foundation
import KartotekaModel

/// The encoding of a text file. The raw value is its displayed name.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable, Codable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// Western European files of Windows programs.
  case windows1252 = "windows-1252"
  /// Central European files of Windows programs.
  case windows1250 = "windows-1250"
  /// Cyrillic files of Windows programs.
  case windows1251 = "windows-1251"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case iso8859x2 = "ISO-8859-2"
  case iso8859x5 = "ISO-8859-5"
  case iso8859x15 = "ISO-8859-15"
  /// Files of DOS, and of programs that are as old.
  case cp437 = "CP437"
  case cp850 = "CP850"
  case cp852 = "CP852"
  case cp866 = "CP866"
  case koi8 = "KOI8-U"
  /// Files of Macs before 2001, and of programs on Macs that still write them.
  case macRoman = "Mac-Roman"
  case macCyrillic = "Mac-Cyrillic"
  case shiftJIS = "Shift-JIS"
  case eucJapanese = "EUC-JP"
  case gbk = "GBK"
  case big5 = "Big5"
  case eucKorean = "EUC-KR"
  case thai = "windows-874"

  /// The encoding with a name, as files and people write it; nil for an unknown one.
  package init?(named name: String) {
    func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let others: [String: TextEncoding] = [
      "latin1": .windows1252, "iso88591": .windows1252, "ascii": .utf8, "usascii": .utf8, "latin2": .iso8859x2,
      "latin9": .iso8859x15, "koi8r": .koi8, "macintosh": .macRoman, "xmacroman": .macRoman,
      "xmaccyrillic": .macCyrillic,
      "sjis": .shiftJIS, "xsjis": .shiftJIS, "cp932": .shiftJIS, "windows31j": .shiftJIS, "gb2312": .gbk,
      "gb18030": .gbk,
      "cp936": .gbk, "cp949": .eucKorean, "ksc56011987": .eucKorean, "iso885911": .thai, "tis620": .thai,
      "iso88599": .windows1254, "iso88597": .windows1253, "utf16": .utf16LittleEndian, "ibm437": .cp437,
      "ibm850": .cp850,
      "ibm852": .cp852, "ibm866": .cp866, "cp1250": .windows1250, "cp1251": .windows1251, "cp1252": .windows1252,
      "cp1253": .windows1253, "cp1254": .windows1254, "cp1255": .windows1255, "cp1256": .windows1256,
      "cp1257": .windows1257,
    ]
    let wanted = key(name)
    guard let found = Self.allCases.first(where: { key($0.rawValue) == wanted }) ?? others[wanted] else { return nil }
    self = found
  }

  /// The name for iconv.
  var converterName: String {
    switch self {
    case .macRoman: "MACINTOSH"
    case .macCyrillic: "MAC-CYRILLIC"
    case .shiftJIS: "CP932"
    case .gbk: "GB18030"
    case .big5: "BIG5-HKSCS"
    case .eucKorean: "UHC"
    case .thai: "CP874"
    case .windows1250, .windows1251, .windows1252, .windows1253, .windows1254, .windows1255, .windows1256, .windows1257,
      .windows1258:
      "CP" + rawValue.dropFirst("windows-".count)
    default: rawValue
    }
  }

  /// Whether bytes from 0x80 to 0x9F without a character are control characters.
  var hasControls: Bool { rawValue.hasPrefix("windows") || rawValue.hasPrefix("ISO") }
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
    /// A word that is otherwise in another encoding.
    var doubt: EncodingDoubt?
  }

  /// - Parameter said: the encoding that a person has named.
  static func sniff(
    _ bytes: UnsafeRawBufferPointer, as said: TextEncoding?, file: String?
  ) throws(ReadingError) -> Verdict {
    try TextEncodingSniffer(bytes: bytes).verdict(said, file: file)
  }

  private func verdict(_ said: TextEncoding?, file: String?) throws(ReadingError) -> Verdict {
    if let format = UnreadFormat(signatureOf: bytes) { throw .notRead(file: file, format: format) }
    if ZipArchive.begins(bytes) { throw .notRead(file: file, format: .zip) }
    if GzipFile.begins(bytes) { throw .notRead(file: file, format: .gzip) }
    if let said { return verdict(said) }
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
    // Text has no controls but those of lines, tabs, pages, and Ctrl-Z at its end.
    let controls = bytes.prefix(1 << 16).count { $0 < 0x09 || (0x0E..<0x1A).contains($0) || (0x1C..<0x20).contains($0) }
    guard controls * 100 <= min(bytes.count, 1 << 16) else { throw .binary(file: file) }
    if let declared { return Verdict(encoding: declared) }
    let guess = EncodingGuess(bytes)
    return Verdict(encoding: guess.encoding, doubt: guess.doubt)
  }

  private func verdict(_ said: TextEncoding) -> Verdict {
    var said = said
    // "UTF-16" names no order of bytes: a mark does.
    if said == .utf16LittleEndian, bytes.starts(with: [0xFE, 0xFF]) { said = .utf16BigEndian }
    if said == .utf16BigEndian, bytes.starts(with: [0xFF, 0xFE]) { said = .utf16LittleEndian }
    let marks: [TextEncoding: [UInt8]] = [
      .utf8: [0xEF, 0xBB, 0xBF], .utf16LittleEndian: [0xFF, 0xFE], .utf16BigEndian: [0xFE, 0xFF],
    ]
    let mark = marks[said] ?? []
    let length = bytes.starts(with: mark) ? mark.count : 0
    let isSound = said == .utf8 && UTF8Validation.firstFault(in: bytes, from: length) == nil
    return Verdict(encoding: said, markLength: length, isSound: isSound)
  }

  // The encoding that a page or an XML document names in its first lines: `encoding="ISO-8859-2"`, `charset=windows-1250`.
  private var declared: TextEncoding? {
    let head = String(decoding: bytes.prefix(2_048), as: UTF8.self)
    guard head.drop(while: \.isWhitespace).first == "<" else { return nil }
    for word in ["encoding=", "charset="] {
      guard let place = head.range(of: word) else { continue }
      let name = head[place.upperBound...].drop { "\"' ".contains($0) }.prefix {
        $0.isLetter || $0.isNumber || "-_".contains($0)
      }
      if let encoding = TextEncoding(named: String(name)),
        ![.utf8, .utf16LittleEndian, .utf16BigEndian].contains(encoding)
      {
        return encoding
      }
    }
    return nil
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
    return sound > broken * 2
  }

  /// The number of multibyte characters that begin in the range.
  private func firstBytes(in range: Range<Int>) -> Int {
    var count = 0
    for index in range where bytes[index] >= 0xC0 { count += 1 }
    return count
  }
}
