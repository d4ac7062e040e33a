import KartotekaModel

/// The new rows of bulk inserts in a local copy. They are sent to the primary while the local transaction goes on, so that both
/// databases store them at the same time.
///
/// The ``RowSession`` does not record them. It records later changes of the same rows, which are sent after them.
final class StreamedRows {
  private let session: RowSession
  private let source: RowSource
  private let tables: [CopiedTable]
  private var remote: any PrimaryTransaction
  private var ranges: [(table: CopiedTable, ids: [ClosedRange<RecordID>])] = []
  /// The ids of the table inserted into last that are not sent yet.
  private var waiting: [ClosedRange<RecordID>] = []
  private var waitingCount = 0
  private var isRestarted = false

  /// So many rows are read from the local copy at once.
  private static let part = 1_024

  /// - Parameter tables: the tables that the primary and the local copy have in common.
  init(_ session: RowSession, _ source: RowSource, _ tables: [CopiedTable], to remote: any PrimaryTransaction) {
    self.session = session
    self.source = source
    self.tables = tables
    self.remote = remote
  }

  /// The table with a name; nil for one that the primary does not have.
  func table(_ name: String) -> CopiedTable? { tables.first { $0.name == name } }

  /// Runs statements without recording what they change. No trigger may change rows that have to be recorded meanwhile.
  func withoutRecording(_ body: () throws -> Void) rethrows { try session.withoutRecording(body) }

  /// Adds a row that was inserted.
  /// - Throws: ``StoreError``.
  func add(_ id: RecordID, of table: CopiedTable) throws {
    if ranges.last?.table.name != table.name {
      try send()
      ranges.append((table, []))
    }
    if let last = waiting.last, id == last.upperBound + 1 {
      waiting[waiting.count - 1] = last.lowerBound...id
    } else {
      waiting.append(id...id)
    }
    waitingCount += 1
    if waitingCount == Self.part { try send() }
  }

  /// Sends the rows that wait, with the values that they have now.
  /// - Throws: ``StoreError``.
  func send() throws {
    guard waitingCount > 0, let table = ranges.last?.table else { return }
    ranges[ranges.count - 1].ids += waiting
    let ids = waiting
    (waiting, waitingCount) = ([], 0)
    try remote.send(source.rows(of: table, ids))
  }

  /// Begins anew in another transaction: ``finish()`` sends all rows again.
  func restart(in remote: any PrimaryTransaction) { (self.remote, isRestarted) = (remote, true) }

  /// Sends the last rows.
  /// - Returns: the ids of all rows by table.
  /// - Throws: ``StoreError``.
  func finish() throws -> [(table: CopiedTable, ids: [ClosedRange<RecordID>])] {
    try send()
    if isRestarted {
      for (table, ids) in ranges { try remote.send(source.rows(of: table, ids)) }
    }
    return ranges
  }
}
