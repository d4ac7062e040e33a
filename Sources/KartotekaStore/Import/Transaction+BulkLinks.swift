import KartotekaModel

// The functions that an import needs in addition to BulkInsert.
extension Transaction {
  /// Makes a many-to-many relationship of a record that this same change set added lead to others, none of them twice.
  ///
  /// It is quicker than ``link(_:_:of:to:)`` and keeps no images: undoing the change set takes the record away, and its
  /// links with it.
  /// - Returns: the ids without a record, which are omitted.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  @discardableResult
  package func linkAdded(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, _ id: RecordID, to others: [RecordID]
  ) throws -> [RecordID] {
    guard let table = relationship.joinTable, let columns = relationship.joinColumns, !others.isEmpty else { return [] }
    let target = try mapping.entity(relationship.target)
    let insert = try RawStatement(
      """
      INSERT INTO \(SQL.name(table)) (\(SQL.names([columns.own, columns.related]))) \
      SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM \(SQL.name(target.table)) WHERE id = ?2) ON CONFLICT DO NOTHING
      """, in: database)
    return try others.filter { other in
      try insert.run(.integer(id), .integer(other))
      // A relationship of an entity with itself may have it from the other side.
      return try database.changesCount == 0 && !exists(target, id: other)
    }
  }

  /// The greatest id of an entity's records; nil when there are none.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func greatestID(of entity: EntityDescription) throws -> RecordID? {
    try RawStatement("SELECT max(id) FROM \(SQL.name(entity.table))", in: database).integer()
  }

  /// Shows the id of every record of an entity.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func forEachID(of entity: EntityDescription, _ body: (RecordID) -> Void) throws {
    let rows = try RawStatement("SELECT id FROM \(SQL.name(entity.table))", in: database)
    defer { rows.reset() }
    while try rows.step() { body(rows.integer(column: 0)) }
  }

  /// The first record with those values in several columns; nil when there is none.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func record(_ entity: EntityDescription, where fields: [String], are values: [Value]) throws -> AnyRecord? {
    let columns = try fields.map { field in
      guard let position = entity.position(of: field) else {
        throw StoreError.unknownField(entity: entity.name, field: field)
      }
      return SQL.name(entity.columns[position].column) + " = ?"
    }
    let reader = mapping.reader(of: entity)
    let row = try RawStatement(
      "SELECT \(reader.columns) FROM \(SQL.name(entity.table)) t WHERE \(columns.joined(separator: " AND ")) LIMIT 1",
      in: database)
    row.bind(values)
    defer { row.reset() }
    return try row.step() ? reader.record(row) : nil
  }

  /// Shows every record of an entity, by id.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func forEach(_ entity: EntityDescription, _ body: (AnyRecord) throws -> Void) throws {
    let reader = mapping.reader(of: entity)
    let rows = try RawStatement(
      "SELECT \(reader.columns) FROM \(SQL.name(entity.table)) t ORDER BY t.id", in: database)
    defer { rows.reset() }
    while try rows.step() { try body(reader.record(rows)) }
  }
}
