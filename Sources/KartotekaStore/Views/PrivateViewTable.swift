import KartotekaModel

/// The table of the views that only their owners see. They are in no change set: the history of an application is for everybody
/// who sees its records.
///
/// Their numbers in ``SavedView`` are negative, which distinguishes them from those of the views for everybody.
struct PrivateViewTable {
  static let name = "kartoteka_private_views"
  static let schema = """
    CREATE TABLE \(name) (
      id INTEGER PRIMARY KEY AUTOINCREMENT, person INTEGER NOT NULL, entity TEXT NOT NULL, name TEXT NOT NULL,
      query TEXT NOT NULL, is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1)),
      UNIQUE (person, entity, name)
    ) STRICT
    """
  private static let columns = "id, person, entity, name, query, is_pinned"

  let database: SQLConnection

  /// The views of all people.
  func all() throws -> [SavedView] {
    // A file that is only read may lack the table.
    guard try database.hasTable(Self.name) else { return [] }
    let rows = try RawStatement("SELECT \(Self.columns) FROM \(Self.name) ORDER BY id", in: database)
    defer { rows.reset() }
    var views: [SavedView] = []
    while try rows.step() {
      var view = SavedView(
        id: -rows.integer(column: 0), entity: rows.text(column: 2), name: rows.text(column: 3),
        query: rows.text(column: 4), isPinned: rows.integer(column: 5) == 1)
      view.owner = rows.integer(column: 1)
      views.append(view)
    }
    return views
  }

  /// Inserts a view of a person, or replaces the one with its number.
  /// - Returns: the view's number.
  func write(_ view: SavedView, of person: Int64) throws -> Int64 {
    try RawStatement(
      """
      INSERT INTO \(Self.name) (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET \
      person = excluded.person, entity = excluded.entity, name = excluded.name, query = excluded.query, \
      is_pinned = excluded.is_pinned
      """, in: database
    ).run(
      view.id == 0 ? .null : .integer(-view.id), .integer(person), .text(view.entity), .text(view.name),
      .text(view.query), .integer(view.isPinned ? 1 : 0))
    return view.id == 0 ? -database.lastInsertedRowID : view.id
  }

  /// Deletes the view with a number.
  func delete(_ id: Int64) throws {
    try RawStatement("DELETE FROM \(Self.name) WHERE id = ?", in: database).run(.integer(-id))
  }
}
