import KartotekaModel

// Reads of imports, rejected rows and unresolved references.
extension Store {
  /// The imports, newest first.
  /// - Parameters:
  ///   - id: that one only.
  ///   - changeSet: only the one that this change set contains.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func storedImports(_ id: Int64? = nil, by changeSet: Int64? = nil, limit: Int = 50) async throws
    -> [StoredImport]
  {
    try await readingImports { try $0.imports(id, by: changeSet, limit: limit) }
  }

  /// The records that earlier imports of a file have made, newest first: of each the first and last of each series of numbers, in
  /// the order of the rows.
  /// - Parameters:
  ///   - plural: the plural of the records' entity.
  ///   - imports: the number of imports among which they are looked for.
  ///   - limit: the number of files.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func recordsOfImports(
    of file: String, _ plural: String, among imports: Int, limit: Int
  ) async throws -> [[[RecordID]]] {
    try await readingImports { try $0.records(of: file, plural, among: imports, limit: limit) }
  }

  /// The rejected rows that are open, in the order in which they were stored.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func rejectedRows(_ request: RejectedRowsRequest) async throws -> (rows: [RejectedRow], total: Int) {
    try await readingImports { (try $0.rows(request), try $0.count(request)) }
  }

  /// The kinds of rows that a request asks for, whatever its page, in the order of their first rows.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func rejectedRowsKinds(_ request: RejectedRowsRequest) async throws -> [RejectedRowsKind] {
    try await readingImports { try $0.kinds(request) }
  }

  /// The unresolved references that a record or a rejected row still lacks.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func unresolvedTexts() async throws -> [UnresolvedText] { try await readingImports { try $0.references() } }

  /// Passes the texts of the records that lack the related record of a reference.
  /// - Parameters:
  ///   - attributes: the names of attributes of text.
  ///   - limit: of how many records of each reference.
  ///   - body: gets the reference, and the texts in the order of the attributes; nil for none.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func forEachReferrer(
    of entity: EntityDescription, _ relationship: RelationshipDescription, attributes: [String], limit: Int,
    _ body: (_ reference: Int64, _ texts: [String?]) -> Void
  ) async throws {
    let columns = try columns(attributes, of: entity)
    let sql = """
      SELECT \((["reference"] + columns.indices.map { "c\($0)" }).joined(separator: ", ")) FROM (
        SELECT f.reference, row_number() OVER (PARTITION BY f.reference ORDER BY f.record) AS n\
      \(columns.enumerated().map { ", t.\($1) AS c\($0)" }.joined())
        FROM kartoteka_references r JOIN kartoteka_referrers f ON f.reference = r.id
        JOIN \(SQL.name(entity.table)) t ON t.id = f.record
        WHERE r.entity = ? AND r.relationship = ? AND \(ImportReviewQuery.isWithout(relationship))
      ) WHERE n <= ?
      """
    let arguments: [Value] = [.text(entity.name), .text(relationship.name), .integer(Int64(limit))]
    try await forEach(sql, arguments, columns.count, body)
  }

  /// The rejected rows that wait for references, each with the reference.
  /// - Parameter limit: how many of each reference.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func rejectedRows(
    waitingFor references: [Int64], limit: Int
  ) async throws -> [(reference: Int64, row: RejectedRow)] {
    guard !references.isEmpty else { return [] }
    return try await readingImports { try $0.waiting(for: references, limit: limit) }
  }

  /// Passes the texts of every record of an entity.
  /// - Parameter attributes: the names of attributes of text.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func forEachRecord(
    of entity: EntityDescription, attributes: [String], _ body: (_ id: RecordID, _ texts: [String?]) -> Void
  ) async throws {
    let columns = try columns(attributes, of: entity)
    let sql = "SELECT \((["id"] + columns).joined(separator: ", ")) FROM \(SQL.name(entity.table))"
    try await forEach(sql, [], columns.count, body)
  }

  private func columns(_ attributes: [String], of entity: EntityDescription) throws -> [String] {
    try attributes.map { name in
      guard let attribute = entity.attribute(name) else {
        throw StoreError.unknownField(entity: entity.name, field: name)
      }
      return SQL.name(attribute.column)
    }
  }

  private func forEach(
    _ sql: String, _ arguments: [Value], _ count: Int, _ body: (Int64, [String?]) -> Void
  ) async throws {
    try await translating {
      try await read { database in
        let rows = try RawStatement(sql, in: database)
        rows.bind(arguments)
        defer { rows.reset() }
        while try rows.step() {
          let texts = (0..<count).map { column -> String? in
            if case .text(let text) = rows.value(column: column + 1) { text } else { nil }
          }
          body(rows.integer(column: 0), texts)
        }
      }
    }
  }

  private func readingImports<T: Sendable>(_ body: @Sendable (ImportReviewQuery) throws -> T) async throws -> T {
    try await snapshot { [model] in try body(ImportReviewQuery(database: $0, model: model)) }
  }
}
