import KartotekaModel
import Synchronization

extension Store {
  /// So many records are deleted in one transaction. More are deleted in several, between which others write.
  package static let deletedAtOnce = 50_000

  /// Deletes all records, and the rows that imports could not load, as one change set. Settings stay.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then. ``UnrevertedChange`` where a part stays.
  @discardableResult
  package func deleteAll(
    _ origin: ChangeSet.Origin, atOnce most: Int = deletedAtOnce, part: Duration = changePart
  ) async throws -> Outcome<Void> {
    var count = 0
    for entity in model.entities where !entity.isDerived { count += try await self.count(AnyFetchRequest(entity.name)) }
    guard count > most, !model.isOpened else {
      return try await perform(origin, allowsClosedRecords: true) { try $0.deleteAll() }
    }
    let rest = Mutex<UnreferredRecords?>(nil)
    let changeSet = try await performInParts(origin, part: part) { part -> Bool? in
      let isDone = try rest.withLock { try Self.deleteSome(of: &$0, in: part) }
      return isDone ? true : nil
    }.changeSet
    var changes = Changes()
    for entity in model.entities { changes.byEntity[entity.name, default: .init()].isAny = true }
    return Outcome(value: (), changeSet: changeSet, changes: changes)
  }

  // Whether all are deleted: in the end what refers to each other, and what others have added meanwhile.
  private static func deleteSome(of rest: inout UnreferredRecords?, in part: ChangePart) throws -> Bool {
    let transaction = part.transaction
    var left = rest ?? UnreferredRecords(transaction)
    defer { rest = left }
    repeat {
      guard try left.deleteSome(in: transaction) else {
        try transaction.deleteAll()
        return true
      }
    } while !part.isDue
    return false
  }
}

/// The records that are deleted in several transactions, those to which no others refer before those.
private struct UnreferredRecords: Sendable {
  // Each may have pictures.
  private static let batch = 200

  private var joins: [(table: String, columns: RelationshipDescription.JoinColumns)]
  private var entities: ArraySlice<EntityDescription>
  // Records with greater numbers have been looked at: what refers to others mostly came after them.
  private var end = RecordID.max

  init(_ transaction: Transaction) {
    joins = transaction.joins
    entities = transaction.entitiesInDeletionOrder()[...]
  }

  /// Deletes some links or records.
  /// - Returns: whether there may be more.
  mutating func deleteSome(in transaction: Transaction) throws -> Bool {
    transaction.log.name = "Deleted all data"
    if let (table, columns) = joins.last {
      if try transaction.deleteLinks(table, columns, atMost: Self.batch) < Self.batch { joins.removeLast() }
    } else if let entity = entities.first {
      let ids = try transaction.deleteUnreferred(entity, before: end, atMost: Self.batch)
      end = ids.last ?? .max
      if ids.count < Self.batch { (entities, end) = (entities.dropFirst(), .max) }
    } else {
      return false
    }
    return true
  }
}

