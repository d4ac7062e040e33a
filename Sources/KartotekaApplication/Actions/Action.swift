import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Something an application can be told to do, declared once: on a screen, by the API, on the command line and from
/// Swift.
///
/// ```swift
/// Action("rebuild-travellers", title: "Rebuild the summary", for: .administrator) { call in
///   let count = try await call.store.rebuild(Traveller.self)
///   return ActionResult(Phrase("Rebuilt {count} records", ["count": .count(count)]))
/// }
/// ```
public struct Action: Sendable {
  /// Everything about it that is data.
  public private(set) var description: ActionDescription
  // By the name of an input, what its form starts with on a record.
  private var proposals: [String: @Sendable (AnyRecord) -> Value?] = [:]
  /// The answer beside the sentence; nil for none.
  package private(set) var answer: Answer?
  /// The faults of its declaration.
  private(set) var misdeclared: [Misdeclaration] = []
  let place: SourcePlace
  private let body: @Sendable (ActionCall) async throws -> ActionResult

  enum Misdeclaration: Sendable {
    /// A value and a file.
    case twoAnswers
    /// A proposal for an input that it doesn't ask.
    case proposal(input: String)
    /// A property of its inputs that is none.
    case noInput(String)
  }

  /// Asks for the inputs of a declaration.
  mutating func ask<Input: ActionInput>(_ shape: InputShape<Input>) {
    for (name, property) in shape.properties { property.add(to: &description, named: name) }
    misdeclared += shape.others.map(Misdeclaration.noInput)
  }

  /// The answer of an action beside its sentence.
  package enum Answer: Sendable {
    /// A value of a type, with its form in JSON.
    case value(any (Codable & Sendable).Type, ValueShape)
    case file
  }

  /// An action with that description.
  public init(
    _ description: ActionDescription, fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (ActionCall) async throws -> ActionResult
  ) {
    self.description = description
    place = SourcePlace(fileID, line)
    self.body = body
  }

  /// An action on the application as a whole.
  /// - Parameters:
  ///   - name: its name in addresses and on the command line: small letters, with hyphens between.
  ///   - title: the title of its button; a key into the catalogue, as all words here.
  ///   - audience: the people who may do it.
  ///   - confirmation: the question before it.
  ///   - isDangerous: whether it destroys something.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - body: does it.
  public init(
    _ name: String, title: String, for audience: ActionDescription.Audience = .everybody,
    confirmation: String? = nil, isDangerous: Bool = false, fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (ActionCall) async throws -> ActionResult
  ) {
    self.init(
      ActionDescription(
        name: name, title: title, audience: audience, confirmation: confirmation, isDangerous: isDangerous),
      fileID: fileID, line: line, body: body)
  }

  /// An action on one record.
  public init<E: Entity>(
    _ name: String, title: String, on entity: E.Type, for audience: ActionDescription.Audience = .everybody,
    confirmation: String? = nil, isDangerous: Bool = false, fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (ActionCall, Record<E>) async throws -> ActionResult
  ) {
    let description = ActionDescription(
      name: name, title: title, scope: .record(E.name), audience: audience, confirmation: confirmation,
      isDangerous: isDangerous)
    self.init(description, fileID: fileID, line: line) { call in
      guard let record = call.record else { throw ActionError.needsRecord }
      return try await body(call, Record<E>(record))
    }
  }

  /// An action on the records of an entity, without a record: for lists (``placed(_:)``).
  public init<E: Entity>(
    _ name: String, title: String, onAll entity: E.Type, for audience: ActionDescription.Audience = .everybody,
    confirmation: String? = nil, isDangerous: Bool = false, fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (ActionCall) async throws -> ActionResult
  ) {
    self.init(
      ActionDescription(
        name: name, title: title, scope: .entity(E.name), audience: audience, confirmation: confirmation,
        isDangerous: isDangerous),
      fileID: fileID, line: line, body: body)
  }

  /// The same action, offered elsewhere on screens: above the entity's list, in place of "+", or nowhere.
  public func placed(_ placement: ActionDescription.Placement) -> Action {
    var action = self
    action.description.placement = placement
    return action
  }

