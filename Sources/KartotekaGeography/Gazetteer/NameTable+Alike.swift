import KartotekaModel

extension NameTable {
  /// A line with a name that matches a text except for typing errors.
  struct Likeness {
    /// The line.
    let line: Int
    /// The number of errors.
    let errors: Int
    /// Whether the whole name matches, in contrast to its beginning.
    let isWhole: Bool
  }

  /// Calls `body` for each line whose name, or its beginning, matches a text with at most `limit` typing errors.
  ///
  /// The sorted keys are traversed as a prefix tree: a prefix that two neighbours share is compared once, and all keys below
  /// a prefix that is out of reach are skipped.
  func forEachLine(like text: [UInt8], errors limit: Int, _ body: (Likeness) -> Void) {
    var path = Path(to: text, limit: limit)
    var line = 0
    var previous = 0..<0
    while line < count {
      let key = key(line)
      path.keep(shared(previous, key))
      if let dead = path.follow(keys, key) {
        line = lineBehind(line, alikeUntil: dead)
      } else {
        if let errors = path.whole {
          body(Likeness(line: line, errors: errors, isWhole: true))
        } else if let errors = path.beginning {
          body(Likeness(line: line, errors: errors, isWhole: false))
        }
        line += 1
      }
      previous = key
    }
  }

  /// The length of the common prefix of two keys, in bytes.
  private func shared(_ key: Range<Int>, _ other: Range<Int>) -> Int {
    keys.withUnsafeBufferPointer { keys in
      let end = min(key.count, other.count)
      var count = 0
      while count < end, keys[key.lowerBound + count] == keys[other.lowerBound + count] { count += 1 }
      return count
    }
  }
}

/// The compared letters of one key.
private struct Path {
  private var distance: EditDistance
  /// The end of each letter, in bytes from the key's start.
  private var ends: [Int] = []
  /// For each letter, the minimum number of errors of the prefixes up to it.
  private var least: [Int] = []
  private let limit: Int
  /// Whether all letters of the key were compared.
  private var isAll = false

  init(to text: [UInt8], limit: Int) {
    distance = EditDistance(to: String(decoding: text, as: UTF8.self), limit: limit)
    self.limit = limit
  }

  /// The number of errors of the whole key; nil if it exceeds the limit.
  var whole: Int? { isAll ? distance.value : nil }

  /// The minimum number of errors of the key's prefixes; nil if it exceeds the limit.
  var beginning: Int? { least.last.flatMap { $0 <= limit ? $0 : nil } }

  /// Removes the letters that end after the given number of bytes.
  mutating func keep(_ bytes: Int) {
    while let end = ends.last, end > bytes {
      ends.removeLast()
      least.removeLast()
    }
    distance.keep(ends.count)
  }

  /// Compares the rest of a key. Returns the end of a prefix that is out of reach; nil if the key may match.
  mutating func follow(_ keys: [UInt8], _ key: Range<Int>) -> Int? {
    isAll = false
    var position = key.lowerBound + (ends.last ?? 0)
    while position < key.upperBound {
      let (letter, length) = Self.letter(keys, at: position)
      position += length
      let isInReach = distance.append(letter)
      ends.append(position - key.lowerBound)
      least.append(min(least.last ?? .max, distance.value ?? .max))
      if !isInReach { return beginning == nil ? position : nil }
    }
    isAll = true
    return nil
  }

  private static func letter(_ keys: [UInt8], at position: Int) -> (Unicode.Scalar, length: Int) {
    let byte = keys[position]
    guard byte >= 0x80 else { return (Unicode.Scalar(byte), 1) }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    var value = UInt32(byte) & (0x7F >> UInt32(length))
    for next in keys[position + 1..<position + length] { value = value << 6 | UInt32(next & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
