import KartotekaModel
import KartotekaStore

/// A condition on records of an entity that spans fields or records. The store checks it in the transaction that writes a
/// record, however the record comes in: form, API, import, action, command line, code. An undo that would break it is refused.
///
/// ```swift
/// Rule(for: Appointment.self) { change in
///   guard let starts = change.record.starts, let ends = change.record.ends, ends <= starts else { return }
///   throw FieldFault(\Appointment.ends, "It ends before it starts")
/// }
/// ```
/// All rules of an entity are checked, so that a person sees all faults at once. The store makes one change at a time: a rule
/// that looks for other records (`Transaction.fetch(_:)`) holds for any number of clients and processes.
public struct Rule: Sendable {
  /// The name of the entity.
  package let entity: String
  let code: RecordCode
  let place: SourcePlace

  /// A rule for the records of an entity.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - check: throws `FieldFault` for a fault of a field, `StoreError.refused` for one of the record. It may run more than
  ///     once for a change, and must have no effects.
  public init<E: Entity>(
    for entity: E.Type, fileID: StaticString = #fileID, line: UInt = #line,
    _ check: @escaping @Sendable (Change<E>) throws -> Void
  ) {
    place = SourcePlace(fileID, line)
    self.entity = E.name
    code = RecordCode(E.name, .check) { change in try check(Change<E>(change)) }
  }
}

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
  let place: SourcePlace

  private init<E: Entity>(
    _ entity: E.Type, _ moment: RecordCode.Moment, _ place: SourcePlace,
    _ body: @escaping @Sendable (inout Change<E>) throws -> Void
  ) {
    self.place = place
    self.entity = E.name
    code = RecordCode(E.name, moment) { change in
      var typed = Change<E>(change)
      try body(&typed)
      // A record that a hook has made or kept has no added fields, or others.
      change.record =
        typed.record.any.hasColumns(of: change.record.entity)
        ? typed.record.any : typed.record.any.fitted(to: change.record.entity, over: change.record)
    }
  }

  /// Runs before a record is added or changed; it may change `record`, whose values are checked afterwards.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - body: throws `FieldFault` or `StoreError.refused` to refuse the change.
  public static func beforeSaving<E: Entity>(
    _ entity: E.Type, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (inout Change<E>) throws -> Void
  ) -> Hook { Hook(entity, .beforeSaving, SourcePlace(fileID, line), body) }

  /// Runs after a record was added or changed. It may write other records, not this one.
  public static func afterSaving<E: Entity>(
    _ entity: E.Type, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Change<E>) throws -> Void
  ) -> Hook { Hook(entity, .afterSaving, SourcePlace(fileID, line)) { try body($0) } }

  /// Runs before a record is deleted, also one that is deleted together with another.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - body: throws `StoreError.refused` to refuse the deletion.
  public static func beforeDeleting<E: Entity>(
    _ entity: E.Type, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Change<E>) throws -> Void
  ) -> Hook { Hook(entity, .beforeDeleting, SourcePlace(fileID, line)) { try body($0) } }

  /// Runs after a record was deleted, also one that was deleted together with another. "Delete all data" runs no hooks.
  public static func afterDeleting<E: Entity>(
    _ entity: E.Type, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Change<E>) throws -> Void
  ) -> Hook { Hook(entity, .afterDeleting, SourcePlace(fileID, line)) { try body($0) } }
}

extension Store {
  /// Opens a store of an application in memory, for tests, with the application's rules and hooks.
  /// - Throws: `StoreError` where the model has no valid SQL.
  public init(inMemory app: App) throws {
    try self.init(inMemory: app.description.model, options: app.storeOptions(StoreOptions()))
  }
}

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
