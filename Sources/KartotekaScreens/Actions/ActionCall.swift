import KartotekaModel
import KartotekaStore

/// What an action is done with.
public struct ActionCall: Sendable {
  /// The application's records.
  public let store: Store
  /// How it came in, for the deed.
  public let way: Deed.Way
  /// The record that it is about; nil for actions on an entity or the application.
  public let record: AnyRecord?
  /// What it was told, by name; within an action's body every input it has is here, null where nothing was said.
  public let inputs: [String: Value]

  /// A call with those inputs.
  public init(on store: Store, _ way: Deed.Way, record: AnyRecord? = nil, inputs: [String: Value] = [:]) {
    self.store = store
    self.way = way
    self.record = record
    self.inputs = inputs
  }

  /// The same call with the defaults of what it was not told.
  func completed(by description: ActionDescription) -> ActionCall {
    let defaults = description.inputs.map { ($0.name, $0.defaultValue) }
    return ActionCall(
      on: store, way, record: record, inputs: inputs.merging(defaults) { given, _ in given })
  }

  func check(against description: ActionDescription) throws {
    if case .record(let entity) = description.scope, record?.entity.name != entity {
      throw ActionError.needsRecord
    }
    var faults = inputs.keys.filter { name in !description.inputs.contains { $0.name == name } }.sorted()
      .map { FieldFault($0, "There is no such field") }
    for input in description.inputs {
      if let phrase = input.fault(in: inputs[input.name] ?? .null) {
        faults.append(FieldFault(input.name, phrase))
      }
    }
    guard faults.isEmpty else { throw ActionError.invalid(faults) }
  }
}

/// What came of an action.
public struct ActionResult: Sendable {
  /// What was done, for the person: "Added 41 users".
  public let message: Phrase
  /// The deed it was, which can be undone; nil when there is none.
  public let deed: Int64?

  /// A result.
  public init(_ message: Phrase, deed: Int64? = nil) {
    self.message = message
    self.deed = deed
  }
}

/// Why an action was not done.
public enum ActionError: Error, Sendable, Equatable {
  /// It is about one record, and none was named.
  case needsRecord
  /// What it was told can't be used, or lacks something.
  case invalid([FieldFault])
  /// It can't be done as things are, and why, for the person.
  case refused(Phrase)
}
