import KartotekaModel

// Reads of rejected rows and unresolved references within a transaction.
extension Transaction {
  private var query: ImportReviewQuery { ImportReviewQuery(database: database, model: model) }

  /// The rows that a request asks for.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func rejectedRows(_ request: RejectedRowsRequest) throws -> [RejectedRow] { try query.rows(request) }

  /// The rejected rows that wait for a reference.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func rows(waitingFor reference: Int64) throws -> [Int64] {
    try query.database.integers(
      """
      SELECT k.id FROM kartoteka_waiting w JOIN kartoteka_rejects k ON k.id = w.reject \
      WHERE w.reference = ? AND k.is_open ORDER BY k.id
      """, [.integer(reference)])
  }

  /// The references that rejected rows wait for.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func awaitedReferences() throws -> [UnresolvedText] {
    let rows = try RawStatement(
      """
      SELECT id, entity, relationship, heading, text FROM kartoteka_references r WHERE EXISTS (
        SELECT 1 FROM kartoteka_waiting w JOIN kartoteka_rejects k ON k.id = w.reject
        WHERE w.reference = r.id AND k.is_open)
      """, in: database)
    defer { rows.reset() }
    var found: [UnresolvedText] = []
    while try rows.step() {
      found.append(
        UnresolvedText(
          id: rows.integer(column: 0), entity: rows.text(column: 1), relationship: rows.text(column: 2),
          heading: rows.text(column: 3), text: rows.text(column: 4), records: 0, rows: 0, awaited: nil))
    }
    return found
  }

  /// The reference of that number; nil when there is none.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func reference(_ id: Int64) throws -> UnresolvedText? {
    let row = try RawStatement(
      "SELECT id, entity, relationship, heading, text FROM kartoteka_references WHERE id = ?", in: database)
    row.bind(.integer(id), at: 1)
    defer { row.reset() }
    guard try row.step() else { return nil }
    return UnresolvedText(
      id: row.integer(column: 0), entity: row.text(column: 1), relationship: row.text(column: 2),
      heading: row.text(column: 3), text: row.text(column: 4), records: 0, rows: 0, awaited: nil)
  }

  /// The records that still lack the related record of an unresolved reference.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func referrers(
    of reference: Int64, _ entity: EntityDescription, _ relationship: RelationshipDescription
  ) throws -> [RecordID] { try query.referrers(of: reference, entity, relationship) }

  /// The rejected rows of files with a layout, by the hash of their content; rows with equal hashes are distinguished by
  /// ``isRow(_:_:)``.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func rejectedRows(ofLayout layout: Int64) throws -> [Int64: [Int64]] {
    let rows = try RawStatement(
      "SELECT digest, id FROM kartoteka_rejects WHERE layout = ? AND is_open", in: database)
    rows.bind(.integer(layout), at: 1)
    defer { rows.reset() }
    var found: [Int64: [Int64]] = [:]
    while try rows.step() { found[rows.integer(column: 0), default: []].append(rows.integer(column: 1)) }
    return found
  }

  /// The corrections of rows of files with a layout that have been loaded since, in their order, by the original rows: equal rows
  /// may be corrected in different ways.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func corrections(ofLayout layout: Int64) throws -> [String: [(text: String, file: String)]] {
    let rows = try RawStatement(
      """
      SELECT raw, corrected, file FROM kartoteka_rejects WHERE layout = ? AND NOT is_open AND corrected IS NOT NULL \
      ORDER BY id
      """, in: database)
    rows.bind(.integer(layout), at: 1)
    defer { rows.reset() }
    var found: [String: [(text: String, file: String)]] = [:]
    while try rows.step() {
      found[rows.text(column: 0), default: []].append((rows.text(column: 1), rows.text(column: 2)))
    }
    return found
  }

  /// The hash of a row's content, as ``rejectedRows(ofLayout:)`` returns it.
  package static func digest(_ raw: UnsafeRawBufferPointer) -> Int64 { JSONText.digest(raw) }

  /// Whether a rejected row has this text.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func isRow(_ id: Int64, _ raw: String) throws -> Bool {
    try RawStatement("SELECT raw = ? FROM kartoteka_rejects WHERE id = ?", in: database)
      .integer(.text(raw), .integer(id)) == 1
  }

  /// The rejected rows of an entity that were at that line of a file.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func rejectedRows(of entity: EntityDescription, file: String, line: Int) throws -> [Int64] {
    try query.database.integers(
      """
      SELECT k.id FROM kartoteka_rejects k JOIN kartoteka_layouts l ON l.id = k.layout \
      WHERE k.is_open AND k.file = ? AND k.line = ? AND l.entity = ?
      """, [.text(file), .integer(Int64(line)), .text(entity.name)])
  }
}
