import KartotekaModel

/// Reads an entity's records from rows of `id` and then its columns.
struct RecordReader: Sendable {
  let entity: EntityDescription
  /// `id` and the columns, quoted, of a table or its alias.
  let columns: String
  private let selection: String
  private let blobs: BlobFolder?
  private let readsBlobs: Bool
  /// The positions of columns of bytes.
  private let bytes: [Int]
  /// The positions of references by keys, whose stored values follow the other columns.
  private let keyed: [Int]
  /// The number of computed titles, which follow all other columns.
  private let titles: Int
  /// The keys of records without rowid that were read, by which they are found again; nil for other entities.
  let known: KnownKeys?

  /// A reader.
  /// - Parameters:
  ///   - model: the entity's model, for titles that are computed from related records.
  ///   - readsBlobs: whether it reads bytes, and not only where they begin and how many they are.
  init(_ entity: EntityDescription, in model: ModelDescription, blobs: BlobFolder?, readsBlobs: Bool = true) {
    let alias = "t"
    self.entity = entity
    self.blobs = blobs
    self.readsBlobs = readsBlobs
    bytes = entity.attributes.indices.filter { entity.attributes[$0].isBytes }
    var names = (["id"] + entity.columns.map(\.column)).map { alias + "." + SQL.name($0) }
    keyed = entity.columns.indices.filter {
      if case .toOne(let relationship) = entity.columns[$0] { relationship.keyed != nil } else { false }
    }
    let isForeign = entity.source != nil
    if !readsBlobs {
      // As many as a reference has, which is known by all of it.
      let whole = bytes.map { names[$0 + 1] }
      for position in bytes {
        let name = names[position + 1]
        let head = "substr(\(name), 1, \(BlobReference.longest))"
        // Another program may have stored text there.
        names[position + 1] = isForeign ? "iif(typeof(\(name)) = 'blob', \(head), \(name))" : head
      }
      names += whole.map { "length(\($0))" }
    }
    names += keyed.map { alias + "." + SQL.name(SourceSQL.keyName(entity.columns[$0].column)) }
    let titles = TitleSQL(entity: entity, model: model).columns
    self.titles = titles.count
    names += titles
    known = KnownKeys(entity)
    columns = names.joined(separator: ", ")
    selection = "SELECT \(columns) FROM \(SQL.name(entity.table)) \(alias) WHERE \(alias).id = ?"
  }

  /// The record in the statement's current row, whose columns begin at that place.
  func record(_ row: RawStatement, from start: Int = 0) -> AnyRecord {
    let isForeign = entity.source != nil
    var values = entity.columns.indices.map {
      isForeign ? row.storedValue(column: start + 1 + $0) : row.value(column: start + 1 + $0)
    }
    for (index, position) in bytes.enumerated() {
      guard case .blob(let blob) = values[position], let column = try? blob.bytes() else { continue }
      let count =
        readsBlobs ? column.count : Int(row.integer(column: start + 1 + entity.columns.count + index))
      values[position] = .blob(
        count > column.count
          ? Blob(head: Array(column.prefix(Blob.headLength)), count: count) : blobs?.blob(column) ?? blob)
    }
    var record = AnyRecord(entity, id: row.integer(column: start), values: values)
    let behind = start + 1 + entity.columns.count + (readsBlobs ? 0 : bytes.count)
    for (index, position) in keyed.enumerated() { record.keys[position] = row.storedValue(column: behind + index) }
    if titles > 0 { record.computedTitle = title(row, from: behind + keyed.count) }
    known?.note(record)
    return record
  }

  private func title(_ row: RawStatement, from start: Int) -> String? {
    let parts = (start..<start + titles).compactMap { column -> String? in
      if case .text(let text) = row.value(column: column), !text.isEmpty { text } else { nil }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The conditions that find the row `t` of an id, the quickest first: the key by which it was read before may have changed.
  /// - Parameter column: the column of the id.
  func conditions(of id: RecordID, _ column: String) -> [Fragment] {
    let plain = Fragment(sql: "\(column) = ?", values: [.integer(id)])
    guard let (condition, key) = known?.condition(of: id) else { return [plain] }
    return [.all([plain, Fragment(sql: condition, values: key)]), plain]
  }

  /// The record of that id; nil when there is none.
  func record(id: RecordID, in database: SQLConnection) throws -> AnyRecord? {
    if let (condition, key) = known?.condition(of: id) {
      let statement = try RawStatement(selection + " AND " + condition, in: database)
      statement.bind(.integer(id), at: 1)
      for (index, value) in key.enumerated() { statement.bind(stored: value, at: index + 2) }
      defer { statement.reset() }
      if try statement.step() { return record(statement) }
    }
    let statement = try RawStatement(selection, in: database)
    statement.bind(.integer(id), at: 1)
    defer { statement.reset() }
    return try statement.step() ? record(statement) : nil
  }
}
