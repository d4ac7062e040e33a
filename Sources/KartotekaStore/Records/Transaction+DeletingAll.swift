import KartotekaModel

extension Store {
  /// Deletes all records, and the rows that imports could not load, as one change set. Settings stay.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  @discardableResult
  package func deleteAll(_ origin: ChangeSet.Origin) async throws -> Outcome<Void> {
    try await perform(origin, allowsClosedRecords: true) { try $0.deleteAll() }
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

  // Entities to which no others refer come first. Where entities refer to each other in a circle, one comes first whose referrers
  // can be without it.
  private func entitiesInDeletionOrder() -> [EntityDescription] {
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

  private var joins: [(table: String, columns: RelationshipDescription.JoinColumns)] {
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
    while try rows.step() {
      let image = Image([(names[0], rows.value(column: 0)), (names[1], rows.value(column: 1))])
      try log.record(table: table, id: rows.integer(column: 0), before: image, after: nil, named: "Deleted all data")
    }
  }

  private func recordImages(of entity: EntityDescription) throws {
    let reader = mapping.reader(of: entity)
    let rows = try RawStatement("SELECT \(reader.columns) FROM \(SQL.name(entity.table)) t", in: database)
    defer { rows.reset() }
    while try rows.step() {
      let record = reader.record(rows)
      try log.record(
        table: entity.table, id: record.id ?? 0, before: Image(record), after: nil, named: "Deleted all data")
    }
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
