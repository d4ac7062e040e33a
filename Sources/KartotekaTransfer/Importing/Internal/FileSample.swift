import KartotekaModel

/// The headings of a file, and what else its beginning says about what it holds.
struct FileSample {
  private static let records = 100

  /// The headings of CSV, the names of JSON in the order in which they first come.
  private(set) var headers: [String] = []
  /// The entity that a file of rejects says its rows are of.
  private(set) var entity: String?
  /// The name of the list within a JSON file.
  private(set) var listName: String?

  /// - Throws: ``ImportError/empty(file:)``, and ``ReadingError`` for JSON without a list of records.
  init(_ file: ImportFile, dialect: CSVDialect?) throws {
    if let dialect { try readCSV(file, dialect) } else { try readJSON(file) }
  }

  private mutating func readCSV(_ file: ImportFile, _ dialect: CSVDialect) throws {
    var reader = CSVReader(file.text, dialect: dialect)
    guard try reader.next() else { throw ImportError.empty(file: file.name) }
    headers = reader.strings.map { $0.trimmingSpaces() }
    guard let place = headers.firstIndex(of: "_entity"), (try? reader.next()) == true, place < reader.fieldCount
    else { return }
    entity = reader.strings[place]
  }

  private mutating func readJSON(_ file: ImportFile) throws {
    guard file.text.bytes.contains(where: { $0 > 0x20 }) else { throw ImportError.empty(file: file.name) }
    var reader = try JSONRecordReader(file.text)
    listName = reader.listName
    var seen: Set<String> = []
    for _ in 0..<Self.records {
      do {
        guard try reader.next() else { break }
      } catch {
        // Broken records are for the import to report.
        continue
      }
      for (name, _) in reader.record where seen.insert(name).inserted { headers.append(name) }
    }
  }
}
