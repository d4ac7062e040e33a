import KartotekaModel

// The first rows of a table, and their interpretation.
extension TableFile {
  /// The first rows of a table.
  package struct Survey: Sendable {
    /// The number of columns up to the last one with a value.
    package fileprivate(set) var width = 0
    /// The rows with values, with their numbers.
    package fileprivate(set) var rows: [TableRow] = []

    /// Whether the table has no values.
    package var isEmpty: Bool { rows.isEmpty }

    /// Whether the rows are those of a text file.
    fileprivate var isText = false
    /// Whether the first row has the headings and each other one is a record.
    fileprivate(set) var isExact = false

    /// The row that has the headings by its content; 0 if there is none.
    package var header: Int {
      if isExact { return rows.first?.number ?? 0 }
      return HeaderGuess(rows, isText: isText).lowest().map { rows[$0].number } ?? 0
    }

    /// Whether a person can choose a row for the headings; 0 stands for no row.
    func has(header: Int) -> Bool { header == 0 || rows.contains { $0.number == header } }

    /// Whether the rows are no table but a form, or a single cell.
    package var isScattered: Bool { !isText && !isExact && TableShape.isScattered(rows, header: header) }
  }

  /// The number of bytes of a text that guesses look at.
  private static let surveyed = 1_000

  /// Reads the first rows of a table.
  /// - Parameter most: the number of rows.
  /// - Throws: ``ReadingError``.
  package func survey(_ table: Int, keeping most: Int = 100) throws(ReadingError) -> Survey {
    var survey = Survey()
    survey.isText = text != nil
    let reader = try reader(table)
    survey.isExact = reader.isExact
    var row = SheetRow()
    var rows = TableRows(bytes: Self.surveyed)
    while rows.rows.count < most, try reader.next(&row) {
      survey.width = max(survey.width, row.cells.count)
      rows.append(row)
    }
    survey.rows = rows.rows
    return survey
  }

  /// The table of a CSV file that is written before it is read: it has titles above or notes below it.
  /// - Parameter header: the number of the row with the headings; nil to guess it.
  /// - Returns: nil for JSON and for a file that is read as it is.
  /// - Throws: ``ReadingError``.
  package static func toWrite(_ text: TextSource, name: String, header: Int? = nil) throws(ReadingError) -> TableFile? {
    guard RecordFormat(of: text) == .csv else { return nil }
    let table = TableFile(text, name: name)
    return try table.isPlain(text, header: header) ? nil : table
  }

  // Whether the file begins with its headings and has nothing but records below them.
  private func isPlain(_ text: TextSource, header: Int?) throws(ReadingError) -> Bool {
    let survey = try survey(0)
    guard let first = survey.rows.first else { return true }
    guard first.number == header ?? survey.header else { return false }
    // If most rows have more cells than the first one, columns without a heading get one.
    let wider = survey.rows.count { $0.cells.count > first.cells.count }
    let shape = TableShape(survey.rows, header: first.number)
    return shape.upper == nil && wider * 2 < survey.rows.count && !Self.hasMore(survey.rows, shape)
      && !Self.hasMore(end(of: text), shape)
  }

  private static func hasMore(_ rows: [TableRow], _ shape: TableShape) -> Bool {
    var body = TableBody(shape, keepsAll: false, hasAll: false)
    for row in rows where row.number > shape.header { _ = body.take(SheetRow(row)) }
    _ = body.finish()
    return body.below.count + body.others.count > 0
  }

  // The last rows of a CSV file. Their numbers are below those of the first rows where these are not among them.
  private func end(of text: TextSource) -> [TableRow] {
    let size = 1 << 16
    let bytes = text.bytes
    let isPart = bytes.count > size
    let start = isPart ? LineBreaks.next(in: bytes, from: bytes.count - size).end : 0
    let source = ByteSource(Array(bytes[start...]), name: text.name)
    let end = TextSource(utf8: source, encoding: .utf8, replacedCharacters: 0)
    let reader = CSVSheet(end, CSVDialect(of: text))
    var rows = TableRows(bytes: Self.surveyed, from: isPart ? 1 << 20 : 0)
    var row = SheetRow()
    // The place may be within quotes, where nothing looks like a table.
    while (try? reader.next(&row)) == true { rows.append(row) }
    return rows.rows
  }
}
