import KartotekaModel

/// A column of an opened file that may refer to the records of a table, although no foreign key says so.
package struct UndeclaredReference: Hashable, Sendable {
  /// The table, and its column.
  package let table: String
  package let column: String
  /// The table whose records it may lead to, and the only column of that table's primary key.
  package let target: String
  package let key: String

  package init(table: String, column: String, target: String, key: String) {
    (self.table, self.column, self.target, self.key) = (table, column, target, key)
  }
}

extension Store {
  /// The most rows whose values are looked up.
  private static let mostChecked = 100_000

  /// The number of values of a column that are keys of the other table: all of the first rows, or nil.
  /// - Returns: the number of values that were looked up; nil if there are none, or one of them is no key.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func values(foundBy reference: UndeclaredReference) async throws -> Int? {
    let schema = model.openedSchema ?? Attachment.schema
    func name(_ table: String) -> String { schema + "." + SQL.name(table) }
    let column = SQL.name(reference.column)
    let rows = """
      SELECT \(column) AS v FROM \(name(reference.table)) WHERE \(column) IS NOT NULL AND \(column) <> '' \
      LIMIT \(Self.mostChecked)
      """
    let key = "SELECT 1 FROM \(name(reference.target)) t WHERE t.\(SQL.name(reference.key)) = v"
    return try await translating {
      try await read(noting: nil) { database in
        let missing = try RawStatement(
          "SELECT 1 FROM (\(rows)) WHERE NOT EXISTS (\(key)) LIMIT 1", in: database
        ).integer()
        guard missing == nil else { return nil }
        let count = try RawStatement("SELECT count(*) FROM (\(rows))", in: database).integer() ?? 0
        return count > 0 ? Int(count) : nil
      }
    }
  }
}
