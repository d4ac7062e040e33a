import Dispatch
import KartotekaModel

/// The rows of a file, which another thread reads and checks while those before them are stored.
///
/// Sendable because only its queue touches what it holds, except when nothing is on the queue.
final class RowsAhead: @unchecked Sendable {
  private let queue = DispatchQueue(label: "kartoteka.rows")
  private let rows: any RowSource
  private var batch: RowBatch

  /// Begins to read.
  init(_ rows: any RowSource, of entity: EntityDescription) {
    self.rows = rows
    batch = RowBatch(entity)
    read()
  }

  /// Gives the next rows in exchange for some that were dealt with. A batch that isn't full is the last one.
  func exchange(_ used: inout RowBatch) {
    queue.sync {}
    swap(&batch, &used)
    if used.isFull { read() }
  }

  private func read() {
    queue.async { [self] in batch.fill(from: rows) }
  }
}

/// Rows that are handed over together.
struct RowBatch {
  private static let capacity = 1_024

  /// The rows; those from ``count`` on are left over from before.
  var drafts: [RowDraft]
  /// How many rows were read.
  private(set) var count = 0

  /// Room for rows of an entity.
  init(_ entity: EntityDescription) {
    drafts = Array(repeating: RowDraft(entity), count: Self.capacity)
  }

  /// Whether no more rows fit in.
  var isFull: Bool { count == drafts.count }

  /// Replaces its rows by the next ones.
  mutating func fill(from rows: any RowSource) {
    count = 0
    while !isFull, rows.next(&drafts[count]) { count += 1 }
  }
}
