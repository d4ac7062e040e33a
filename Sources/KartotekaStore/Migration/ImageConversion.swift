import KartotekaModel

/// Has the images of records follow the conversion of a column of numbers. The new digits or unit would be read into the old number:
/// a deleted amount of 5 € without digits would come back as 0.05 €.
struct ImageConversion {
  let table: String
  let column: String
  let conversion: ValueConversion

  /// Converts the images of the records of the table. Where one image of a change has no new value neither keeps its own: an undo
  /// refuses it then as changed since.
  func run(in database: SQLConnection) throws {
    guard conversion.isOfNumbers, try database.hasTable(UndoLog.images.name) else { return }
    let path = SQL.literal("$.\"\(column)\"")
    // Nothing for a text that is no JSON, which another program has written.
    func isNumber(_ image: String) -> String {
      "CASE WHEN json_valid(\(image)) THEN json_type(\(image), \(path)) IN ('integer', 'real') ELSE 0 END"
    }
    func value(_ image: String) -> String {
      "CASE WHEN \(isNumber(image)) THEN json_extract(\(image), \(path)) END"
    }
    let images = ["before", "after"]
    let isLost = images.map { "(\(value($0)) IS NOT NULL AND \(conversion.sql(value($0))) IS NULL)" }
      .joined(separator: " OR ")
    let assignments = images.map { image in
      """
      \(image) = CASE WHEN \(isNumber(image)) THEN json_set(\(image), \(path), \
      CASE WHEN \(isLost) THEN NULL ELSE \(conversion.sql(value(image))) END) ELSE \(image) END
      """
    }
    try database.execute(
      """
      UPDATE \(UndoLog.images.name) SET \(assignments.joined(separator: ", ")) WHERE entity = \(SQL.literal(table)) \
      AND (\(images.map(isNumber).joined(separator: " OR ")))
      """)
  }
}
