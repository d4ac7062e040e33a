import Foundation
import KartotekaModel
import KartotekaStore

/// Writes rows and keys of a table as JSON, the one bound argument of a statement. `json_to_recordset` turns it into rows with
/// the types of the table's columns, so that one statement writes any number of rows.
struct RowJSON {
  /// The size in bytes at which an argument ends. A larger row is an argument of its own.
  static let full = 4 << 20

  /// The table.
  let table: CopiedTable

  /// SQL of the rows as a table `v` with columns `c0`, `c1`, ….
  func records(_ argument: Int = 1) -> String { Self.records(table.columns, argument) }

  /// SQL of the keys as a table `v` with columns `c0`, `c1`, … in the order of the primary key.
  func keys(_ argument: Int = 1) -> String { Self.records(keyColumns, argument) }

  /// The columns of the primary key.
  var keyColumns: [CopiedTable.Column] {
    table.primaryKey.compactMap { name in table.columns.first { $0.name == name } }
  }

  private static func records(_ columns: [CopiedTable.Column], _ argument: Int) -> String {
    let types = columns.enumerated().map { "c\($0.offset) \(PostgresTable.type($0.element.form))" }
    return "json_to_recordset($\(argument)::json) AS v(\(types.joined(separator: ", ")))"
  }

  // MARK: Keys

  /// Writes keys as a JSON array of objects.
  /// - Throws: `StoreError`.
  func text(ofKeys keys: some Sequence<[Value]>) throws -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for key in keys {
      writer.beginObject()
      for (index, value) in key.enumerated() {
        writer.key("c\(index)")
        try Self.write(value, to: &writer)
      }
      writer.endObject()
    }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes a value of a key; ``value(_:_:)`` reads it.
  /// - Throws: `StoreError`.
  static func write(_ value: Value, to writer: inout JSONWriter) throws {
    switch value {
    case .null: writer.null()
    case .integer(let integer): writer.int(integer)
    case .real(let real): writer.number(String(real))
    case .text(let text): writer.string(text)
    case .blob(let blob): writer.string(hex(try blob.bytes()))
    }
  }

  /// Reads a value of a key.
  /// - Throws: ``PostgresError`` `.badData`.
  static func value(_ json: JSONValue, _ form: CopiedTable.Form) throws -> Value {
    switch json {
    case .null: return .null
    case .number(let digits):
      guard let integer = Int64(digits) else { throw PostgresError.badData }
      return .integer(integer)
    case .string(let text):
      guard form == .bytes else { return .text(text) }
      guard let bytes = bytes(text) else { throw PostgresError.badData }
      return .blob([UInt8](bytes))
    default: throw PostgresError.badData
    }
  }

  // MARK: Rows

  /// Writes rows as JSON arrays of objects. An array ends with the row that reaches ``full`` bytes.
  /// - Parameters:
  ///   - rows: the rows.
  ///   - send: receives each array with its number of rows.
  /// - Throws: ``PostgresError`` `.cannotStore`, `StoreError`, and errors of `send`.
  func write(_ rows: inout CopiedRows, omitsContent: Bool = false, _ send: (String, Int) throws -> Void) throws {
    var writer = JSONWriter(capacity: 4096)
    var count = 0
    func finish() throws {
      guard count > 0 else { return }
      writer.endArray()
      try send(String(decoding: writer.bytes, as: UTF8.self), count)
    }
    writer.beginArray()
    while try rows.next() {
      writer.beginObject()
      var filesSize = 0
      for (index, column) in table.columns.enumerated() where rows.storage(index) != nil {
        if omitsContent, column.form == .content { continue }
        writer.key("c\(index)")
        try write(rows, index, column, &filesSize, to: &writer)
      }
      writer.endObject()
      count += 1
      guard writer.bytes.count >= Self.full else { continue }
      try finish()
      (writer, count) = (JSONWriter(capacity: Self.full), 0)
      writer.beginArray()
    }
    try finish()
  }

  private func write(
    _ rows: CopiedRows, _ index: Int, _ column: CopiedTable.Column, _ filesSize: inout Int, to writer: inout JSONWriter
  ) throws {
    switch column.form {
    case .integer: writer.int(rows.integer(index))
    case .decimal(let scale): writer.number(DecimalForm.text(rows.integer(index), scale: scale))
    case .boolean: writer.bool(rows.integer(index) != 0)
    case .real:
      let real = rows.real(index)
      // JSON has no infinity. SQLite stores no negative zero.
      if real.isFinite { writer.number(real == 0 ? "0" : String(real)) } else { writer.string(String(real)) }
    case .text:
      let text = rows.text(index)
      if let fault = UTF8Validation.firstFault(in: text) {
        if case .nul = fault { throw refused(rows, column, .nul) }
        throw refused(rows, column, .notUTF8)
      }
      writer.string(utf8: text)
    case .date, .moment:
      guard let text = DateForm.literal(rows.text(index)) else { throw refused(rows, column, .noDate) }
      writer.string(text)
    case .bytes: writer.string(Self.hex(rows.bytes(index)))
    case .content:
      guard let file = rows.file(index) else { return writer.string(Self.hex(rows.bytes(index))) }
      filesSize += file.count
      guard filesSize <= PrimaryLimit.filesOfRow else { throw refused(rows, column, .tooLarge) }
      var bytes: [UInt8] = []
      do {
        guard try file.read({ bytes.append(contentsOf: $0) }) else { throw refused(rows, column, .damagedFile) }
      } catch is UnreadableBlob {
        throw refused(rows, column, .missingFile)
      }
      writer.string(Self.hex(bytes))
    case .any: rows.json(index).withUnsafeBytes { writer.string(utf8: $0) }
    }
  }

  private func refused(
    _ rows: CopiedRows, _ column: CopiedTable.Column, _ reason: PostgresError.Unstorable
  ) -> PostgresError {
    .cannotStore(
      table: table.name, row: table.hasNumbers ? rows.integer(0) : nil, column: column.name, reason)
  }

  // MARK: Bytes

  private static let digits = Array("0123456789abcdef".utf8)

  /// The text form of a `bytea` (<https://www.postgresql.org/docs/15/datatype-binary.html>).
  static func hex(_ bytes: some Collection<UInt8>) -> String {
    "\\x"
      + String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
        for (index, byte) in bytes.enumerated() {
          buffer[index * 2] = digits[Int(byte >> 4)]
          buffer[index * 2 + 1] = digits[Int(byte & 15)]
        }
        return bytes.count * 2
      }
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("\\x") else { return nil }
    let digits = text.utf8.dropFirst(2).map { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
    guard digits.count % 2 == 0 else { return nil }
    return try? stride(from: 0, to: digits.count, by: 2).map { place in
      guard let high = digits[place], let low = digits[place + 1] else { throw PostgresError.badData }
      return high << 4 | low
    }
  }
}
