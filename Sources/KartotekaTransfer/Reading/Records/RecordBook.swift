import KartotekaModel

/// A format of records with named values. The file is read once for the names, which become the columns, and again for each
/// table.
protocol RecordBook: Workbook {
  var tables: RecordTables { get }
}

extension RecordBook {
  var sheets: [String] { tables.tables.map(\.name) }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader {
    RecordSheet(tables.tables[sheet], try tables.open())
  }

  func notes(of sheet: Int) -> [Phrase] { sheet == 0 ? tables.notes : [] }
}

/// The tables and columns of a file of records.
struct RecordTables {
  struct Column {
    let name: NamedValues.Name
    /// The name, or a free one where another column has it.
    fileprivate(set) var heading: String
  }

  struct Table {
    let name: String
    fileprivate(set) var columns: [Column] = []
    fileprivate var known: Set<NamedValues.Name> = []
    /// The names of the file under which a value differs from that of the format with this name.
    fileprivate var differing: Set<NamedValues.Name> = []
  }

  fileprivate(set) var tables: [Table] = []
  let notes: [Phrase]
  let open: () throws(ReadingError) -> any NamedValueReader

  /// Reads the file for its columns.
  /// - Parameters:
  ///   - order: the names of usual columns in their order; others follow in the order in which they are found.
  ///   - file: the displayed name.
  ///   - open: begins to read the file.
  /// - Throws: ``ReadingError``.
  init(
    order: [String], file: String, _ open: @escaping () throws(ReadingError) -> any NamedValueReader
  ) throws(ReadingError) {
    self.open = open
    var places: [String: Int] = [:]
    let reader = try open()
    while let record = try reader.next() {
      guard !record.isTooWide else { throw .expandsTooMuch(file: file) }
      if places[record.table] == nil {
        guard tables.count < SheetLimits.sheets else { throw .tooManySheets(file: file, most: SheetLimits.sheets) }
        places[record.table] = tables.count
        tables.append(Table(name: record.table))
      }
      guard let place = places[record.table] else { continue }
      tables[place].take(record)
      guard tables[place].columns.count <= SheetLimits.columns else { throw .expandsTooMuch(file: file) }
    }
    notes = reader.notes
    let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    for place in tables.indices { tables[place].finish(ranks, last: order.count) }
  }
}

extension RecordTables.Table {
  fileprivate mutating func take(_ record: NamedValues) {
    for value in record.values {
      let name = value.name
      if known.insert(name).inserted { columns.append(RecordTables.Column(name: name, heading: name.text)) }
      if name.isOfFile, !differing.contains(name), record[name.text] != value.text { differing.insert(name) }
    }
  }

  // Orders the columns. A value that the file only repeats under the name of the format is no column; another column of that name
  // gets a free heading.
  fileprivate mutating func finish(_ ranks: [String: Int], last: Int) {
    columns = columns.filter { !$0.name.isOfFile || differing.contains($0.name) }
    func rank(_ column: RecordTables.Column) -> Int {
      column.name.isOfFile ? last : ranks[column.name.text] ?? last
    }
    // The sorting is stable.
    columns = columns.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
    var headings = FreeHeadings(columns.map(\.name.text))
    let ofFormat = Set(columns.lazy.filter { !$0.name.isOfFile }.map(\.name.text))
    for place in columns.indices where columns[place].name.isOfFile && ofFormat.contains(columns[place].heading) {
      columns[place].heading = headings.take(columns[place].heading)
    }
  }
}

/// Makes headings that no other column has.
struct FreeHeadings {
  private var taken: Set<String>
  /// The number to try next for a heading, so that many equal ones take no quadratic time.
  private var numbers: [String: Int] = [:]

  init(_ taken: some Sequence<String>) { self.taken = Set(taken) }

  /// The heading, with a number if it is taken.
  mutating func take(_ heading: String) -> String {
    if taken.insert(heading).inserted { return heading }
    var number = numbers[heading] ?? 2
    while !taken.insert("\(heading) \(number)").inserted { number += 1 }
    numbers[heading] = number + 1
    return "\(heading) \(number)"
  }
}

/// Records as the rows of a sheet: a row of headings, then a row for each record.
private final class RecordSheet: SheetReader {
  private let table: RecordTables.Table
  private let places: [NamedValues.Name: Int]
  private let reader: any NamedValueReader
  private var rows = 0

  init(_ table: RecordTables.Table, _ reader: any NamedValueReader) {
    (self.table, self.reader) = (table, reader)
    places = Dictionary(table.columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  var share: Double { reader.share }
  var isExact: Bool { true }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    if rows == 0 {
      rows = 1
      row.begin(1)
      for (place, column) in table.columns.enumerated() { row.set(column.heading, at: place) }
      return !table.columns.isEmpty
    }
    while let record = try reader.next() {
      guard record.table == table.name else { continue }
      rows += 1
      row.begin(rows)
      for value in record.values {
        if let place = places[value.name] { row.set(value.text, value.type, at: place) }
      }
      if !row.cells.isEmpty { return true }
    }
    return false
  }
}
