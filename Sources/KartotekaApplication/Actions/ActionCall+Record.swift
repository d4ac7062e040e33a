import KartotekaModel
import KartotekaStore

extension ActionCall {
  /// Changes the record that an action is about, in one transaction.
  ///
  /// The body gets the record as it is within the transaction, which may differ from the one that was read before. The
  /// record is saved when the body returns. What the body returns names the change set and is the action's message.
  /// - Throws: `StoreError.notFound` where the record was deleted meanwhile, other `StoreError`s, and what the body throws.
  public func change<E: Entity>(
    _ record: Record<E>, _ body: @escaping @Sendable (Transaction, inout Record<E>) throws -> Phrase
  ) async throws -> ActionResult {
    let outcome = try await perform { transaction in
      guard let id = record.id, var current = try transaction.record(E.self, id: id) else {
        throw StoreError.notFound(entity: E.name, id: record.id ?? 0)
      }
      let message = try body(transaction, &current)
      try transaction.update(current)
      transaction.name = message
      return message
    }
    return ActionResult(outcome.value, changeSet: outcome.changeSet)
  }
}
