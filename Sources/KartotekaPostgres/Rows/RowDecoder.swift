import KartotekaStore

/// Reads the messages of COPY in binary format, and computes the digest of the rows.
final class RowDecoder {
  /// Of all rows so far.
  let digest = RowsDigest()
  private var hasHeader = false

  /// Reads a message, which contains whole rows.
  /// - Parameter row: receives the cells of each row: nil for NULL.
  /// - Throws: ``PostgresError`` `.badData`, and what the body throws.
  func read(_ message: UnsafeRawBufferPointer, _ row: (borrowing Cells) throws -> Void) throws {
    var offset = 0
    if !hasHeader {
      let fixed = RowEncoder.header.count
      guard message.count >= fixed, message.starts(with: RowEncoder.header[..<11]),
        let extra = message.integer(at: fixed - 4, as: Int32.self), extra >= 0
      else { throw PostgresError.badData }
      hasHeader = true
      offset = fixed + Int(extra)
    }
    while offset < message.count {
      guard let columns = message.integer(at: offset, as: Int16.self) else { throw PostgresError.badData }
      // The end of the data.
      if columns == -1 { return }
      var cells = Cells(message: message, start: offset)
      offset += 2
      for _ in 0..<columns {
        guard let length = message.integer(at: offset, as: Int32.self) else { throw PostgresError.badData }
        offset += 4
        cells.add(offset, Int(length))
        offset += max(Int(length), 0)
      }
      guard offset <= message.count, columns >= 0 else { throw PostgresError.badData }
      cells.end = offset
      digest.update(UnsafeRawBufferPointer(rebasing: message[cells.start..<offset]))
      digest.endRow()
      try row(cells)
    }
  }

  /// The cells of a row.
  struct Cells: ~Copyable {
    fileprivate let message: UnsafeRawBufferPointer
    fileprivate let start: Int
    fileprivate var end = 0
    private var places: [(start: Int, length: Int)] = []

    fileprivate init(message: UnsafeRawBufferPointer, start: Int) {
      self.message = message
      self.start = start
      places.reserveCapacity(16)
    }

    fileprivate mutating func add(_ start: Int, _ length: Int) { places.append((start, length)) }

    var count: Int { places.count }

    /// The bytes of a cell; nil for NULL.
    subscript(_ index: Int) -> UnsafeRawBufferPointer? {
      let (start, length) = places[index]
      return length < 0 ? nil : UnsafeRawBufferPointer(rebasing: message[start..<start + length])
    }
  }
}

extension RowDecoder.Cells {
  /// Gives the values of a row to a writer.
  /// - Throws: ``PostgresError`` `.cannotBringBack` for a value that SQLite can't store, and errors of the writer.
  func write(_ table: CopiedTable, to writer: CopiedRowWriter) throws {
    guard count == table.columns.count else { throw PostgresError.badData }
    for index in table.columns.indices { try table.write(self[index], index, to: writer, row: self[0]) }
  }
}

extension PostgresConnection.ResultCells {
  /// Gives the values of a row to a writer.
  /// - Throws: ``PostgresError`` `.cannotBringBack` for a value that SQLite can't store, and errors of the writer.
  func write(_ table: CopiedTable, to writer: CopiedRowWriter) throws {
    for index in table.columns.indices { try table.write(self[index], index, to: writer, row: self[0]) }
  }

  /// Inserts the row with a writer.
  /// - Throws: ``PostgresError`` `.cannotBringBack`, and errors of the writer.
  func insert(_ table: CopiedTable, with writer: CopiedRowWriter) throws {
    try write(table, to: writer)
    try writer.insert()
  }
}

extension CopiedTable {
  /// Gives a value in PostgreSQL's binary form to a writer.
  /// - Parameters:
  ///   - bytes: the value; nil for NULL.
  ///   - row: the value of the first column, by which an error names the row.
  /// - Throws: ``PostgresError`` `.cannotBringBack` for a value that SQLite can't store, and errors of the writer.
  fileprivate func write(
    _ bytes: UnsafeRawBufferPointer?, _ index: Int, to writer: CopiedRowWriter, row: UnsafeRawBufferPointer?
  ) throws {
    guard let bytes else { return writer.setNull(index) }
    if try !write(bytes, index, columns[index].form, to: writer) {
      throw PostgresError.cannotBringBack(
        table: name, row: hasNumbers ? row?.integer(at: 0) : nil, column: columns[index].name)
    }
  }

  /// - Returns: whether SQLite can store the value.
  private func write(
    _ bytes: UnsafeRawBufferPointer, _ index: Int, _ form: CopiedTable.Form, to writer: CopiedRowWriter
  ) throws -> Bool {
    switch form {
    case .integer:
      guard let integer = bytes.integer(at: 0, as: Int64.self) else { return false }
      writer.set(index, integer)
    case .decimal(let scale):
      guard let unscaled = DecimalForm.read(bytes, scale: scale) else { return false }
      writer.set(index, unscaled)
    case .boolean: writer.set(index, bytes.first == 0 ? Int64(0) : 1)
    case .real:
      // SQLite would store NaN as NULL.
      guard let real = bytes.integer(at: 0, as: UInt64.self).map(Double.init(bitPattern:)), !real.isNaN else {
        return false
      }
      writer.set(index, real)
    case .text: writer.set(index, text: bytes)
    case .date:
      guard let days = bytes.integer(at: 0, as: Int32.self) else { return false }
      return DateForm.text(days: days) { writer.set(index, text: $0) } != nil
    case .moment:
      guard let moment = bytes.integer(at: 0, as: Int64.self) else { return false }
      return DateForm.text(microseconds: moment) { writer.set(index, text: $0) } != nil
    case .bytes: writer.set(index, bytes: bytes)
    case .content: try writer.set(index, content: bytes)
    case .any: return writer.set(index, json: bytes)
    }
    return true
  }
}
