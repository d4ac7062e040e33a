import Dispatch
import KartotekaModel

/// Reads and checks rows of a file on another thread while earlier ones are stored.
///
/// Sendable because its state is used only on its queue, or while the queue is empty.
final class RowsAhead: @unchecked Sendable {
  private let queue = DispatchQueue(label: "kartoteka.rows")
  private let rows: any RowSource
  private var batch: RowBatch

  /// Starts reading.
  init(_ rows: any RowSource, of entity: EntityDescription) {
    self.rows = rows
    batch = RowBatch(entity)
    read()
  }

  /// Returns the next rows and reuses the memory of processed ones.
  func exchange(_ used: inout RowBatch) {
    queue.sync {}
    swap(&batch, &used)
    if !used.isLast { read() }
  }

  private func read() {
    queue.async { [self] in batch.fill(from: rows) }
  }
}

/// The position in the rows of a file.
final class RowCursor {
  let file: FileImport
  private let ahead: RowsAhead
  @exclusivity(unchecked) private var batch: RowBatch
  private var next = 0
  private var isLast = false

  init(_ rows: any RowSource, _ file: FileImport) {
    self.file = file
    ahead = RowsAhead(rows, of: file.plan.entity)
    batch = RowBatch(file.plan.entity)
  }

  /// Fetches the next rows if none are left.
  /// - Returns: whether there are any.
  func read() -> Bool {
    if isLast { return false }
    ahead.exchange(&batch)
    next = 0
    isLast = batch.isLast
    return batch.count > 0
  }

  /// The first row of the current batch.
  var first: RowDraft? { batch.count > 0 ? batch.drafts[0] : nil }

  /// Stores the remaining rows.
  /// - Parameter isDue: whether to stop; called periodically, first after some rows.
  /// - Returns: whether none are left.
  @inline(__always)
  func forEachLeft(until isDue: () -> Bool, _ body: (inout RowDraft) throws -> Void) throws -> Bool {
    let first = next
    while next < batch.count {
      if next > first, next.isMultiple(of: Self.rowsBetweenLooks), isDue() { return false }
      next += 1
      try body(&batch.drafts[next - 1])
    }
    return true
  }

  // Reading the clock takes about a twentieth of the time of a row.
  private static let rowsBetweenLooks = 16
}

/// A batch of rows.
struct RowBatch {
  private static let capacity = 1_024
  /// The maximum size of a batch: the bytes of all its rows are in memory, and pictures are large.
  static let mostBytes = 4_194_304

  /// The rows; those from ``count`` on are unused.
  var drafts: [RowDraft]
  /// The number of rows.
  private(set) var count = 0

  /// Allocates a batch for an entity.
  init(_ entity: EntityDescription) {
    drafts = Array(repeating: RowDraft(entity), count: Self.capacity)
  }

  /// Whether it is the last batch.
  private(set) var isLast = false

  /// Replaces the rows by the next ones.
  mutating func fill(from rows: any RowSource) {
    (count, isLast) = (0, false)
    var bytes = 0
    while count < drafts.count, bytes < Self.mostBytes {
      guard rows.next(&drafts[count]) else {
        isLast = true
        return
      }
      bytes += drafts[count].raw.count
      count += 1
    }
  }
}
