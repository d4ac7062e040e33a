import KartotekaModel
import KartotekaStore

/// The change of a record, as rules and hooks see it, within the transaction that makes it.
public struct Change<E: Entity> {
  /// The record as it is to be stored, or was stored; of a deletion, the deleted one. It has no id before it is added.
  public var record: Record<E>
  /// The record as it was before the change; nil for a new one.
  public let before: Record<E>?
  /// The transaction, for reading other records; hooks may also change them.
  public let transaction: Transaction

  init(_ change: PendingChange) {
    record = Record<E>(change.record)
    before = change.before.map(Record<E>.init)
    transaction = change.transaction
  }

  /// Whether the change gives an attribute or to-one relationship another value; true for a new record.
  public func changes<P: ColumnProperty>(_ path: KeyPath<E, P>) -> Bool {
    guard let before else { return true }
    let name = E.name(of: path)
    return before.any[name] != record.any[name]
  }

  /// Whether the record is a new one.
  public var isNew: Bool { before == nil }
}