extension Transaction {
  /// Deletes all records, and the rows that imports could not load.
  ///
  /// Delete rules are not evaluated, since all records are deleted: images are stored table by table.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func deleteAll() throws {
    try requireExclusiveTransaction()
    if model.isOpened {
      throw StoreError.invalid([FieldFault("id", "The records of an opened file are not deleted all together")])
    }
    log.name = "Deleted all data"
    try database.deferForeignKeys()
    let entities = entitiesInDeletionOrder()
    // Undoing goes backwards: it puts records back before their links, and what others refer to before those.
    for (table, columns) in joins { try recordLinks(table, columns) }
    for entity in entities { try recordImages(of: entity) }
    for (table, _) in joins { try database.execute("DELETE FROM \(SQL.name(table))") }
    for (index, entity) in entities.enumerated() {
      try detach(entity, from: entities[...index])
      try database.execute("DELETE FROM \(SQL.name(entity.table))")
    }
    try jobs.removeAll()
    try closeAllRows()
  }

  fileprivate func deleteLinks(
    _ table: String, _ columns: RelationshipDescription.JoinColumns, atMost limit: Int
  ) throws -> Int {
    let names = [columns.own, columns.related]
    let rows = try RawStatement("SELECT \(SQL.names(names)) FROM \(SQL.name(table)) LIMIT ?", in: database)
    rows.bind(.integer(Int64(limit)), at: 1)
    defer { rows.reset() }
    var links: [(own: Value, related: Value)] = []
    while try rows.step() { links.append((rows.value(column: 0), rows.value(column: 1))) }
    rows.reset()
    let delete = try RawStatement(
      "DELETE FROM \(SQL.name(table)) WHERE \(SQL.name(names[0])) = ? AND \(SQL.name(names[1])) = ?", in: database)
    for (own, related) in links {
      try recordLink(table, columns, own, related)
      try delete.run(own, related)
    }
    return links.count
  }

  // The greatest numbers first.
  fileprivate func deleteUnreferred(
    _ entity: EntityDescription, before end: RecordID, atMost limit: Int
  ) throws -> [RecordID] {
    let reader = mapping.reader(of: entity)
    var referring = model.references(to: entity).map { ($0.entity.table, $0.relationship.column) }
    for owner in model.entities {
      for relationship in owner.relationships {
        guard let table = relationship.joinTable, let columns = relationship.joinColumns else { continue }
        if owner.name == entity.name { referring.append((table, columns.own)) }
        if relationship.target == entity.name { referring.append((table, columns.related)) }
      }
    }
    let isUnreferred = referring.map { table, column in
      " AND NOT EXISTS (SELECT 1 FROM \(SQL.name(table)) r WHERE r.\(SQL.name(column)) = t.id)"
    }
    let rows = try RawStatement(
      """
      SELECT \(reader.columns) FROM \(SQL.name(entity.table)) t WHERE t.id < ?\(isUnreferred.joined()) \
      ORDER BY t.id DESC LIMIT ?
      """, in: database)
    rows.bind([.integer(end), .integer(Int64(limit))])
    defer { rows.reset() }
    var ids: [RecordID] = []
    while try rows.step() {
      let record = reader.record(rows)
      ids.append(record.id ?? 0)
      try recordImage(of: record)
    }
    rows.reset()
    try RawStatement(
      "DELETE FROM \(SQL.name(entity.table)) WHERE id IN (SELECT value FROM json_each(?))", in: database
    ).run(SQL.json(ids))
    return ids
  }

  // Those that nobody refers to any more first; where entities refer to each other in a circle, one whose referrers can
  // be without it.
  fileprivate func entitiesInDeletionOrder() -> [EntityDescription] {
    var left = model.entities.filter { !$0.isDerived }
    var order: [EntityDescription] = []
    while !left.isEmpty {
      func referrers(of entity: EntityDescription) -> [RelationshipDescription] {
        model.references(to: entity).filter { reference in
          reference.entity.name != entity.name && left.contains { $0.name == reference.entity.name }
        }.map(\.relationship)
      }
      let next =
        left.firstIndex { referrers(of: $0).isEmpty }
        ?? left.firstIndex { !referrers(of: $0).contains(where: \.isRequired) } ?? 0
      order.append(left.remove(at: next))
    }
    return order
  }

  fileprivate var joins: [(table: String, columns: RelationshipDescription.JoinColumns)] {
    var seen: Set<String> = []
    return model.entities.flatMap(\.relationships).compactMap { relationship in
      guard let table = relationship.joinTable, let columns = relationship.joinColumns, seen.insert(table).inserted
      else { return nil }
      return (table, columns)
    }
  }

  private func recordLinks(_ table: String, _ columns: RelationshipDescription.JoinColumns) throws {
    let names = [columns.own, columns.related]
    let rows = try RawStatement("SELECT \(SQL.names(names)) FROM \(SQL.name(table))", in: database)
    defer { rows.reset() }
    while try rows.step() { try recordLink(table, columns, rows.value(column: 0), rows.value(column: 1)) }
  }

  private func recordLink(
    _ table: String, _ columns: RelationshipDescription.JoinColumns, _ own: Value, _ related: Value
  ) throws {
    let image = Image([(columns.own, own), (columns.related, related)])
    try log.record(table: table, id: own.integer ?? 0, before: image, after: nil, named: "Deleted all data")
  }

  private func recordImages(of entity: EntityDescription) throws {
    let reader = mapping.reader(of: entity)
    let rows = try RawStatement("SELECT \(reader.columns) FROM \(SQL.name(entity.table)) t", in: database)
    defer { rows.reset() }
    while try rows.step() { try recordImage(of: reader.record(rows)) }
  }

  private func recordImage(of record: AnyRecord) throws {
    try log.record(
      table: record.entity.table, id: record.id ?? 0, before: Image(record), after: nil, named: "Deleted all data")
  }

  // References that would keep this entity from being deleted: its own to itself, and those of entities that go later.
  private func detach(_ entity: EntityDescription, from gone: ArraySlice<EntityDescription>) throws {
    for (referrer, relationship) in model.references(to: entity) where !relationship.isRequired {
      guard referrer.name == entity.name || !gone.contains(where: { $0.name == referrer.name }) else { continue }
      let column = SQL.name(relationship.column)
      try database.execute("UPDATE \(SQL.name(referrer.table)) SET \(column) = NULL WHERE \(column) IS NOT NULL")
    }
  }

  // Undoing the change set opens them again.
  private func closeAllRows() throws {
    let open = try RawStatement("SELECT count(*) FROM kartoteka_rejects WHERE is_open", in: database).integer() ?? 0
    guard open > 0 else { return }
    try RawStatement("UPDATE kartoteka_rejects SET is_open = 0, deed = ? WHERE is_open", in: database)
      .run(.integer(try log.begin()))
  }
}
