import KartotekaModel

/// The SQL of an entity whose records are in an opened file: the view that reads it, the triggers that log its changes, and the
/// parts of the statements that write it.
struct SourceSQL {
  let entity: EntityDescription
  let source: EntitySource
  private let model: ModelDescription

  init(_ entity: EntityDescription, _ source: EntitySource, _ model: ModelDescription) {
    (self.entity, self.source, self.model) = (entity, source, model)
  }

  /// The table's name for statements that write.
  var table: String { source.schema + "." + SQL.name(source.table) }

  /// The id of a row.
  /// - Parameter row: the row's name with a point behind it, such as `NEW.`.
  func id(of row: String = "") -> String {
    if let name = source.rowID { return row + SQL.name(name) }
    if !source.key.isEmpty, !source.isReadOnlyView {
      return "\(RowKeyFunction.name)(\(source.key.map { row + SQL.name($0) }.joined(separator: ", ")))"
    }
    return "row_number() OVER ()"
  }

  /// The view in which the store reads the records.
  var view: String { view(named: SQL.name(entity.table), of: table) }

  /// A view with the same columns, of a table that has the columns of the file's.
  /// - Parameter others: further columns of the table.
  func view(named name: String, of table: String, with others: [String] = []) -> String {
    var columns = [id(of: "s.") + " AS id"] + others.map { "s." + SQL.name($0) }
    for column in entity.columns {
      if let position = source.positions[column.column] {
        columns.append("\(Self.text(of: position)) AS \(SQL.name(column.column))")
        continue
      }
      let own = compared(source.column(column.column), of: "s.")
      if case .toOne(let relationship) = column, let id = reference(relationship, own) {
        columns.append("\(id) AS \(SQL.name(column.column))")
        columns.append("\(own) AS \(SQL.name(Self.keyName(column.column)))")
      } else {
        columns.append("\(own) AS \(SQL.name(column.column))")
      }
    }
    return "CREATE TEMP VIEW \(name) AS SELECT \(columns.joined(separator: ", ")) FROM \(table) s"
  }

  /// A column of the table in an expression that compares it. A collation that only another program has is left out: the
  /// statement would not be prepared.
  /// - Parameter row: the row's name with a point behind it.
  func compared(_ column: String, of row: String = "") -> String {
    row + SQL.name(column) + (source.unknownCollations.contains(column) ? " COLLATE BINARY" : "")
  }

  // The text of a position; NULL where the columns have no degrees.
  private static func text(of position: EntitySource.Position) -> String {
    let (latitude, longitude) = ("s." + SQL.name(position.latitude), "s." + SQL.name(position.longitude))
    let conditions = [(latitude, 90), (longitude, 180)].map { column, most in
      "typeof(\(column)) IN ('integer', 'real') AND \(column) BETWEEN -\(most) AND \(most)"
    }
    return "CASE WHEN \(conditions.joined(separator: " AND ")) THEN \(latitude) || ',' || \(longitude) END"
  }

  /// The name of the view's column with the stored value of a reference by a key.
  static func keyName(_ column: String) -> String { column + " (key)" }

  // The id of the record that a reference by a key leads to, or the stored value if there is none.
  private func reference(_ relationship: RelationshipDescription, _ own: String) -> String? {
    guard let keyed = relationship.keyed, let target = Self.of(relationship.target, model) else { return nil }
    let id = target.id(of: "r.")
    return
      "coalesce((SELECT \(id) FROM \(target.table) r WHERE \(target.compared(keyed.target, of: "r.")) = \(own)), CAST(\(own) AS TEXT))"
  }

  /// The SQL of the entity of that name; nil if it is not in an opened file.
  static func of(_ name: String, _ model: ModelDescription) -> SourceSQL? {
    guard let entity = model.entity(named: name), let source = entity.source else { return nil }
    return SourceSQL(entity, source, model)
  }

  /// The expression that a write sets a column to; its argument is the record's value. Text is the key itself.
  func place(_ column: ColumnDescription, _ value: Value) -> String {
    guard case .toOne(let relationship) = column, let keyed = relationship.keyed, case .integer = value,
      let target = Self.of(relationship.target, model)
    else { return "?" }
    return "(SELECT r.\(SQL.name(keyed.target)) FROM \(target.table) r WHERE \(target.id(of: "r.")) = ?)"
  }

  /// The condition on a column of the view that a reference leads to a record, whose id is its argument. Keys are compared
  /// as they are stored, so that an index of the file is used.
  static func leads(
    _ relationship: RelationshipDescription, _ model: ModelDescription, to id: String = "?"
  ) -> String {
    guard let keyed = relationship.keyed, let target = of(relationship.target, model) else {
      return SQL.name(relationship.column) + " = " + id
    }
    return """
      \(SQL.name(keyName(relationship.column))) = \
      (SELECT r.\(SQL.name(keyed.target)) FROM \(target.table) r WHERE \(target.id(of: "r.")) = \(id))
      """
  }

