import Foundation

@testable import KartotekaStore

/// A primary database that does something besides what another one does.
protocol PrimaryWrapper: PrimaryDatabase {
  var primary: any PrimaryDatabase { get }
}

extension PrimaryWrapper {
  func prepareCopy(at url: URL, position: PrimaryPosition?, isOpen: Bool, isSuspect: Bool) throws -> [String] {
    try primary.prepareCopy(at: url, position: position, isOpen: isOpen, isSuspect: isSuspect)
  }
  func beginWriting() throws -> any PrimaryTransaction { try primary.beginWriting() }
  func beginReading() throws -> any PrimaryTransaction { try primary.beginReading() }
  func hasCommit(_ position: PrimaryPosition) throws -> Bool { try primary.hasCommit(position) }
  func watch(
    known: @escaping @Sendable () -> PrimaryPosition?, _ notify: @escaping @Sendable () -> Void
  ) -> any Sendable { primary.watch(known: known, notify) }
  func work(_ kind: String) -> any SharedWork { primary.work(kind) }
  var now: Date { primary.now }
}

/// A transaction that does something besides what another one does.
protocol TransactionWrapper: PrimaryTransaction {
  var work: any PrimaryTransaction { get }
}

extension TransactionWrapper {
  var position: PrimaryPosition? { work.position }
  var hasForeignRows: Bool { work.hasForeignRows }
  func lacksTriggers() throws -> Bool { try work.lacksTriggers() }
  func readModel() throws -> (any PrimaryModel)? { try work.readModel() }
  func readRows(changedAfter position: PrimaryPosition, into receiver: RowReceiver) throws {
    try work.readRows(changedAfter: position, into: receiver)
  }
  func takeForeignRows(of tables: [CopiedTable], atMost most: Int) throws -> ForeignRows {
    try work.takeForeignRows(of: tables, atMost: most)
  }
  func readRows(_ rows: ForeignRows, into receiver: RowReceiver) throws -> [RefusedRow] {
    try work.readRows(rows, into: receiver)
  }
  func send(_ rows: CopiedRows) throws { try work.send(rows) }
  func write(_ rows: ChangedRows, from source: RowSource, isTakingOver: Bool) throws -> PrimaryPosition {
    try work.write(rows, from: source, isTakingOver: isTakingOver)
  }
  var tooLongKey: String? { work.tooLongKey }
  func widenKey(_ name: String) throws -> Bool { try work.widenKey(name) }
  func publish(_ snapshot: StoreSnapshot) throws -> PrimaryPosition { try work.publish(snapshot) }
  func removeFiles(besides used: Set<[UInt8]>) throws -> Int { try work.removeFiles(besides: used) }
  func remove() throws { try work.remove() }
  func commit() -> PrimaryOutcome { work.commit() }
  func rollback() { work.rollback() }
}
