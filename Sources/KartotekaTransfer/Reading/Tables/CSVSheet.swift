import KartotekaModel

/// The rows of a CSV file as those of a sheet.
final class CSVSheet: SheetReader {
  private var reader: CSVReader
  private var number = 0

  private let size: Int

  init(_ text: TextSource, _ dialect: CSVDialect) {
    reader = CSVReader(text, dialect: dialect)
    size = text.bytes.count
  }

  var share: Double { Double(reader.offset) / Double(max(1, size)) }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    var broken = 0
    var isAfterGap = false
    while true {
      let end = reader.lastLine
      do throws(ReadingError) {
        guard try reader.next() else { break }
      } catch {
        // A quote that is never closed costs its row.
        broken += 1
        continue
      }
      number = max(number + 1, reader.line)
      isAfterGap = isAfterGap || number > 1 && reader.line > end + 1
      row.begin(number)
      row.isAfterGap = isAfterGap
      row.fields = reader.fieldCount
      row.broken += broken
      broken = 0
      for index in 0..<reader.fieldCount {
        let text = String(decoding: reader[index], as: UTF8.self)
        if text == "NULL", !reader.isQuoted(index) { continue }
        row.set(text, reader.isValue(index) ? .value : .text, at: index)
      }
      if !row.cells.isEmpty { return true }
      isAfterGap = true
    }
    if broken > 0 {
      row.begin(number + 1)
      row.broken += broken
    }
    return false
  }
}
