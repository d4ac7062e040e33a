import KartotekaModel
import KartotekaStore

/// Finds the records that a file's rows have made before: a file without keys that is imported again must not double them.
///
/// An equal row alone is no such record, because two sales of a coffee are equal: ``EarlierFile`` decides which rows of a file that
/// comes again are there already, ``RepeatedRows`` which parts of a file with another name. A record counts for one row, so that
/// rows that are equal within a file stay as many as they are.
final class StoredRows {
  /// The meaning of a row without a key.
  enum Match {
    /// No record equals it.
    case none
    /// The record that it has made before.
    case stored(RecordID)
    /// A new record that equals an earlier one.
    case alike
  }

  /// The maximum number of records that are compared.
  private static let most = 2_000_000

  private let transaction: Transaction
  private let entity: EntityDescription
  /// The greatest id before the import; records of this import are no earlier ones.
  private let last: RecordID
  private let defaults: [Value]
  private var positions: [Int] = []
  private var records = StoredSequence()
  /// The hashes of the records without the numbers of series, which rows have not where the store gave them; empty for files
  /// without such a column.
  private var unnumbered: [(id: RecordID, hash: Int)] = []
  private var isRead = false
  /// The records that were changed since they were made, by the values with which they were made; nil before they are needed.
  private var changed: StoredSequence?
  /// The records that are taken by their values of now or by those with which they were made.
  private var taken = IDSet()

  /// - Returns: nil for an entity without records.
  init?(_ transaction: Transaction, _ entity: EntityDescription) throws {
    guard let last = try transaction.greatestID(of: entity) else { return nil }
    (self.transaction, self.entity, self.last) = (transaction, entity, last)
    defaults = AnyRecord(entity).values
  }

  /// Tells what a row is, and takes the record that it has made before.
  func match(_ draft: RowDraft, of file: FileImport) throws -> Match {
    if file.plan.isRepeated == false { return .none }
    guard let hash = try hash(draft, file.columns.positions) else { return .none }
    if file.plan.isRepeated == true { return try take(hash).map(Match.stored) ?? .none }
    let isEqual = records.count(hash) > 0
    // Files without a row that equals a record are read once, unless there was one of that name.
    if file.repeated == nil, isEqual || !file.plan.earlier.isEmpty { try findRepeatedRows(of: file) }
    if let id = file.earlier?.take(hash) { return .stored(id) }
    if file.earlier != nil || file.repeated == nil { return isEqual ? .alike : .none }
    guard file.repeated?.contains(file.plan.offset(of: draft.raw)) == true else {
      return records.hasLeft(hash) ? .alike : .none
    }
    return try take(hash).map(Match.stored) ?? .none
  }

  // The record with values, or else the one that was made with them and changed since. Each is taken once.
  private func take(_ hash: Int) throws -> RecordID? {
    while let id = records.take(hash) { if taken.insert(id) { return id } }
    if changed == nil { try readChanged() }
    while let id = changed?.take(hash) { if taken.insert(id) { return id } }
    return nil
  }

  private func findRepeatedRows(of file: FileImport) throws {
    var search = RepeatedRowsSearch(records)
    var rows: [Int?] = []
    // A row that was exported is known by its mark.
    try file.forEachRow { draft in
      guard draft.mark == nil else { return }
      let hash = try hash(draft, file.columns.positions)
      if !file.plan.earlier.isEmpty { rows.append(hash) }
      search.add(hash, at: file.plan.offset(of: draft.raw))
    }
    file.repeated = search.finished()
    guard !file.plan.earlier.isEmpty else { return }
    let ranges = Self.merged(file.plan.earlier.joined())
    func isEarlier(_ id: RecordID) -> Bool {
      let place = ranges.partitioned { $0.lowerBound > id } - 1
      return place >= 0 && ranges[place].contains(id)
    }
    let known = unnumbered.isEmpty ? [] : Set(rows)
    var made = try made(isEarlier) { record in
      let hash = hash(record)
      return unnumbered.isEmpty || known.contains(hash) ? hash : hashWithoutNumbers(record)
    }
    for (id, hash) in unnumbered where made[id] == nil && isEarlier(id) { made[id] = hash }
    let found = EarlierFiles(rows, among: file.plan.earlier, of: records, made: made).records
    if !found.isEmpty { file.earlier = StoredSequence(found.map(\.hash), found.map(\.id)) }
  }

  // MARK: Records that were changed since

  // The hashes of the values with which records were made that were changed since.
  private func made(
    _ isWanted: (RecordID) -> Bool, _ hash: (AnyRecord) -> Int
  ) throws -> [RecordID: Int] {
    var made: [RecordID: Int] = [:]
    try transaction.forEachAsMade(entity, upTo: last, where: isWanted) { record in
      if let id = record.id { made[id] = hash(record) }
    }
    return made
  }

