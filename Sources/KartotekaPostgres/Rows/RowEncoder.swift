import KartotekaModel
import KartotekaStore

/// Writes the rows of a SQLite table in the binary format of COPY
/// (<https://www.postgresql.org/docs/15/sql-copy.html>), and computes their digest.
///
/// At most some rows are in memory. Of a file beside the database only a part is.
final class RowEncoder {
  /// Of all rows so far.
  let digest = RowsDigest()
  /// The most bytes of a text in each column so far.
  private(set) var longestTexts: [Int] = []
  /// The forms of the table's columns: copying the columns themselves would take a third of the time.
  private var forms: [CopiedTable.Form] = []
  private let buffer = ByteBuffer()
  private let send: (UnsafeRawBufferPointer) throws -> Void
  /// The beginning of the part of the current row that the digest lacks.
  private var start = 0
  /// The size of the files of the current row.
  private var filesSize = 0

  /// The signature, no flags, and no extension of the header.
  static let header: [UInt8] = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0x00] + Array(repeating: 0, count: 8)
  private static let full = 1 << 16

  private let omitsDigest: Bool

  /// - Parameters:
  ///   - omitsDigest: whether no digest is computed.
  ///   - send: takes the bytes in parts. To compute a digest alone, it does nothing.
  init(omitsDigest: Bool = false, _ send: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
    self.omitsDigest = omitsDigest
    self.send = send
    Self.header.withUnsafeBytes { buffer.append($0) }
  }

  /// Writes the current row.
  /// - Throws: ``PostgresError`` for a value that PostgreSQL can't store, and errors of sending.
  func write(_ rows: CopiedRows) throws {
    if forms.isEmpty {
      forms = rows.table.columns.map(\.form)
      longestTexts = Array(repeating: 0, count: forms.count)
    }
    begin(forms.count)
    for index in forms.indices {
      guard rows.storage(index) != nil else {
        buffer.append(Int32(-1))
        continue
      }
      try write(index, forms[index], rows)
    }
    try end()
  }

  /// Writes a row of bytes and numbers.
  func write(_ digest: [UInt8], _ number: Int32, _ bytes: UnsafeRawBufferPointer) throws {
    begin(3)
    digest.withUnsafeBytes { field($0) }
    buffer.append(Int32(4))
    buffer.append(number)
    field(bytes)
    try end()
  }

  /// Ends the data.
  func finish() throws {
    buffer.append(Int16(-1))
    try send(buffer.bytes)
    buffer.removeAll()
  }

  private func begin(_ columns: Int) {
    start = buffer.count
    filesSize = 0
    buffer.append(Int16(columns))
  }

  private func end() throws {
    if !omitsDigest {
      digest.update(buffer.bytes(from: start))
      digest.endRow()
    }
    guard buffer.count >= Self.full else { return }
    try send(buffer.bytes)
    buffer.removeAll()
  }

  private func field(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(Int32(bytes.count))
    buffer.append(bytes)
  }

  private func write(_ index: Int, _ form: CopiedTable.Form, _ rows: CopiedRows) throws {
    switch form {
    case .integer:
      buffer.append(Int32(8))
      buffer.append(rows.integer(index))
    case .decimal(let scale): DecimalForm.write(rows.integer(index), scale: scale, to: buffer)
    case .boolean:
      buffer.append(Int32(1))
      buffer.append(UInt8(rows.integer(index) == 0 ? 0 : 1))
    case .real:
      buffer.append(Int32(8))
      // SQLite stores no negative zero.
      let real = rows.real(index)
      buffer.append(real == 0 ? 0 : real.bitPattern)
    case .text:
      let text = rows.text(index)
      if let fault = UTF8Validation.firstFault(in: text) {
        if case .nul = fault { throw refused(index, rows, .nul) }
        throw refused(index, rows, .notUTF8)
      }
      longestTexts[index] = max(longestTexts[index], text.count)
      field(text)
    case .date:
      guard let days = DateForm.days(rows.text(index)) else { throw refused(index, rows, .noDate) }
      buffer.append(Int32(4))
      buffer.append(days)
    case .moment:
      guard let moment = DateForm.microseconds(rows.text(index)) else { throw refused(index, rows, .noDate) }
      buffer.append(Int32(8))
      buffer.append(moment)
    case .bytes: field(rows.bytes(index))
    case .any: rows.json(index).withUnsafeBytes { field($0) }
    case .content: try content(index, rows)
    }
  }

  private func content(_ index: Int, _ rows: CopiedRows) throws {
    guard let file = rows.file(index) else { return field(rows.bytes(index)) }
    filesSize += file.count
    guard filesSize <= PrimaryLimit.filesOfRow else { throw refused(index, rows, .tooLarge) }
    buffer.append(Int32(file.count))
    let isWhole: Bool
    do {
      isWhole = try file.read { bytes in
        buffer.append(bytes)
        if !omitsDigest { digest.update(buffer.bytes(from: start)) }
        try send(buffer.bytes)
        buffer.removeAll()
        start = 0
      }
    } catch is UnreadableBlob {
      throw refused(index, rows, .missingFile)
    }
    guard isWhole else { throw refused(index, rows, .damagedFile) }
  }

  private func refused(_ index: Int, _ rows: CopiedRows, _ reason: PostgresError.Unstorable) -> PostgresError {
    .cannotStore(
      table: rows.table.name, row: rows.table.hasNumbers ? rows.integer(0) : nil,
      column: rows.table.columns[index].name, reason)
  }
}
