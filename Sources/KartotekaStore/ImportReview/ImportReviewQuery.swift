import Foundation
import KartotekaModel

/// Reads the imports, rejected rows and unresolved references of a database.
struct ImportReviewQuery {
  let database: SQLConnection
  let model: ModelDescription

  // MARK: Imports

  /// Imports, newest first.
  func imports(_ id: Int64? = nil, by changeSet: Int64? = nil, limit: Int) throws -> [StoredImport] {
    let rows = try RawStatement(
      """
      SELECT id, at, name, deed, files, \
      (SELECT count(*) FROM kartoteka_rejects r WHERE r.is_open AND r.import = i.id) FROM kartoteka_imports i \
      WHERE (?1 IS NULL OR id = ?1) AND (?2 IS NULL OR deed = ?2) ORDER BY id DESC LIMIT ?3
      """, in: database)
    rows.bind([id, changeSet, Int64(limit)].map { $0.map(Value.integer) ?? .null })
    defer { rows.reset() }
    var found: [StoredImport] = []
    while try rows.step() {
      found.append(
        StoredImport(
          id: rows.integer(column: 0), at: Timestamp.date(rows.text(column: 1)) ?? .distantPast,
          name: JSONText.value(Phrase.self, rows.text(column: 2)) ?? "Changed data",
          changeSet: rows.value(column: 3).integer,
          files: JSONText.value([StoredImport.File].self, rows.text(column: 4)) ?? [],
          kept: Int(rows.integer(column: 5))))
    }
    return found
  }

  /// The records that imports of a file have made, newest first. The imports of other files are passed over unread.
  func records(of file: String, _ plural: String, among imports: Int, limit: Int) throws -> [[[RecordID]]] {
    let rows = try RawStatement(
      """
      SELECT f.value ->> '$.records' FROM
        (SELECT id, iif(json_valid(files), files, '[]') AS files FROM kartoteka_imports ORDER BY id DESC LIMIT ?1) i
        JOIN json_each(i.files) f
      WHERE f.value ->> '$.file' = ?2 AND f.value ->> '$.entity' = ?3 AND f.value ->> '$.records' IS NOT NULL
      ORDER BY i.id DESC, f.key LIMIT ?4
      """, in: database)
    rows.bind([.integer(Int64(imports)), .text(file), .text(plural), .integer(Int64(limit))])
    defer { rows.reset() }
    var found: [[[RecordID]]] = []
    while try rows.step() {
      if let series = JSONText.value([[RecordID]].self, rows.text(column: 0)) { found.append(series) }
    }
    return found
  }

  // MARK: Rows

  /// The rejected rows that a request asks for, in the order in which they were stored.
  func rows(_ request: RejectedRowsRequest) throws -> [RejectedRow] {
    let (source, condition) = (Self.source(request), Self.condition(request))
    let rows = try RawStatement(
      """
      SELECT r.id, r.import, l.entity, l.content, coalesce(i.options, ''), r.file, r.line, r.raw, r.corrected, r.faults
      FROM \(source.sql) LEFT JOIN kartoteka_imports i ON i.id = r.import
      WHERE \(condition.sql) AND r.id > coalesce(?, 0) ORDER BY r.id LIMIT ?
      """, in: database)
    rows.bind(
      source.values + condition.values + [
        request.after.map(Value.integer) ?? .null, .integer(Int64(request.limit)),
      ])
    defer { rows.reset() }
    var found: [RejectedRow] = []
    while try rows.step() {
      let corrected = rows.value(column: 8)
      found.append(
        RejectedRow(
          id: rows.integer(column: 0), importID: rows.integer(column: 1), entity: rows.text(column: 2),
          layout: rows.text(column: 3), options: rows.text(column: 4), file: rows.text(column: 5),
          line: Int(rows.integer(column: 6)), raw: rows.text(column: 7),
          corrected: corrected.isNull ? nil : rows.text(column: 8), faults: rows.text(column: 9)))
    }
    return found
  }

  /// The kinds of rows that a request asks for, on all its pages.
  func kinds(_ request: RejectedRowsRequest) throws -> [RejectedRowsKind] {
    let (source, condition) = (Self.source(request), Self.condition(request))
    // The file's name is that of the row with the least id (<https://www.sqlite.org/lang_select.html#bareagg>).
    let rows = try RawStatement(
      "SELECT r.layout, r.file, count(*), min(r.id) FROM \(source.sql) WHERE \(condition.sql) GROUP BY r.layout ORDER BY 4",
      in: database)
    rows.bind(source.values + condition.values)
    defer { rows.reset() }
    var kinds: [RejectedRowsKind] = []
    while try rows.step() {
      kinds.append(
        RejectedRowsKind(
          layout: rows.integer(column: 0), file: rows.text(column: 1), count: Int(rows.integer(column: 2))))
    }
    return kinds
  }

  /// The number of rows on all pages of a request.
  func count(_ request: RejectedRowsRequest) throws -> Int {
    let (source, condition) = (Self.source(request), Self.condition(request))
    let count = try RawStatement("SELECT count(*) FROM \(source.sql) WHERE \(condition.sql)", in: database)
    count.bind(source.values + condition.values)
    defer { count.reset() }
    return try count.step() ? Int(count.integer(column: 0)) : 0
  }

  private static func source(_ request: RejectedRowsRequest) -> Fragment {
    let rows = "kartoteka_rejects r JOIN kartoteka_layouts l ON l.id = r.layout"
    guard let ids = request.ids else { return Fragment(sql: rows) }
    // Looked up one by one, however many others there are.
    return Fragment(
      sql: "(SELECT DISTINCT value FROM json_each(?)) j CROSS JOIN " + rows, values: [SQL.json(ids)])
  }

