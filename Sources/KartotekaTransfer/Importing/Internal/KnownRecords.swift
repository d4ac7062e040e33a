import KartotekaModel
import KartotekaStore

/// The ids of an entity's stored records. Single ids are looked up in the database at first; all ids are loaded when that is
/// faster.
final class KnownRecords {
  /// Looking up an id takes about this many times as long as loading one.
  private static let ratio: RecordID = 32

  private let transaction: Transaction
  private let entity: EntityDescription
  private var ids = IDSet()
  private var asked: RecordID = 0
  private var isRead = false

  init(_ transaction: Transaction, _ entity: EntityDescription) {
    self.transaction = transaction
    self.entity = entity
  }

  /// Whether an id is known to exist.
  @inline(__always)
  func contains(_ id: RecordID) -> Bool { ids.contains(id) }

  /// Looks up whether an id exists.
  func find(_ id: RecordID) throws -> Bool {
    asked += 1
    if !isRead, asked.isMultiple(of: 256) { try read() }
    guard try ids.contains(id) || transaction.exists(entity, id: id) else { return false }
    ids.insert(id)
    return true
  }

  /// Invalidates the values, so that the database is read again.
  func forget() {
    ids = IDSet()
    asked = 0
    isRead = false
  }

  private func read() throws {
    guard try transaction.greatestID(of: entity) ?? 0 < asked * Self.ratio else { return }
    isRead = true
    try transaction.forEachID(of: entity) { ids.insert($0) }
  }
}
