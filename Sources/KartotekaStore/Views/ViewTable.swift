import KartotekaModel

/// The table of an application's saved views.
struct ViewTable {
  static let name = "kartoteka_views"
  static let schema = """
    CREATE TABLE \(name) (
      id INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL,
      is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1)), UNIQUE (entity, name)
    ) STRICT
    """
  private static let columns = "id, entity, name, query, is_pinned"

  let database: SQLConnection

  /// All views, in the order of their names.
  func all() throws -> [SavedView] {
    // A file that is only read may lack the table.
    guard try database.hasTable(Self.name) else { return [] }
    let rows = try RawStatement(
      "SELECT \(Self.columns) FROM \(Self.name) ORDER BY name COLLATE NOCASE, id", in: database)
    defer { rows.reset() }
    var views: [SavedView] = []
    while try rows.step() {
      views.append(
        SavedView(
          id: rows.integer(column: 0), entity: rows.text(column: 1), name: rows.text(column: 2),
          query: rows.text(column: 3), isPinned: rows.integer(column: 4) == 1))
    }
    return views
  }

  /// Inserts a view, or replaces the one with its number.
  func write(_ view: SavedView) throws -> Int64 {
    try RawStatement(
      """
      INSERT INTO \(Self.name) (\(Self.columns)) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET \
      entity = excluded.entity, name = excluded.name, query = excluded.query, is_pinned = excluded.is_pinned
      """, in: database
    ).run(
      view.id == 0 ? .null : .integer(view.id), .text(view.entity), .text(view.name), .text(view.query),
      .integer(view.isPinned ? 1 : 0))
    return view.id == 0 ? database.lastInsertedRowID : view.id
  }

  func delete(_ id: Int64) throws {
    try RawStatement("DELETE FROM \(Self.name) WHERE id = ?", in: database).run(.integer(id))
  }

  /// The image of a view in a change set.
  static func image(_ view: SavedView) -> Image {
    Image([
      ("entity", .text(view.entity)), ("name", .text(view.name)), ("query", .text(view.query)),
      ("is_pinned", .integer(view.isPinned ? 1 : 0)),
    ])
  }

  /// The image of a view that was private up to now; nil for the owner of one that was not.
  static func image(_ view: SavedView, publishedBy owner: Int64?) -> Image {
    var image = image(view)
    if let owner { image.values.append((publisher, .integer(owner))) }
    return image
  }

  /// The image of a view that is deleted; the private view is the one that stays with its owner.
  static func image(_ view: SavedView, keptAs own: SavedView?) -> Image {
    var image = image(view, publishedBy: own?.owner)
    if let own { image.values += [(keptNumber, .integer(own.id)), (keptName, .text(own.name))] }
    return image
  }

  /// The image as that of the view alone.
  static func withoutPublisher(_ image: Image) -> Image {
    Image(image.values.filter { ![publisher, keptNumber, keptName].contains($0.column) })
  }

  // No columns: undo and redo alone need them.
  private static let (publisher, keptNumber, keptName) = ("published_by", "kept_number", "kept_name")

  /// The number and name of the private view that has stayed with its owner; nil if none has.
  static func kept(_ image: Image) -> (id: Int64, name: String)? {
    let values = Dictionary(image.values.map { ($0.column, $0.value) }, uniquingKeysWith: { first, _ in first })
    guard case .integer(let id)? = values[keptNumber], case .text(let name)? = values[keptName] else { return nil }
    return (id, name)
  }

  /// The owner of the private view that was published as an image's view; nil for another view.
  static func publisher(_ image: Image) -> Int64? {
    guard case .integer(let owner)? = image.values.first(where: { $0.column == publisher })?.value else { return nil }
    return owner
  }

  /// The view of an image.
  static func view(_ id: Int64, _ image: Image) -> SavedView? {
    let values = Dictionary(image.values.map { ($0.column, $0.value) }, uniquingKeysWith: { first, _ in first })
    guard case .text(let entity)? = values["entity"], case .text(let name)? = values["name"],
      case .text(let query)? = values["query"], case .integer(let isPinned)? = values["is_pinned"]
    else { return nil }
    return SavedView(id: id, entity: entity, name: name, query: query, isPinned: isPinned == 1)
  }
}
