import KartotekaModel

/// Line breaks: LF, CR LF and CR.
enum LineBreaks {
  /// The number of line breaks that end in a range.
  static func count(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
    // One byte more, which may be the LF of a CR LF. Only the range is examined: examining all bytes for each record on one
    // line would take quadratic time.
    let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, range.upperBound + 1)])
    var count = 0
    var place = next(in: bytes, from: range.lowerBound)
    while place.begin < range.upperBound {
      if place.end <= range.upperBound { count += 1 }
      place = next(in: bytes, from: place.end)
    }
    return count
  }

  /// The first line break at or after an offset: its start and the start of the next line. Both are the end of the bytes if
  /// there is none.
  static func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> (begin: Int, end: Int) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    let lineFeeds = ByteWord.repeating(UInt8(ascii: "\n"))
    let carriageReturns = ByteWord.repeating(UInt8(ascii: "\r"))
    var place = start
    while place < bytes.count {
      let left = bytes.count - place
      let word = left >= 8 ? ByteWord.load(base + place) : ByteWord.load(base + place, count: left)
      let others = ByteWord.differences(word, lineFeeds) & ByteWord.differences(word, carriageReturns)
      let matches = ~others & ByteWord.highBits
      guard matches != 0 else {
        place += 8
        continue
      }
      let begin = place + matches.trailingZeroBitCount >> 3
      let next = begin + 1
      guard bytes[begin] == UInt8(ascii: "\r"), next < bytes.count else { return (begin, next) }
      return (begin, bytes[next] == UInt8(ascii: "\n") ? next + 1 : next)
    }
    return (bytes.count, bytes.count)
  }
}
