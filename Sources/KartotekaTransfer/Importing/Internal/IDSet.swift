import KartotekaModel

/// A set of record ids: a bitmap for small ids, such as those that the database assigns.
struct IDSet {
  // 64 million ids in at most 8 MB.
  private static let mostWords = 1 << 20

  private var words: [UInt64] = []
  private var others: Set<RecordID> = []

  /// Whether the set contains an id.
  @inline(__always)
  func contains(_ id: RecordID) -> Bool {
    let word = Int(truncatingIfNeeded: id >> 6)
    if id >= 0, word < words.count { return words[word] & Self.bit(id) != 0 }
    return others.isEmpty ? false : others.contains(id)
  }

  /// Inserts an id.
  /// - Returns: whether it was not in the set.
  @discardableResult
  mutating func insert(_ id: RecordID) -> Bool {
    let word = Int(truncatingIfNeeded: id >> 6)
    guard id >= 0, word < Self.mostWords else { return others.insert(id).inserted }
    if word >= words.count {
      let count = min(Self.mostWords, max(word + 1, words.count * 2))
      words.append(contentsOf: repeatElement(0, count: count - words.count))
    }
    if words[word] & Self.bit(id) != 0 { return false }
    words[word] |= Self.bit(id)
    return true
  }

  private static func bit(_ id: RecordID) -> UInt64 { 1 << UInt64(id & 63) }
}