  /// The position of a column of the table among a record's values; nil for the record's number.
  func position(_ column: String) -> Int? {
    entity.columns.firstIndex { source.column($0.column).lowercased() == column.lowercased() }
  }

  /// The stored value of a column of the table.
  func value(of column: String, in record: AnyRecord) -> Value? {
    if let position = position(column) { return record.keys[position] ?? record.values[position] }
    return source.rowID?.lowercased() == column.lowercased() ? record.id.map(Value.integer) : nil
  }

  /// The condition that finds a record for a write.
  func condition(_ record: AnyRecord) -> Fragment {
    if let name = source.rowID { return Fragment(sql: SQL.name(name) + " = ?", values: [.integer(record.id ?? 0)]) }
    let parts = source.key.compactMap { name in value(of: name, in: record).map { (compared(name) + " IS ?", $0) } }
    return Fragment(sql: parts.map(\.0).joined(separator: " AND "), values: parts.map(\.1))
  }

  // MARK: Triggers

  /// The triggers that log changes of records by this connection, whether by a statement, a trigger or a foreign key of the
  /// file.
  var triggers: [String] {
    if source.isReadOnly { return [] }
    let literal = SQL.literal(entity.table)
    let (new, old) = (id(of: "NEW."), id(of: "OLD."))
    let many = source.replaces ? "\(into) VALUES (\(literal), 0, 'many'); " : ""
    return [
      trigger("insert", "INSERT", "\(into) VALUES (\(literal), \(new), 'insert'); \(many)"),
      trigger(
        "update", "UPDATE",
        """
        \(into) SELECT \(literal), \(old), 'delete' WHERE \(old) <> \(new); \
        \(into) VALUES (\(literal), \(new), iif(\(old) = \(new), 'update', 'insert')); \(many)
        """),
      trigger("delete", "DELETE", "\(into) VALUES (\(literal), \(old), 'delete'); "),
    ]
  }

  private var into: String { "INSERT INTO \(ChangeLog.table) (entity, id, operation)" }

  func trigger(_ suffix: String, _ event: String, _ body: String) -> String {
    "CREATE TEMP TRIGGER \(SQL.name("kartoteka_\(entity.table)_\(suffix)")) AFTER \(event) ON \(table) BEGIN \(body)END"
  }
}

extension EntitySource {
  /// Whether rows have neither a rowid nor a key.
  var isReadOnlyView: Bool { isReadOnly && rowID == nil && key.isEmpty }
}

/// A join table of an opened file. It is an entity as well, so that the view of its links has a name of its own.
package struct JoinSource {
  private static let suffix = " (links)"

  let table: String
  let columns: RelationshipDescription.JoinColumns
  let (own, related): (EntityDescription, EntityDescription)

  private var name: String { Self.written(table, in: own.source?.schema ?? Attachment.schema) }

  /// The name of the table of the links.
  var entityTable: String { String(table.dropLast(Self.suffix.count)) }

  /// The name of the view of a table's links.
  package static func name(of table: String) -> String { table + suffix }

  /// The table's name for statements that write.
  static func written(_ view: String, in schema: String) -> String {
    schema + "." + SQL.name(String(view.dropLast(suffix.count)))
  }

  var view: String {
    "CREATE TEMP VIEW \(SQL.name(table)) AS SELECT \(SQL.names([columns.own, columns.related])) FROM \(name)"
  }

  func triggers(_ model: ModelDescription) -> [String] {
    func ends(_ row: String) -> [String] {
      [(own.table, columns.own), (related.table, columns.related)].map {
        "SELECT \(SQL.literal($0)), \(row).\(SQL.name($1)), 'touch' WHERE \(row).\(SQL.name($1)) IS NOT NULL"
      }
    }
    return [("insert", "INSERT", ["NEW"]), ("update", "UPDATE", ["OLD", "NEW"]), ("delete", "DELETE", ["OLD"])].map {
      suffix, event, rows in
      let body = rows.flatMap(ends).map { "INSERT INTO \(ChangeLog.table) (entity, id, operation) \($0); " }.joined()
      return
        "CREATE TEMP TRIGGER \(SQL.name("kartoteka_\(table)_\(suffix)")) AFTER \(event) ON \(name) BEGIN \(body)END"
    }
  }
}

extension ModelDescription {
  /// Whether the records are in an opened file.
  var isOpened: Bool { openedSchema != nil }

  /// The name by which connections know the opened file; nil for other models.
  var openedSchema: String? { entities.lazy.compactMap(\.source?.schema).first }

  /// The join tables of an opened file.
  var joinSources: [JoinSource] {
    var seen: Set<String> = []
    return entities.filter { $0.source != nil }.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard let table = relationship.joinTable, let columns = relationship.joinColumns,
          let target = self.entity(named: relationship.target), seen.insert(table).inserted
        else { return nil }
        return JoinSource(table: table, columns: columns, own: entity, related: target)
      }
    }
  }

  /// The name of a join table for statements that write.
  func written(joinTable table: String) -> String {
    openedSchema.map { JoinSource.written(table, in: $0) } ?? SQL.name(table)
  }
}