  private static func condition(_ request: RejectedRowsRequest) -> Fragment {
    var conditions = [Fragment(sql: "r.is_open")]
    if let id = request.importID { conditions.append(Fragment(sql: "r.import = ?", values: [.integer(id)])) }
    if let entity = request.entity { conditions.append(Fragment(sql: "l.entity = ?", values: [.text(entity)])) }
    if let layout = request.layout { conditions.append(Fragment(sql: "r.layout = ?", values: [.integer(layout)])) }
    if request.ids != nil { conditions.append(Fragment(sql: "r.id = j.value")) }
    return .all(conditions)
  }

  /// The rows that wait for references, each with the reference.
  func waiting(for references: [Int64], limit: Int) throws -> [(reference: Int64, row: RejectedRow)] {
    let rows = try RawStatement(
      """
      SELECT reference, reject FROM (
        SELECT w.reference, w.reject, row_number() OVER (PARTITION BY w.reference ORDER BY w.reject) AS n
        FROM kartoteka_waiting w JOIN kartoteka_rejects k ON k.id = w.reject
        WHERE k.is_open AND w.reference IN (SELECT value FROM json_each(?))
      ) WHERE n <= ?
      """, in: database)
    rows.bind([SQL.json(references), .integer(Int64(limit))])
    defer { rows.reset() }
    var pairs: [(reference: Int64, row: Int64)] = []
    while try rows.step() { pairs.append((rows.integer(column: 0), rows.integer(column: 1))) }
    var request = RejectedRowsRequest()
    request.ids = Array(Set(pairs.map(\.row)))
    request.limit = .max
    let found = Dictionary(uniqueKeysWithValues: try self.rows(request).map { ($0.id, $0) })
    return pairs.compactMap { reference, row in found[row].map { (reference, $0) } }
  }

  // MARK: References

  /// The unresolved references that a record or a rejected row still lacks.
  func references() throws -> [UnresolvedText] {
    var found: [UnresolvedText] = []
    for (entity, relationship) in try relationships() {
      let rows = try RawStatement(Self.references(entity, relationship, in: model), in: database)
      rows.bind([.text(entity.name), .text(relationship.name), .text(relationship.target)])
      defer { rows.reset() }
      while try rows.step() {
        let (records, waiting) = (Int(rows.integer(column: 3)), Int(rows.integer(column: 4)))
        guard records + waiting > 0 else { continue }
        found.append(
          UnresolvedText(
            id: rows.integer(column: 0), entity: entity.name, relationship: relationship.name,
            heading: rows.text(column: 1), text: rows.text(column: 2), records: records, rows: waiting,
            awaited: rows.value(column: 5).integer))
      }
    }
    return found
  }

  /// The relationships with unresolved references that the model still has.
  private func relationships() throws -> [(EntityDescription, RelationshipDescription)] {
    let rows = try RawStatement("SELECT DISTINCT entity, relationship FROM kartoteka_references", in: database)
    defer { rows.reset() }
    var found: [(EntityDescription, RelationshipDescription)] = []
    while try rows.step() {
      guard let entity = model.entity(named: rows.text(column: 0)),
        let relationship = entity.relationship(rows.text(column: 1))
      else { continue }
      found.append((entity, relationship))
    }
    return found
  }

  private static func references(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, in model: ModelDescription
  ) -> String {
    """
    SELECT r.id, r.heading, r.text,
      (SELECT count(*) FROM kartoteka_referrers f JOIN \(SQL.name(entity.table)) t ON t.id = f.record
        WHERE f.reference = r.id AND \(isWithout(relationship))),
      (SELECT count(*) FROM kartoteka_waiting w JOIN kartoteka_rejects k ON k.id = w.reject
        WHERE w.reference = r.id AND k.is_open),
      (SELECT k.id FROM kartoteka_rejects k JOIN kartoteka_layouts l ON l.id = k.layout
        WHERE k.is_open AND k.record IS NOT NULL AND k.record = CAST(r.text AS INTEGER)
          AND CAST(k.record AS TEXT) = r.text AND l.entity = ?3 LIMIT 1)
    FROM kartoteka_references r WHERE r.entity = ?1 AND r.relationship = ?2
    """
  }

  /// Whether a record still lacks the related record of a reference. In a many-to-many relationship that can't be
  /// seen; there the reference counts as resolved if a person has chosen a record for its text.
  static func isWithout(_ relationship: RelationshipDescription) -> String {
    guard relationship.cardinality != .toOne else { return "t.\(SQL.name(relationship.column)) IS NULL" }
    return """
      NOT EXISTS (SELECT 1 FROM kartoteka_resolved s
        WHERE s.entity = \(SQL.literal(relationship.target)) AND s.text = r.text AND s.is_active)
      """
  }

  /// The records that still lack the related record of an unresolved reference.
  func referrers(
    of reference: Int64, _ entity: EntityDescription, _ relationship: RelationshipDescription
  ) throws -> [RecordID] {
    try database.integers(
      """
      SELECT f.record FROM kartoteka_references r JOIN kartoteka_referrers f ON f.reference = r.id \
      JOIN \(SQL.name(entity.table)) t ON t.id = f.record WHERE r.id = ? AND \(Self.isWithout(relationship)) \
      ORDER BY f.record
      """, [.integer(reference)])
  }
}

extension Value {
  /// A whole number; nil for anything else.
  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}
