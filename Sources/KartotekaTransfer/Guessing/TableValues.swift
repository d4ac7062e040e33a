import KartotekaModel

/// The values of a file's columns, one by one.
struct TableValues {
  private let text: TextSource
  private let table: ProposedTable

  init(_ text: TextSource, of table: ProposedTable) { (self.text, self.table) = (text, table) }

  /// Gives each value that is not empty.
  /// - Parameters:
  ///   - columns: the places of the wanted columns.
  ///   - progress: gets the number of rows and the share of the file that were read, now and then and at the end.
  ///   - take: gets the place among the wanted columns, the value, and whether it is that of a spreadsheet's cell with a type.
  func forEach(
    _ columns: [Int], progress: (_ rows: Int, _ share: Double) throws -> Void,
    take: (_ place: Int, UnsafeRawBufferPointer, _ isValue: Bool) -> Void
  ) throws {
    if table.header == nil { try readJSON(columns, progress, take) } else { try readCSV(columns, progress, take) }
  }

  private func readCSV(
    _ columns: [Int], _ progress: (Int, Double) throws -> Void, _ take: (Int, UnsafeRawBufferPointer, Bool) -> Void
  ) throws {
    var reader = CSVReader(text)
    guard try reader.next() else { return try progress(0, 1) }
    let width = reader.fieldCount
    var rows = 0
    while true {
      do {
        guard try reader.next() else { break }
      } catch {
        // The import reports invalid records.
        continue
      }
      if reader.isBlank || reader.hasMore(than: width) { continue }
      rows += 1
      if rows % 4_096 == 0 { try progress(rows, Double(reader.offset) / Double(max(1, text.bytes.count))) }
      for (place, column) in columns.enumerated() where column < reader.fieldCount {
        let field = reader[column]
        if !field.isEmpty { take(place, field, reader.isValue(column)) }
      }
    }
    try progress(rows, 1)
  }

  private func readJSON(
    _ columns: [Int], _ progress: (Int, Double) throws -> Void, _ take: (Int, UnsafeRawBufferPointer, Bool) -> Void
  ) throws {
    var reader = try JSONRecordReader(text)
    var rows = 0
    while true {
      do {
        guard try reader.next() else { break }
      } catch {
        continue
      }
      rows += 1
      if rows % 4_096 == 0 { try progress(rows, 0) }
      for (place, column) in columns.enumerated() {
        switch reader.record[table.columns[column].heading] {
        case .number(let digits)?:
          var text = JSONNumber.plain(digits)
          text.withUTF8 { take(place, UnsafeRawBufferPointer($0), true) }
        case .string(var text)?: text.withUTF8 { take(place, UnsafeRawBufferPointer($0), false) }
        default: break
        }
      }
    }
    try progress(rows, 1)
  }
}
