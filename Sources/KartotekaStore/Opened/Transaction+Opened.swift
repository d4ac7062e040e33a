import KartotekaModel

// Writes to an opened file. They name the changed columns alone, and address its tables themselves, so that the defaults,
// triggers and constraints of the file do their work. Stored records are read again afterwards: a column's type may have made a
// number of a text, and a trigger may have changed more.
extension Transaction {
  /// The SQL of an entity in an opened file; nil for tables of our own.
  func sourceSQL(_ entity: EntityDescription) -> SourceSQL? { entity.source.map { SourceSQL(entity, $0, model) } }

  /// The record with ids in place of keys of related records.
  /// - Throws: ``StoreError`` `.invalid` for a key that no record has.
  func resolvingKeys(of record: AnyRecord) throws -> AnyRecord {
    guard record.entity.source != nil else { return record }
    var resolved = record
    for (position, column) in record.entity.columns.enumerated() {
      guard case .toOne(let relationship) = column, let keyed = relationship.keyed,
        case .text(let key) = record.values[position], let target = model.entity(named: relationship.target),
        let source = sourceSQL(target), record.keys[position]?.asKey != .text(key) || record.id == nil
      else { continue }
      let row = try RawStatement(
        "SELECT \(source.id(of: "r.")) FROM \(source.table) r WHERE \(source.compared(keyed.target, of: "r.")) = ?",
        in: database)
      defer { row.reset() }
      guard let id = try row.integer(.text(key)) ?? Int64(key).flatMap({ try row.integer(.integer($0)) }) else {
        throw StoreError.invalid([
          FieldFault(relationship.name, Phrase("There is no {key}", ["key": .text(key)]))
        ])
      }
      resolved.values[position] = .integer(id)
    }
    return resolved
  }

  /// Adds a record.
  /// - Parameter isComingBack: whether the record was deleted, so that empty values are stored in place of defaults of the file.
  /// - Returns: the record as it is stored.
  func insert(_ record: AnyRecord, into source: SourceSQL, isComingBack: Bool = false) throws -> AnyRecord {
    let entity = record.entity
    var names: [String] = []
    var places: [String] = []
    var values: [Value] = []
    if let id = record.id, let name = source.source.rowID {
      names.append(SQL.name(name))
      places.append("?")
      values.append(.integer(id))
    }
    for (position, column) in entity.columns.enumerated()
    where (isComingBack || !record.values[position].isNull) && column.writability != .never {
      let name = SQL.name(source.source.column(column.column))
      if names.contains(name) { continue }
      names.append(name)
      places.append(source.place(column, record.values[position]))
      values.append(record.values[position])
    }
    let columns =
      names.isEmpty ? "DEFAULT VALUES" : "(\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
    let insert = try RawStatement(
      "INSERT INTO \(source.table) \(columns) RETURNING \(source.id())", in: database)
    for (index, value) in values.enumerated() { insert.bind(stored: value, at: index + 1) }
    var id: RecordID?
    do {
      while try insert.step() { id = insert.integer(column: 0) }
    } catch {
      insert.reset()
      throw source.refusal(error, model)
    }
    insert.reset()
    try keepTouched(besides: id.map { TouchedRecord(table: entity.table, id: $0) })
    guard let id, let stored = try self.record(entity, id: id) else {
      throw StoreError.invalid([FieldFault("id", "A trigger of the file has dropped the new record")])
    }
    return stored
  }

  /// Writes the changed columns of a record.
  /// - Returns: the record as it is stored.
  func update(_ record: AnyRecord, over before: AnyRecord, _ changed: [Int], in source: SourceSQL) throws -> AnyRecord {
    let entity = record.entity
    let condition = source.condition(before)
    // Generated columns follow from the others.
    let changed = changed.filter { entity.columns[$0].writability != .never }
    guard !changed.isEmpty else { return record }
    let sets = changed.map { position -> String in
      let column = entity.columns[position]
      return SQL.name(source.source.column(column.column)) + " = " + source.place(column, record.values[position])
    }
    let values = changed.map { record.values[$0] }
    let update = try RawStatement(
      "UPDATE \(source.table) SET \(sets.joined(separator: ", ")) WHERE \(condition.sql)", in: database)
    for (index, value) in (values + condition.values).enumerated() { update.bind(stored: value, at: index + 1) }
    do { while try update.step() {} } catch {
      update.reset()
      throw source.refusal(error, model)
    }
    update.reset()
    let id = record.id ?? 0
    try keepTouched(besides: TouchedRecord(table: entity.table, id: id))
    guard let stored = try self.record(entity, id: id) else {
      throw StoreError.notFound(entity: entity.name, id: id)
    }
    return stored
  }

