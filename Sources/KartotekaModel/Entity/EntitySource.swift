/// The table or view of another program's SQLite file that holds the records of an entity.
///
/// Such an entity has the names of its table and columns, whatever their letters. Its schema is never changed.
public struct EntitySource: Hashable, Sendable, Codable {
  /// The name of the table or view.
  public var table: String
  /// Whether its records can't be changed: a view, or a file that is opened for reading.
  package var isReadOnly = false
  /// The name by which the store's connections know the file: `opened`, or `main` for a file that was adopted.
  package var schema = "opened"
  /// The name by which SQL reads the rowid, which is the record's id; nil for tables without rowid and for views.
  package var rowID: String?
  /// The columns of the primary key that addresses a record; empty if its id does.
  public var key: [String] = []
  /// The columns of the table, by the name that they have in the store's view of it. Names that are equal are left out.
  public var renamed: [String: String] = [:]
  /// Whether writing a record may delete others, without a trigger, by a conflict clause `REPLACE`.
  public var replaces = false
  /// The references to tables by several columns, which are no relationships.
  public var references: [ForeignKey] = []

  /// The expressions of CHECK constraints that have names, by name.
  public var checks: [String: String] = [:]

  /// The positions on Earth of two columns each, by the name of their column in the store's view. They are only read.
  package var positions: [String: Position] = [:]

  /// The columns of the table whose texts are compared as only the program that made the file can.
  package var unknownCollations: Set<String> = []

  /// Two columns with the degrees of a position.
  package struct Position: Hashable, Sendable, Codable {
    package var latitude: String
    package var longitude: String

    package init(latitude: String, longitude: String) { (self.latitude, self.longitude) = (latitude, longitude) }
  }

  /// A foreign key of several columns.
  public struct ForeignKey: Hashable, Sendable, Codable {
    /// The columns of this table.
    public var columns: [String]
    /// The name of the other entity.
    public var target: String
    /// The columns of the other table.
    package var targetColumns: [String]
    /// The effect of deleting the other record.
    package var deleteRule: DeleteRule

    /// A foreign key.
    public init(columns: [String], target: String, targetColumns: [String], deleteRule: DeleteRule) {
      self.columns = columns
      self.target = target
      self.targetColumns = targetColumns
      self.deleteRule = deleteRule
    }
  }

  /// The source of a table or view.
  public init(table: String) { self.table = table }

  /// The table's name of a column of the store's view.
  package func column(_ name: String) -> String { renamed[name] ?? name }
}

/// The rules of a column in another program's SQLite file.
public struct ColumnSource: Hashable, Sendable, Codable {
  /// The declared type; empty for none.
  public var type: String
  /// Whether numbers in text become numbers when they are stored.
  package var isNumeric: Bool
  /// Whether NULL is refused.
  package var isNotNull: Bool

  /// The rules of a column.
  public init(type: String, isNumeric: Bool, isNotNull: Bool) {
    self.type = type
    self.isNumeric = isNumeric
    self.isNotNull = isNotNull
  }
}
