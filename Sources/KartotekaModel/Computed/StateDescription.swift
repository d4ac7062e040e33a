/// A state that a record can be in, told from its own values: new, late, shipped.
///
/// ```swift
/// static var states: [StateDescription] {
///   [
///     StateDescription("shipped", "Shipped", tone: .good, when: \Order.shippedDate != nil),
///     StateDescription("late", "Late", tone: .bad, when: Condition(\Order.requiredDate, isBeforeDay: 0)),
///     StateDescription("new", "New"),
///   ]
/// }
/// ```
/// A record is in the first state whose condition holds.
public struct StateDescription: Hashable, Sendable, Codable {
  /// How it looks.
  public enum Tone: String, Sendable, Codable, CaseIterable {
    /// Like any other word.
    case plain
    /// As it should be.
    case good
    /// Something to look at.
    case care
    /// Something is wrong.
    case bad
    /// No longer in force: titles and amounts of such records are struck through.
    case void
  }

  /// The name in addresses and in JSON: `late`.
  public package(set) var name: String
  /// What people read: a key into the catalogue.
  public package(set) var label: String
  /// How it looks.
  public package(set) var tone: Tone
  /// When a record is in it, unless it is in one of the states before.
  public package(set) var condition: FetchPredicate

  /// A state for which a condition holds.
  public init<E: Entity>(_ name: String, _ label: String, tone: Tone = .plain, when condition: Condition<E>) {
    self.init(name, label, tone: tone, condition: condition.predicate)
  }

  /// The state of all records that are in none of the states before.
  public init(_ name: String, _ label: String, tone: Tone = .plain) {
    self.init(name, label, tone: tone, condition: .all([]))
  }

  /// A state whose condition is already described.
  public init(_ name: String, _ label: String, tone: Tone, condition: FetchPredicate) {
    self.name = name
    self.label = label
    self.tone = tone
    self.condition = condition
  }
}

extension EntityDescription {
  /// The state of that name; nil for none.
  public func state(_ name: String) -> StateDescription? { states.first { $0.name == name } }

  /// The computed value of that name; nil for none.
  public func computed(_ name: String) -> ComputedDescription? { computed.first { $0.name == name } }

  /// Whether anything of a record is worked out when it is read.
  public var hasComputed: Bool { !computed.isEmpty || !states.isEmpty }

  /// The condition that a record is in a state: its own holds, and none of those before; nil for unknown states.
  public func condition(ofState name: String) -> FetchPredicate? {
    guard let index = states.firstIndex(where: { $0.name == name }) else { return nil }
    return .all([states[index].condition] + states[..<index].map { .not($0.condition) })
  }
}

/// What is worked out of a record when it is read.
public struct ComputedValues: Hashable, Sendable {
  /// The name under which the API has the state of a record.
  public static let stateKey = "state"

  /// The values, in the order of ``EntityDescription/computed``.
  public let values: [Value]
  /// The state that it is in; nil where it is in none.
  public let state: StateDescription?

  /// What is worked out.
  public init(values: [Value], state: StateDescription?) {
    self.values = values
    self.state = state
  }
}
