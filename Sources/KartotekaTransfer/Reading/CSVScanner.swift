import KartotekaModel

/// Finds delimiters, quotes and line breaks in a CSV text.
///
/// It examines eight bytes at a time and stores the matches, so that each word is loaded once.
struct CSVScanner {
  /// The quoted part of a field.
  struct QuotedPart {
    /// No quoted part.
    static let none = QuotedPart(close: -1, lineBreaks: 0, hasDoubledQuotes: false)

    /// The offset of the closing quote; -1 if there is none.
    var close: Int
    /// The number of line breaks in the quotes.
    var lineBreaks: Int
    var hasDoubledQuotes: Bool
  }

  let base: UnsafeRawPointer
  let end: Int

  private let delimiter: UInt8
  private let delimiters: UInt64
  private let quotes = ByteWord.repeating(CSVDialect.quote)
  private let lineFeeds = ByteWord.repeating(UInt8(ascii: "\n"))
  private let carriageReturns = ByteWord.repeating(UInt8(ascii: "\r"))

  /// The offset of the current word, and a mask with the high bit of each remaining match.
  private var window = -8
  private var matches: UInt64 = 0

  init(_ base: UnsafeRawPointer, end: Int, delimiter: CSVDialect.Delimiter) {
    self.base = base
    self.end = end
    self.delimiter = delimiter.rawValue
    delimiters = ByteWord.repeating(delimiter.rawValue)
  }

  @inline(__always)
  func byte(at place: Int) -> UInt8 {
    base.load(fromByteOffset: place, as: UInt8.self)
  }

  /// Continues at an offset.
  @inline(__always)
  mutating func look(from place: Int) {
    window = place - 8
    matches = 0
  }

  /// The offset of the next match; -1 at the end.
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

  /// The quoted part that begins at an offset. The scanner continues after it if it is closed.
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

  /// Whether a closing quote is followed by the end of its field, with spaces between at most.
  func endsField(behind quote: Int) -> Bool {
    var place = quote + 1
    while place < end, byte(at: place) == UInt8(ascii: " ") { place += 1 }
    guard place < end else { return true }
    return [delimiter, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte(at: place))
  }

  /// Whether a quote is at the beginning of a field, with spaces before it at most.
  func beginsField(at quote: Int) -> Bool {
    var place = quote - 1
    while place >= 0, byte(at: place) == UInt8(ascii: " ") { place -= 1 }
    return place < 0 || [delimiter, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte(at: place))
  }

  /// The eight bytes at an offset; bytes after the end are zeros, which match nothing.
  @inline(__always)
  private func word(at place: Int) -> UInt64 {
    place + 8 <= end ? ByteWord.load(base + place) : ByteWord.load(base + place, count: end - place)
  }
}

/// A field of the current record of a ``CSVReader``.
///
/// It is not private to the reader because Swift 6.3.1 then fails to compile modules that use the reader
/// ("Global is external, but doesn't have external or weak linkage").
struct CSVField: BitwiseCopyable {
  static let unquoted = -2
  static let quoted = -1

  /// The offset of the field in the text, including its quote.
  let origin: Int
  let count: Int
  /// The offset of the content: the origin if it is ``unquoted``, one more if it is ``quoted``, else an offset in the reader's
  /// scratch memory.
  let content: Int
}
