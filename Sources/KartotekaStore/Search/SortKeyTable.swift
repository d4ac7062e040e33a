import KartotekaModel

/// The keys by which an entity's records are searched and sorted, beside their table: the folded texts that SQLite has no
/// function for, an index for every declared order, and a trigram index for the search.
///
/// It is derived. The store brings it up to date with the ``ChangeLog``: in its own transactions, and in the background
/// with what another program changed.
struct SortKeyTable: Sendable {
  /// The beginning of the names of these tables, before that of the entity's.
  static let prefix = "kartoteka_keys_"

  let entity: EntityDescription
  /// The order of its texts.
  let collation: Collation
  /// The columns: the attributes that are searched or sorted by.
  let columns: [ColumnDescription]
  let searched: [AttributeDescription]
  let table: String
  /// The trigram index; nil if no attribute is searched.
  private(set) var searchIndex: SearchIndex?
  /// The statements for one record's keys.
  let sql: RecordKeySQL
  /// The keys, computed from a record's values: the columns of a query.
  private let computing: String
  /// The same entity's keys of the other collations, which the file has or not.
  let collated: [SortKeyTable]

  /// The keys of an entity; nil when nothing of it is searched or sorted.
  ///
  /// The tables of a collation other than root are for sorting text only, and are made when they are first needed.
  init?(_ entity: EntityDescription, _ collation: Collation = .root) {
    let sorted = Set(entity.sortOrders.joined().map(\.name)).union(
      entity.attributes.filter(\.isSorted).map(\.name))
    searched = collation == .root ? entity.searchedAttributes : []
    let wanted = sorted.union(searched.map(\.name))
    columns = entity.columns.filter { wanted.contains($0.name) }
    self.entity = entity
    self.collation = collation
    // No other entity's table can be named so: it would not be in snake case.
    table = Self.prefix + entity.table + (collation == .root ? "" : "__" + collation.rawValue)
    searchIndex =
      searched.isEmpty ? nil : SearchIndex(of: entity.table, keys: table, columns: searched.map(\.column))
    computing = columns.map { Self.computing($0, collation) }.joined(separator: ", ")
    sql = RecordKeySQL(of: entity, keyed: columns.map(\.column), computing, in: table)
    collated =
      collation == .root ? Collation.allCases.filter { $0 != .root }.compactMap { SortKeyTable(entity, $0) } : []
    guard collation == .root ? !columns.isEmpty : columns.contains(where: { $0.isSorted(by: collation) }) else {
      return nil
    }
  }

  /// Whether the key of that column is folded text (and so never NULL).
  static func isFolded(_ column: ColumnDescription) -> Bool {
    if case .attribute(let attribute) = column { attribute.isText } else { false }
  }

  // SQL alone computes keys of records, whoever stored their values and in whatever encoding.
  private static func computing(_ column: ColumnDescription, _ collation: Collation) -> String {
    let name = SQL.name(column.column)
    return isFolded(column) ? "coalesce(\(collation.function(of: column))(\(name)), '') AS \(name)" : name
  }

  /// A query of the keys of all records, computed from their values.
  var computed: String { "SELECT id, \(computing) FROM main.\(SQL.name(entity.table))" }

  /// The key of a text that is looked for.
  static func key(of text: String, in column: ColumnDescription, _ collation: Collation) -> String {
    guard case .attribute(let attribute) = column else { return collation.key(text) }
    return collation.key(attribute.behavior.keyText(text, collation))
  }

  /// Whether countries are among what is kept: their names come with the system, and change with it.
  var hasCountries: Bool {
    columns.contains { if case .attribute(let attribute) = $0 { attribute.kind == .country } else { false } }
  }

  func column(_ name: String) -> ColumnDescription? { columns.first { $0.name == name } }

  /// The same keys in a snapshot in which the search index contains the records up to an id only.
  func indexed(upTo id: RecordID) -> SortKeyTable {
    var copy = self
    copy.searchIndex = searchIndex?.incomplete(after: id)
    return copy
  }

  // MARK: Schema

  /// All that has to be there, in the order it is made in.
  var statements: [String] {
    [create] + indices.map(\.sql) + (searchIndex?.statements ?? [])
  }

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

  /// The declared orders that have an index.
  private var orders: [[FetchSort]] {
    let orders = Self.orders(of: entity)
    return collation == .root ? orders : orders.filter(hasText)
  }

  private static func orders(of entity: EntityDescription) -> [[FetchSort]] {
    let single = entity.attributes.filter(\.isSorted).map { [FetchSort($0.name)] }
    var orders: [[FetchSort]] = []
    // An order ends with the id, which no two records share and every index has.
    for order in entity.sortOrders.map({ Array($0.prefix { $0.name != "id" }) })
    where !order.isEmpty && !orders.contains(order) {
      orders.append(order)
    }
    for order in single where !orders.contains(where: { $0.first == order.first }) { orders.append(order) }
    return orders
  }

  /// Whether an index begins with that column.
  func leads(_ column: ColumnDescription) -> Bool { orders.contains { $0.first?.name == column.name } }

  /// One index per declared order. They cover all keys of the order, so that walking it needs no table.
  var indices: [(name: String, sql: String)] {
    orders.map { order in
      let parts = order.compactMap { sort in
        column(sort.name).map { SQL.name($0.column) + (sort.ascending ? "" : " DESC") }
      }
      let name =
        table + "_"
        + order.map { Naming.snakeCase($0.name) + ($0.ascending ? "" : "_desc") }.joined(separator: "_")
      return (name, "CREATE INDEX \(SQL.name(name)) ON \(SQL.name(table)) (\(parts.joined(separator: ", ")))")
    }
  }

  /// Whether an order is one of text.
  func hasText(_ order: [FetchSort]) -> Bool {
    order.contains { column($0.name)?.isSorted(by: collation) ?? false }
  }
}

/// The statements that maintain the keys of one record. They are built once, because every write runs some of them.
struct RecordKeySQL: Sendable {
  /// The keys that follow from the record's values.
  let computed: String
  /// The keys that are stored.
  let keys: String
  let insertion: String
  let deletion: String

  init(of entity: EntityDescription, keyed columns: [String], _ computing: String, in table: String) {
    let (names, table) = (SQL.names(columns), SQL.name(table))
    computed = "SELECT \(computing) FROM main.\(SQL.name(entity.table)) WHERE id = ?"
    keys = "SELECT \(names) FROM \(table) WHERE id = ?"
    insertion = "INSERT INTO \(table) (id, \(names)) VALUES (\(SQL.places(columns.count + 1)))"
    deletion = "DELETE FROM \(table) WHERE id = ?"
  }
}
