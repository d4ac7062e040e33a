import KartotekaModel

/// The values that a migration step computes for a column of the records that there are.
struct ColumnFilling: Sendable {
  /// SQLite's usual limit of a function's arguments, less the key and the number of the record.
  private static let mostColumns = 125
  private static let function = "kartoteka_fill"

  /// The name of the step, for the key of the SQL function.
  let step: String
  let entity: String
  let attribute: String
  /// The value by a record's number and its stored values by column.
  let value: @Sendable (RecordID, [String: Value], AttributeDescription) throws -> Value

  /// The SQL for a record's value. The columns are those that the statement's table has.
  func sql(_ columns: [(name: String, source: String)]) -> String {
    let arguments = [SQL.literal(.text(step)), "id"] + columns.prefix(Self.mostColumns).map { SQL.name($0.source) }
    return "\(Self.function)(\(arguments.joined(separator: ", ")))"
  }

  /// Does something on a connection that knows the fillings of a table.
  static func with<T>(
    _ fillings: [ColumnFilling], of entity: EntityDescription, _ columns: [(name: String, source: String)],
    on database: SQLConnection, _ body: () throws -> T
  ) throws -> T {
    guard !fillings.isEmpty else { return try body() }
    let bySteps = Dictionary(fillings.map { ($0.step, $0) }) { first, _ in first }
    let names = columns.prefix(mostColumns).map(\.name)
    return try database.withFunction(
      function, argumentCount: nil,
      { arguments in
        guard arguments.count >= 2, case .text(let step) = arguments[0], let filling = bySteps[step],
          let attribute = entity.attribute(filling.attribute), case .integer(let id) = arguments[1]
        else { return .null }
        let values = Dictionary(zip(names, arguments.dropFirst(2)), uniquingKeysWith: { first, _ in first })
        return try filling.value(id, values, attribute)
      }, body)
  }
}

/// A record as it is stored before a migration, for a ``MigrationStep`` that fills an attribute.
public struct StoredRecord<E: Entity>: Sendable {
  /// The record's number.
  public let id: RecordID
  let values: [String: Value]

  /// The value of a column by its name in the database, without bytes: `singer[column: "voice"]`. Renamed columns have their new
  /// names. Null where there is no such column.
  public subscript(column name: String) -> Value { values[name] ?? .null }

  /// The value of an attribute that the record has already; nil for none, for bytes, and for a value of an earlier kind.
  public subscript<V: AttributeValue>(path: KeyPath<E, Attribute<V>>) -> V? {
    guard let attribute = E.declaration.description.attribute(E.name(of: path)) else { return nil }
    return V.read(self[column: attribute.column], for: attribute)
  }

  /// The number of a related record; nil for none.
  public subscript<T: Entity>(path: KeyPath<E, ToOne<T>>) -> RecordID? {
    let name = E.name(of: path)
    guard let column = E.declaration.description.columns.first(where: { $0.name == name }),
      case .integer(let id) = self[column: column.column]
    else { return nil }
    return id
  }
}
