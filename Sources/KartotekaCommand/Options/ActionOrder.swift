import ArgumentParser
import Kartoteka

/// A parsed request to run an action: the record and the inputs.
struct ActionOrder: Sendable {
  let action: Action
  /// The inputs by name.
  let inputs: [String: Value]
  private let place: (entity: EntityDescription, id: RecordID)?

  /// Parses the arguments after an action's name, such as `4 when=tomorrow`.
  /// - Throws: `ValidationError` that names the valid inputs.
  init(_ action: Action, _ values: [String], in model: ModelDescription, _ say: Localizer) throws {
    self.action = action
    var values = values[...]
    if case .record(let name) = action.description.scope, let entity = model.entity(named: name) {
      guard let id = values.popFirst().flatMap({ RecordID($0) }), id > 0 else {
        throw ValidationError(
          say(
            "{action} needs a record: give its number after the action's name ({entities}).",
            ["action": .text(action.description.name), "entities": .phrase(Phrase(entity.nouns.many))]))
      }
      place = (entity, id)
    } else {
      place = nil
    }
    inputs = try Self.inputs(values, of: action.description, in: model, say)
  }

  /// The action's record; nil if the action needs none.
  /// - Throws: `StoreError.notFound`.
  func record(in store: Store) async throws -> AnyRecord? {
    guard let (entity, id) = place else { return nil }
    guard let record = try await store.record(entity, id: id) else {
      throw StoreError.notFound(entity: entity.name, id: id)
    }
    return record
  }

  private static func inputs(
    _ values: some Sequence<String>, of action: ActionDescription, in model: ModelDescription, _ say: Localizer
  ) throws -> [String: Value] {
    var inputs = ActionInputs(action)
    var given: Set<String> = []
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, inputs.record.entity.position(of: parts[0]) != nil else {
        throw unknown(value, of: action, say)
      }
      guard given.insert(parts[0]).inserted else {
        throw ValidationError(say("{name} is given more than once.", ["name": .text(parts[0])]))
      }
      inputs.read(parts[0], text: parts[1])
    }
    // A missing input may be filled from the action's record.
    var subject: EntityDescription?
    if case .record(let name) = action.scope { subject = model.entity(named: name) }
    let missing = action.form.faults(in: inputs.record).filter { fault in
      given.contains(fault.field) || subject?.position(of: fault.field) == nil
    }
    let faults = inputs.faults.isEmpty ? missing : inputs.faults
    guard faults.isEmpty else {
      throw ValidationError(faults.map { "\($0.field): \(say($0.phrase))" }.joined(separator: "\n"))
    }
    return inputs.values
  }

  private static func unknown(_ value: String, of action: ActionDescription, _ say: Localizer) -> ValidationError {
    let arguments: [String: Phrase.Argument] = [
      "action": .text(action.name), "value": .text(value),
      "names": .text(action.form.columns.map { $0.name + "=…" }.joined(separator: ", ")),
    ]
    return ValidationError(
      action.form.columns.isEmpty
        ? say("{action} takes no inputs: {value}", arguments)
        : say("{action} has no input {value}. Inputs: {names}", arguments))
  }
}
