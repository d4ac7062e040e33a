import Foundation
import KartotekaModel

/// The rows of a ``CopiedTable``, one after the other. The values of a row are valid until the next one.
package struct CopiedRows {
  /// The table.
  package let table: CopiedTable
  private let statement: RawStatement
  private let folder: BlobFolder?
  /// The arguments with which the statement is still to run.
  private var arguments: ArraySlice<[Value]>
  private var isRunning = false

  private init(
    _ table: CopiedTable, _ folder: BlobFolder?, in database: SQLConnection, where condition: String,
    _ arguments: [[Value]]
  ) throws {
    self.table = table
    self.folder = folder
    self.arguments = arguments[...]
    statement = try RawStatement(
      "SELECT \(SQL.names(table.columns.map(\.name))) FROM \(SQL.name(table.name)) WHERE \(condition)", in: database)
  }

  /// All rows.
  init(_ table: CopiedTable, _ folder: BlobFolder?, in database: SQLConnection) throws {
    try self.init(table, folder, in: database, where: "true", [[]])
  }

  /// The rows with some primary keys.
  init(_ table: CopiedTable, _ folder: BlobFolder?, in database: SQLConnection, keys: [[Value]]) throws {
    let condition = table.primaryKey.map { SQL.name($0) + " = ?" }.joined(separator: " AND ")
    try self.init(table, folder, in: database, where: condition, keys)
  }

  /// The rows whose ids are in some ranges.
  init(_ table: CopiedTable, _ folder: BlobFolder?, in database: SQLConnection, ids: [ClosedRange<RecordID>]) throws {
    try self.init(
      table, folder, in: database, where: SQL.name(table.primaryKey[0]) + " BETWEEN ? AND ?",
      ids.map { [.integer($0.lowerBound), .integer($0.upperBound)] })
  }

  /// Goes on to the next row.
  /// - Returns: whether there is one.
  /// - Throws: ``StoreError``.
  package mutating func next() throws -> Bool {
    while true {
      if isRunning, try statement.step() { return true }
      statement.reset()
      isRunning = false
      guard let next = arguments.popFirst() else { return false }
      statement.bind(next)
      isRunning = true
    }
  }

  /// The storage class of a value; nil for NULL.
  package func storage(_ column: Int) -> StorageClass? { statement.storage(column: column) }

  /// A whole number.
  package func integer(_ column: Int) -> Int64 { statement.integer(column: column) }

  /// A floating-point number.
  package func real(_ column: Int) -> Double { statement.real(column: column) }

  /// The bytes of a text.
  package func text(_ column: Int) -> UnsafeRawBufferPointer { statement.bytes(column: CInt(column)) }

  /// The bytes in a column, which may be a reference to a file.
  package func bytes(_ column: Int) -> UnsafeRawBufferPointer { statement.blob(column: column) }

  /// The file with the bytes of a picture or file; nil for bytes in the column.
  package func file(_ column: Int) -> CopiedFile? {
    let bytes = bytes(column)
    guard let folder, (56...BlobReference.longest).contains(bytes.count),
      let (digest, count, _) = BlobReference.read([UInt8](bytes))
    else { return nil }
    return CopiedFile(url: folder.url(of: digest), digest: digest, count: count)
  }

  /// A value of any storage class, as JSON; see ``ValueJSON``.
  package func json(_ column: Int) -> [UInt8] { ValueJSON.bytes(statement.value(column: column)) }
}

/// A file beside a database with the bytes of a picture or file.
package struct CopiedFile: Sendable {
  let url: URL
  /// The SHA-256 of its bytes.
  package let digest: [UInt8]
  /// The number of bytes.
  package let count: Int

  /// Whether the file is missing or has another size, which is seen without reading it.
  package var isMissing: Bool {
    var status = stat()
    return stat(url.path(percentEncoded: false), &status) != 0 || Int(status.st_size) != count
  }

  /// Reads all bytes in parts.
  /// - Returns: whether the file is the one that its digest names.
  /// - Throws: `UnreadableBlob`, and what the body throws.
  package func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    let hash = SHA256()
    let file = try OpenBlobFile(BlobFile(url, digest: digest, count: count, head: [], opening: OpenBlobFile.open))
    for start in stride(from: 0, to: count, by: Self.part) {
      try file.bytes(in: start..<min(start + Self.part, count)).withUnsafeBytes { bytes in
        hash.update(bytes)
        try body(bytes)
      }
    }
    return hash.finalize() == digest
  }

  /// The most bytes of a part.
  package static let part = 1 << 18
}

/// A value of any storage class as JSON: a number, a string, or an array with bytes in Base64. Whole numbers have no
/// point and no exponent.
enum ValueJSON {
  static func bytes(_ value: Value) -> [UInt8] {
    var writer = JSONWriter()
    switch value {
    case .null: writer.null()
    case .integer(let integer): writer.int(integer)
    case .real(let real): writer.number(real.isFinite ? String(real) : real < 0 ? "-9e999" : "9e999")
    case .text(let text): writer.string(text)
    case .blob(let blob):
      writer.beginArray()
      writer.string(Data(BlobReference.column(blob)).base64EncodedString())
      writer.endArray()
    }
    return writer.bytes
  }

  /// - Returns: nil for another text.
  static func value(_ bytes: UnsafeRawBufferPointer) -> Value? {
    switch try? JSONParser.parse(String(decoding: bytes, as: UTF8.self)) {
    case .null: .null
    case .number(let digits): Int64(digits).map(Value.integer) ?? Double(digits).map(Value.real)
    case .string(let text): .text(text)
    case .array(let items):
      if case .string(let base64)? = items.first, items.count == 1, let data = Data(base64Encoded: base64) {
        .blob([UInt8](data))
      } else {
        nil
      }
    default: nil
    }
  }
}
