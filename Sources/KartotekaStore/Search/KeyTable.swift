import GRDB
import KartotekaModel

/// What an entity's records are searched and sorted by, beside their table: the folded texts that SQLite has no
/// function for, an index for every declared order, and a trigram index for the search.
///
/// It is derived. Triggers of built-in means mark the records that changed, whoever changed them; the store
/// brings the marked ones up to date in its own transactions, and at its next look after another program's.
struct KeyTable: Sendable {
  /// The table of marks: one for all entities.
  static let marks = "kartoteka_stale"

  let entity: EntityDescription
  /// The columns kept: those searched and those sorted by.
  let columns: [ColumnDescription]
  let searched: [AttributeDescription]

  /// The keys of an entity; nil when nothing of it is searched or sorted.
  init?(_ entity: EntityDescription) {
    let sorted = Set(entity.sortOrders.joined().map(\.name)).union(
      entity.attributes.filter(\.isSorted).map(\.name))
    searched = entity.searchedAttributes
    let wanted = sorted.union(searched.map(\.name))
    columns = entity.columns.filter { wanted.contains($0.name) }
    self.entity = entity
    if columns.isEmpty { return nil }
  }

  var table: String { "kartoteka_keys_" + entity.table }
  var searchTable: String { "kartoteka_search_" + entity.table }

  /// Whether the key of that column is folded text (and so never NULL).
  static func isFolded(_ column: ColumnDescription) -> Bool {
    if case .attribute(let attribute) = column { attribute.isText } else { false }
  }

  /// The key of a column's value.
  static func key(_ value: Value, of column: ColumnDescription) -> Value {
    guard isFolded(column) else { return value }
    if case .text(let text) = value { return .text(Folding.fold(text)) }
    return .text("")
  }

  func column(_ name: String) -> ColumnDescription? { columns.first { $0.name == name } }

  // MARK: Schema

  /// All that has to be there, in the order it is made in.
  var statements: [String] { [create] + indices.map(\.sql) + searchStatements + triggers.map(\.sql) }

  private var create: String {
    let definitions = columns.map { column -> String in
      let name = SQL.name(column.column)
      guard case .attribute(let attribute) = column else { return name + " INTEGER" }
      return Self.isFolded(column)
        ? name + " TEXT NOT NULL" : name + " " + attribute.behavior.storage.rawValue.uppercased()
    }
    return
      "CREATE TABLE \(SQL.name(table)) (id INTEGER PRIMARY KEY, \(definitions.joined(separator: ", "))) STRICT"
  }

  /// One index per declared order. They cover all keys of the order, so that walking it needs no table.
  var indices: [(name: String, sql: String)] {
    let single = entity.attributes.filter(\.isSorted).map { [FetchSort($0.name)] }
    var orders = entity.sortOrders.filter { !$0.isEmpty }
    for order in single where !orders.contains(where: { $0.first == order.first }) { orders.append(order) }
    return orders.map { order in
      let parts = order.compactMap { sort in
        column(sort.name).map { SQL.name($0.column) + (sort.ascending ? "" : " DESC") }
      }
      let name =
        table + "_"
        + order.map { Naming.snakeCase($0.name) + ($0.ascending ? "" : "_desc") }.joined(separator: "_")
      return (name, "CREATE INDEX \(SQL.name(name)) ON \(SQL.name(table)) (\(parts.joined(separator: ", ")))")
    }
  }

  private var searchStatements: [String] {
    guard !searched.isEmpty else { return [] }
    // case_sensitive: what is indexed and what is asked for are folded already.
    return [
      """
      CREATE VIRTUAL TABLE \(SQL.name(searchTable)) USING fts5(\(searchedColumns), \
      content=\(SQL.literal(table)), content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0)
      """,
      // A larger buffer in memory makes fewer and larger pieces when many records come at once.
      "INSERT INTO \(SQL.name(searchTable)) (\(SQL.name(searchTable)), rank) VALUES ('hashsize', 33554432)",
    ]
  }

  var searchedColumns: String { SQL.names(searched.map(\.column)) }

  /// The triggers that mark records whose keys are no longer right.
  var triggers: [(name: String, sql: String)] {
    let watched = SQL.names(columns.map(\.column))
    return [
      ("insert", "INSERT", "NEW"), ("update", "UPDATE OF \(watched)", "NEW"), ("delete", "DELETE", "OLD"),
    ].map {
      let name = "kartoteka_\(entity.table)_\($0.0)"
      return (
        name,
        """
        CREATE TRIGGER \(SQL.name(name)) AFTER \($0.1) ON \(SQL.name(entity.table)) BEGIN \
        INSERT OR IGNORE INTO \(Self.marks) (entity, id) VALUES (\(SQL.literal(entity.table)), \($0.2).id); END
        """
      )
    }
  }
}
