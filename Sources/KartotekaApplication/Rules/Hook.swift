import KartotekaModel
import KartotekaStore

/// Code that runs when records of an entity are written, in the same transaction: an error undoes the whole change.
///
/// ```swift
/// Hook.beforeSaving(Appointment.self) { change in
///   if change.changes(\.starts) { change.record.reminded = nil }
/// }
/// ```
/// A hook has no effects besides those on the transaction, because it may run twice and the transaction may fail. For mail and
/// other services declare a `Job` with `startsWithChange: true`: it runs after the commit, at least once, also after a
/// restart. An undo restores what hooks have done and does not run them.
public struct Hook: Sendable {
  /// The name of the entity.
  let entity: String
  let code: RecordCode

  private init<E: Entity>(
    _ entity: E.Type, _ moment: RecordCode.Moment, _ body: @escaping @Sendable (inout Change<E>) throws -> Void
  ) {
    self.entity = E.name
    code = RecordCode(E.name, moment) { change in
      var typed = Change<E>(change)
      try body(&typed)
      change.record = typed.record.any
    }
  }

  /// Runs before a record is added or changed; it may change `record`, whose values are checked afterwards.
  /// - Parameter body: throws `FieldFault` or `StoreError.refused` to refuse the change.
  public static func beforeSaving<E: Entity>(
    _ entity: E.Type, _ body: @escaping @Sendable (inout Change<E>) throws -> Void
  ) -> Hook { Hook(entity, .beforeSaving, body) }

  /// Runs after a record was added or changed. It may write other records, not this one.
  public static func afterSaving<E: Entity>(
    _ entity: E.Type, _ body: @escaping @Sendable (Change<E>) throws -> Void
  ) -> Hook { Hook(entity, .afterSaving) { try body($0) } }

  /// Runs before a record is deleted, also one that is deleted together with another.
  /// - Parameter body: throws `StoreError.refused` to refuse the deletion.
  public static func beforeDeleting<E: Entity>(
    _ entity: E.Type, _ body: @escaping @Sendable (Change<E>) throws -> Void
  ) -> Hook { Hook(entity, .beforeDeleting) { try body($0) } }

  /// Runs after a record was deleted, also one that was deleted together with another. "Delete all data" runs no hooks.
  public static func afterDeleting<E: Entity>(
    _ entity: E.Type, _ body: @escaping @Sendable (Change<E>) throws -> Void
  ) -> Hook { Hook(entity, .afterDeleting) { try body($0) } }
}

extension Store {
  /// Opens a store of an application in memory, for tests, with the application's rules and hooks.
  /// - Throws: `StoreError` where the model has no valid SQL.
  public convenience init(inMemory app: App) throws {
    try self.init(inMemory: app.description.model, options: app.storeOptions(StoreOptions()))
  }
}
