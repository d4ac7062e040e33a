import KartotekaModel

// The places of records within another one (``AttributeOption/place(in:)``). They are settled once, at the end of the transaction, so
// that it doesn't matter in which order a file or a program writes the records. The others' numbers follow, whoever may change them:
// neither rules nor hooks are asked about that.
extension Transaction {
  /// Gives a new record the last place where it has none. Rows of files get theirs at the end.
  func takePlace(_ record: inout AnyRecord) throws {
    guard let fields = mapping.places(record.entity) else { return }
    for field in fields {
      if record.values[field.owner].isNull {
        record.values[field.position] = .null
      } else if record.values[field.position].isNull, !isOfImport {
        record.values[field.position] = .integer(try nextPlace(field, of: record))
      }
    }
  }

  /// Gives a changed record a place: none is taken away but with the owner, and in another owner it stands last unless it was given
  /// a place there.
  func keepPlaces(of before: AnyRecord, in record: inout AnyRecord) throws {
    guard let fields = mapping.places(record.entity) else { return }
    for field in fields {
      let (position, owner) = (field.position, field.owner)
      if record.values[owner].isNull {
        record.values[position] = .null
      } else if record.values[owner] != before.values[owner] {
        guard record.values[position] == before.values[position] || record.values[position].isNull else { continue }
        record.values[position] = .integer(try nextPlace(field, of: record))
      } else if record.values[position].isNull {
        record.values[position] = before.values[position]
      }
    }
  }

  /// Moves a record to another owner, behind those that are there, in the order that it has among those that move with it.
  /// - Parameters:
  ///   - owner: the position of the relationship.
  ///   - last: the last places there before any of them has moved, by position.
  /// - Returns: the positions that may have changed.
  func move(_ record: inout AnyRecord, _ owner: Int, to id: RecordID, behind last: [Int: Int64]) -> [Int] {
    record.values[owner] = .integer(id)
    for (position, number) in last {
      guard case .integer(let place) = record.values[position] else { continue }
      let (sum, isTooLarge) = number.addingReportingOverflow(max(place, 0))
      record.values[position] = .integer(isTooLarge ? IntegerKind.limit : min(sum, IntegerKind.limit))
    }
    return [owner] + last.keys.sorted()
  }

  /// The last places within a record, by position.
  func lastPlaces(_ entity: EntityDescription, _ owner: Int, in id: RecordID) throws -> [Int: Int64] {
    var last: [Int: Int64] = [:]
    for field in mapping.places(entity) ?? [] where field.owner == owner {
      last[field.position] = try lastPlace(field, entity, .integer(id))
    }
    return last
  }

  // A number of any size may have been typed: it is settled only at the end.
  private func nextPlace(_ field: PlaceField, of record: AnyRecord) throws -> Int64 {
    guard case .integer(let id) = record.values[field.owner] else { return 1 }
    let owner = PlacedRecords.Owner(field: field, id: id)
    // Others may write between two transactions of an import.
    let known = isOfImport ? nil : placedLast[owner]
    let last = try known ?? lastPlace(field, record.entity, .integer(id))
    if !isOfImport { placedLast[owner] = last }
    return last >= IntegerKind.limit ? IntegerKind.limit : last + 1
  }

  // Records that were there before their places may have none.
  private func lastPlace(_ field: PlaceField, _ entity: EntityDescription, _ owner: Value) throws -> Int64 {
    let columns = entity.columns
    return try RawStatement(
      """
      SELECT max(count(*), ifnull(max(\(SQL.name(columns[field.position].column))), 0)) \
      FROM \(SQL.name(entity.table)) WHERE \(SQL.name(columns[field.owner].column)) = ?
      """, in: database
    ).integer(owner) ?? 0
  }

  private func noteLast(_ field: PlaceField, of record: AnyRecord) {
    guard !placedLast.isEmpty, case .integer(let id) = record.values[field.owner],
      case .integer(let place) = record.values[field.position]
    else { return }
    let owner = PlacedRecords.Owner(field: field, id: id)
    // One more may stand before it.
    if let last = placedLast[owner] { placedLast[owner] = max(last >= IntegerKind.limit ? last : last + 1, place) }
  }

  /// Notes a record that was added.
  func notePlace(of record: AnyRecord) {
    for field in mapping.places(record.entity) ?? [] {
      noteLast(field, of: record)
      placed.note(field, in: record.values[field.owner], record.id)
    }
  }

  /// Notes a record that was changed.
  func notePlace(of record: AnyRecord, over before: AnyRecord, _ changed: [Int]) {
    for field in mapping.places(record.entity) ?? []
    where changed.contains(field.position) || changed.contains(field.owner) {
      noteLast(field, of: record)
      placed.note(field, in: record.values[field.owner], record.id)
      if changed.contains(field.owner) { placed.note(field, in: before.values[field.owner]) }
    }
  }

