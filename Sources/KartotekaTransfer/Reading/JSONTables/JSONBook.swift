import KartotekaModel

/// A JSON file with several kinds of records as the sheets of a workbook: several lists, an object whose values are objects of one
/// form, and lists within records, which lead to the record that they are in.
struct JSONBook: Workbook {
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
    guard text.bytes.count <= Self.largest, let root = Self.root(of: text) else { return nil }
    let stem = name.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? name
    var split = JSONSplit()
    let isList: Bool
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
    if isList, !splits || split.tables.count == 1 && !split.hasObjects { return nil }
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

/// Splits JSON into tables that lead to each other.
struct JSONSplit {
  private struct Pending {
    let records: [(key: String?, object: JSONObject)]
    let name: String
    /// The noun of the record that each of the records is in, and its key.
    let parent: (noun: String, keys: [String])?
  }

  private(set) var tables: [JSONTable] = []
  /// Whether a record has an object, whose members become columns.
  private(set) var hasObjects = false
  private var leftOut: [String] = []
  private var taken: Set<String> = []
  /// The keys of all records, which lists of keys lead to.
  private var keys: Set<String> = []
  /// The columns with lists of texts: the table and the column.
  private var lists: [(table: Int, column: Int, values: [[String]])] = []

  /// What to know about values that are left out.
  var notes: [Phrase] {
    leftOut.isEmpty
      ? []
      : [Phrase("Left out, because they are no records: {names}", ["names": .text(leftOut.joined(separator: ", "))])]
  }

  mutating func leaveOut(_ names: [String]) { leftOut += names }

  /// The records in a value: an array of objects, or an object with two or more objects that have members in common.
  static func records(_ value: JSONValue) -> [(key: String?, object: JSONObject)]? {
    switch value {
    case .array(let items):
      let objects = items.compactMap { if case .object(let object) = $0 { object } else { nil } }
      return !objects.isEmpty && objects.count == items.count ? objects.map { (nil, $0) } : nil
    case .object(let object):
      guard object.count > 1 else { return nil }
      var records: [(key: String?, object: JSONObject)] = []
      for (key, value) in object {
        guard case .object(let record) = value, !record.isEmpty else { return nil }
        records.append((key, record))
      }
      let first = Set(records[0].object.map(\.key))
      let areAlike = records.allSatisfy { record in
        let own = Set(record.object.map(\.key))
        return own.intersection(first).count * 2 >= max(own.count, first.count)
      }
      return areAlike ? records : nil
    default: return nil
    }
  }

  /// Makes a table of records, and of the lists in them.
  mutating func add(
    _ records: [(key: String?, object: JSONObject)], named name: String, parent: (noun: String, keys: [String])?
  ) {
    // A loop: lists may be in lists.
    var waiting = [Pending(records: records, name: name, parent: parent)]
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      waiting += table(of: next)
    }
  }

  private mutating func table(of pending: Pending) -> [Pending] {
    var name = pending.name
    var number = 2
    while !taken.insert(Naming.key(name)).inserted {
      name = "\(pending.name) \(number)"
      number += 1
    }
    let noun = Naming.words(NameGuess.entity(name)).lowercased()
    let flat = pending.records.map { flattened($0.object) }
    let children = Self.children(of: flat)
    let names = Set(children.map(\.name))
    var table = JSONTable(name: name)
    var places: [String: Int] = [:]
    func place(_ heading: String) -> Int {
      if let known = places[heading] { return known }
      places[heading] = table.headings.count
      table.headings.append(heading)
      return table.headings.count - 1
    }
    let own = Self.key(of: flat, pending.records.map { $0.key }, noun, isNeeded: !children.isEmpty)
    if let own, own.isNew { _ = place(own.heading) }
    if let parent = pending.parent { _ = place(parent.noun) }
    var texts: [Int: [[String]]] = [:]
    for (index, record) in flat.enumerated() {
      var row: [(text: String, type: CellType)] = []
      func set(_ column: Int, _ text: String, _ type: CellType) {
        while row.count <= column { row.append(("", .text)) }
        row[column] = (text, type)
      }
      if let own, own.isNew { set(place(own.heading), own.keys[index], .text) }
      if let parent = pending.parent { set(place(parent.noun), parent.keys[index], .text) }
      for (member, value) in record where !names.contains(member) {
        let column = place(member == pending.parent?.noun ? member + " 2" : member)
        switch value {
        case .null: break
        case .bool(let flag): set(column, flag ? "true" : "false", .value)
        case .number(let digits): set(column, CellNumber.decimal(digits), .value)
        case .string(let text): set(column, text, .text)
        case .array(let items):
          let parts = items.compactMap(Self.scalar)
          if parts.count == items.count {
            set(column, parts.joined(separator: "; "), .text)
            texts[column, default: []].append(parts)
          } else {
            set(column, Self.json(value), .text)
          }
        case .object: set(column, Self.json(value), .text)
        }
      }
      table.rows.append(row)
    }
    keys.formUnion(own?.keys ?? [])
    for (column, values) in texts { lists.append((tables.count, column, values)) }
    tables.append(table)
    return children.map { child in
      var (records, parents): ([(key: String?, object: JSONObject)], [String]) = ([], [])
      for (index, items) in child.records {
        records += items
        parents += items.map { _ in own?.keys[index] ?? "" }
      }
      return Pending(records: records, name: child.name, parent: (noun, parents))
    }
  }

