import Foundation

/// Folds text for searching and for language-neutral sorting: lower case without accents, in Latin and Cyrillic.
///
/// `Łódźka` and `lodzka` fold to the same, so do `Ёлкин` and `елкин`, `Straße` and `strasse`, and texts that differ in the
/// number of spaces between words. Й is a letter of its own. The marks of other scripts, such as Japanese, Thai and
/// Devanagari, make other words, and stay; only the points of Hebrew and Arabic, which most texts lack, go.
package enum Folding {
  /// Increased when a text folds differently or a kind's keys change. Databases then rebuild their sort keys.
  package static let version = 5

  /// The folded text. ASCII takes a fast path. Other text is decomposed (Unicode NFD) and loses its accents; letters
  /// without a decomposition (ł, ø, ß, æ, …) are replaced by a table.
  package static func fold(_ text: String) -> String { FoldingTable.root.fold(text) }

  /// Appends the folded form of well-formed UTF-8.
  package static func fold(utf8 text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
    FoldingTable.root.fold(utf8: text, into: &folded)
  }
}

/// The replacements of letters in folding.
final class FoldingTable: Sendable {
  /// Letters that Unicode does not decompose.
  private let letters: [Unicode.Scalar: String]
  /// Letters with a mark that are letters of their own: by the mark, then by the letter, both folded.
  private let composed: [Unicode.Scalar: [Unicode.Scalar: String]]
  /// Precomputed for Latin-1, Latin Extended, IPA, Greek and Cyrillic: nearly all text in use.
  private let known: [[Unicode.Scalar]]
  /// The same as bytes: their number in the lowest byte, then the bytes.
  private let packed: [UInt64]
  /// The letters of the alphabet that have keys of two code points, by those.
  let initials: [String: String]

  private static let knownScalars: Range<UInt32> = 0x80..<0x530
  private static let marks: Range<UInt32> = 0x300..<0x370

  init(
    letters: [Unicode.Scalar: String], composed: [Unicode.Scalar: [Unicode.Scalar: String]],
    initials: [String: String] = [:]
  ) {
    self.letters = letters
    self.composed = composed
    self.initials = initials
    let known = Self.knownScalars.map { value in
      Unicode.Scalar(value).map { Self.slowFold($0, letters, composed) } ?? []
    }
    self.known = known
    packed = known.map { scalars in
      let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
      return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } << 8 | UInt64(bytes.count)
    }
  }

  /// The folded text.
  func fold(_ text: String) -> String {
    var copy = text
    let ascii = copy.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } }
    if ascii {
      return String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
        var count = 0
        for byte in text.utf8 where byte != 0x20 || count == 0 || buffer[count - 1] != 0x20 {
          buffer[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
          count += 1
        }
        return count
      }
    }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { append(scalar, to: &scalars) }
    return String(scalars)
  }

  /// Appends the folded form of a letter. A mark can change the letter before it.
  func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    let value = scalar.value
    if value < 0x80 {
      if value == 0x20, result.last == scalar { return }
      result.append(value &- 0x41 < 26 ? Unicode.Scalar(UInt8(value | 0x20)) : scalar)
    } else if Self.marks.contains(value) {
      guard let last = result.last, let letter = composed[scalar]?[last] else { return }
      result.removeLast()
      result.append(contentsOf: letter.unicodeScalars)
    } else if Self.soundMarks.contains(value), let last = result.last, let letter = Self.voiced(last, scalar) {
      result.removeLast()
      result.append(letter)
    } else if Self.knownScalars.contains(value) {
      result.append(contentsOf: known[Int(value) - 0x80])
    } else {
      result.append(contentsOf: Self.slowFold(scalar, letters, composed))
    }
  }

  private static func slowFold(
    _ scalar: Unicode.Scalar, _ letters: [Unicode.Scalar: String],
    _ composed: [Unicode.Scalar: [Unicode.Scalar: String]]
  ) -> [Unicode.Scalar] {
    // The last two code points are not characters: keys use them to sort a letter behind all others.
    if scalar.value >= 0x10FFFE { return [] }
    var folded: [Unicode.Scalar] = []
    // が is no か with an accent.
    if isKana(scalar.value) { return [scalar] }
    for part in scalar.properties.lowercaseMapping.decomposedStringWithCanonicalMapping.unicodeScalars {
      if isAccent(part) {
        guard let last = folded.last, let letter = composed[part]?[last] else { continue }
        folded.removeLast()
        folded += letter.unicodeScalars
      } else {
        folded += letters[part].map { Array($0.unicodeScalars) } ?? [part]
      }
    }
    return folded
  }
}

