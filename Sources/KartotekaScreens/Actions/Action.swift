import KartotekaModel
import KartotekaStore

/// Something an application can be told to do, declared once: on a screen, by the API, on the command line and from
/// Swift.
///
/// ```swift
/// Action("rebuild-travellers", title: "Rebuild the summary", for: .administrator) { call in
///   try await call.store.rebuild(Traveller.self, call.way)
/// }
/// ```
public struct Action: Sendable {
  /// Everything about it that is data.
  public let description: ActionDescription
  private let body: @Sendable (ActionCall) async throws -> ActionResult

  /// An action with that description.
  public init(
    _ description: ActionDescription, body: @escaping @Sendable (ActionCall) async throws -> ActionResult
  ) {
    self.description = description
    self.body = body
  }

  /// An action on the application as a whole.
  /// - Parameters:
  ///   - name: its name in addresses and on the command line: small letters, with hyphens between.
  ///   - title: what its button says; a key into the catalogue, as all words here.
  ///   - audience: who may do it.
  ///   - confirmation: what is asked before.
  ///   - isDangerous: whether it destroys something.
  ///   - body: does it.
  public init(
    _ name: String, title: String, for audience: ActionDescription.Audience = .everybody,
    confirmation: String? = nil, isDangerous: Bool = false,
    body: @escaping @Sendable (ActionCall) async throws -> ActionResult
  ) {
    self.init(
      ActionDescription(
        name: name, title: title, audience: audience, confirmation: confirmation, isDangerous: isDangerous),
      body: body)
  }

  /// An action on one record.
  public init<E: Entity>(
    _ name: String, title: String, on entity: E.Type, for audience: ActionDescription.Audience = .everybody,
    confirmation: String? = nil, isDangerous: Bool = false,
    body: @escaping @Sendable (ActionCall, Record<E>) async throws -> ActionResult
  ) {
    let description = ActionDescription(
      name: name, title: title, scope: .record(E.name), audience: audience, confirmation: confirmation,
      isDangerous: isDangerous)
    self.init(description) { call in
      guard let record = call.record else { throw ActionError.needsRecord }
      return try await body(call, Record<E>(record))
    }
  }

  /// The same action that has to be told something, by a name and as an attribute is declared:
  /// `.asking("count", Attribute<Int>("How many", .required))`.
  public func asking<V>(_ name: String, _ attribute: Attribute<V>) -> Action {
    var description = description
    description.inputs.append(attribute.describing(name))
    return Action(description, body: body)
  }

  /// Does it.
  /// - Throws: ``ActionError`` for inputs that are missing, wrong or unknown; what its body throws.
  public func run(_ call: ActionCall) async throws -> ActionResult {
    try call.check(against: description)
    return try await body(call)
  }
}

/// What an action is done with.
public struct ActionCall: Sendable {
  /// The application's records.
  public let store: Store
  /// How it came in, for the deed.
  public let way: Deed.Way
  /// The record that it is about; nil for actions on an entity or the application.
  public let record: AnyRecord?
  /// What it was told, by name.
  public let inputs: [String: Value]

  /// A call with those inputs.
  public init(on store: Store, _ way: Deed.Way, record: AnyRecord? = nil, inputs: [String: Value] = [:]) {
    self.store = store
    self.way = way
    self.record = record
    self.inputs = inputs
  }

  func check(against description: ActionDescription) throws {
    if case .record = description.scope, record == nil { throw ActionError.needsRecord }
    var faults = inputs.keys.filter { name in !description.inputs.contains { $0.name == name } }.sorted()
      .map { FieldFault($0, "There is no such field") }
    for input in description.inputs {
      let value = inputs[input.name] ?? input.defaultValue
      if let phrase = ColumnDescription.attribute(input).fault(in: value) {
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
}
