import KartotekaModel

/// What the history says of when and by whom records were made and changed, for stamps that are newer than the records.
struct StampHistory {
  let database: SQLConnection
  /// The table of the records, by its name in the history.
  let table: String

  // A row of the history is of the record `t.id`.
  private func changeSets(where condition: String = "TRUE") throws -> String {
    let hint = try database.hasIndex("kartoteka_changes_range") ? " INDEXED BY kartoteka_changes_range" : ""
    let name = SQL.literal(.text(table))
    return """
      SELECT deed FROM kartoteka_changes WHERE entity = \(name) AND record = t.id AND last IS NULL AND \(condition) \
      UNION ALL SELECT deed FROM kartoteka_changes\(hint) \
      WHERE entity = \(name) AND last IS NOT NULL AND record <= t.id AND last >= t.id
      """
  }

  /// The number of records of which the history knows a change.
  func count() throws -> Int {
    guard try database.hasTable("kartoteka_changes"), try database.hasTable(table) else { return 0 }
    return try database.first(
      Int.self, "SELECT count(*) FROM \(SQL.name(table)) t WHERE EXISTS (\(try changeSets()))") ?? 0
  }

  /// Fills the column of a stamp as far as the history knows its records. Others keep what they have.
  func fill(_ attribute: AttributeDescription, _ stamp: AttributeDescription.Stamp) throws {
    guard try database.hasTable("kartoteka_changes") else { return }
    let changeSets = try changeSets(where: stamp.isOfChange ? "TRUE" : "before IS NULL")
    // An author of an earlier version may be a plain name.
    let name = """
      iif(json_valid(d.person), coalesce(iif(json_type(d.person) = 'object', json_extract(d.person, '$.name'), NULL), d.person), d.person)
      """
    let value = stamp.isMoment ? "d.at" : "substr(nullif(\(name), ''), 1, \(attribute.maximumLength))"
    try database.execute(
      """
      UPDATE \(SQL.name(table)) AS t SET \(SQL.name(attribute.column)) = \(value) FROM kartoteka_deeds d \
      WHERE d.id = (SELECT \(stamp.isOfChange ? "max" : "min")(deed) FROM (\(changeSets)))
      """)
  }
}
