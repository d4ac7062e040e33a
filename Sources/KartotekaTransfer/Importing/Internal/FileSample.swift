import KartotekaModel

/// A sample of a file: its headings and first values.
struct FileSample {
  private static let records = 100
  /// The maximum number of columns of a spreadsheet.
  private static let mostColumns = 16_384
  /// The maximum number of sampled values.
  private static let mostValues = 100_000
  /// The maximum length of a sampled value, in bytes.
  private static let longestValue = 4_096

  /// The headings of CSV, or the names of JSON in the order of their first occurrence.
  private(set) var headers: [String] = []
  /// The entity that a file of rejected rows names.
  private(set) var entity: String?
  /// The plural of the entity from which the file was exported, perhaps by another application.
  private(set) var markedEntity: String?
  /// The name of the list in a JSON file.
  private(set) var listName: String?
  /// The values of the first records by column.
  private var values: [Int: [String]] = [:]
  private var valueCount = 0

  /// - Throws: ``ImportError/empty(file:)``, ``ImportError/tooManyColumns(file:count:most:)``, and ``ReadingError`` for JSON
  ///   without a list of records.
  init(_ file: ImportFile, dialect: CSVDialect?) throws {
    if let dialect { try readCSV(file, dialect) } else { try readJSON(file) }
  }

  /// The non-empty values of a column, counted from 0, in the first records.
  func values(at column: Int) -> [String] { values[column] ?? [] }

  /// Whether most values of a column are codes, not ids, and valid for an attribute.
  func holdsCodes(_ column: Int, of attribute: AttributeDescription) -> Bool {
    let values = values(at: column)
    let codes = values.count { text in
      let isCode = text.contains(where: \.isLetter) || text.count > 1 && text.first == "0"
      guard isCode, let value = try? attribute.behavior.value(text: text, for: attribute) else { return false }
      return attribute.fault(in: value) == nil
    }
    return codes * 2 > values.count
  }

  private mutating func readCSV(_ file: ImportFile, _ dialect: CSVDialect) throws {
    var reader = CSVReader(file.text, dialect: dialect)
    guard try reader.next() else { throw ImportError.empty(file: file.name) }
    try check(reader.fieldCount, file)
    headers = reader.strings.map { $0.trimmingSpaces() }
    let place = headers.firstIndex(of: "_entity")
    let marks = headers.firstIndex(of: RecordMark.heading)
    for _ in 0..<Self.records {
      do {
        guard try reader.next() else { break }
      } catch {
        // The import reports invalid records.
        continue
      }
      if reader.hasMore(than: headers.count) { continue }
      if let place, entity == nil, place < reader.fieldCount {
        entity = String(decoding: reader[place], as: UTF8.self)
      }
      if let marks, markedEntity == nil, marks < reader.fieldCount {
        markedEntity = RecordMark(text: String(decoding: reader[marks], as: UTF8.self))?.entity
      }
      for index in 0..<min(reader.fieldCount, headers.count) where reader[index].count <= Self.longestValue {
        add(String(decoding: reader[index], as: UTF8.self), at: index)
      }
    }
  }

  private mutating func readJSON(_ file: ImportFile) throws {
    guard file.text.bytes.contains(where: { $0 > 0x20 }) else { throw ImportError.empty(file: file.name) }
    var reader = try JSONRecordReader(file.text)
    listName = reader.listName
    var places: [String: Int] = [:]
    for _ in 0..<Self.records {
      do {
        guard try reader.next() else { break }
      } catch {
        // The import reports invalid records.
        continue
      }
      for (name, value) in reader.record {
        let place = places[name] ?? headers.count
        if place == headers.count {
          places[name] = place
          headers.append(name)
        }
        switch value {
        case .number(let text), .string(let text): add(text, at: place)
        case .null, .bool, .array, .object: break
        }
      }
      try check(headers.count, file)
    }
  }

  private mutating func add(_ text: String, at column: Int) {
    guard text.utf8.count <= Self.longestValue, valueCount < Self.mostValues else { return }
    valueCount += 1
    let text = text.trimmingSpaces()
    if !text.isEmpty, text != "NULL" { values[column, default: []].append(text) }
  }

  private func check(_ columns: Int, _ file: ImportFile) throws(ImportError) {
    guard columns > Self.mostColumns else { return }
    throw .tooManyColumns(file: file.name, count: columns, most: Self.mostColumns)
  }
}
