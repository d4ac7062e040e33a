import Dispatch
import KartotekaStore

/// Sends rows with `COPY` on a thread of its own, while the caller reads and encodes further ones.
///
/// Sendable because the connection and the failure are used on the queue alone, and the rest by the caller alone.
final class CopyStream: @unchecked Sendable {
  private let connection: PostgresConnection
  private let schema: String
  private let queue = DispatchQueue(label: "kartoteka.copy")
  /// The parts of rows that may wait in memory, each of 64 KiB, or of 256 KiB of a file.
  private let room = DispatchSemaphore(value: 64)
  /// Why nothing more is sent.
  private var failure: (any Error)?
  private var current: (table: String, encoder: RowEncoder)?

  /// - Parameter connection: is not used by the caller until ``finish()`` or ``stop()`` has returned.
  init(_ connection: PostgresConnection, _ schema: String) {
    self.connection = connection
    self.schema = schema
  }

  /// Encodes rows and has them sent. It waits while too many wait in memory.
  /// - Throws: ``PostgresError`` `.cannotStore`, and errors of reading.
  func write(_ rows: CopiedRows) throws {
    var rows = rows
    let encoder = try encoder(of: rows.table)
    while try rows.next() { try encoder.write(rows) }
  }

  /// Waits until the server has stored all rows.
  /// - Throws: ``PostgresError``, `CancellationError`.
  func finish() throws {
    try endTable()
    try queue.sync { if let failure { throw failure } }
  }

  /// Sends nothing more.
  func stop() { queue.sync { failure = failure ?? CancellationError() } }

  private func encoder(of table: CopiedTable) throws -> RowEncoder {
    if let current, current.table == table.name { return current.encoder }
    try endTable()
    let names = table.columns.map { PostgresTable.column($0.name) }.joined(separator: ", ")
    let place = PostgresTable.place(table.name, in: schema)
    enqueue { try $0.beginCopy("COPY \(place) (\(names)) FROM STDIN (FORMAT binary)") }
    let encoder = try RowEncoder(omitsDigest: true) { [unowned self] bytes in
      let part = [UInt8](bytes)
      enqueue { connection in try part.withUnsafeBytes { try connection.sendCopy($0) } }
    }
    current = (table.name, encoder)
    return encoder
  }

  private func endTable() throws {
    guard let encoder = current?.encoder else { return }
    current = nil
    try encoder.finish()
    enqueue { _ = try $0.finishCopy() }
  }

  private func enqueue(_ step: @escaping @Sendable (PostgresConnection) throws -> Void) {
    room.wait()
    queue.async { [self] in
      defer { room.signal() }
      guard failure == nil else { return }
      do { try step(connection) } catch { failure = error }
    }
  }
}