  /// The ids of the records that refer to one by several columns.
  func referring(
    _ reference: DeletionPlan.Reference, byColumnsTo id: RecordID, of entity: EntityDescription
  ) throws -> [RecordID] {
    guard let key = reference.foreignKey, let source = sourceSQL(entity), let own = sourceSQL(reference.referrer),
      let record = try record(entity, id: id)
    else { return [] }
    let values = key.targetColumns.compactMap { source.value(of: $0, in: record) }
    guard values.count == key.columns.count, !values.contains(where: \.isNull) else { return [] }
    let condition = key.columns.map { own.compared($0, of: "s.") + " = ?" }.joined(separator: " AND ")
    let rows = try RawStatement("SELECT \(own.id(of: "s.")) FROM \(own.table) s WHERE \(condition)", in: database)
    for (index, value) in values.enumerated() { rows.bind(stored: value, at: index + 1) }
    defer { rows.reset() }
    var ids: [RecordID] = []
    while try rows.step() { ids.append(rows.integer(column: 0)) }
    return ids
  }

  /// Deletes a record.
  func delete(_ record: AnyRecord, from source: SourceSQL) throws {
    let condition = source.condition(record)
    let delete = try RawStatement("DELETE FROM \(source.table) WHERE \(condition.sql)", in: database)
    for (index, value) in condition.values.enumerated() { delete.bind(stored: value, at: index + 1) }
    do { while try delete.step() {} } catch {
      delete.reset()
      throw source.refusal(error, model)
    }
    delete.reset()
    // A trigger of the file may keep the record.
    if database.changesCount == 0, try self.record(record.entity, id: record.id ?? 0) != nil { throw Self.ignored }
    try keepTouched(besides: TouchedRecord(table: record.entity.table, id: record.id ?? 0))
  }
}

extension Store {
  /// The id of the record with a key.
  /// - Parameter key: the texts of the key's values.
  /// - Returns: nil if there is no such record.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func id(of entity: EntityDescription, key: [String]) async throws -> RecordID? {
    guard let source = entity.source.map({ SourceSQL(entity, $0, model) }), key.count == source.source.key.count else {
      return nil
    }
    let names = source.source.key.map { source.compared($0, of: "s.") }
    let candidates = key.map(Self.candidates)
    let conditions = zip(names, candidates).map { name, values in
      "\(name) IN (\(values.map { _ in "?" }.joined(separator: ", ")))"
    }
    // If a text and a number are written alike, the text is meant.
    let order = names.map { "typeof(\($0)) <> 'text'" }.joined(separator: ", ")
    let reader = mapping.reader(of: entity)
    return try await translating {
      try await read(noting: .entities([entity.name])) { database in
        let row = try RawStatement(
          "SELECT \(source.id(of: "s.")), \(names.joined(separator: ", ")) FROM \(source.table) s "
            + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) LIMIT 1", in: database)
        for (index, value) in candidates.joined().enumerated() { row.bind(stored: value, at: index + 1) }
        defer { row.reset() }
        guard try row.step() else { return nil }
        let id = row.integer(column: 0)
        reader.known?.note(id, key: names.indices.map { row.storedValue(column: $0 + 1) })
        return id
      }
    }
  }

  // The values that a part of an address can stand for. A text equals a number in columns whose type makes numbers of texts; in
  // others the number itself is compared. Bytes are written in hexadecimal digits.
  private static func candidates(_ text: String) -> [Value] {
    // Only the form in which numbers are written in addresses stands for a number: `1e2` is a text.
    let number =
      Int64(text).flatMap { String($0) == text ? Value.integer($0) : nil }
      ?? Double(text).flatMap { String($0) == text ? Value.real($0) : nil }
    return [.text(text)] + [number, bytes(text).map { Value.blob($0) }].compactMap(\.self)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