  // The members of objects within an object are its own: `address city`.
  private mutating func flattened(_ object: JSONObject) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    for (key, value) in object {
      guard case .object(let inner) = value, Self.records(value) == nil, inner.count <= 40 else {
        members.append((key, value))
        continue
      }
      hasObjects = true
      for (name, value) in inner { members.append((key + " " + name, value)) }
    }
    return members
  }

  private struct Child {
    let name: String
    var records: [(index: Int, items: [(key: String?, object: JSONObject)])] = []
  }

  // The members that are lists of records.
  private static func children(of records: [[(String, JSONValue)]]) -> [Child] {
    var children: [Child] = []
    var places: [String: Int] = [:]
    var others: Set<String> = []
    for (index, record) in records.enumerated() {
      for (name, value) in record {
        guard let items = self.records(value) else {
          // An empty list is one of records where others are.
          if value != .null, value != .array([]) { others.insert(name) }
          continue
        }
        let place = places[name] ?? children.count
        if place == children.count {
          places[name] = place
          children.append(Child(name: name))
        }
        children[place].records.append((index, items))
      }
    }
    return children.filter { !others.contains($0.name) }
  }

  private struct Key {
    let heading: String
    let keys: [String]
    /// Whether no member has them.
    let isNew: Bool
  }

  // The texts by which other tables name the records.
  private static func key(
    of records: [[(String, JSONValue)]], _ given: [String?], _ noun: String, isNeeded: Bool
  ) -> Key? {
    func texts(_ heading: String) -> [String]? {
      let texts = records.compactMap { record in record.first { $0.0 == heading }.flatMap { scalar($0.1) } }
      return texts.count == records.count && Set(texts).count == texts.count ? texts : nil
    }
    let named = given.compactMap(\.self)
    let headings = Set(records.flatMap { $0.map(\.0) })
    if let heading = ["id", "_id", "ID", "Id", "uid", "uuid", "key"].first(where: headings.contains),
      let texts = texts(heading)
    {
      return Key(heading: heading, keys: texts, isNew: false)
    }
    if named.count == records.count {
      let isKept = headings.contains { texts($0) == named }
      if isKept, !isNeeded { return nil }
      let areNumbers = named.allSatisfy { RecordIDs.read($0) != nil } && !headings.contains("id")
      return Key(heading: areNumbers ? "id" : free("key", headings), keys: named, isNew: true)
    }
    guard isNeeded else { return nil }
    return Key(heading: free("id", headings), keys: records.indices.map { String($0 + 1) }, isNew: true)
  }

  private static func free(_ heading: String, _ taken: Set<String>) -> String {
    var (free, number) = (heading, 2)
    while taken.contains(free) {
      free = "\(heading) \(number)"
      number += 1
    }
    return free
  }

  private static func scalar(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  private static func json(_ value: JSONValue) -> String {
    var json = JSONWriter()
    json.value(value)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The tables. A list of keys is written as one even where all lists have one element.
  func finished() -> [JSONTable] {
    var tables = tables
    for list in lists {
      let all = Set(list.values.joined())
      guard !all.isEmpty, all.isSubset(of: keys), !list.values.contains(where: { $0.count > 1 }) else { continue }
      for row in tables[list.table].rows.indices where list.column < tables[list.table].rows[row].count {
        let text = tables[list.table].rows[row][list.column].text
        if !text.isEmpty { tables[list.table].rows[row][list.column].text = text + ";" }
      }
    }
    return tables
  }
}
