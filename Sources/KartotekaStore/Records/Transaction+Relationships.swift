import KartotekaModel

extension Transaction {
  /// The ids of the records that a to-many or many-to-many relationship leads to.
  /// - Throws: ``StoreError`` where the file can't be read.
  public func related(_ entity: EntityDescription, _ relationship: RelationshipDescription, of id: RecordID)
    throws -> [RecordID]
  {
    let rows = try RawStatement(mapping.relatedSQL(relationship), in: database)
    rows.bind(.integer(id), at: 1)
    defer { rows.reset() }
    var ids: [RecordID] = []
    while try rows.step() { ids.append(rows.integer(column: 0)) }
    return ids
  }

  /// Makes a to-many or many-to-many relationship lead to these records and no others.
  /// - Throws: ``StoreError`` `.derived`, `.notFound`, `.missingTarget`, and for a to-many relationship what updating
  ///   the related records throws.
  public func relate(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, of id: RecordID, to ids: [RecordID]
  ) throws {
    try checkWritable(entity)
    let now = Set(try related(entity, relationship, of: id))
    var seen = now
    for other in ids where seen.insert(other).inserted { try link(entity, relationship, of: id, to: other) }
    let gone = now.subtracting(ids).sorted()
    guard !gone.isEmpty, let target = model.entity(named: relationship.target) else { return }
    let record = try existing(entity, id, ifStill: nil)
    for other in gone { try unlink(record, relationship, from: other, of: target) }
  }

  /// Adds one record to a to-many or many-to-many relationship; one that is there already stays.
  /// - Throws: ``StoreError`` `.notFound`, `.missingTarget`.
  public func link(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, of id: RecordID, to other: RecordID
  ) throws {
    let record = try existing(entity, id, ifStill: nil)
    guard let target = model.entity(named: relationship.target),
      let related = try self.record(target, id: other)
    else {
      throw StoreError.missingTarget(entity: entity.name, field: relationship.name, id: other)
    }
    guard let table = relationship.joinTable, let columns = relationship.joinColumns else {
      return try point(related, relationship, at: id)
    }
    let known = try RawStatement(
      "SELECT EXISTS (SELECT 1 FROM \(SQL.name(table)) WHERE \(SQL.name(columns.own)) = ? AND \(SQL.name(columns.related)) = ?)",
      in: database
    ).integer(.integer(id), .integer(other))
    guard known == 0 else { return }
    try RawStatement(
      "INSERT INTO \(model.written(joinTable: table)) (\(SQL.name(columns.own)), \(SQL.name(columns.related))) VALUES (?, ?)",
      in: database
    ).run(.integer(id), .integer(other))
    try keepOfLinks()
    try linked(record, target, other, table: table, columns, isNew: true)
  }

  /// Takes one record out of a to-many or many-to-many relationship; one that isn't in it changes nothing.
  /// - Throws: ``StoreError`` `.notFound`, and `.invalid` where the related record can't be without.
  public func unlink(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, of id: RecordID,
    from other: RecordID
  ) throws {
    let record = try existing(entity, id, ifStill: nil)
    guard let target = model.entity(named: relationship.target) else { return }
    try unlink(record, relationship, from: other, of: target)
  }

  private func unlink(
    _ record: AnyRecord, _ relationship: RelationshipDescription, from other: RecordID, of target: EntityDescription
  ) throws {
    let id = record.id ?? 0
    guard let table = relationship.joinTable, let columns = relationship.joinColumns else {
      guard let inverse = relationship.inverse, let related = try self.record(target, id: other),
        related[inverse] == .integer(id)
      else { return }
      return try point(related, relationship, at: nil)
    }
    try RawStatement(
      "DELETE FROM \(model.written(joinTable: table)) WHERE \(SQL.name(columns.own)) = ? AND \(SQL.name(columns.related)) = ?",
      in: database
    ).run(.integer(id), .integer(other))
    let isChanged = database.changesCount > 0
    try keepOfLinks()
    if isChanged { try linked(record, target, other, table: table, columns, isNew: false) }
  }

  /// Takes a record that is about to go out of all join tables.
  func unlinkAll(_ entity: EntityDescription, _ id: RecordID) throws {
    for link in links(of: entity) {
      let (table, column) = (SQL.name(link.table), SQL.name(link.column))
      let names = [link.columns.own, link.columns.related]
      let rows = try RawStatement("SELECT \(SQL.names(names)) FROM \(table) WHERE \(column) = ?", in: database)
      rows.bind(.integer(id), at: 1)
      defer { rows.reset() }
      while try rows.step() {
        let image = Image([(names[0], rows.value(column: 0)), (names[1], rows.value(column: 1))])
        try log.record(
          table: link.table, id: rows.integer(column: 0), before: image, after: nil, named: UndoLog.unnamed)
      }
      try RawStatement("DELETE FROM \(model.written(joinTable: link.table)) WHERE \(column) = ?", in: database).run(
        .integer(id))
    }
    try keepOfLinks()
  }

  /// Keeps the images of what triggers of another program's file have done when links were changed.
  func keepOfLinks() throws {
    guard model.isOpened else { return }
    try keepTouched()
    try keepAdded()
  }

  /// The join tables that may link records of an entity, each with the column that names them.
  func links(
    of entity: EntityDescription
  ) -> [(table: String, column: String, columns: RelationshipDescription.JoinColumns)] {
    model.entities.flatMap { owner in
      owner.relationships.compactMap { relationship in
        guard relationship.cardinality == .manyToMany,
          owner.name == entity.name || (relationship.target == entity.name && relationship.inverse == nil),
          let columns = relationship.joinColumns, let table = relationship.joinTable
        else { return nil }
        return (table, owner.name == entity.name ? columns.own : columns.related, columns)
      }
    }
  }

  private func linked(
    _ record: AnyRecord, _ target: EntityDescription, _ other: RecordID, table: String,
    _ columns: RelationshipDescription.JoinColumns, isNew: Bool
  ) throws {
    let id = record.id ?? 0
    let image = Image([(columns.own, .integer(id)), (columns.related, .integer(other))])
    try log.record(
      table: table, id: id, before: isNew ? nil : image, after: isNew ? image : nil,
      named: try named("Changed {title}", record))
    log.touched(record.entity, \.updated, id)
    log.touched(target, \.updated, other)
    // A file brings links one by one, in between there are others than at the end.
    guard !isOfImport else { return }
    try checkRules(ofOwner: record.entity, id)
    try checkRules(ofOwner: target, other)
  }

  private func point(_ related: AnyRecord, _ relationship: RelationshipDescription, at id: RecordID?) throws {
    guard let inverse = relationship.inverse else { return }
    var changed = related
    changed[inverse] = id.map(Value.integer) ?? .null
    try update(changed)
  }
}
