/// A state of a record, computed from its values: new, late, shipped.
///
/// ```swift
/// static let shipped = StateDescription("shipped", "Shipped", tone: .good, when: \Order.shippedDate != nil)
/// static let late = StateDescription("late", "Late", tone: .bad, when: \Order.requiredDate < .today)
/// static let large = StateDescription("large", "Large", tone: .care, formula: "total > 1000")
/// static let new = StateDescription("new", "New")
/// static let states = [shipped, late, large, new]
/// ```
/// A record is in the first state whose condition holds. Actions and lists name a state by its declaration: `Order.late`.
public struct StateDescription: Hashable, Sendable, Codable {
  /// The emphasis of a state on the screen.
  public enum Tone: String, Sendable, Codable, CaseIterable {
    /// No emphasis.
    case plain
    /// As expected.
    case good
    /// Needs attention.
    case care
    /// Something is wrong.
    case bad
    /// No longer valid: titles and amounts of such records are struck through.
    case void
  }

  /// The name in addresses and in JSON: `late`.
  public package(set) var name: String
  /// The label that people read: a catalogue key.
  public package(set) var label: String
  /// The emphasis on the screen.
  public package(set) var tone: Tone
  /// The condition, which applies to records that are in none of the states before.
  public package(set) var condition: FetchPredicate

  /// A state with a typed condition.
  public init<E: Entity>(_ name: String, _ label: String, tone: Tone = .plain, when condition: Condition<E>) {
    self.init(name, label, tone: tone, condition: condition.predicate)
  }

  /// A state of the records for which a formula with the names of fields is yes.
  public init(_ name: String, _ label: String, tone: Tone = .plain, formula: String) {
    self.init(name, label, tone: tone, condition: .formula(Formula(formula)))
  }

  /// The state of all records that match none of the states before.
  public init(_ name: String, _ label: String, tone: Tone = .plain) {
    self.init(name, label, tone: tone, condition: .all([]))
  }

  /// A state with a described condition.
  public init(_ name: String, _ label: String, tone: Tone, condition: FetchPredicate) {
    self.name = name
    self.label = label
    self.tone = tone
    self.condition = condition
  }
}

extension StateDescription {
  /// The text that a field has in all records in the state and that puts them there: the value of a coloured choice. Nil for a
  /// state with another condition.
  package func value(of field: String) -> String? {
    let text: String
    switch condition {
    case .compare(field, .eq, let values):
      guard values.count == 1, case .text(let value) = values[0] else { return nil }
      text = value
    case .formula(let formula):
      guard case .call(.equal, let parts) = formula.term, parts.count == 2 else { return nil }
      switch (parts[0], parts[1]) {
      case (.value(field), .text(let value)), (.text(let value), .value(field)): text = value
      default: return nil
      }
    default: return nil
    }
    // In a formula an empty text is no value.
    return text.isEmpty ? nil : text
  }
}

extension EntityDescription {
  /// The state of that name; nil for none.
  public func state(_ name: String) -> StateDescription? { states.first { $0.name == name } }

  /// The computed value of that name; nil for none.
  public func computed(_ name: String) -> ComputedDescription? { computed.first { $0.name == name } }

  /// Whether records have computed values or states.
  package var hasComputed: Bool { !computed.isEmpty || !states.isEmpty }

  /// The complete condition of a state: its own, and none of the states before; nil for an unknown state.
  public func condition(ofState name: String) -> FetchPredicate? {
    guard let index = states.firstIndex(where: { $0.name == name }) else { return nil }
    return .all([states[index].condition] + states[..<index].map { .not($0.condition) })
  }
}

/// The computed values and the state of a record.
public struct ComputedValues: Hashable, Sendable {
  /// The key of the state in the API.
  package static let stateKey = "state"

  /// The values, in the order of ``EntityDescription/computed``.
  public let values: [Value]
  /// The record's state; nil for none.
  public let state: StateDescription?

  /// Computed values and state.
  public init(values: [Value], state: StateDescription?) {
    self.values = values
    self.state = state
  }
}
