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
  /// - Throws: ``ReadingError`` for one whose tables would be too large.
  init?(_ text: TextSource, name: String, splits: Bool) throws(ReadingError) {
    let outline = JSONOutline(text.bytes)
    // One list of flat records is read one by one.
    guard
      outline.mayHaveShape || outline.mayHaveTables && (!outline.isList || splits && outline.hasObjects),
      text.bytes.count <= Self.largest, var root = Self.root(of: text)
    else { return nil }
    let stem = name.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? name
    var split = JSONSplit(file: name)
    var isList = false
    // A list in a member of the file's object is read one by one.
    var isDirect = true
    if outline.mayHaveShape, let shape = JSONShape.list(root), root.member(shape.name) != shape.list {
      (root, isDirect) = (shape.list, false)
    }
    if let found = JSONSplit.records(root) {
      isList = found.allSatisfy { $0.key == nil }
      try split.add(found, named: stem)
    } else if case .object(let object) = root {
      let lists = object.compactMap { key, value in JSONSplit.records(value).map { (key, $0) } }
      guard !lists.isEmpty else { return nil }
      isList = lists.count == 1 && lists[0].1.allSatisfy { $0.key == nil }
      for (key, records) in lists { try split.add(records, named: key) }
      let names = Set(lists.map(\.0))
      split.leaveOut(object.map(\.key).filter { !names.contains($0) })
    } else {
      return nil
    }
    // Objects in lists of texts are no records.
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

/// The possible form of a JSON file, by its brackets alone: no value is read.
private struct JSONOutline {
  /// Whether there may be records in tables.
  private(set) var mayHaveTables = true
  /// Whether the file is one list of records, or a record after the other.
  private(set) var isList = true
  /// Whether there are objects within the records of the list.
  private(set) var hasObjects = false
  /// Whether it may have another form of a table (``JSONShape``).
  private(set) var mayHaveShape = false

  init(_ bytes: UnsafeRawBufferPointer) {
    let start = JSONStructure.skipSpace(in: bytes, from: 0)
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else {
      let first = JSONStructure.skipSpace(in: bytes, from: start + 1)
      mayHaveShape = first < bytes.count && bytes[first] == UInt8(ascii: "[")
      hasObjects = JSONStructure.hasObjectsInObjects(from: start, in: bytes)
      return
    }
    let (members, end) = JSONStructure.members(of: start, in: bytes)
    guard let end else {
      // Incomplete or invalid.
      mayHaveTables = false
      return
    }
    guard JSONStructure.skipSpace(in: bytes, from: end) == bytes.count else {
      hasObjects = JSONStructure.hasObjectsInObjects(from: start, in: bytes)
      return
    }
    let lists = members.filter(\.isListOfObjects)
    let isKeyed = Self.isKeyed(members) || members.contains { $0.isObject && Self.isKeyed($0, bytes) }
    isList = lists.count == 1 && !isKeyed
    if isList { hasObjects = JSONStructure.hasObjectsInObjects(from: lists[0].start, in: bytes) }
    mayHaveTables = !lists.isEmpty || isKeyed
    mayHaveShape = lists.isEmpty
  }

  // Whether an object may be a list with keys.
  private static func isKeyed(_ members: [JSONStructure.Member]) -> Bool {
    members.count > 1 && members.allSatisfy(\.isObject)
  }

  private static func isKeyed(_ object: JSONStructure.Member, _ bytes: UnsafeRawBufferPointer) -> Bool {
    isKeyed(JSONStructure.members(of: object.start, in: bytes).members)
  }
}

/// Records of one kind with their values by headings.
struct JSONTable {
  /// A value with the place of its heading. Records have different members, so that only cells with values are kept.
  struct Cell {
    let column: Int
    var text: String
    let type: CellType
  }

  var name: String
  var headings: [String] = []
  var rows: [[Cell]] = []
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
        for cell in table.rows[place] { row.set(cell.text, cell.type, at: cell.column) }
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
