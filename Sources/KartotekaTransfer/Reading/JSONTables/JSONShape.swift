import KartotekaModel

/// Forms in which programs write tables as JSON, made to lists of objects: rows as lists below a list of headings, columns as
/// lists, and lists within the envelope of an API's answer.
enum JSONShape {
  /// The maximum depth of a list in an answer.
  private static let deepest = 6
  /// The names of members with headings, and with rows, of a table in two members.
  private static let headings = ["columns", "headers", "fields", "cols"]
  private static let rows = ["data", "rows", "values"]
  /// The number of rows that are compared with a list that may have headings.
  private static let compared = 50

  /// The list of objects that a value stands for, with the name of the member that has it; nil where the value has another form.
  static func list(_ root: JSONValue) -> (name: String?, list: JSONValue)? {
    var (value, name) = (root, String?.none)
    for _ in 0..<deepest {
      if let list = table(value) { return (name, list) }
      guard case .object(let object) = value, JSONSplit.records(value) == nil else { return nil }
      // Beside the one member with a list, an envelope has counts, links and states.
      let inner = object.filter { holdsList($0.value) }
      guard inner.count == 1, let (key, next) = inner.first else { return nil }
      (value, name) = (next, key)
      if JSONSplit.records(value) != nil, case .array = value { return (name, value) }
    }
    return nil
  }

  // Whether a list of records or rows is in a value, or in the objects that it has.
  private static func holdsList(_ value: JSONValue) -> Bool {
    var waiting = [(value: value, depth: 0)]
    while let (next, depth) = waiting.popLast() {
      if table(next) != nil { return true }
      switch next {
      case .array: if JSONSplit.records(next) != nil { return true }
      case .object(let object) where depth < deepest: waiting += object.map { ($0.value, depth + 1) }
      default: break
      }
    }
    return false
  }

  private static func table(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .array(let items): return lists(items, haveHeadings: false)
    case .object(let object):
      for heading in headings {
        guard case .array(let names)? = object[heading],
          case .array(let items)? = rows.lazy.compactMap({ object[$0] }).first
        else { continue }
        if let list = lists([.array(names)] + items, haveHeadings: true) { return list }
      }
      return columns(object)
    default: return nil
    }
  }

  // `[["Name", "Age"], ["Ann", 31]]`. Where nothing says that the first list has headings, it is a record like others.
  private static func lists(_ items: [JSONValue], haveHeadings: Bool) -> JSONValue? {
    guard items.count > 1, case .array(let first) = items[0], !first.isEmpty else { return nil }
    var names = first.compactMap { if case .string(let name) = $0, !name.isEmpty { name } else { nil } }
    guard names.count == first.count, Set(names).count == names.count else { return nil }
    var rows: [[JSONValue]] = []
    for item in items.dropFirst() {
      guard case .array(let cells) = item, cells.count <= names.count else { return nil }
      rows.append(cells)
    }
    if !haveHeadings, !areHeadings(names, above: rows.prefix(compared)) {
      names = names.indices.map(TableHeadings.name)
      rows.insert(first, at: 0)
    }
    return .array(rows.map { cells in .object(JSONObject(zip(names, cells).map { ($0, $1) })) })
  }

  // They stand above values, or one of them is a known word for names.
  private static func areHeadings(_ names: [String], above rows: ArraySlice<[JSONValue]>) -> Bool {
    let areTexts = names.allSatisfy { name in
      HeaderGuess.isHeading(name) || !name.contains { $0.isLetter || $0.isNumber }
    }
    guard areTexts else { return false }
    let words = TitleWords.titles.union(TitleWords.firstNames).union(TitleWords.lastNames)
    if names.contains(where: { words.contains(Naming.key($0)) }) { return true }
    let texts = rows.map { $0.map { $0.scalarText ?? "" } }
    return names.indices.contains { column in
      HeaderGuess.isAboveValues(column, names, texts) || hasNoTexts(column, rows)
    }
  }

  // Whether a column has values, none of which is a text.
  private static func hasNoTexts(_ column: Int, _ rows: ArraySlice<[JSONValue]>) -> Bool {
    let values = rows.compactMap { column < $0.count && $0[column] != .null ? $0[column] : nil }
    return !values.isEmpty && !values.contains { if case .string = $0 { true } else { false } }
  }

  // `{"Name": ["Ann", "Bob"], "Age": [31, 44]}`, also with objects whose keys are 0, 1, 2 in place of the lists.
  private static func columns(_ object: JSONObject) -> JSONValue? {
    guard object.count > 1 else { return nil }
    var columns: [(name: String, values: [JSONValue])] = []
    for (name, value) in object {
      switch value {
      case .array(let items): columns.append((name, items))
      case .object(let inner):
        guard inner.enumerated().allSatisfy({ $0.element.key == String($0.offset) }) else { return nil }
        columns.append((name, inner.map(\.value)))
      default: return nil
      }
    }
    let count = columns[0].values.count
    let isTable = columns.allSatisfy { column in
      column.values.count == count
        && column.values.allSatisfy { value in
          switch value {
          case .array, .object: false
          case .null, .bool, .number, .string: true
          }
        }
    }
    guard count > 1, isTable else { return nil }
    return .array(
      (0..<count).map { row in .object(JSONObject(columns.map { ($0.name, $0.values[row]) })) })
  }
}
