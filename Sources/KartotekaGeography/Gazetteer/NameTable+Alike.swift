import KartotekaModel

extension NameTable {
  /// A line whose name is like a text, but for typing errors.
  struct Likeness {
    /// The line.
    let line: Int
    /// How many errors there are.
    let errors: Int
    /// Whether the whole name is like it, and not only its beginning.
    let isWhole: Bool
  }

  /// Calls for each line that the text names or begins to name, with so many typing errors.
  ///
  /// Sorted keys are a tree: what two neighbours begin with alike is compared once, and where a beginning is out of
  /// reach, all that begin so are left out at a jump.
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

  /// How many bytes two keys begin with alike.
  private func shared(_ key: Range<Int>, _ other: Range<Int>) -> Int {
    keys.withUnsafeBufferPointer { keys in
      let end = min(key.count, other.count)
      var count = 0
      while count < end, keys[key.lowerBound + count] == keys[other.lowerBound + count] { count += 1 }
      return count
    }
  }
}

/// The letters of one key as far as they were compared.
private struct Path {
  private var distance: EditDistance
  /// Where each letter ends, in bytes from the key's start.
  private var ends: [Int] = []
  /// The fewest errors of a beginning that ends with each letter or before.
  private var least: [Int] = []
  private let limit: Int
  /// Whether the letters are all of the key.
  private var isAll = false

  init(to text: [UInt8], limit: Int) {
    distance = EditDistance(to: String(decoding: text, as: UTF8.self), limit: limit)
    self.limit = limit
  }

  /// The errors of the whole key, if there are no more than the limit.
  var whole: Int? { isAll ? distance.value : nil }

  /// The errors of that beginning of the key that is most like the text.
  var beginning: Int? { least.last.flatMap { $0 <= limit ? $0 : nil } }

  /// Goes back to the letters that end within so many bytes.
  mutating func keep(_ bytes: Int) {
    while let end = ends.last, end > bytes {
      ends.removeLast()
      least.removeLast()
    }
    distance.keep(ends.count)
  }

  /// Compares the rest of a key. Gives the end of the bytes that are enough to know that no key with them is alike.
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
