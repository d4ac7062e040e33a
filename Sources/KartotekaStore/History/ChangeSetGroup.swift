import KartotekaModel
import Synchronization

/// Transactions of one task that make one change set together, such as an action that runs on many records.
///
/// ```swift
/// let group = ChangeSetGroup(named: "Ship")
/// try await ChangeSetGroup.$current.withValue(group) { for id in ids { try await ship(id) } }
/// if let changeSet = group.changeSet { try await store.undo(changeSet, .code) }
/// ```
/// If the change set is undone meanwhile, the next transaction begins another one.
package final class ChangeSetGroup: Sendable {
  /// The group of the task; nil for transactions that make a change set each.
  @TaskLocal package static var current: ChangeSetGroup?

  private let state: Mutex<(changeSet: Int64?, name: Phrase)>

  /// A group without transactions.
  package init(named name: Phrase) { state = Mutex((nil, name)) }

  /// The number of the change set; nil before the first change.
  package var changeSet: Int64? { state.withLock(\.changeSet) }

  /// The name that the change set has after the next transaction.
  package var name: Phrase {
    get { state.withLock(\.name) }
    set { state.withLock { $0.name = newValue } }
  }

  /// Runs a transaction's body as a part of the change set.
  func perform<T>(_ body: (Transaction) throws -> T, in transaction: Transaction) throws -> T {
    if let changeSet, try UndoLog.mayGrow(changeSet, in: transaction.database) { transaction.log.resume(changeSet) }
    let value = try body(transaction)
    transaction.name = name
    return value
  }

  /// Notes the change set of a committed transaction.
  func note(_ changeSet: Int64?) {
    if let changeSet { state.withLock { $0.changeSet = changeSet } }
  }
}
