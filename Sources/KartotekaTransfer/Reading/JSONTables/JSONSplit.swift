import KartotekaModel

/// Splits JSON into tables that lead to each other.
struct JSONSplit {
  typealias Records = [(key: String?, object: JSONObject)]

  private struct Pending {
    let records: Records
    let name: String
    /// The noun of the record that each of the records is in, and its key.
    var parent: (noun: String, keys: [String])?
  }

  /// A list of texts in a row, which may be keys of other records.
  private struct List {
    let row: Int
    let cell: Int
    let texts: [String]
  }

  /// The maximum number of values in all tables, which are in memory.
  private static let mostCells = 20_000_000

  private(set) var tables: [JSONTable] = []
  /// Whether a record has an object, whose members become columns.
  private(set) var hasObjects = false
  private let file: String
  private var cells = 0
  private var leftOut: [String] = []
  private var names = FreeNames()
  /// The keys of all records, which lists of keys lead to.
  private var keys: Set<String> = []
  /// The lists of texts by table and column.
  private var lists: [(table: Int, lists: [List])] = []

  init(file: String) { self.file = file }

  /// The notes on values that are left out.
  var notes: [Phrase] { leftOut.isEmpty ? [] : [.noRecords(leftOut)] }

  mutating func leaveOut(_ names: [String]) { leftOut += names }

  /// The records in a value: an array of objects, or an object with two or more objects that have members in common.
  static func records(_ value: JSONValue) -> Records? {
    switch value {
    case .array(let items):
      let objects = items.compactMap { if case .object(let object) = $0 { object } else { nil } }
      return !objects.isEmpty && objects.count == items.count ? objects.map { (nil, $0) } : nil
    case .object(let object):
      guard object.count > 1, let records = keyed(object) else { return nil }
      let first = Set(records[0].object.map(\.key))
      let areAlike = records.allSatisfy { record in
        let own = Set(record.object.map(\.key))
        return own.intersection(first).count * 2 >= max(own.count, first.count)
      }
      return areAlike ? records : nil
    default: return nil
    }
  }

  /// The values of an object with their keys, if all are objects with members.
  static func keyed(_ object: JSONObject) -> Records? {
    var records: Records = []
    for (key, value) in object {
      guard case .object(let record) = value, !record.isEmpty else { return nil }
      records.append((key, record))
    }
    return records.isEmpty ? nil : records
  }

  /// Makes a table of records, and of the lists in them.
  /// - Throws: ``ReadingError`` beyond the limits of tables.
  mutating func add(_ records: Records, named name: String) throws(ReadingError) {
    // A loop: lists may be in lists.
    var waiting = [Pending(records: records, name: name)]
    var next = 0
    while next < waiting.count {
      let pending = waiting[next]
      waiting[next] = Pending(records: [], name: "")
      next += 1
      waiting += try table(of: pending)
    }
  }

  private mutating func table(of pending: Pending) throws(ReadingError) -> [Pending] {
    guard tables.count < SheetLimits.sheets else { throw .tooManySheets(file: file, most: SheetLimits.sheets) }
    let name = names.take(pending.name)
    let noun = Naming.words(NameGuess.entity(name)).lowercased()
    let members = JSONMembers(pending.records.map(\.object))
    hasObjects = hasObjects || members.hasObjects
    var columns = JSONColumns(members.direct, parent: pending.parent?.noun)
    let key = JSONKeys(of: members, pending.records.map(\.key), isNeeded: !members.children.isEmpty, &columns)
    let parent = pending.parent.map { (place: columns.addParent($0.noun), keys: $0.keys) }

    var table = JSONTable(name: name)
    table.rows.reserveCapacity(members.records.count)
    var lists: [Int: [List]] = [:]
    for (index, record) in members.records.enumerated() {
      var row: [JSONTable.Cell] = []
      for column in key.columns {
        row.append(JSONTable.Cell(column: column.place, text: column.texts[index], type: .text))
      }
      if let parent { row.append(JSONTable.Cell(column: parent.place, text: parent.keys[index], type: .text)) }
      for (path, value) in record {
        let column = columns.place(path)
        // No row has more cells than there are columns.
        guard columns.headings.count <= SheetLimits.columns else { throw .expandsTooMuch(file: file) }
        if case .array(let items) = value {
          let texts = items.compactMap(\.scalarText)
          if texts.count == items.count {
            lists[column, default: []].append(List(row: index, cell: row.count, texts: texts))
            row.append(JSONTable.Cell(column: column, text: texts.joined(separator: "; "), type: .text))
            continue
          }
        }
        if let (text, type) = value.cell { row.append(JSONTable.Cell(column: column, text: text, type: type)) }
      }
      cells += row.count
      guard cells <= Self.mostCells else { throw .expandsTooMuch(file: file) }
      table.rows.append(row)
    }
    table.headings = columns.headings
    keys.formUnion(key.own)
    for list in lists.values { self.lists.append((tables.count, list)) }
    tables.append(table)
    return members.children.map { child in
      var (records, parents): (Records, [String]) = ([], [])
      for (index, items) in child.records {
        records += items
        parents += items.map { _ in key.keys?[index] ?? "" }
      }
      return Pending(records: records, name: child.name, parent: (noun, parents))
    }
  }

  /// The tables. A list of keys is written as one even where all lists have one element.
  func finished() -> [JSONTable] {
    var tables = tables
    for (table, lists) in lists {
      let isOfKeys = lists.allSatisfy { $0.texts.count < 2 && $0.texts.allSatisfy(keys.contains) }
      guard isOfKeys else { continue }
      for list in lists where !list.texts.isEmpty { tables[table].rows[list.row][list.cell].text += ";" }
    }
    return tables
  }
}

/// The names of tables, of which no two are equal in the form in which names are compared.
private struct FreeNames {
  private var taken: Set<String> = []

  // At most as many names as there are sheets.
  mutating func take(_ name: String) -> String {
    var (free, number) = (name, 2)
    while !taken.insert(Naming.key(free)).inserted {
      free = "\(name) \(number)"
      number += 1
    }
    return free
  }
}

extension JSONValue {
  /// The text of a value without parts; nil for others.
  var scalarText: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// The value as that of a cell; nil for null.
  fileprivate var cell: (text: String, type: CellType)? {
    switch self {
    case .null: return nil
    case .bool(let flag): return (flag ? "true" : "false", .value)
    case .number(let digits): return (JSONDecimal.plain(digits), .value)
    case .string(let text): return (text, .text)
    case .array, .object:
      var json = JSONWriter()
      json.value(self)
      return (String(decoding: json.bytes, as: UTF8.self), .text)
    }
  }
}

extension Phrase {
  /// The note on JSON values that are left out.
  static func noRecords(_ names: [String]) -> Phrase {
    let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    return Phrase("Left out, because they are no records: {names}", ["names": .text(shown)])
  }
}
