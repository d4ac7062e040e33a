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

  /// A rule for the records of an entity.
  /// - Parameter check: throws `FieldFault` for a fault of a field, `StoreError.refused` for one of the record. It may run more
  ///   than once for a change, and must have no effects.
  public init<E: Entity>(for entity: E.Type, _ check: @escaping @Sendable (Change<E>) throws -> Void) {
    self.entity = E.name
    code = RecordCode(E.name, .check) { change in try check(Change<E>(change)) }
  }
}
