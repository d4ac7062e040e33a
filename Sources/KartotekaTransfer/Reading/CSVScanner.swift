import KartotekaModel

/// Finds the bytes of a CSV text that have a meaning: delimiters, quotes and line breaks.
///
/// It looks at eight bytes at a time and remembers the matches among them, so that every word is loaded once.
struct CSVScanner {
  /// The part of a field between quotes.
  struct QuotedPart {
    /// No quotes.
    static let none = QuotedPart(close: -1, lineBreaks: 0, hasDoubledQuotes: false)

    /// Where the closing quote is; -1 when there is none.
    var close: Int
    /// How many line breaks are within.
    var lineBreaks: Int
    var hasDoubledQuotes: Bool
  }

  let base: UnsafeRawPointer
  let end: Int

  private let delimiters: UInt64
  private let quotes = ByteWord.repeating(CSVDialect.quote)
  private let lineFeeds = ByteWord.repeating(UInt8(ascii: "\n"))
  private let carriageReturns = ByteWord.repeating(UInt8(ascii: "\r"))

  /// Where the word begins that is being looked at, and a high bit for each match in it that is yet to come.
  private var window = -8
  private var matches: UInt64 = 0

  init(_ base: UnsafeRawPointer, end: Int, delimiter: CSVDialect.Delimiter) {
    self.base = base
    self.end = end
    delimiters = ByteWord.repeating(delimiter.rawValue)
  }

  @inline(__always)
  func byte(at place: Int) -> UInt8 {
    base.load(fromByteOffset: place, as: UInt8.self)
  }

  /// Goes on at a place.
  @inline(__always)
  mutating func look(from place: Int) {
    window = place - 8
    matches = 0
  }

  /// The place of the next match; -1 at the end.
  @inline(__always)
  mutating func next() -> Int {
    while matches == 0 {
      window += 8
      guard window < end else { return -1 }
      let word = word(at: window)
      let others =
        ByteWord.differences(word, delimiters) & ByteWord.differences(word, quotes)
        & ByteWord.differences(word, lineFeeds) & ByteWord.differences(word, carriageReturns)
      matches = ~others & ByteWord.highBits
    }
    let place = window + matches.trailingZeroBitCount >> 3
    matches &= matches &- 1
    return place
  }

  /// The part in quotes that is opened at a place; goes on after it if it is closed.
  mutating func quotedPart(from open: Int) -> QuotedPart {
    var part = QuotedPart.none
    var place = open + 1
    var skipped = -1
    while place < end {
      let word = word(at: place)
      let others =
        ByteWord.differences(word, quotes) & ByteWord.differences(word, lineFeeds)
        & ByteWord.differences(word, carriageReturns)
      var matches = ~others & ByteWord.highBits
      while matches != 0 {
        let match = place + matches.trailingZeroBitCount >> 3
        matches &= matches &- 1
        let isFollowed = match + 1 < end
        switch byte(at: match) {
        case CSVDialect.quote where match == skipped:
          break
        case CSVDialect.quote where isFollowed && byte(at: match + 1) == CSVDialect.quote:
          part.hasDoubledQuotes = true
          skipped = match + 1
        case CSVDialect.quote:
          part.close = match
          look(from: match + 1)
          return part
        case UInt8(ascii: "\r") where isFollowed && byte(at: match + 1) == UInt8(ascii: "\n"):
          break
        default:
          part.lineBreaks += 1
        }
      }
      place += 8
    }
    return part
  }

  /// The eight bytes at a place, those beyond the end as zeros, which match nothing.
  @inline(__always)
  private func word(at place: Int) -> UInt64 {
    place + 8 <= end ? ByteWord.load(base + place) : ByteWord.load(base + place, count: end - place)
  }
}
