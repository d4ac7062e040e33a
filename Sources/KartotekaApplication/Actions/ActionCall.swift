import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The context of an action that runs.
public struct ActionCall: Sendable {
  /// The application's records.
  public let store: Store
  /// The origin of the call, for the change set.
  public let origin: ChangeSet.Origin
  /// The record that it is about; nil for actions on an entity or the application.
  public let record: AnyRecord?
  /// The inputs by name; within an action's body every declared input is here, null if the caller has given none.
  public let inputs: [String: Value]
  /// The context of background work; nil for a call by code, whose jobs the server runs.
  public var jobs: JobContext?
  /// Receives the progress of an action that takes long.
  public var report: @Sendable (QueuedJob.Progress) -> Void = { _ in }
  // The form of the inputs, as soon as the action is known.
  private var form: EntityDescription?

  /// A call with those inputs.
  public init(on store: Store, _ origin: ChangeSet.Origin, record: AnyRecord? = nil, inputs: [String: Value] = [:]) {
    self.store = store
    self.origin = origin
    self.record = record
    self.inputs = inputs
  }

  /// An input's value; nil where nothing was said.
  public func value<V: AttributeValue>(_ name: String, _ type: V.Type = V.self) -> V? {
    guard let attribute = form?.attribute(name), let value = inputs[name] else { return nil }
    return V.read(value, for: attribute)
  }

  /// The id of the record that an input names; nil where nothing was said.
  public func related(_ name: String) -> RecordID? {
    if case .integer(let id)? = inputs[name] { id } else { nil }
  }

  /// Does what the action is, as one change set. It may set values that close records.
  /// - Throws: `StoreError`, and whatever the body throws.
  public func perform<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> Outcome<T> {
    try await store.perform(origin, allowsClosedRecords: true, body)
  }

  /// The same call with the defaults of what it was not told.
  func completed(by description: ActionDescription) -> ActionCall {
    let initial = description.inputs(on: record)
    let defaults = zip(initial.entity.columns.map(\.name), initial.values)
    var call = ActionCall(
      on: store, origin, record: record, inputs: inputs.merging(defaults) { given, _ in given })
    call.form = initial.entity
    call.jobs = jobs
    call.report = report
    return call
  }

  func check(against description: ActionDescription) async throws {
    if case .record(let entity) = description.scope, record?.entity.name != entity {
      throw ActionError.needsRecord
    }
    let columns = description.form.columns
    var faults = inputs.keys.filter { name in !columns.contains { $0.name == name } }.sorted()
      .map { FieldFault($0, "There is no such field") }
    for column in columns {
      if let phrase = column.fault(in: inputs[column.name] ?? .null) { faults.append(FieldFault(column.name, phrase)) }
    }
    for relationship in description.related {
      guard let id = related(relationship.name), id > 0, let target = store.model.entity(named: relationship.target),
        try await store.record(target, id: id) == nil
      else { continue }
      faults.append(FieldFault(relationship.name, Phrase("There is no record {id}", ["id": .text(String(id))])))
    }
    guard faults.isEmpty else { throw ActionError.invalid(faults) }
  }
}

/// Why an action was not done.
@nonexhaustive public enum ActionError: Error, Sendable, Equatable {
  /// It is about one record, and none was named.
  case needsRecord
  /// Inputs are missing or can't be used.
  case invalid([FieldFault])
  /// It can't be done as things are, and why, for the person.
  case refused(Phrase)
}

extension ActionCall {
  /// Changes the record that an action is about, in one transaction.
  ///
  /// The body gets the record as it is within the transaction, which may differ from the one that was read before. The record is
  /// saved when the body returns. The returned phrase names the change set and is the action's message.
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
