import KartotekaModel

/// The last rows of the ``ChangeLog``, by entity.
struct ChangeTail {
  /// The rows of one entity.
  struct Entity {
    /// More records than any bulk insert adds.
    private static let mostAdded: RecordID = 1 << 40
    /// The most records that ``Changes`` name.
    private static let mostNamed = 1_000

    /// The number of rows.
    private(set) var rows = 0
    /// For each record whether it existed before; nil where the rows don't say.
    private(set) var existed: [RecordID: Bool?] = [:]
    /// New records in the order in which they were added.
    private(set) var ranges: [(first: RecordID, last: RecordID, isBulk: Bool)] = []
    /// The records that have certainly changed, or their links.
    private var certain: Set<RecordID> = []
    /// Whether any record may have changed.
    private(set) var isAny = false

    /// The records whose own values may have changed, but for ranges of new ones.
    var changed: [RecordID] { existed.filter { $0.value != nil }.map(\.key) }

    /// The ids that bulk inserts have added, in ascending order.
    var added: RangeSet<RecordID> {
      var set = RangeSet<RecordID>()
      // Another program may have written the range.
      for range in ranges where range.isBulk && range.first <= range.last && range.last < .max {
        set.insert(contentsOf: Range(range.first...range.last))  // In order.
      }
      return set
    }

    mutating func add(_ id: RecordID, last: RecordID?, _ operation: ChangeLog.Operation) {
      rows += 1
      if operation == .many { isAny = true }
      if isAny { return }
      if let last {
        // The row of another program, or a damaged one: it names no records.
        guard id > 0, id <= last, last - id < Self.mostAdded, last < .max else {
          isAny = true
          return
        }
        ranges.append((id, last, true))
        return
      }
      if operation != .replace { certain.insert(id) }
      if let known = existed[id], known != nil { return }
      if operation == .insert { ranges.append((id, id, false)) }
      existed.updateValue(operation == .touch ? nil : operation != .insert, forKey: id)
    }

    /// The changes of an entity's records together.
    func changes(of entity: EntityDescription, in database: SQLConnection) throws -> Changes.OfEntity {
      if isAny || existed.count > Self.mostNamed { return .any }
      var changes = Changes.OfEntity()
      let record = try RawStatement("SELECT 1 FROM \(SQL.name(entity.table)) WHERE id = ?", in: database)
      for (id, existed) in existed.sorted(by: { $0.key < $1.key }) {
        let exists = try record.integer(.integer(id)) == 1
        switch (existed, exists) {
        case (false?, true): changes.inserted.append(id)
        // An `INSERT OR IGNORE` has met it.
        case (_, true): if certain.contains(id) { changes.updated.append(id) }
        case (_?, false): changes.deleted.append(id)
        case (nil, false): break
        }
      }
      guard ranges.contains(where: \.isBulk) else { return changes }
      let single = Set(changes.inserted)
      changes.isRange = true
      changes.inserted = ranges.filter { $0.isBulk || single.contains($0.first) }.flatMap { [$0.first, $0.last] }
      return changes
    }
  }

  /// The number of the last row.
  var last: Int64
  /// By the entity's name.
  var entities: [String: Entity] = [:]
  /// Whether settings were changed.
  var settings = false

  init(last: Int64) { self.last = last }

  /// The changes of all records together.
  func changes(in database: SQLConnection, _ mapping: ModelMapping) throws -> Changes {
    var changes = Changes(settings: settings)
    for (name, rows) in entities {
      let found = try rows.changes(of: mapping.entity(name), in: database)
      if found != Changes.OfEntity() { changes.byEntity[name] = found }
    }
    return changes
  }
}

extension Changes {
  /// Adds what the log says of the same write, which knows more: triggers have changed other records, too.
  mutating func complete(by logged: Changes) {
    for (name, changes) in logged.byEntity where byEntity[name]?.isAny != true { byEntity[name] = changes }
    settings = settings || logged.settings
  }
}
