import KartotekaModel

/// Rows that an undo concerns. A change set may have millions, so that 64 neighbouring numbers of a table share a word.
struct UndoKeys: Sendable, Hashable {
  private struct Link: Sendable, Hashable {
    let id: RecordID
    let other: RecordID
  }

  private var words: [String: [RecordID: UInt64]] = [:]
  private var links: [String: Set<Link>] = [:]
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  func contains(_ table: String, _ id: RecordID) -> Bool {
    (words[table]?[id >> 6] ?? 0) & Self.bit(id) != 0
  }

  func contains(_ key: UndoKey) -> Bool {
    guard let other = key.other else { return contains(key.table, key.id) }
    return links[key.table]?.contains(Link(id: key.id, other: other)) == true
  }

  /// - Returns: whether it is a new one.
  @discardableResult
  mutating func insert(_ key: UndoKey) -> Bool {
    if contains(key) { return false }
    count += 1
    if let other = key.other {
      links[key.table, default: []].insert(Link(id: key.id, other: other))
    } else {
      words[key.table, default: [:]][key.id >> 6, default: 0] |= Self.bit(key.id)
    }
    return true
  }

  mutating func remove(_ key: UndoKey) {
    guard contains(key) else { return }
    count -= 1
    // Nothing empty is left: equal ones have the same rows, however they came to them.
    if let other = key.other {
      links[key.table]?.remove(Link(id: key.id, other: other))
      if links[key.table]?.isEmpty == true { links[key.table] = nil }
    } else {
      let place = key.id >> 6
      words[key.table]?[place]? &= ~Self.bit(key.id)
      if words[key.table]?[place] == 0 { words[key.table]?[place] = nil }
      if words[key.table]?.isEmpty == true { words[key.table] = nil }
    }
  }

  /// Adds the records of other ones, without their links.
  mutating func formUnion(_ others: UndoKeys) {
    for (table, more) in others.words {
      for (place, word) in more {
        let new = word & ~(words[table]?[place] ?? 0)
        if new == 0 { continue }
        words[table, default: [:]][place, default: 0] |= new
        count += new.nonzeroBitCount
      }
    }
  }

  /// The tables of its records.
  var tables: [String] { words.keys.sorted() }

  /// Its records of a table, in ascending order.
  func ids(of table: String) -> [RecordID] {
    var ids: [RecordID] = []
    for (place, word) in (words[table] ?? [:]).sorted(by: { $0.key < $1.key }) {
      var rest = word
      while rest != 0 {
        ids.append(place << 6 | RecordID(rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return ids
  }

  /// The number of its records of a table with these ids.
  func count(of table: String, _ ids: ClosedRange<RecordID>) -> Int {
    let places = ids.lowerBound >> 6...ids.upperBound >> 6
    return (words[table] ?? [:]).reduce(0) { count, entry in
      guard places.contains(entry.key) else { return count }
      var word = entry.value
      if entry.key == places.lowerBound { word &= UInt64.max << UInt64(ids.lowerBound & 63) }
      if entry.key == places.upperBound { word &= UInt64.max >> UInt64(63 - (ids.upperBound & 63)) }
      return count + word.nonzeroBitCount
    }
  }

  private static func bit(_ id: RecordID) -> UInt64 { 1 << UInt64(id & 63) }
}

// An undo in parts stores records with each part.
extension UndoKeys: Codable {
  init(from decoder: any Decoder) throws {
    for (table, ids) in try [String: PackedNumbers](from: decoder) {
      for id in ids.numbers { insert(UndoKey(table: table, id: id)) }
    }
  }

  func encode(to encoder: any Encoder) throws {
    try Dictionary(uniqueKeysWithValues: tables.map { ($0, PackedNumbers(ids(of: $0))) }).encode(to: encoder)
  }
}

/// Columns by record. Many records share the same ones, so that each set is stored once.
struct ColumnsByRecord {
  private var sets: [Set<String>] = []
  private var indices: [Set<String>: Int32] = [:]
  private var byID: [String: [RecordID: Int32]] = [:]
  /// The number of records, and that of their columns.
  private(set) var count = 0
  private(set) var columnCount = 0

  subscript(key: UndoKey) -> Set<String>? { byID[key.table]?[key.id].map { sets[Int($0)] } }

  /// - Returns: whether any is a new one.
  @discardableResult
  mutating func insert(_ columns: Set<String>, of key: UndoKey) -> Bool {
    let known = self[key]
    let all = known.map { $0.union(columns) } ?? columns
    if known == all { return false }
    if known == nil { count += 1 }
    columnCount += all.count - (known?.count ?? 0)
    let index = indices[all] ?? Int32(sets.count)
    if index == sets.count {
      sets.append(all)
      indices[all] = index
    }
    byID[key.table, default: [:]][key.id] = index
    return true
  }

  /// - Returns: whether there were any.
  @discardableResult
  mutating func remove(_ key: UndoKey) -> Bool {
    guard let known = self[key] else { return false }
    count -= 1
    columnCount -= known.count
    byID[key.table]?[key.id] = nil
    return true
  }
}
