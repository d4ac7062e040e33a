import KartotekaModel

/// The records of a bulk import that its undo leaves as they are: of an import only ranges of ids are stored, and no values.
///
/// A record stays that somebody has changed since, whichever program did, and one to which others refer by now; with it what it
/// refers to, and what belongs to it.
final class UndoRanges {
  private let changeSet: Int64
  private let choice: UndoChoice
  private let transaction: Transaction
  private let ranges: [(entity: EntityDescription, ids: ClosedRange<RecordID>)]
  private let entities: [EntityDescription]
  /// The records that stay, in the order in which they were found, each with the position of its entity.
  private var order: [(id: RecordID, entity: Int32, canBePutBack: Bool)] = []
  /// The reasons of the first ones, which are listed.
  private var reasons: [Phrase] = []
  /// The records that stay.
  private(set) var staying = UndoKeys()

  /// The records whose change only the change log shows: no image that was read has it.
  private(set) var logged = UndoKeys()

  /// The chosen items that were found.
  private(set) var found: Set<String> = []

  private var database: SQLConnection { transaction.database }

  init(_ changeSet: Int64, _ choice: UndoChoice, in transaction: Transaction) throws {
    (self.changeSet, self.choice, self.transaction) = (changeSet, choice, transaction)
    var ranges: [(entity: EntityDescription, ids: ClosedRange<RecordID>)] = []
    let rows = try RawStatement(
      "SELECT entity, record, last FROM kartoteka_changes WHERE deed = ? AND last IS NOT NULL ORDER BY id",
      in: transaction.database)
    rows.bind(.integer(changeSet), at: 1)
    defer { rows.reset() }
    while try rows.step() {
      let table = rows.text(column: 0)
      guard let entity = transaction.model.entities.first(where: { $0.table == table }) else { continue }
      let ids = try ChangedRange.ids(
        from: rows.integer(column: 1), to: rows.integer(column: 2), in: transaction.database)
      ranges.append((entity, ids))
    }
    self.ranges = ranges
    entities = transaction.model.entities
  }

  /// Why the first one stays; nil where none does.
  var obstacle: Phrase? { reasons.first }

  /// One of the records that stay, by the order in which they were found.
  func known(_ place: Int) -> (entity: EntityDescription, id: RecordID, stay: UndoPlanner.Stay) {
    let (id, entity, canBePutBack) = order[place]
    let reason = place < reasons.count ? reasons[place] : Transaction.rangeIsChangedReason
    return (entities[Int(entity)], id, UndoPlanner.Stay(reason: reason, canBePutBack: canBePutBack))
  }

  /// Finds all that stays.
  /// - Parameter number: a row of the change log: only what was changed after it is looked at, whichever change set did it.
  ///   Nil for all that was changed since the import.
  /// - Throws: ``StoreError`` `.cannotUndo` where it is not known what other programs have changed.
  func find(after number: Int64? = nil, _ closings: UndoneClosings) throws {
    if ranges.isEmpty { return }
    guard let end = try number ?? ChangeLog.end(ofBulkChangeSet: changeSet, in: database) else {
      throw StoreError.cannotUndo("It isn't known any more whether other programs have changed these records since")
    }
    if try ChangeLog.hasUnknownChanges(ofRangesOf: changeSet, after: end, in: database) {
      throw Transaction.rangeIsChanged
    }
    for (entity, ids) in ranges {
      for (id, isLogged) in try changed(entity, ids, after: end, inAny: number == nil) {
        if isLogged { logged.insert(UndoKey(table: entity.table, id: id)) }
        try add(entity, id) {
          UndoPlanner.Stay(
            reason: Transaction.inTheWay("{title} has been changed since", $0), canBePutBack: true)
        }
      }
      for (id, reason) in try closings.closedParts(of: entity, ids) {
        try add(entity, id) { _ in UndoPlanner.Stay(reason: reason) }
      }
      for id in try referred(entity, ids) {
        try add(entity, id) {
          UndoPlanner.Stay(reason: Transaction.inTheWay("Other records refer to {title} now", $0))
        }
      }
    }
  }

  /// Has the records stay of which that is known.
  func keep(_ known: UndoKeys) throws {
    for table in known.tables {
      guard let entity = entities.first(where: { $0.table == table }) else { continue }
      for id in known.ids(of: table) {
        try add(entity, id) {
          UndoPlanner.Stay(reason: Transaction.inTheWay("{title} has been changed since", $0))
        }
      }
    }
  }

