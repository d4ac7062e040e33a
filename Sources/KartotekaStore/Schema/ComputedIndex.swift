import KartotekaModel

/// The index of a computed value that is declared `.sorted`: an index on an expression over columns of the entity's table.
/// SQLite uses it for conditions and orders that contain the same expression, literally.
struct ComputedIndex: Sendable {
  /// The prefix of their names.
  static let prefix = "kartoteka_computed_"

  /// The entity's table.
  let table: String
  /// The value of a record `t`.
  let expression: String
  /// `CREATE INDEX`.
  let statement: String

  /// - Returns: nil for a value without an index.
  /// - Throws: ``StoreError`` for a computed value that makes no sense.
  init?(_ computed: ComputedDescription, of entity: EntityDescription, _ mapping: ModelMapping) throws {
    guard computed.attribute.isSorted, entity.source == nil, computed.source.isOrderedNumber else { return nil }
    let value = try ComputedSQL.sql(computed.source, entity, mapping.forSchema)
    let parts = value.sql.split(separator: "?", omittingEmptySubsequences: false).map(String.init)
    let literals = value.values.map { SQL.literal($0) } + [""]
    func whole(_ parts: [String]) -> String { zip(parts, literals).map { $0 + $1 }.joined() }
    table = entity.table
    expression = whole(parts)
    let name = SQL.name(Self.prefix + entity.table + "__" + Naming.snakeCase(computed.name))
    // An index's expression has columns without their table.
    let columns = whole(parts.map { $0.replacing("t.\"", with: "\"") })
    statement = "CREATE INDEX \(name) ON \(SQL.name(entity.table)) (\(columns))"
  }
}

extension ModelMapping {
  /// The indices of computed values. A computed value that makes no sense has none; the check of the description reports it.
  var computedIndices: [ComputedIndex] {
    model.entities.flatMap { entity in
      entity.computed.compactMap { try? ComputedIndex($0, of: entity, self) }
    }
  }
}