// MARK: Marks

extension FoldingTable {
  /// The Japanese marks of voiced and half-voiced sounds, which follow their letter in decomposed text.
  private static let soundMarks: ClosedRange<UInt32> = 0x3099...0x309A

  private static func isKana(_ value: UInt32) -> Bool { (0x3040...0x30FF).contains(value) }

  // か and the mark are が.
  private static func voiced(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    let composed = String(String.UnicodeScalarView([letter, mark])).precomposedStringWithCanonicalMapping.unicodeScalars
    return composed.count == 1 ? composed.first : nil
  }

  // Accents of Latin, Greek and Cyrillic, points of Hebrew, Arabic and Syriac, and what selects the form of a character.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.generalCategory == .nonspacingMark else { return false }
    return switch scalar.value {
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6ED, 0x711,
      0x730...0x74A, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
      0xE0100...0xE01EF:
      true
    default: false
    }
  }
}

// MARK: Bytes

extension FoldingTable {
  /// Appends ``fold(_:)`` of well-formed UTF-8.
  func fold(utf8 text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
    let start = folded.count
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        index += 1
        if byte == 0x20, folded.count > start, folded[folded.count - 1] == 0x20 { continue }
        folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(index + length, text.count)
      let scalar = length == 2 && end - index == 2 ? UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F) : .max
      if Self.marks.contains(scalar) {
        compose(scalar, with: &folded, from: start)
      } else if Self.knownScalars.contains(scalar) {
        append(packed[Int(scalar) - 0x80], to: &folded)
      } else {
        let letter = String(decoding: text[index..<end], as: UTF8.self)
        if let mark = letter.unicodeScalars.first, Self.soundMarks.contains(mark.value) {
          voice(mark, &folded, from: start)
        } else {
          folded.append(contentsOf: fold(letter).utf8)
        }
      }
      index = end
    }
  }

  private func append(_ letters: UInt64, to folded: inout [UInt8]) {
    var rest = letters >> 8
    for _ in 0..<letters & 0xFF {
      folded.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  private func voice(_ mark: Unicode.Scalar, _ folded: inout [UInt8], from start: Int) {
    if let last = String(decoding: folded[start...].suffix(3), as: UTF8.self).unicodeScalars.last,
      let letter = Self.voiced(last, mark)
    {
      folded.removeLast(UTF8.width(last))
      folded.append(contentsOf: UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter)
    } else {
      folded.append(contentsOf: UTF8.encode(mark) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private func compose(_ mark: UInt32, with folded: inout [UInt8], from start: Int) {
    guard let letters = Unicode.Scalar(mark).flatMap({ composed[$0] }),
      // Up to four bytes: a letter of an alphabet may have a key that ends in one of the last two code points.
      let last = String(decoding: folded[start...].suffix(4), as: UTF8.self).unicodeScalars.last,
      let letter = letters[last]
    else { return }
    folded.removeLast(UTF8.width(last))
    folded.append(contentsOf: letter.utf8)
  }
}

// MARK: Tables

extension FoldingTable {
  /// The table for searching: Й is a letter of its own, all others lose their marks.
  static let root = FoldingTable(letters: plainLetters, composed: plainMarks)

  static let plainMarks: [Unicode.Scalar: [Unicode.Scalar: String]] = ["\u{306}": ["и": "й"]]

  static let plainLetters: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i",
    "ŧ": "t", "ŋ": "n", "ĸ": "k", "ſ": "s", "ƒ": "f", "ґ": "г", "\u{2019}": "'", "\u{2018}": "'",
    "\u{a0}": " ", "\u{2010}": "-", "\u{2011}": "-", "\u{2013}": "-",
  ]
}
