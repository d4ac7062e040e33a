import Foundation

/// Lines that begin with a name and a tab, sorted by the keys of the names (``NameKey``).
///
/// The text is not copied. The table stores the keys in one buffer, and the start of each key and line.
struct NameTable: Sendable {
  private let text: String
  private(set) var keys: [UInt8] = []
  private var keyStarts: [UInt32] = [0]
  private var lineStarts: [UInt32] = [0]

  /// Makes a table of sorted lines, each of which ends with a line feed.
  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    let size = text.utf8.count
    keys.reserveCapacity(size)
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var start = 0
      while start < size {
        let end = Self.find(Self.lineFeed, in: bytes, from: start, to: size)
        let tab = Self.find(Self.tab, in: bytes, from: start, to: end)
        NameKey.append(UnsafeBufferPointer(rebasing: bytes[start..<tab]), to: &keys)
        keys.append(Self.lineFeed)
        keyStarts.append(UInt32(keys.count))
        lineStarts.append(UInt32(end + 1))
        start = end + 1
      }
    }
  }

  /// The number of lines.
  var count: Int { lineStarts.count - 1 }

  /// The range of a line's key in ``keys``.
  func key(_ line: Int) -> Range<Int> { Int(keyStarts[line])..<Int(keyStarts[line + 1]) - 1 }

  /// The fields of a line. The first field is the name.
  func fields(_ line: Int) -> [Substring] {
    let utf8 = text.utf8
    func index(_ place: Int) -> String.Index {
      utf8.index(utf8.startIndex, offsetBy: place)  // Lines lie within the text.
    }
    let (start, end) = (index(Int(lineStarts[line])), index(Int(lineStarts[line + 1]) - 1))
    return utf8[start..<end].split(separator: Self.tab, omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Reads the bytes after a line's name, from the tab on.
  func withRest<Result>(of line: Int, _ read: (Slice<UnsafeBufferPointer<UInt8>>) -> Result) -> Result? {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      let (start, end) = (Int(lineStarts[line]), Int(lineStarts[line + 1]) - 1)
      return read(bytes[Self.find(Self.tab, in: bytes, from: start, to: end)..<end])
    }
  }
}

// MARK: Looking up

extension NameTable {
  /// The lines with keys that begin with a prefix.
  func lines(beginningWith prefix: [UInt8]) -> Range<Int> {
    let first = firstLine { compare($0, with: prefix) >= 0 }
    return first..<firstLine(from: first) { compare($0, with: prefix) > 0 }
  }

  /// The lines with a word, other than the first, that begins with a prefix.
  func lines(withWordBeginningWith prefix: [UInt8]) -> [Int] {
    var lines: [Int] = []
    let needle = [UInt8(ascii: " ")] + prefix
    keys.withUnsafeBufferPointer { keys in
      var position = Self.find(needle[0], in: keys, from: 0, to: keys.count)
      while position + needle.count <= keys.count, let start = keys.baseAddress {
        if memcmp(start + position, needle, needle.count) == 0 {
          let line = firstLine { keyStarts[$0 + 1] > UInt32(position) }
          if lines.last != line { lines.append(line) }
        }
        position = Self.find(needle[0], in: keys, from: position + 1, to: keys.count)
      }
    }
    return lines
  }

  /// The first line after those that share a line's prefix up to `end` in ``keys``.
  func lineBehind(_ line: Int, alikeUntil end: Int) -> Int {
    keys.withUnsafeBufferPointer { keys in
      let prefix = UnsafeBufferPointer(rebasing: keys[key(line).lowerBound..<end])
      var step = 1
      while line + step < count, compare(line + step, with: prefix) == 0 { step *= 2 }
      return firstLine(from: line + step / 2, to: min(line + step, count)) { compare($0, with: prefix) > 0 }
    }
  }

  private func compare(_ line: Int, with prefix: [UInt8]) -> Int {
    prefix.withUnsafeBufferPointer { compare(line, with: $0) }
  }

  /// Negative if a line's key precedes all keys with the prefix, 0 if it has the prefix.
  private func compare(_ line: Int, with prefix: UnsafeBufferPointer<UInt8>) -> Int {
    let key = key(line)
    return keys.withUnsafeBufferPointer { keys in
      guard let start = keys.baseAddress, let bytes = prefix.baseAddress else { return 0 }
      let order = memcmp(start + key.lowerBound, bytes, min(key.count, prefix.count))
      return order == 0 && key.count < prefix.count ? -1 : Int(order)
    }
  }

  /// The first line for which a monotonic condition is true (binary search).
  private func firstLine(from start: Int = 0, to end: Int? = nil, where isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (start, end ?? count)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")

  /// The first position of a byte, or `end`.
  private static func find(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    guard let base = bytes.baseAddress, start < end, let found = memchr(base + start, Int32(byte), end - start) else {
      return end
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
