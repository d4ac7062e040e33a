import KartotekaModel

/// Writes CSV (RFC 4180), which ``CSVReader`` reads back unchanged.
///
/// ```swift
/// var csv = CSVWriter(to: sink)
/// try csv.record(["Name", "City"])
/// csv.field("Anna")
/// csv.field(nil)
/// try csv.endRecord()
/// try csv.finish()
/// ```
/// Fields are quoted if they contain a delimiter, a quote, a line break or surrounding spaces, and for an empty text (nil is
/// written as an empty field) and the word NULL, which many programs write for nil. ``FormulaGuard`` changes text that a
/// spreadsheet would take for a formula.
package struct CSVWriter {
  private static let flushLimit = 1 << 16

  private let sink: any ByteSink
  private let delimiter: UInt8
  private let delimiters: UInt64
  private var bytes: [UInt8] = []
  private var fieldsInRecord = 0
  private var isRecordBlank = true

  /// Makes a writer.
  ///
  /// - Parameter byteOrderMark: whether to write a byte order mark, without which Excel does not recognize UTF-8.
  package init(to sink: any ByteSink, dialect: CSVDialect = CSVDialect(), byteOrderMark: Bool = false) {
    self.sink = sink
    delimiter = dialect.delimiter.rawValue
    delimiters = ByteWord.repeating(delimiter)
    bytes.reserveCapacity(Self.flushLimit + 1024)
    if byteOrderMark { bytes.append(contentsOf: [0xEF, 0xBB, 0xBF]) }
  }

  /// Appends a field with a text; nil for no value.
  package mutating func field(_ text: String?) {
    guard var text else { return emptyField() }
    text.withUTF8 { field(utf8: UnsafeRawBufferPointer($0)) }
  }

  /// Appends a field with a text in quotes, whatever it is.
  mutating func quotedField(_ text: String) {
    isRecordBlank = false
    emptyField()
    var text = text
    text.withUTF8 { appendQuoted(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a field with a UTF-8 text.
  package mutating func field(utf8 text: UnsafeRawBufferPointer) {
    isRecordBlank = false
    if Self.needsQuotes(text, delimiters: delimiters) {
      emptyField()
      appendQuoted(text)
    } else {
      appendPlain(text)
    }
  }

  /// Appends a field without a value.
  package mutating func emptyField() {
    if fieldsInRecord > 0 { bytes.append(delimiter) }
    fieldsInRecord += 1
  }

  /// Ends the record.
  /// - Throws: errors of the sink.
  package mutating func endRecord() throws {
    // Readers skip empty lines, so a record with one empty field is quoted.
    if isRecordBlank, fieldsInRecord <= 1 { bytes.append(contentsOf: [CSVDialect.quote, CSVDialect.quote]) }
    try endLine()
  }

  /// Writes a record.
  /// - Throws: errors of the sink.
  package mutating func record(_ fields: [String?]) throws {
    for field in fields { self.field(field) }
    try endRecord()
  }

  /// Writes a raw record of another file in the same dialect, see ``CSVReader/rawRecord``.
  /// - Throws: errors of the sink.
  package mutating func rawRecord(_ record: UnsafeRawBufferPointer) throws {
    bytes.append(contentsOf: record)
    try endLine()
  }

  /// Sends the rest to the sink, which remains open.
  /// - Throws: errors of the sink.
  package mutating func finish() throws {
    try bytes.withUnsafeBytes { try sink.write($0) }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func endLine() throws {
    bytes.append(UInt8(ascii: "\r"))
    bytes.append(UInt8(ascii: "\n"))
    fieldsInRecord = 0
    isRecordBlank = true
    if bytes.count >= Self.flushLimit { try finish() }
  }

  /// Appends the delimiter and the text together: reserving capacity twice costs more than copying.
  private mutating func appendPlain(_ text: UnsafeRawBufferPointer) {
    let isFirst = fieldsInRecord == 0
    fieldsInRecord += 1
    bytes.append(addingCapacity: text.count + 1) { span in
      span.withUnsafeMutableBufferPointer { target, count in
        if !isFirst {
          target[0] = delimiter
          count = 1
        }
        let free = UnsafeMutableRawBufferPointer(target)[count...]
        UnsafeMutableRawBufferPointer(rebasing: free).copyMemory(from: text)
        count += text.count
      }
    }
  }

  private mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
    bytes.append(CSVDialect.quote)
    for byte in text {
      bytes.append(byte)
      if byte == CSVDialect.quote { bytes.append(byte) }
    }
    bytes.append(CSVDialect.quote)
  }

  private static func needsQuotes(_ text: UnsafeRawBufferPointer, delimiters: UInt64) -> Bool {
    guard let base = text.baseAddress, let first = text.first, let last = text.last else { return true }
    // Control characters or spaces at either end; the first byte of a byte order mark.
    if first <= 0x20 || last <= 0x20 || first == 0xEF { return true }
    if text.count == 4, isNull(text) { return true }
    var place = 0
    while place < text.count {
      let left = text.count - place
      let word = left >= 8 ? ByteWord.load(base + place) : ByteWord.load(base + place, count: left)
      let others =
        ByteWord.differences(word, delimiters)
        & ByteWord.differences(word, ByteWord.repeating(CSVDialect.quote))
        & ByteWord.differences(word, ByteWord.repeating(UInt8(ascii: "\n")))
        & ByteWord.differences(word, ByteWord.repeating(UInt8(ascii: "\r")))
      if ~others & ByteWord.highBits != 0 { return true }
      place += 8
    }
    return false
  }

  private static func isNull(_ text: UnsafeRawBufferPointer) -> Bool {
    zip(text, "null".utf8).allSatisfy { $0 | 0x20 == $1 }
  }
}

/// An apostrophe before text that a spreadsheet would take for a formula: `'=HYPERLINK(…)`.
///
/// An export for spreadsheets adds one apostrophe to text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return
/// after any number of apostrophes. An import removes one. Other exports add one only if the import would remove one, or would
/// take the text for digits that are protected as `="0123"` or `'0123`.
enum FormulaGuard {
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether texts of a kind can be formulas. Numbers, dates, telephone numbers and coordinates can't; an application's own
  /// kinds can.
  static func concerns(_ kind: KindName) -> Bool {
    switch kind {
    case .text, .mail, .url, .choice: true
    default: AttributeKinds.named(kind) == nil
    }
  }

  /// The exported text.
  static func added(to text: String, isForSpreadsheets: Bool) -> String {
    let isProtected = text.hasPrefix("=\"") && text.hasSuffix("\"")
    guard isForSpreadsheets || isProtected || text.utf8.first == apostrophe,
      isFormula(text.utf8) || areDigits(text.utf8)
    else {
      return text
    }
    return "'" + text
  }

  /// The text without the added apostrophe.
  static func removed(from text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard text.first == apostrophe, isFormula(text) || areDigits(text) else { return text }
    return UnsafeRawBufferPointer(rebasing: text.dropFirst())
  }

  // `'01067`, as shops protect digits from spreadsheets. '90 is a year.
  private static func areDigits(_ text: some Collection<UInt8>) -> Bool {
    guard text.first == apostrophe else { return false }
    let rest = text.drop { $0 == apostrophe }
    return (3...40).contains(rest.count) && rest.allSatisfy { $0 &- 0x30 < 10 }
  }

  private static func isFormula(_ text: some Collection<UInt8>) -> Bool {
    switch text.first(where: { $0 != apostrophe }) {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0d: true
    default: false
    }
  }
}