  /// The same action with a symbol beside its title.
  public func symbol(_ symbol: Symbol) -> Action {
    var action = self
    action.description.symbol = symbol
    return action
  }

  /// The same action that has to be told something, by a name and as an attribute is declared:
  /// `.asking("count", Attribute<Int>("How many", .required))`.
  public func asking<V>(_ name: String, _ attribute: Attribute<V>) -> Action {
    var action = self
    action.description.inputs.append(attribute.describing(name))
    return action
  }

  /// The same action that has to be told a record: `.asking("shipper", ToOne<Shipper>("Shipper", required: true))`.
  public func asking<T>(_ name: String, _ relationship: ToOne<T>) -> Action {
    var action = self
    action.description.related.append(relationship.describing(name))
    return action
  }

  /// The same action, whose result has a value of that type: `.answering(Bill.self)`. OpenAPI describes it.
  public func answering<Value: Codable & Sendable>(_ type: Value.Type) -> Action {
    answering(.value(type, ValueShape(of: type)))
  }

  /// The same action, whose result has a file. It is offered on one record at a time.
  public func answeringFile() -> Action { answering(.file) }

  private func answering(_ answer: Answer) -> Action {
    var action = self
    if self.answer != nil { action.misdeclared.append(.twoAnswers) }
    action.answer = answer
    return action
  }

  /// The same action, which is offered and done only while the record is in one of these states. Code of the application
  /// may run it in any state.
  ///
  /// ```swift
  /// .offered(in: Loan.lent, Loan.overdue)
  /// ```
  public func offered(in states: StateDescription...) -> Action {
    var action = self
    action.description.states = states.map(\.name)
    return action
  }

  /// The same action, whose form starts with a value that follows from the record; nil for the input's default.
  /// The API and the command line take the default.
  ///
  /// - Parameters:
  ///   - name: the name of an input that `asking` has declared.
  ///   - value: the value for a record; nil for the default.
  public func proposing<E: Entity, V: AttributeValue>(
    _ name: String, _ value: @escaping @Sendable (Record<E>) -> V?
  ) -> Action {
    var action = self
    guard let input = description.inputs.first(where: { $0.name == name }) else {
      action.misdeclared.append(.proposal(input: name))
      return action
    }
    action.proposals[name] = { value(Record<E>($0))?.stored(for: input) }
    return action
  }

  /// The initial inputs of its form: defaults, values of the record, and proposed values.
  package func initialInputs(on record: AnyRecord?) -> AnyRecord {
    var inputs = description.inputs(on: record)
    guard let record else { return inputs }
    for (name, proposal) in proposals {
      guard let value = proposal(record), let position = inputs.entity.position(of: name) else { continue }
      inputs.values[position] = value
    }
    return inputs
  }

  // The body checks again what must hold in its transaction.
  private func checkState(of call: ActionCall) async throws {
    guard !description.states.isEmpty, call.origin != .code, let record = call.record, let id = record.id else {
      return
    }
    let state = try await call.store.computed(record.entity, ids: [id])[id]?.state
    if let state, description.states.contains(state.name) { return }
    throw ActionError.refused(
      state.map { Phrase("This can't be done in the state “{state}”", ["state": .phrase(Phrase($0.label))]) }
        ?? "This can't be done now")
  }

  /// Does it.
  /// - Throws: ``ActionError`` for inputs that are missing, wrong or unknown; what its body throws.
  public func run(_ call: ActionCall) async throws -> ActionResult {
    let complete = call.completed(by: description)
    try await complete.check(against: description)
    try await checkState(of: complete)
    let result = try await body(complete)
    switch (answer, result.value, result.file) {
    case (nil, nil, nil), (.file?, nil, .some): return result
    case (.value(let declared, _)?, let value?, nil) where type(of: value) == declared: return result
    case (_, _, .some): throw UndeclaredAnswer(action: description.name, answered: "a file")
    case (_, let value?, nil): throw UndeclaredAnswer(action: description.name, answered: "\(type(of: value))")
    case (.some, nil, nil): throw UndeclaredAnswer(action: description.name, answered: "nothing")
    }
  }
}
