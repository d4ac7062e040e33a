import KartotekaModel

/// A record of a file that has no rows and columns: values with names.
struct NamedValues {
  /// The name of the table that it belongs to.
  let table: String
  private(set) var values: [(name: String, text: String)] = []

  init(_ table: String) { self.table = table }

  /// Adds a value; empty texts are none. Of two values with one name, the second one is added to the first one after a comma.
  mutating func add(_ name: String, _ text: String?) {
    guard let text = text?.trimmingSpaces(), !text.isEmpty else { return }
    if let place = values.firstIndex(where: { $0.name == name }) {
      values[place].text += ", " + text
    } else {
      values.append((name, text))
    }
  }

  /// The value with a name.
  subscript(name: String) -> String? { values.first { $0.name == name }?.text }
}

/// The records of a file, one after the other.
protocol NamedValueReader: AnyObject {
  /// The next record; nil at the end.
  /// - Throws: ``ReadingError``.
  func next() throws(ReadingError) -> NamedValues?

  /// The share of the file that is read, from 0 to 1.
  var share: Double { get }

  /// What the records that were read have that is left out.
  var notes: [Phrase] { get }
}

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
  struct Table {
    let name: String
    fileprivate(set) var columns: [String] = []
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
    var known: [Set<String>] = []
    let reader = try open()
    while let record = try reader.next() {
      if places[record.table] == nil {
        guard tables.count < SheetLimits.sheets else { throw .tooManySheets(file: file, most: SheetLimits.sheets) }
        places[record.table] = tables.count
        tables.append(Table(name: record.table))
        known.append([])
      }
      guard let place = places[record.table] else { continue }
      for (name, _) in record.values where known[place].insert(name).inserted {
        guard known[place].count <= SheetLimits.columns else { throw .expandsTooMuch(file: file) }
        tables[place].columns.append(name)
      }
    }
    notes = reader.notes
    let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    for place in tables.indices {
      // The sorting is stable.
      tables[place].columns = tables[place].columns.enumerated()
        .sorted { (ranks[$0.element] ?? order.count, $0.offset) < (ranks[$1.element] ?? order.count, $1.offset) }
        .map(\.element)
    }
  }
}

/// Records as the rows of a sheet: a row of headings, then a row for each record.
private final class RecordSheet: SheetReader {
  private let table: RecordTables.Table
  private let places: [String: Int]
  private let reader: any NamedValueReader
  private var rows = 0

  init(_ table: RecordTables.Table, _ reader: any NamedValueReader) {
    (self.table, self.reader) = (table, reader)
    places = Dictionary(table.columns.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  var share: Double { reader.share }
  var isExact: Bool { true }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    if rows == 0 {
      rows = 1
      row.begin(1)
      for (place, name) in table.columns.enumerated() { row.set(name, at: place) }
      return !table.columns.isEmpty
    }
    while let record = try reader.next() {
      guard record.table == table.name else { continue }
      rows += 1
      row.begin(rows)
      for (name, text) in record.values {
        if let place = places[name] { row.set(text, JSONParser.isNumber(text) ? .value : .text, at: place) }
      }
      if !row.cells.isEmpty { return true }
    }
    return false
  }
}
