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

  /// Gives the next rows in exchange for some that were dealt with.
  func exchange(_ used: inout RowBatch) {
    queue.sync {}
    swap(&batch, &used)
    if !used.isLast { read() }
  }

  private func read() {
    queue.async { [self] in batch.fill(from: rows) }
  }
}

/// How far the rows of a file are stored.
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

  /// Takes the next rows, when none is left.
  /// - Returns: whether there are any.
  func read() -> Bool {
    if isLast { return false }
    ahead.exchange(&batch)
    next = 0
    isLast = batch.isLast
    return batch.count > 0
  }

  /// The first of the rows that were taken together.
  var first: RowDraft? { batch.count > 0 ? batch.drafts[0] : nil }

  /// Stores the rows that are left.
  /// - Parameter isDue: is asked now and then whether to stop, after some rows at the earliest.
  /// - Returns: whether none is left.
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

  // A look at the clock takes as long as a twentieth of a row.
  private static let rowsBetweenLooks = 16
}

/// Rows that are handed over together.
struct RowBatch {
  private static let capacity = 1_024
  /// Rows with pictures are read a few at a time: the bytes of all rows of a batch are in memory.
  static let mostBytes = 4_194_304

  /// The rows; those from ``count`` on are left over from before.
  var drafts: [RowDraft]
  /// How many rows were read.
  private(set) var count = 0

  /// Room for rows of an entity.
  init(_ entity: EntityDescription) {
    drafts = Array(repeating: RowDraft(entity), count: Self.capacity)
  }

  /// Whether no rows follow.
  private(set) var isLast = false

  /// Replaces its rows by the next ones.
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