  /// Whether a record is in one of the ranges.
  func contains(_ key: UndoKey) -> Bool {
    ranges.contains { $0.entity.table == key.table && $0.ids.contains(key.id) }
  }

  /// Has a record stay, with what it refers to and what belongs to it.
  func add(
    _ entity: EntityDescription, _ id: RecordID, _ stay: (AnyRecord) -> UndoPlanner.Stay
  ) throws {
    let key = UndoKey(table: entity.table, id: id)
    guard !staying.contains(key), contains(key), let record = try transaction.record(entity, id: id) else { return }
    let found = stay(record)
    let address = entity.plural + "/" + String(id)
    if found.canBePutBack, choice.putsBack(address) {
      if choice != .puttingBackAll { self.found.insert(address) }
      return
    }
    put(entity, id, found)
    var waiting = [record]
    while let record = waiting.popLast() {
      func follow(_ entity: EntityDescription, _ id: RecordID, _ reason: String) throws {
        let key = UndoKey(table: entity.table, id: id)
        guard !staying.contains(key), contains(key), let other = try transaction.record(entity, id: id) else { return }
        put(entity, id, UndoPlanner.Stay(reason: Phrase(reason, ["title": record.titleArgument])))
        waiting.append(other)
      }
      for case .toOne(let relationship) in record.entity.columns {
        guard case .integer(let target) = record[relationship.name],
          let other = transaction.model.entity(named: relationship.target)
        else { continue }
        try follow(other, target, "{title} refers to it and stays")
      }
      for relationship in record.entity.tags {
        guard let target = transaction.model.entity(named: relationship.target) else { continue }
        for id in try transaction.related(record.entity, relationship, of: record.id ?? 0) {
          try follow(target, id, "{title} refers to it and stays")
        }
      }
      for (part, relationship) in transaction.model.references(to: record.entity)
      where relationship.deleteRule == .cascade && ranges.contains(where: { $0.entity.name == part.name }) {
        for id in try transaction.referring(part, relationship, to: record.id ?? 0) {
          try follow(part, id, "It belongs to {title}, which stays")
        }
      }
    }
  }

  private func put(_ entity: EntityDescription, _ id: RecordID, _ stay: UndoPlanner.Stay) {
    guard let place = entities.firstIndex(where: { $0.name == entity.name }) else { return }
    staying.insert(UndoKey(table: entity.table, id: id))
    order.append((id, Int32(place), stay.canBePutBack))
    if reasons.count < UndoPlan.mostItems { reasons.append(stay.reason) }
  }

  /// The number of existing records of a range that don't stay.
  func goingBack(_ entity: EntityDescription, _ ids: ClosedRange<RecordID>) throws -> Int {
    let all = try RawStatement("SELECT count(*) FROM \(SQL.name(entity.table)) WHERE id BETWEEN ? AND ?", in: database)
      .integer(.integer(ids.lowerBound), .integer(ids.upperBound))
    return Int(all ?? 0) - staying.count(of: entity.table, ids)
  }

  // MARK: Statements

  // An undo of the import, also one that was undone again, is no later change.
  private static let takenBack = """
    taken_back AS MATERIALIZED (SELECT id FROM kartoteka_deeds WHERE id > ?1 AND undoes = ?1 UNION ALL \
    SELECT b.id FROM kartoteka_deeds b JOIN kartoteka_deeds a ON b.undoes = a.id WHERE a.id > ?1 AND a.undoes = ?1)
    """

