import KartotekaModel

/// Reads a CSV file record by record without allocating strings or arrays.
///
/// ```swift
/// var reader = CSVReader(try TextSource(path: "people.csv"))
/// while try reader.next() {
///   for index in 0..<reader.fieldCount { use(reader[index]) }
/// }
/// ```
/// It supports RFC 4180 and common deviations: lines that end with CR LF, LF or CR; blank lines, which are skipped; records
/// with more or fewer fields than the first, which are returned unchanged; quotes within unquoted fields and text after a
/// closing quote, both taken as text; spaces before an opening quote; Excel's first line `sep=;`, which is passed over; and
/// digits that programs protect from Excel as `="0123"`. Fields are not trimmed. The header is an ordinary record.
///
/// Fields are bytes of UTF-8, valid until the next call of ``next()``.
package struct CSVReader: ~Copyable {
  /// The dialect.
  package let dialect: CSVDialect
  /// The line in which the current record begins, from 1.
  package private(set) var line = 1
  /// The line in which it ends, also after an error.
  var lastLine: Int { nextLine - 1 }

  private let text: TextSource

  private var fields = GrowingBuffer<CSVField>(capacity: 64)
  private var scratch = GrowingBuffer<UInt8>(capacity: 256)
  private var recordStart = 0
  private var recordEnd = 0
  private var nextRecord = 0
  private var nextLine = 1

  private var scanner: CSVScanner

  /// Whether the text was written from the cells of a spreadsheet, see ``CSVDialect``.
  private(set) var isOfCells = false

  /// Makes a reader of a text, in the given or the detected dialect.
  package init(_ text: TextSource, dialect: CSVDialect? = nil) {
    self.init(text, dialect: dialect ?? CSVDialect(of: text), limit: .max)
  }

  /// Reads at most `limit` bytes.
  init(_ text: TextSource, dialect: CSVDialect, limit: Int) {
    self.text = text
    self.dialect = dialect
    let end = min(text.bytes.count, limit)
    scanner = CSVScanner(text.start, end: end, delimiter: dialect.delimiter)
    if text.bytes.starts(with: CSVDialect.cellsLine) {
      isOfCells = true
      // It is no line of the sheet.
      nextRecord = min(CSVDialect.cellsLine.count, end)
      scanner.look(from: nextRecord)
    }
    guard let line = CSVDialect.separatorLine(of: text.bytes) else { return }
    (nextRecord, nextLine) = (min(line.end, end), 2)
    scanner.look(from: nextRecord)
  }

  var isAtEnd: Bool { nextRecord >= scanner.end }

  /// The place of the next record in the text.
  var offset: Int { nextRecord }

  // MARK: The current record

  /// Whether the record has no values: delimiters and spaces alone, as some programs write between groups of rows.
  var isBlank: Bool {
    (0..<fieldCount).allSatisfy { self[$0].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }
  }

  /// Whether the record has values beyond a number of fields: mostly one of them has an unquoted delimiter, so that the fields can't
  /// be assigned to columns. Delimiters at the end are nothing.
  func hasMore(than width: Int) -> Bool {
    fieldCount > width && (width..<fieldCount).contains { !self[$0].isEmpty }
  }

  /// The number of fields of the current record.
  package var fieldCount: Int { fields.count }

  /// The content of a field without its quotes, and with doubled quotes replaced by single ones. Valid until the next call of
  /// ``next()``.
  ///
  /// - Precondition: `index` is less than ``fieldCount``.
  package subscript(index: Int) -> UnsafeRawBufferPointer {
    let field = field(at: index)
    let start =
      switch field.content {
      case CSVField.unquoted: scanner.base + field.origin
      case CSVField.quoted: scanner.base + field.origin + 1
      default: UnsafeRawPointer(scratch.start) + field.content
      }
    let bytes = UnsafeRawBufferPointer(start: start, count: field.count)
    return bytes.first == UInt8(ascii: "=") ? Self.unprotected(bytes) : bytes
  }

  // The text in `="0123"`. Exports mark a text of this form, see ``FormulaGuard``.
  private static func unprotected(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let quote = CSVDialect.quote
    guard bytes.count >= 3, bytes[1] == quote, bytes[bytes.count - 1] == quote else { return bytes }
    let inner = UnsafeRawBufferPointer(rebasing: bytes[2..<bytes.count - 1])
    return inner.contains(quote) ? bytes : inner
  }

  /// Whether a field is quoted: `""` is an empty text, in contrast to an empty field.
  package func isQuoted(_ index: Int) -> Bool {
    field(at: index).content != CSVField.unquoted
  }

  /// Whether a field is the number, the day, yes or no of a spreadsheet's cell, which can be read in one way only.
  func isValue(_ index: Int) -> Bool { isOfCells && !isQuoted(index) }

  /// Whether a field is a cell whose value is not known.
  func isUntold(_ index: Int) -> Bool { isOfCells && self[index].isEmpty && isQuoted(index) }

  /// The position of a field in the file.
  package func place(of index: Int) -> TextPlace {
    place(at: field(at: index).origin)
  }

  /// Whether a field of the current record was unescaped, so that it is not contiguous in the text.
  var hasPutTogether: Bool { !scratch.isEmpty }

  /// The fields of the current record as strings; intended for headings.
  package var strings: [String] {
    (0..<fieldCount).map { String(decoding: self[$0], as: UTF8.self) }
  }

  /// The current record in the file without its line break; after an error, the unreadable line.
  package var rawRecord: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: scanner.base + recordStart, count: recordEnd - recordStart)
  }

  private func field(at index: Int) -> CSVField {
    precondition(index >= 0 && index < fields.count, "No field \(index) in a record of \(fields.count)")
    return fields.start[index]
  }

  private func place(at offset: Int) -> TextPlace {
    let lineBreaks = LineBreaks.count(in: text.bytes, recordStart..<offset)
    return TextPlace(of: offset, line: line + lineBreaks, in: text.bytes)
  }

  // MARK: Reading

  /// Reads the next record; false at the end.
  ///
  /// - Throws: ``ReadingError/unclosedQuote(file:line:column:)``. The line with the quote is then a record without fields, see
  ///   ``rawRecord``, and reading can continue.
  package mutating func next() throws(ReadingError) -> Bool {
    fields.removeAll()
    scratch.removeAll()
    recordStart = nextRecord
    line = nextLine
    let delimiter = dialect.delimiter.rawValue
    var fieldStart = recordStart
    var innerLineBreaks = 0
    var quoted = CSVScanner.QuotedPart.none
    while true {
      let place = scanner.next()
      guard place >= 0 else { break }
      let byte = scanner.byte(at: place)
      if byte == delimiter {
        endField(from: fieldStart, to: place, quoted)
        quoted = .none
        fieldStart = place + 1
      } else if byte == CSVDialect.quote {
        guard place == fieldStart else {
          guard let spaced = quotedPart(behindSpacesFrom: fieldStart, at: place) else { continue }
          (quoted, fieldStart) = (spaced, place)
          innerLineBreaks += quoted.lineBreaks
          continue
        }
        quoted = scanner.quotedPart(from: place)
        // A text of several lines that a quote at the beginning of a field closes has been closed by that field's quote.
        guard quoted.close >= 0, isWhole(quoted) else { throw skipLine(withQuoteAt: place) }
        innerLineBreaks += quoted.lineBreaks
      } else {
        endLine(at: place, byte, lineBreaksBefore: innerLineBreaks)
        if place == fieldStart, fields.isEmpty {
          recordStart = nextRecord
          line = nextLine
          fieldStart = nextRecord
        } else {
          endField(from: fieldStart, to: place, quoted)
          return true
        }
      }
    }
    recordEnd = scanner.end
    nextRecord = scanner.end
    scanner.look(from: scanner.end)
    if fieldStart == scanner.end, fields.isEmpty { return false }
    endField(from: fieldStart, to: scanner.end, quoted)
    return true
  }

  /// Sets the end of the record and the start of the next one.
  @inline(__always)
  private mutating func endLine(at place: Int, _ byte: UInt8, lineBreaksBefore: Int) {
    recordEnd = place
    nextRecord = place + 1
    nextLine = line + lineBreaksBefore + 1
    guard byte == UInt8(ascii: "\r"), nextRecord < scanner.end else { return }
    if scanner.byte(at: nextRecord) == UInt8(ascii: "\n") {
      nextRecord += 1
      scanner.look(from: nextRecord)
    }
  }

  @inline(__always)
  private mutating func endField(from start: Int, to end: Int, _ quoted: CSVScanner.QuotedPart) {
    if quoted.close < 0 {
      fields.append(CSVField(origin: start, count: end - start, content: CSVField.unquoted))
    } else if quoted.close == end - 1, !quoted.hasDoubledQuotes {
      fields.append(CSVField(origin: start, count: end - start - 2, content: CSVField.quoted))
    } else {
      putTogether(from: start, to: end, quoted)
    }
  }

  /// Unescapes a field with doubled quotes or text after the closing quote.
  private mutating func putTogether(from start: Int, to end: Int, _ quoted: CSVScanner.QuotedPart) {
    let content = scratch.count
    var place = start + 1
    while place < quoted.close {
      let byte = scanner.byte(at: place)
      scratch.append(byte)
      place += byte == CSVDialect.quote ? 2 : 1
    }
    for place in quoted.close + 1..<end { scratch.append(scanner.byte(at: place)) }
    fields.append(CSVField(origin: start, count: scratch.count - content, content: content))
  }

  /// The quoted part behind spaces, as in `1, "2, 3"`; nil where the quotes are part of a text.
  private mutating func quotedPart(behindSpacesFrom start: Int, at place: Int) -> CSVScanner.QuotedPart? {
    guard place - start <= Self.mostSpaces, (start..<place).allSatisfy({ scanner.byte(at: $0) == UInt8(ascii: " ") })
    else { return nil }
    let before = scanner
    let part = scanner.quotedPart(from: place)
    if part.close >= 0, scanner.endsField(behind: part.close), isWhole(part) { return part }
    scanner = before
    return nil
  }

  private func isWhole(_ part: CSVScanner.QuotedPart) -> Bool {
    part.lineBreaks == 0 || scanner.endsField(behind: part.close) || !scanner.beginsField(at: part.close)
  }

  private static let mostSpaces = 8

  /// Skips the line of an unclosed quote. The rest is read as if the line did not exist.
  ///
  /// A quote that another field's quote closes is followed by no further quote up to that one, so that each byte is read again
  /// once. Without any quote that closes it, all further quotes are doubled, so that this happens once.
  private mutating func skipLine(withQuoteAt place: Int) -> ReadingError {
    let lineBreak = LineBreaks.next(in: text.bytes, from: place)
    let quote = self.place(at: place)
    fields.removeAll()
    recordEnd = min(lineBreak.begin, scanner.end)
    nextRecord = min(lineBreak.end, scanner.end)
    nextLine = quote.line + 1
    scanner.look(from: nextRecord)
    return .unclosedQuote(file: text.name, line: quote.line, column: quote.column)
  }
}
