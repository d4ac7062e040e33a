import KartotekaModel

/// A JSON file with several kinds of records as the sheets of a workbook: several lists, an object whose values are objects of
/// one form, and lists within records, which lead to the record that they are in.
struct JSONBook: Workbook {
  static let format = "JSON"

  /// The maximum size of a file, which is in memory as a whole.
  private static let largest = 256 << 20

  let sheets: [String]
  private let tables: [JSONTable]
  private let notes: [Phrase]

  /// - Parameters:
  ///   - name: the name of the file, which is that of records without a name of their own.
  ///   - splits: whether lists within the records of one list become kinds of their own, as in a new application.
  /// - Returns: nil for a file with one list of records, which is read as it is, and for one without any.
  init?(_ text: TextSource, name: String, splits: Bool) {
    guard text.bytes.count <= Self.largest, var root = Self.root(of: text) else { return nil }
    let stem = name.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? name
    var split = JSONSplit()
    let isList: Bool
    // A list in a member of the file's object is read one by one.
    var isDirect = true
    if let shape = JSONShape.list(root), root.member(shape.name) != shape.list {
      (root, isDirect) = (shape.list, false)
    }
    if let found = JSONSplit.records(root) {
      isList = found.allSatisfy { $0.key == nil }
      split.add(found, named: stem, parent: nil)
    } else if case .object(let object) = root {
      let lists = object.compactMap { key, value in JSONSplit.records(value).map { (key, $0) } }
      guard !lists.isEmpty else { return nil }
      isList = lists.count == 1 && lists[0].1.allSatisfy { $0.key == nil }
      for (key, records) in lists { split.add(records, named: key, parent: nil) }
      let names = Set(lists.map(\.0))
      split.leaveOut(object.map(\.key).filter { !names.contains($0) })
    } else {
      return nil
    }
    // One list of flat records is read one by one.
    if isList, isDirect, !splits || split.tables.count == 1 && !split.hasObjects { return nil }
    tables = split.finished()
    sheets = tables.map(\.name)
    notes = split.notes
  }

  // The value of the file, or the list of its lines.
  private static func root(of text: TextSource) -> JSONValue? {
    if let value = try? JSONParser.parse(text.bytes) { return value }
    guard var reader = try? JSONRecordReader(text) else { return nil }
    var records: [JSONValue] = []
    do {
      while try reader.next() { records.append(.object(reader.record)) }
    } catch {
      return nil
    }
    return records.count > 1 ? .array(records) : nil
  }

  func rows(of sheet: Int, merges: SheetMerges) -> any SheetReader {
    JSONSheet(tables[sheet], notes: sheet == 0 ? notes : [])
  }

  func merges(of sheet: Int) -> SheetMerges { SheetMerges() }
}

/// Records of one kind with their values by headings.
struct JSONTable {
  var name: String
  var headings: [String] = []
  var rows: [[(text: String, type: CellType)]] = []
}

/// The rows of such a table.
private final class JSONSheet: SheetReader {
  private let table: JSONTable
  private var place = -1
  let notes: [Phrase]

  init(_ table: JSONTable, notes: [Phrase]) { (self.table, self.notes) = (table, notes) }

  var isExact: Bool { true }

  var share: Double { Double(place + 1) / Double(max(1, table.rows.count)) }

  func next(_ row: inout SheetRow) -> Bool {
    while place < table.rows.count {
      row.begin(place + 2)
      if place < 0 {
        for (column, heading) in table.headings.enumerated() { row.set(heading, at: column) }
      } else {
        for (column, cell) in table.rows[place].enumerated() { row.set(cell.text, cell.type, at: column) }
      }
      place += 1
      if !row.cells.isEmpty { return true }
    }
    return false
  }
}

extension JSONValue {
  fileprivate func member(_ name: String?) -> JSONValue? {
    guard case .object(let object) = self, let name else { return nil }
    return object[name]
  }
}
