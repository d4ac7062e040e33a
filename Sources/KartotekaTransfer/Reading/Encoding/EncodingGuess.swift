import KartotekaModel

/// Tells the encoding of a text that is no UTF-8 by statistics: the lines with other characters than ASCII's are decoded by
/// each encoding, and the one by which the characters are most like those of a language wins.
///
/// The languages decide together: ř and á are Czech, ø and á are no language's. Libraries that were tried (uchardet 0.0.7) read a
/// third of short files in DOS's, Mac's and Polish encodings wrongly: they need longer texts than a column of names.
struct EncodingGuess {
  /// The maximum size of the lines that are decoded, and of the part of the file in which they are looked for.
  private static let sample = (bytes: 1 << 14, depth: 1 << 24)
  /// The encodings, the more usual ones first: of two that read the text alike the first one is taken.
  private static let candidates: [TextEncoding] = [
    .windows1252, .windows1250, .windows1251, .iso8859x2, .cp852, .cp850, .cp437, .macRoman, .iso8859x15, .windows1254,
    .windows1257, .windows1253, .koi8, .cp866, .iso8859x5, .macCyrillic, .shiftJIS, .eucKorean, .eucJapanese, .gbk,
    .big5,
    .windows1255, .windows1256, .thai,
  ]

  private static let usual = 3

  /// The difference of scores below which an encoding may be the right one, too, and the number of those that are reported.
  private static let margin = 0.75
  private static let mostOthers = 3

  /// The encoding.
  let encoding: TextEncoding
  /// The first word that other encodings read otherwise and about as well; nil if there is none.
  let doubt: EncodingDoubt?

  init(_ bytes: UnsafeRawBufferPointer) {
    let lines = Self.lines(bytes)
    var found: [(encoding: TextEncoding, score: Double, text: [UInt8])] = []
    for (rank, encoding) in Self.candidates.enumerated() {
      guard let decoder = TextDecoder(encoding) else { continue }
      let (score, text) = lines.withUnsafeBytes { Self.score($0, encoding, decoder) }
      // A sign more or less does not speak for an encoding that is seldom used.
      found.append((encoding, score - (rank < Self.usual ? 0 : 0.5), text))
    }
    // Of equal ones the first.
    guard let best = found.indices.max(by: { (found[$0].score, $1) < (found[$1].score, $0) }) else {
      (encoding, doubt) = (.windows1252, nil)
      return
    }
    encoding = found[best].encoding
    var texts: Set<[UInt8]> = [found[best].text]
    let others = found.filter { $0.score > found[best].score - Self.margin }.sorted { $0.score > $1.score }
      .filter { texts.insert($0.text).inserted }
    doubt = EncodingDoubt(found[best].text, others.prefix(Self.mostOthers).map { ($0.encoding, $0.text) })
  }

  // The first lines with other characters than ASCII's.
  private static func lines(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var lines: [UInt8] = []
    var place = 0
    let end = min(bytes.count, sample.depth)
    while place < end, lines.count < sample.bytes {
      guard let found = bytes[place..<end].firstIndex(where: { $0 >= 0x80 }) else { break }
      let start = bytes[place..<found].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? place
      let next = bytes[found..<end].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end
      // A long line is cut at a byte of ASCII, which is no part of a letter in most encodings.
      let from = max(start, found - 200)
      lines += bytes[from..<min(next, from + sample.bytes)]
      lines.append(0x0A)
      place = next + 1
    }
    return lines
  }

  private static func score(
    _ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding, _ decoder: TextDecoder
  ) -> (score: Double, text: [UInt8]) {
    var text: [UInt8] = []
    var faults = 0
    var rest = bytes
    while !rest.isEmpty {
      let used = decoder.decode(rest) { text += UnsafeBufferPointer(start: $0, count: $1) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(used))
      if rest.isEmpty { break }
      faults += 1
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
      text.append(0x20)
    }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    let score = TextLikeness(scalars, in: encoding).score + DoubleBytes.score(bytes, encoding) - 8 * Double(faults)
    return (score, text)
  }
}

/// A word that several encodings read, each in another way.
struct EncodingDoubt: Hashable, Sendable {
  /// The word as it is read.
  let word: String
  /// The readings of other encodings.
  let others: [String]

  private static let mostWords = 2

  /// - Parameters:
  ///   - text: the text in the encoding that was chosen.
  ///   - others: the text in the others.
  /// - Returns: nil if no word differs.
  init?(_ text: [UInt8], _ others: [(encoding: TextEncoding, text: [UInt8])]) {
    func words(_ text: [UInt8]) -> [Substring] {
      String(decoding: text, as: UTF8.self).split { ",;|\"".contains($0) || $0.isNewline || $0 == "\t" }
    }
    let own = words(text)
    let found = others.compactMap { other -> (own: Substring, reading: String)? in
      guard let pair = zip(own, words(other.text)).first(where: { $0 != $1 }) else { return nil }
      return (pair.0, "\(pair.1.trimmingSpaces().prefix(40)) (\(other.encoding.rawValue))")
    }
    // Several words decide together.
    let foreign = own.count { $0.utf8.contains { $0 >= 0x80 } }
    guard let first = found.first, foreign <= Self.mostWords else { return nil }
    word = String(first.own.trimmingSpaces().prefix(40))
    self.others = found.filter { $0.own == first.own }.map(\.reading)
  }

  /// The note on the guess.
  var note: Phrase {
    Phrase(
      "{text} could also be {readings}, in another encoding",
      ["text": .text(word), "readings": .text(others.joined(separator: ", "))])
  }
}

/// Whether the pairs of bytes of East Asian encodings are usual characters: each standard has these in a range of first bytes.
private enum DoubleBytes {
  static func score(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Double {
    let usual: [ClosedRange<UInt8>]
    var isFirst: (UInt8) -> Bool = { $0 >= 0x81 && $0 <= 0xFE }
    var least: UInt8 = 0x40
    switch encoding {
    case .shiftJIS:
      usual = [0x82...0x83, 0x88...0x97]
      isFirst = { (0x81...0x9F).contains($0) || (0xE0...0xFC).contains($0) }
    case .gbk: (usual, least) = ([0xB0...0xD7], 0xA1)
    case .big5: usual = [0xA4...0xC6]
    case .eucKorean: (usual, least) = ([0xB0...0xC8], 0xA1)
    case .eucJapanese: (usual, least) = ([0xA4...0xA5, 0xB0...0xCF], 0xA1)
    default: return 0
    }
    var score = 0.0
    var (index, last) = (0, -1)
    while index < bytes.count {
      guard isFirst(bytes[index]), index + 1 < bytes.count else {
        index += 1
        continue
      }
      // The signs of the first rows are in none of the ranges, and tell nothing.
      let isSign = bytes[index] == 0xA1 || bytes[index] == 0xA3 || bytes[index] == 0x81
      let isUsual = usual.contains { $0.contains(bytes[index]) } && bytes[index + 1] >= least
      // One alone among letters of ASCII is mostly a letter with a mark, and the letter after it.
      let isAlone = last != index && (index + 2 >= bytes.count || !isFirst(bytes[index + 2]))
      score += isUsual ? (isAlone ? 0 : 3.5) : isSign ? 0 : -2
      index += 2
      last = index
    }
    return score
  }
}
