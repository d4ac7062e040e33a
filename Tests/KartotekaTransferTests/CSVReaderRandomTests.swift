import KartotekaTransfer
import Testing

/// The same rules written as plainly as possible, one byte after the other, to compare the reader with.
private struct PlainCSVReader {
  let bytes: [UInt8]
  let delimiter: UInt8
  var offset = 0
  var line = 1

  /// How long a line break is at a place.
  func lineBreak(at place: Int) -> Int? {
    switch bytes[place] {
    case 0x0A: 1
    case 0x0D: place + 1 < bytes.count && bytes[place + 1] == 0x0A ? 2 : 1
    default: nil
    }
  }

  mutating func rows() -> [CSVRow] {
    var rows: [CSVRow] = []
    while offset < bytes.count {
      if let length = lineBreak(at: offset) {
        offset += length
        line += 1
      } else {
        rows.append(row())
      }
    }
    return rows
  }

  /// The text of a quoted part with the offset behind it; nil where it is not closed.
  private func quoted(from open: Int) -> (
    text: [UInt8], end: Int, lineBreaks: Int, lineStart: Int, ends: Bool, isWhole: Bool
  )? {
    guard open < bytes.count, bytes[open] == 0x22 else { return nil }
    var (text, place, lineBreaks, lineStart): ([UInt8], Int, Int, Int) = ([], open + 1, 0, 0)
    while place < bytes.count {
      if bytes[place] == 0x22 {
        place += 1
        guard place < bytes.count, bytes[place] == 0x22 else {
          let next = bytes[place...].first { $0 != 0x20 }
          let ends = next.map { [delimiter, 0x0A, 0x0D].contains($0) } ?? true
          // Otherwise the quote at the beginning of another field has closed it.
          let before = bytes[..<(place - 1)].last { $0 != 0x20 }
          let begins = before.map { [delimiter, 0x0A, 0x0D].contains($0) } ?? true
          return (text, place, lineBreaks, lineStart, ends, lineBreaks == 0 || ends || !begins)
        }
        text.append(0x22)
        place += 1
      } else if let length = lineBreak(at: place) {
        text += bytes[place..<place + length]
        place += length
        lineBreaks += 1
        lineStart = place
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    return nil
  }

  private mutating func row() -> CSVRow {
    var row = CSVRow(line)
    var lineStart = offset
    while true {
      var field: [UInt8] = []
      let spaces = bytes[offset...].prefix { $0 == 0x20 }.count
      if spaces > 0, spaces <= 8, let inner = quoted(from: offset + spaces), inner.ends, inner.isWhole {
        field = inner.text
        offset = inner.end
        line += inner.lineBreaks
        if inner.lineBreaks > 0 { lineStart = inner.lineStart }
      } else if offset < bytes.count, bytes[offset] == 0x22 {
        guard let inner = quoted(from: offset), inner.isWhole else {
          let column = offset - lineStart + 1
          while offset < bytes.count, lineBreak(at: offset) == nil { offset += 1 }
          if offset < bytes.count { offset += lineBreak(at: offset) ?? 0 }
          defer { line += 1 }
          return CSVRow(row.line, error: .unclosedQuote(file: nil, line: line, column: column))
        }
        field = inner.text
        offset = inner.end
        line += inner.lineBreaks
        if inner.lineBreaks > 0 { lineStart = inner.lineStart }
      }
      while offset < bytes.count, bytes[offset] != delimiter, lineBreak(at: offset) == nil {
        field.append(bytes[offset])
        offset += 1
      }
      row.fields.append(String(decoding: field, as: UTF8.self))
      guard offset < bytes.count else { return row }
      if let length = lineBreak(at: offset) {
        offset += length
        line += 1
        return row
      }
      offset += 1
    }
  }
}

@Suite("The CSV reader on random files")
struct CSVReaderRandomTests {
  @Test("reads what a plain reader reads", arguments: [0, 8, 30, 100])
  func comparison(length: Int) throws {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("aa,,\"\"\"\r\n\n;b ".utf8)
    for _ in 0..<3000 {
      let count = Int.random(in: 0...max(1, length), using: &generator)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0x61 }
      var plain = PlainCSVReader(bytes: bytes, delimiter: 0x2C)
      let expected = plain.rows()
      let rows = try CSVRow.all(in: TextSource(ByteSource(bytes)), .comma)
      #expect(rows == expected, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test("reads what the writer wrote", arguments: CSVDialect.Delimiter.allCases)
  func roundTrip(delimiter: CSVDialect.Delimiter) throws {
    var generator = SystemRandomNumberGenerator()
    let pieces = ["a", ",", ";", "\t", "|", "\"", "\n", "\r", " ", "ż", "😀", "\u{FEFF}", "NULL", "=1+1"]
    let dialect = CSVDialect(delimiter: delimiter)
    for _ in 0..<500 {
      let records: [[String?]] = (0..<3).map { _ in
        (0..<Int.random(in: 2...4, using: &generator)).map { _ in
          guard Int.random(in: 0...4, using: &generator) > 0 else { return nil }
          let count = Int.random(in: 0...12, using: &generator)
          return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        }
      }
      let sink = MemorySink()
      var writer = CSVWriter(to: sink, dialect: dialect)
      for record in records { try writer.record(record) }
      try writer.finish()

      var reader = try CSVReader(TextSource(ByteSource(sink.bytes)), dialect: dialect)
      var read: [[String?]] = []
      while try reader.next() {
        read.append(
          (0..<reader.fieldCount).map { index in
            reader[index].isEmpty && !reader.isQuoted(index) ? nil : string(reader[index])
          })
      }
      #expect(read == records)
    }
  }
}
