import KartotekaModel

/// The times and authors in the history of made and changed records, for stamps that are newer than the records.
struct StampHistory {
  let database: SQLConnection
  /// The table of the records, by its name in the history.
  let table: String

  /// The temporary table of the change sets that made a record and that changed it last.
  private static let known = "temp.kartoteka_stamped"

  private var name: String { SQL.literal(.text(table)) }

  /// The most records of which the history may know something: all of them, or none. Counting those that it does know would take
  /// seconds for a million.
  func mostRecords() throws -> Int {
    guard try database.hasTable("kartoteka_changes"), try database.hasTable(table) else { return 0 }
    let isKnown = try database.first(
      Int.self, "SELECT EXISTS (SELECT 1 FROM kartoteka_changes WHERE entity = \(name))")
    return isKnown == 1 ? try database.first(Int.self, "SELECT count(*) FROM \(SQL.name(table))") ?? 0 : 0
  }

  /// Fills the columns of stamps as far as the history knows the records. What came back from an archive stays in those of a
  /// record's making, since that does not change. The others get the last change, which may be newer than the archive.
  func fill(_ attributes: [AttributeDescription]) throws {
    let values = attributes.compactMap { attribute in attribute.stamp.map { Self.assignment(attribute, $0) } }
    guard !values.isEmpty, try database.hasTable("kartoteka_changes") else { return }
    try database.execute(
      "CREATE TEMP TABLE kartoteka_stamped (record INTEGER PRIMARY KEY, made INTEGER, changed INTEGER)")
    try database.execute(
      """
      INSERT INTO \(Self.known) SELECT record, min(deed) FILTER (WHERE before IS NULL), max(deed) FROM kartoteka_changes \
      WHERE entity = \(name) AND last IS NULL GROUP BY record
      """)
    // Each range looks for its own records: their number may be far smaller than that of its ids.
    let hint = try database.hasIndex("kartoteka_changes_range") ? " INDEXED BY kartoteka_changes_range" : ""
    try database.execute(
      """
      INSERT INTO \(Self.known) SELECT t.id, c.deed, c.deed FROM kartoteka_changes c\(hint) \
      CROSS JOIN \(SQL.name(table)) t ON t.id BETWEEN c.record AND c.last WHERE c.entity = \(name) AND c.last IS NOT NULL \
      ON CONFLICT (record) DO UPDATE SET made = min(coalesce(made, excluded.made), excluded.made), \
      changed = max(changed, excluded.changed)
      """)
    try database.execute(
      """
      UPDATE \(SQL.name(table)) AS t SET \(values.joined(separator: ", ")) FROM \(Self.known) s WHERE s.record = t.id
      """)
    try database.execute("DROP TABLE \(Self.known)")
  }

  // Of a record whose making the history has lost, the value is null.
  private static func assignment(_ attribute: AttributeDescription, _ stamp: AttributeDescription.Stamp) -> String {
    // An author of an earlier version may be a plain name.
    let name = """
      iif(json_valid(d.person), coalesce(iif(json_type(d.person) = 'object', json_extract(d.person, '$.name'), NULL), d.person), d.person)
      """
    let value = stamp.isMoment ? "d.at" : "substr(nullif(\(name), ''), 1, \(attribute.maximumLength))"
    let column = SQL.name(attribute.column)
    let found = "(SELECT \(value) FROM kartoteka_deeds d WHERE d.id = \(stamp.isOfChange ? "s.changed" : "s.made"))"
    return "\(column) = \(stamp.isOfChange ? found : "coalesce(t.\(column), \(found))")"
  }
}