  /// Notes a record that was deleted.
  func notePlace(ofDeleted record: AnyRecord) {
    for field in mapping.places(record.entity) ?? [] { placed.note(field, in: record.values[field.owner]) }
  }

  /// Gives the records that stand among others the places 1, 2, 3 …, as far as the transaction has touched them. An undo in parts
  /// does it at its end.
  /// - Throws: ``StoreError`` where the file can't be read or written.
  package func settlePlaces() throws {
    if log.isUnfinished {
      placed = PlacedRecords()
      return
    }
    if let resumedUndo { try noteUnsettledPlaces(of: resumedUndo) }
    guard !placed.moved.isEmpty else { return }
    let all = placed.moved.sorted { ($0.key.field.entity, $0.key.id) < ($1.key.field.entity, $1.key.id) }
    for (owner, moved) in all { try settle(owner, moved) }
    // What has just been written is settled.
    placed = PlacedRecords()
    placedLast = [:]
  }

  /// A record as it is after the places are settled.
  /// - Throws: ``StoreError`` where the file can't be read or written.
  package func settled(_ record: AnyRecord) throws -> AnyRecord {
    try settlePlaces()
    guard mapping.places(record.entity) != nil, let id = record.id else { return record }
    return try self.record(record.entity, id: id) ?? record
  }

  private func settle(_ owner: PlacedRecords.Owner, _ moved: Set<RecordID>) throws {
    guard let entity = model.entity(named: owner.field.entity) else { return }
    let records = try places(owner, entity)
    let known = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0.place) })
    for (index, id) in PlaceOrder.order(records, moved: moved).enumerated() {
      if index % 256 == 255 { try checkCancellation() }
      guard known[id] != .some(.some(Int64(index) + 1)), let before = try record(entity, id: id) else { continue }
      var after = before
      after.values[owner.field.position] = .integer(Int64(index) + 1)
      try write(after, over: before, [owner.field.position])
    }
  }

  private func places(
    _ owner: PlacedRecords.Owner, _ entity: EntityDescription
  ) throws -> [(id: RecordID, place: Int64?)] {
    let columns = entity.columns
    let rows = try RawStatement(
      """
      SELECT id, \(SQL.name(columns[owner.field.position].column)) FROM \(SQL.name(entity.table)) \
      WHERE \(SQL.name(columns[owner.field.owner].column)) = ? ORDER BY id
      """, in: database)
    rows.bind(.integer(owner.id), at: 1)
    defer { rows.reset() }
    var records: [(id: RecordID, place: Int64?)] = []
    while try rows.step() {
      var place: Int64?
      if case .integer(let number) = rows.value(column: 1) { place = number }
      records.append((rows.integer(column: 0), place))
    }
    return records
  }

  // An undo in parts has restored records in other transactions, too.
  private func noteUnsettledPlaces(of undo: Int64) throws {
    for entity in model.entities {
      guard let fields = mapping.places(entity), try hasImages(of: entity, undo) else { continue }
      for field in fields {
        let (place, owner) = (
          SQL.name(entity.columns[field.position].column), SQL.name(entity.columns[field.owner].column)
        )
        let rows = try RawStatement(
          """
          SELECT \(owner) FROM \(SQL.name(entity.table)) WHERE \(owner) IS NOT NULL GROUP BY \(owner) \
          HAVING count(DISTINCT \(place)) <> count(*) OR min(\(place)) <> 1 OR max(\(place)) <> count(*)
          """, in: database)
        defer { rows.reset() }
        while try rows.step() { placed.note(field, in: rows.value(column: 0)) }
      }
    }
  }

  private func hasImages(of entity: EntityDescription, _ changeSet: Int64) throws -> Bool {
    try RawStatement("SELECT EXISTS (SELECT 1 FROM kartoteka_changes WHERE deed = ? AND entity = +?)", in: database)
      .integer(.integer(changeSet), .text(entity.table)) == 1
  }

  /// The place that a record gets where it is put before or behind another one of its owner; nil where it stands there already, or
  /// one of them is gone.
  /// - Parameters:
  ///   - attribute: the name of the attribute with the places.
  ///   - next: the record before which it is put; nil to put it behind one.
  ///   - last: the record behind which it is put.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func place(
    _ attribute: String, of record: AnyRecord, before next: RecordID?, behind last: RecordID?
  ) throws -> Int64? {
    guard let position = record.entity.position(of: attribute), let id = record.id,
      let field = mapping.places(record.entity)?.first(where: { $0.position == position }),
      case .integer(let owner) = record.values[field.owner]
    else { return nil }
    let order = PlaceOrder.order(try places(.init(field: field, id: owner), record.entity), moved: [])
    let others = order.filter { $0 != id }
    guard let neighbour = next ?? last, let found = others.firstIndex(of: neighbour) else { return nil }
    let index = next == nil ? found + 1 : found
    let isThere = index < order.count && order[index] == id
    return isThere && record.values[position] == .integer(Int64(index) + 1) ? nil : Int64(index) + 1
  }
}
