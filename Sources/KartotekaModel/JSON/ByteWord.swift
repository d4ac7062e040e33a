/// Eight bytes looked at as one machine word, so that text need not be searched byte by byte.
///
/// The readers and writers of CSV and JSON share these few operations. A word is loaded so that the byte that
/// comes first in memory is its lowest, whatever the machine; `trailingZeroBitCount` of a result divided by
/// eight is then the place of the first match.
package enum ByteWord {
  /// The highest bit of every byte.
  package static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// A word of eight times the same byte.
  @inlinable @inline(__always)
  package static func repeating(_ byte: UInt8) -> UInt64 {
    UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// The eight bytes at `pointer`, which need not be aligned.
  @inlinable @inline(__always)
  package static func load(_ pointer: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: pointer.loadUnaligned(as: UInt64.self))
  }

  /// The first `count` bytes at `pointer`, fewer than eight, with zeros after them.
  @inlinable @inline(__always)
  package static func load(_ pointer: UnsafeRawPointer, count: Int) -> UInt64 {
    // Two loads that overlap rather than one for every byte.
    if count >= 4 {
      let first = UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self))
      let last = UInt32(littleEndian: (pointer + count - 4).loadUnaligned(as: UInt32.self))
      return UInt64(first) | UInt64(last) << UInt64((count - 4) * 8)
    }
    guard count > 0 else { return 0 }
    let first = UInt64(pointer.load(as: UInt8.self))
    let middle = UInt64(pointer.load(fromByteOffset: count / 2, as: UInt8.self))
    let last = UInt64(pointer.load(fromByteOffset: count - 1, as: UInt8.self))
    return first | middle << UInt64(count / 2 * 8) | last << UInt64((count - 1) * 8)
  }

  /// A word whose high bits are set where `word` and `pattern` differ; its other bits mean nothing.
  ///
  /// Exact for every byte: the usual shorter formula marks bytes after a match wrongly, and callers walk
  /// through all matches of a word. Several results joined with `&` have a high bit cleared where any of the
  /// patterns matches.
  @inlinable @inline(__always)
  package static func differences(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
    let difference = word ^ pattern
    return ((difference & ~highBits) &+ ~highBits) | difference
  }

  /// Whether all eight bytes are ASCII other than NUL.
  @inlinable @inline(__always)
  package static func isPlainASCII(_ word: UInt64) -> Bool {
    ((word &- 0x0101_0101_0101_0101) | word) & highBits == 0
  }

  /// Marks control characters, DEL among them, by their high bits. There is no mark when there is none; a mark after
  /// the first may be wrong.
  @inlinable @inline(__always)
  package static func controls(_ word: UInt64) -> UInt64 {
    ((word &- repeating(0x20)) & ~word | ~differences(word, repeating(0x7f))) & highBits
  }

  /// Marks the bytes that JSON wants escaped, quotes, backslashes and control characters, by their high bits.
  ///
  /// The first mark is exact, and there is none when no byte needs escaping; a mark after the first may be
  /// wrong.
  @inlinable @inline(__always)
  package static func escapes(_ word: UInt64) -> UInt64 {
    let quotes = differences(word, repeating(UInt8(ascii: "\"")))
    let backslashes = differences(word, repeating(UInt8(ascii: "\\")))
    // A borrow may mark the byte after a control character, never one when there is none at all.
    let controls = (word &- repeating(0x20)) & ~word
    return (~(quotes & backslashes) | controls) & highBits
  }
}
