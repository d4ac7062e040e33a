import KartotekaModel

/// Writes CSV as RFC 4180 has it, so that ``CSVReader`` reads the same again.
///
/// ```swift
/// var csv = CSVWriter(to: sink)
/// try csv.record(["Name", "City"])
/// csv.field("Anna")
/// csv.field(nil)
/// try csv.endRecord()
/// try csv.finish()
/// ```
/// Fields are quoted where something would be lost otherwise: a delimiter, a quote, a line break, spaces at
/// either end, an empty text (nil is written as nothing at all), and the word NULL, which many programs write
/// for nil. Text that a spreadsheet would take for a formula is ``FormulaGuard``'s to change.
public struct CSVWriter {
  private static let flushLimit = 1 << 16

  private let sink: any ByteSink
  private let delimiter: UInt8
  private let delimiters: UInt64
  private var bytes: [UInt8] = []
  private var fieldsInRecord = 0
  private var isRecordBlank = true

  /// A writer to a sink.
  ///
  /// - Parameter byteOrderMark: whether to begin with one, without which Excel does not take a file for
  ///   UTF-8.
  public init(to sink: any ByteSink, dialect: CSVDialect = CSVDialect(), byteOrderMark: Bool = false) {
    self.sink = sink
    delimiter = dialect.delimiter.rawValue
    delimiters = ByteWord.repeating(delimiter)
    bytes.reserveCapacity(Self.flushLimit + 1024)
    if byteOrderMark { bytes.append(contentsOf: [0xEF, 0xBB, 0xBF]) }
  }

  /// The next field of the record: a text, or nil for no value.
  public mutating func field(_ text: String?) {
    guard var text else { return emptyField() }
    text.withUTF8 { field(utf8: UnsafeRawBufferPointer($0)) }
  }

  /// The next field of the record: a text given as UTF-8.
  public mutating func field(utf8 text: UnsafeRawBufferPointer) {
    isRecordBlank = false
    if Self.needsQuotes(text, delimiters: delimiters) {
      emptyField()
      appendQuoted(text)
    } else {
      appendPlain(text)
    }
  }

  /// The next field of the record, without a value.
  public mutating func emptyField() {
    if fieldsInRecord > 0 { bytes.append(delimiter) }
    fieldsInRecord += 1
  }

  /// Ends the record.
  /// - Throws: what the sink throws.
  public mutating func endRecord() throws {
    // An empty line is no record; readers skip it.
    if isRecordBlank, fieldsInRecord <= 1 { bytes.append(contentsOf: [CSVDialect.quote, CSVDialect.quote]) }
    try endLine()
  }

  /// A whole record.
  /// - Throws: what the sink throws.
  public mutating func record(_ fields: [String?]) throws {
    for field in fields { self.field(field) }
    try endRecord()
  }

  /// A record as it stood in another file of the same dialect, see ``CSVReader/rawRecord``.
  /// - Throws: what the sink throws.
  public mutating func rawRecord(_ record: UnsafeRawBufferPointer) throws {
    bytes.append(contentsOf: record)
    try endLine()
  }

  /// Hands what is left on to the sink, which stays open.
  /// - Throws: what the sink throws.
  public mutating func finish() throws {
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

  /// The delimiter, if one is due, and the text at once: making room for each costs more than copying.
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
    // Control characters and spaces at either end; the first byte of a byte order mark.
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
