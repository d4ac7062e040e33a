import KartotekaModel

/// The first rows of a file, or of a sheet of a spreadsheet, from which its fields are guessed.
package struct TableSample: Sendable {
  /// The number of sampled rows.
  static let most = 2_000
  /// The maximum number of columns.
  static let mostColumns = 500
  /// The maximum number of bytes of a text. A picture may be a million characters long, and a character a million bytes.
  static let longest = 4_000
  /// The maximum number of bytes of all texts, with those that an empty one takes.
  static let mostBytes = 64 << 20
  /// The maximum number of bytes of the sampled rows in their file, where texts may be longer.
  private static let mostRead = 1 << 30

  /// The name of the file or sheet.
  package let name: String
  /// The first rows with values, with their numbers; nil for JSON, which has names in place of a row with headings.
  package private(set) var rows: [TableRow]?
  /// The number of the row with the headings, by the content; 0 if there is none.
  package private(set) var header = 1
  /// The encoding of the file, if it is a text.
  package private(set) var encoding: TextEncoding?
  /// The name of the format, and the mark between fields of a text.
  private(set) var format: String?
  private(set) var delimiter: CSVDialect.Delimiter?
  /// About how many rows there are, if the sample has not all.
  private(set) var estimated: Int?
  /// Whether the sample has all rows.
  private(set) var isComplete = true
  /// Whether the first row has the headings and each other one is a record.
  private var isExact = false
  /// Whether the rows are no table but a form, or a single cell.
  package private(set) var isScattered = false
  /// The types of the cells of ``rows``.
  private var types: [[CellType]] = []
  /// The number of cells among the sampled ones that count as empty: errors, and formulas without a stored result.
  private var errors = 0
  private var formulas = 0
  /// The number of rows with a quote that is never closed.
  private var broken = 0
  private var readerNotes: [Phrase] = []
  /// The number of columns beyond ``mostColumns``.
  private var moreColumns = 0
  /// The notes on contents of the file that are no rows of the table.
  private var leftOut: [Phrase] = []
  private var members: [String] = []
  private var values: [[String]] = []

  /// Samples a file whose first row has the headings.
  /// - Throws: ``ReadingError``, and ``ImportError`` for a file without columns.
  package init(_ file: ImportFile) throws {
    switch RecordFormat(of: file.text) {
    case .csv:
      try self.init(file.name, CSVSheet(file.text, CSVDialect(of: file.text)))
      guard let first = rows?.first else { throw ImportError.empty(file: file.name) }
      header = first.number
      isScattered = false
    case .json: try self.init(objectsOf: file)
    }
  }

  /// Samples a table of a file.
  /// - Throws: ``ReadingError``.
  package init(_ tables: TableFile, _ table: Int) throws {
    // The tables of a file share what one of them may have.
    try self.init(
      tables.names[table], try tables.reader(table), isText: tables.text != nil,
      bytes: max(1 << 20, Self.mostBytes / tables.names.count))
    leftOut = tables.notes(table) + [tables.text?.doubt?.note].compactMap(\.self)
    (format, encoding) = (tables.format, tables.text?.encoding)
  }

  /// Samples a file of any format but a spreadsheet. The row with the headings is guessed.
  /// - Throws: ``ReadingError``, and ``ImportError`` for a file without columns.
  package init(_ text: TextSource, name: String) throws {
    switch RecordFormat(of: text) {
    case .csv:
      let dialect = CSVDialect(of: text)
      try self.init(name, CSVSheet(text, dialect), isText: true)
      guard !isEmpty else { throw ImportError.empty(file: name) }
      (format, delimiter) = ("CSV", dialect.delimiter)
    case .json:
      try self.init(objectsOf: ImportFile(text, name: name))
      format = "JSON"
    }
    encoding = text.encoding
    leftOut += [text.doubt?.note].compactMap(\.self)
  }

  private init(
    _ name: String, _ reader: any SheetReader, isText: Bool = false, bytes most: Int = mostBytes
  ) throws {
    self.name = name
    var sampled = TableRows(bytes: Self.longest)
    var row = SheetRow()
    var (rest, unread) = (most, Self.mostRead)
    while try reader.next(&row) {
      try ReadingCancellation.check()
      guard sampled.rows.count <= Self.most, rest > 0, unread > 0 else {
        isComplete = false
        if reader.share > 0.001 { estimated = Int(clampingFloor: Double(sampled.rows.count) / reader.share) }
        break
      }
      errors += row.errors
      formulas += row.formulas
      broken += row.broken
      moreColumns = max(moreColumns, row.cells.count - Self.mostColumns)
      let cells = row.cells.prefix(Self.mostColumns).map { $0.beginning(bytes: Self.longest).trimmingSpaces() }
      rest -= cells.reduce(0) { $0 + Self.size($1) }
      unread -= row.cells.reduce(0) { $0 + $1.utf8.count }
      sampled.append(row, cells)
      types.append(Array(row.types.prefix(Self.mostColumns)))
    }
    readerNotes = reader.notes
    let rows = sampled.rows
    let first = Array(rows.prefix(100))
    isExact = reader.isExact
    let guess = HeaderGuess(first, isText: isText)
    header = isExact ? first.first?.number ?? 0 : guess.lowest().map { rows[$0].number } ?? 0
    isScattered = !isText && !isExact && TableShape.isScattered(first, header: header)
    self.rows = rows
  }

  private init(objectsOf file: ImportFile) throws {
    var reader = try JSONRecordReader(file.text)
    var places: [String: Int] = [:]
    var count = 0
    var rest = Self.mostBytes
    while try reader.next() {
      try ReadingCancellation.check()
      guard count < Self.most, rest > 0 else {
        isComplete = false
        break
      }
      count += 1
      for (name, value) in reader.record {
        if places[name] == nil {
          guard members.count < Self.mostColumns else { continue }
          places[name] = members.count
          members.append(name)
          values.append([])
        }
        guard let place = places[name] else { continue }
        let text = Self.text(value).beginning(bytes: Self.longest)
        rest -= Self.size(text)
        while values[place].count < count - 1 { values[place].append("") }
        if values[place].count < count { values[place].append(text) }
      }
    }
    // A record without a member has no value in its column.
    for place in values.indices { while values[place].count < count { values[place].append("") } }
    guard !members.isEmpty else { throw ImportError.empty(file: file.name) }
    name = reader.listName ?? file.name
  }

  private static func size(_ text: String) -> Int { text.utf8.count + MemoryLayout<String>.size }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: return ""
    case .string(let text): return text.trimmingSpaces()
    case .number(let digits): return JSONNumber.plain(digits)
    default:
      var json = JSONWriter()
      json.value(value)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  /// The notes on the table before anything is made of it.
  /// - Parameters:
  ///   - header: the number of the row with the headings.
  ///   - keepsAll: whether rows that look like notes or totals are wanted.
  func notes(header: Int?, keepsAll: Bool) -> [Phrase] {
    var notes = leftOut + Phrase.notes(errors: errors, formulas: formulas, broken: broken) + readerNotes
    if isScattered { notes.append("This doesn't look like a table, so it is left out unless you choose it") }
    if let header, let rows {
      let body = body(below: header, keepsAll: keepsAll)
      let shape = TableShape(Array(rows.prefix(100)), header: header)
      notes += body.notes + oddRows(body.rows.map { rows[$0] }.filter(shape.hasMore))
    }
    if moreColumns > 0 {
      notes.append(
        Phrase(
          "{count} more columns are left out: there are at most {most} fields",
          ["count": .count(moreColumns), "most": .count(Self.mostColumns)]))
    }
    return notes
  }

  // Rows with a delimiter within a value.
  private func oddRows(_ odd: [TableRow]) -> [Phrase] {
    guard !odd.isEmpty else { return [] }
    let rows = odd.prefix(3).map { "\($0.number): " + $0.cells.prefix(5).joined(separator: " · ").prefix(80) }
    return [
      Phrase(
        "{count} rows have more fields than there are headings, and will be rejected: {rows}",
        ["count": .count(odd.count), "rows": .text(rows.joined(separator: "; "))])
    ]
  }

  // MARK: Columns

  /// Whether there are no values.
  package var isEmpty: Bool { rows?.isEmpty ?? members.isEmpty }

  /// The columns of the table.
  struct Columns {
    var headings: [String] = []
    /// Whether the heading is that of the file; others are names that columns without one get.
    var isNamed: [Bool] = []
    var values: [[String]] = []
    /// Whether the values are those of a spreadsheet's cells with types.
    var isTyped: [Bool] = []
  }

  /// The columns below a row of headings.
  /// - Parameters:
  ///   - header: the number of the row with the headings; 0 for none.
  ///   - keepsAll: whether rows that look like notes or totals are wanted.
  func table(below header: Int, keepsAll: Bool = false) -> Columns {
    guard let rows else {
      return Columns(
        headings: members, isNamed: members.map { !$0.isEmpty }, values: values, isTyped: members.map { _ in false })
    }
    let body = body(below: header, keepsAll: keepsAll).rows
    let own = rows.first { $0.number == header }?.cells ?? []
    let below = rows.lazy.filter { $0.number > header }.map(\.cells.count).max() ?? 0
    var columns = Columns()
    let shape = TableShape(Array(rows.prefix(100)), header: header)
    columns.headings = shape.headings(width: max(own.count, below))
    let width = columns.headings.count
    // A copy of a file without its notes names the columns that have no heading.
    columns.isNamed = (0..<width).map { place in
      place < own.count && !own[place].isEmpty && own[place] != TableHeadings.name(ofColumn: place)
    }
    columns.values = Array(repeating: [], count: width)
    columns.isTyped = Array(repeating: false, count: width)
    for index in body where !shape.isOdd(rows[index]) {
      let cells = rows[index].cells
      for column in 0..<width {
        columns.values[column].append(column < cells.count ? cells[column] : "")
        if column < cells.count, types[index][column] == .value { columns.isTyped[column] = true }
      }
    }
    return columns
  }

  /// The values of each column of a table.
  package func values(of proposed: ProposedTable) -> [[String]] {
    table(below: proposed.header ?? 0, keepsAll: proposed.keepsAllRows ?? false).values
  }

  // The places of the rows below the headings, and what to know about those that are left out.
  private func body(below header: Int, keepsAll: Bool) -> (rows: [Int], notes: [Phrase]) {
    let rows = rows ?? []
    var body = TableBody(TableShape(Array(rows.prefix(100)), header: header), keepsAll: keepsAll || isExact)
    var numbers: Set<Int> = []
    for row in rows where row.number > header {
      if let sure = body.take(SheetRow(row)) { numbers.insert(sure.number) }
    }
    // Of a part of the rows the last ones are no end.
    for row in isComplete ? body.finish() : body.last { numbers.insert(row.number) }
    return (rows.indices.filter { numbers.contains(rows[$0].number) }, body.notes)
  }
}

extension Phrase {
  /// The note on a table in which some cells count as empty.
  /// - Parameters:
  ///   - formulas: the number of formulas without a stored result.
  ///   - broken: the number of rows with a quote that is never closed.
  package static func notes(errors: Int, formulas: Int, broken: Int = 0) -> [Phrase] {
    var notes: [Phrase] = []
    if errors > 0 { notes.append(Phrase("{count} cells with errors count as empty", ["count": .count(errors)])) }
    if formulas > 0 {
      notes.append(
        Phrase(
          "{count} formulas have no stored result: open the file in a spreadsheet program and save it",
          ["count": .count(formulas)]))
    }
    if broken > 0 {
      notes.append(Phrase("{count} rows with a quote that is never closed are left out", ["count": .count(broken)]))
    }
    return notes
  }
}
