import KartotekaModel

// Records that are known by their names alone, and made when a new name is typed.
extension Transaction {
  /// The record with a name as a tag, whatever its case, spaces and form of Unicode; nil for none. Of several the one with the
  /// very text, else the oldest.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func tag(called name: String, of entity: EntityDescription) throws -> RecordID? {
    guard let attribute = entity.tagName else { return nil }
    if let record = try record(entity, where: attribute.name, is: .text(name)) { return record.id }
    return try tags(of: entity)[TagText.key(name)]
  }

  /// The records of an entity by the keys of their names (``TagText/key(_:)``).
  /// - Throws: ``StoreError`` where the file can't be read.
  package func tags(of entity: EntityDescription) throws -> [String: RecordID] {
    guard let attribute = entity.tagName else { return [:] }
    var tags: [String: RecordID] = [:]
    try forEach(entity) { record in
      guard case .text(let name) = record[attribute.name], let id = record.id else { return }
      let key = TagText.key(name)
      if tags[key] == nil { tags[key] = id }
    }
    return tags
  }

  /// The record with a name as a tag, which is made where there is none.
  /// - Throws: ``StoreError`` `.invalid` for a name that the entity refuses, and what ``insert(_:)`` throws.
  package func makeTag(_ name: String, of entity: EntityDescription) throws -> RecordID {
    try tag(called: name, of: entity) ?? addTag(name, of: entity)
  }

  /// Makes a record with a name as a tag, which no record has.
  /// - Throws: ``StoreError`` `.invalid` for a name that the entity refuses, and what ``insert(_:)`` throws.
  package func addTag(_ name: String, of entity: EntityDescription) throws -> RecordID {
    guard let attribute = entity.tagName else { throw StoreError.derived(entity: entity.name) }
    var record = AnyRecord(entity)
    record[attribute.name] = try entity.tag(name, attribute)
    return try insert(record).id ?? 0
  }

  /// Adds tags to a record and takes others out, by their names. New names make new records.
  /// - Throws: what ``link(_:_:of:to:)``, ``unlink(_:_:of:from:)`` and ``insert(_:)`` throw.
  package func changeTags(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, of id: RecordID, adding added: [String],
    removing removed: [String]
  ) throws {
    guard let target = model.entity(named: relationship.target), let attribute = target.tagName else { return }
    if name == nil, !(added.isEmpty && removed.isEmpty), let record = try record(entity, id: id) {
      // Not the name of a tag that is made for it.
      name = try named("Changed {title}", record)
    }
    if !removed.isEmpty {
      let keys = Set(removed.map(TagText.key))
      for other in try related(entity, relationship, of: id) {
        guard let record = try record(target, id: other), case .text(let name) = record[attribute.name],
          keys.contains(TagText.key(name))
        else { continue }
        try unlink(entity, relationship, of: id, from: other)
      }
    }
    for name in added { try link(entity, relationship, of: id, to: try makeTag(name, of: target)) }
  }

  /// The records that have a record as a tag, but for those that a change set added: their relationships, ids and keys.
  /// - Throws: ``StoreError`` where the file can't be read.
  func havingTag(
    _ record: AnyRecord, besides changeSet: Int64
  ) throws -> [(owner: EntityDescription, id: RecordID, link: UndoKey)] {
    guard let id = record.id else { return [] }
    var found: [(owner: EntityDescription, id: RecordID, link: UndoKey)] = []
    for owner in model.entities {
      for relationship in owner.tags where relationship.target == record.entity.name {
        guard let table = relationship.joinTable, let columns = relationship.joinColumns else { continue }
        let own = SQL.name(columns.own)
        let rows = try RawStatement(
          """
          SELECT \(own) FROM \(SQL.name(table)) j WHERE \(SQL.name(columns.related)) = ?1 \
          AND NOT EXISTS (SELECT 1 FROM kartoteka_changes WHERE entity = +?2 AND record = j.\(own) \
          AND last IS NULL AND before IS NULL AND deed = ?3) \
          AND NOT EXISTS (SELECT 1 FROM kartoteka_changes INDEXED BY kartoteka_changes_range \
          WHERE entity = +?2 AND last IS NOT NULL AND record <= j.\(own) AND last >= j.\(own) AND deed = ?3)
          """, in: database)
        rows.bind([.integer(id), .text(owner.table), .integer(changeSet)])
        defer { rows.reset() }
        while try rows.step() {
          let other = rows.integer(column: 0)
          let ends = columns.own < columns.related ? (other, id) : (id, other)
          found.append((owner, other, UndoKey(table: table, id: ends.0, other: ends.1)))
        }
      }
    }
    return found
  }

  /// The column of a join table that names tags; nil for other tables.
  func tagColumn(of table: String) -> String? {
    model.entities.lazy.flatMap(\.tags).first { $0.joinTable == table }?.joinColumns?.related
  }
}

extension EntityDescription {
  // The value of a name as the attribute stores it.
  fileprivate func tag(_ name: String, _ attribute: AttributeDescription) throws -> Value {
    if let fault = tagFault(name) { throw StoreError.invalid([FieldFault(attribute.name, fault)]) }
    return try attribute.behavior.value(text: TagText.written(name), for: attribute)
  }
}