  // Series of numbers in their order, which don't overlap.
  private static func merged(_ series: some Sequence<[RecordID]>) -> [ClosedRange<RecordID>] {
    let ranges = series.compactMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]...$0[1] : nil }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  private func readChanged() throws {
    let made = try made({ _ in true }, hash).sorted { $0.key < $1.key }
    changed = StoredSequence(made.map(\.value), made.map(\.key))
  }

  /// The hash of a row's values; nil for a row that can't be compared with records.
  /// - Parameter given: the positions of the file's columns.
  private func hash(_ draft: RowDraft, _ given: [Int]) throws -> Int? {
    // Relationships to several records are not among the values, and JSON may have values beside the file's columns.
    guard draft.related.allSatisfy({ $0?.isEmpty ?? true }), !given.isEmpty,
      draft.cells.indices.allSatisfy({ position in
        guard let value = draft.value(at: position), !given.contains(position) else { return true }
        return value.isNull && entity.columns[position].isSeries
      })
    else { return nil }
    if !isRead || given != positions { try read(given) }
    // A value that a row lacks is that of a new record.
    return Self.hash(given) { draft.value(at: $0) ?? defaults[$0] }
  }

  private func read(_ positions: [Int]) throws {
    (self.positions, isRead, changed, taken, unnumbered) = (positions, true, nil, IDSet(), [])
    let hasNumbers = positions.contains { entity.columns[$0].isSeries }
    var hashes: [Int] = []
    var ids: [RecordID] = []
    try transaction.forEach(entity) { record in
      guard let id = record.id, id <= last, ids.count < Self.most else { return }
      ids.append(id)
      hashes.append(hash(record))
      if hasNumbers { unnumbered.append((id, hashWithoutNumbers(record))) }
    }
    records = StoredSequence(hashes, ids)
  }

  private func hash(_ record: AnyRecord) -> Int { Self.hash(positions) { record.values[$0] } }

  private func hashWithoutNumbers(_ record: AnyRecord) -> Int {
    Self.hash(positions) { entity.columns[$0].isSeries ? .null : record.values[$0] }
  }

  private static func hash(_ positions: [Int], _ value: (Int) -> Value) -> Int {
    var hasher = Hasher()
    for position in positions { hasher.combine(value(position)) }
    return hasher.finalize()
  }
}

extension Array {
  /// The place of the first element for which a condition holds, as it does for all behind it.
  fileprivate func partitioned(by holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The hashes of records in their order, each of which is taken once.
struct StoredSequence {
  private struct Group {
    /// The first record that is not taken; -1 for none.
    var first: Int32
    var count: Int
  }

  let hashes: [Int]
  private let ids: [RecordID]
  /// The next record with the same hash; -1 for none.
  private let next: [Int32]
  private var groups: [Int: Group] = [:]

  /// - Parameter hashes: fewer than 2^31.
  init(_ hashes: [Int] = [], _ ids: [RecordID] = []) {
    (self.hashes, self.ids) = (hashes, ids)
    var next = [Int32](repeating: -1, count: hashes.count)
    for place in hashes.indices.reversed() {
      var group = groups[hashes[place]] ?? Group(first: -1, count: 0)
      next[place] = group.first
      (group.first, group.count) = (Int32(place), group.count + 1)
      groups[hashes[place]] = group
    }
    self.next = next
  }

  /// The records of series of numbers, each with the hash of its values.
  func records(in ranges: [[RecordID]]) -> [(hash: Int, id: RecordID)] {
    ranges.flatMap { range -> [(hash: Int, id: RecordID)] in
      guard let first = range.first, let last = range.last else { return [] }
      let start = ids.partitioned { $0 >= first }
      return ids[start...].prefix { $0 <= last }.indices.map { (hashes[$0], ids[$0]) }
    }
  }

  /// The number of records with a hash.
  func count(_ hash: Int) -> Int { groups[hash]?.count ?? 0 }

  /// Whether a record with a hash was not taken.
  func hasLeft(_ hash: Int) -> Bool { groups[hash].map { $0.first >= 0 } ?? false }

  /// The first places of records with a hash that were not taken.
  func places(_ hash: Int, limit: Int) -> [Int32] {
    var places: [Int32] = []
    var place = groups[hash]?.first ?? -1
    while place >= 0, places.count < limit {
      places.append(place)
      place = next[Int(place)]
    }
    return places
  }

  /// Takes the first record with a hash.
  mutating func take(_ hash: Int) -> RecordID? {
    guard let place = groups[hash]?.first, place >= 0 else { return nil }
    groups[hash]?.first = next[Int(place)]
    return ids[Int(place)]
  }
}