  private func changed(
    _ entity: EntityDescription, _ ids: ClosedRange<RecordID>, after end: Int64, inAny: Bool
  ) throws -> [(id: RecordID, isLogged: Bool)] {
    let inHistory = """
      SELECT c.record AS id, 0 AS logged FROM kartoteka_changes c WHERE c.entity = +?2 AND c.record BETWEEN ?3 AND ?4 AND c.last IS NULL \
      AND c.deed > ?1 AND c.deed NOT IN (SELECT id FROM taken_back) \
      UNION SELECT t.id, 0 FROM kartoteka_changes c INDEXED BY kartoteka_changes_range JOIN \(SQL.name(entity.table)) t \
      ON t.id BETWEEN max(c.record, ?3) AND min(c.last, ?4) WHERE c.entity = +?2 AND c.last IS NOT NULL \
      AND c.record <= ?4 AND c.last >= ?3 AND c.deed > ?1 UNION
      """
    let rows = try RawStatement(
      """
      WITH \(Self.takenBack) SELECT id, min(logged) FROM (\(inAny ? inHistory : "") \
      SELECT l.id AS id, 1 AS logged FROM \(ChangeLog.table) l WHERE l.seq > ?5 AND l.entity = ?2 AND l.id BETWEEN ?3 AND ?4 \
      AND (l.operation = 'update' OR l.operation IN ('insert', 'delete') AND NOT EXISTS (SELECT 1 \
      FROM kartoteka_changes c WHERE c.entity = +?2 AND c.record = l.id AND c.deed IN (SELECT id FROM taken_back)))) \
      GROUP BY 1 ORDER BY 1
      """, in: database)
    rows.bind([
      .integer(changeSet), .text(entity.table), .integer(ids.lowerBound), .integer(ids.upperBound), .integer(end),
    ])
    defer { rows.reset() }
    var found: [(id: RecordID, isLogged: Bool)] = []
    while try rows.step() { found.append((rows.integer(column: 0), rows.integer(column: 1) == 1)) }
    return found
  }

  // The records of a range to which others refer that would keep them from being deleted: none of those that the import has
  // added, nor of those of the application's own code, which go along.
  private func referred(_ entity: EntityDescription, _ ids: ClosedRange<RecordID>) throws -> [RecordID] {
    var found: Set<RecordID> = []
    for (referrer, relationship) in transaction.model.references(to: entity)
    where !referrer.isDerived && relationship.deleteRule != .nullify {
      let column = "t." + SQL.name(relationship.column)
      let isByCode =
        relationship.deleteRule == .cascade
        ? "OR EXISTS (SELECT 1 FROM kartoteka_deeds d WHERE d.id = c.deed AND d.way = 'code')" : ""
      let rows = try RawStatement(
        """
        SELECT DISTINCT \(column) FROM \(SQL.name(referrer.table)) t WHERE \(column) BETWEEN ?1 AND ?2 \
        AND NOT EXISTS (SELECT 1 FROM kartoteka_changes c WHERE c.deed = ?3 AND c.entity = +?4 AND c.last IS NOT NULL \
        AND t.id BETWEEN c.record AND c.last) \
        AND NOT EXISTS (SELECT 1 FROM kartoteka_changes c WHERE c.entity = +?4 AND c.record = t.id AND c.last IS NULL \
        AND c.before IS NULL AND (c.deed = ?3 \(isByCode)))
        """, in: database)
      rows.bind([
        .integer(ids.lowerBound), .integer(ids.upperBound), .integer(changeSet), .text(referrer.table),
      ])
      defer { rows.reset() }
      while try rows.step() { found.insert(rows.integer(column: 0)) }
    }
    return try found.union(tagging(entity, ids)).sorted()
  }

  // The records of a range that are tags of records which the import has not added.
  private func tagging(_ entity: EntityDescription, _ ids: ClosedRange<RecordID>) throws -> Set<RecordID> {
    var found: Set<RecordID> = []
    for owner in transaction.model.entities {
      for relationship in owner.tags where relationship.target == entity.name {
        guard let table = relationship.joinTable, let columns = relationship.joinColumns else { continue }
        let (own, related) = ("j." + SQL.name(columns.own), "j." + SQL.name(columns.related))
        let rows = try RawStatement(
          """
          SELECT DISTINCT \(related) FROM \(SQL.name(table)) j WHERE \(related) BETWEEN ?1 AND ?2 \
          AND NOT EXISTS (SELECT 1 FROM kartoteka_changes c WHERE c.deed = ?3 AND c.entity = +?4 AND c.last IS NOT NULL \
          AND \(own) BETWEEN c.record AND c.last) \
          AND NOT EXISTS (SELECT 1 FROM kartoteka_changes c WHERE c.entity = +?4 AND c.record = \(own) AND c.last IS NULL \
          AND c.before IS NULL AND c.deed = ?3)
          """, in: database)
        rows.bind([
          .integer(ids.lowerBound), .integer(ids.upperBound), .integer(changeSet), .text(owner.table),
        ])
        defer { rows.reset() }
        while try rows.step() { found.insert(rows.integer(column: 0)) }
      }
    }
    return found
  }
}
