import KartotekaModel
import KartotekaStore

/// Which numbers records of one entity have that are written: asked of the database at first, known by heart as soon
/// as that is quicker.
final class KnownRecords {
  /// Reading a number costs about so much less than asking for it.
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

  /// Whether the number is known to be a record's.
  @inline(__always)
  func contains(_ id: RecordID) -> Bool { ids.contains(id) }

  /// Looks whether the number is a record's.
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
