import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

// Colours of choices. A coloured choice is a state of the record, which rows and pages show as a pill.
extension AppDocument {
  /// The tones of a choice's values; values without a pill are left out.
  package func tones(of field: String, of entity: String) -> [String: StateDescription.Tone] {
    var tones: [String: StateDescription.Tone] = [:]
    for state in self.entity(entity)?.states ?? [] {
      if let value = Self.value(of: state, field) { tones[value] = state.tone }
    }
    return tones
  }

  /// Gives the values of a choice their tones. States with other conditions stay, and come first.
  package mutating func setTones(
    _ tones: [String: StateDescription.Tone], of field: String, of entity: String
  ) throws(ShapeFault) {
    let place = try place(entity)
    guard let attribute = entities[place].attributes.first(where: { $0.name == field }) else { throw Self.unknown }
    let old = entities[place].states
    var states = old.filter { Self.value(of: $0, field) == nil }
    // A state without a condition takes all records that are left over.
    let rest = states.last.map { $0.condition == .all([]) } ?? false ? states.popLast() : nil
    for choice in attribute.choices {
      guard let tone = tones[choice.value] else { continue }
      let known = old.first { Self.value(of: $0, field) == choice.value }
      let taken = Set(states.map(\.name) + [rest?.name].compactMap(\.self))
      states.append(
        StateDescription(
          known?.name ?? Self.freeState(for: choice.value, taken), choice.label, tone: tone,
          condition: Self.condition(field, choice.value)))
    }
    if let rest { states.append(rest) }
    guard states != old else { return }
    let fields = entities[place].attributes.map(\.name) + entities[place].relationships.map(\.name)
    guard states.isEmpty || !fields.contains(ComputedValues.stateKey) else {
      throw ShapeFault("", "Choices can't be coloured where a field is called state in the API")
    }
    entities[place].states = states
    for gone in old where !states.contains(where: { $0.name == gone.name }) {
      dropSubsets(ofState: gone.name, of: entity)
    }
  }

  private static func condition(_ field: String, _ value: String) -> FetchPredicate {
    .compare(field, .eq, [.text(value)])
  }

  private static func value(of state: StateDescription, _ field: String) -> String? {
    guard case .compare(field, .eq, let values) = state.condition, values.count == 1, case .text(let text) = values[0]
    else { return nil }
    return text
  }

  private static func freeState(for value: String, _ taken: Set<String>) -> String {
    let base = NameGuess.attribute(value, at: taken.count + 1)
    var (name, number) = (base, 2)
    while taken.contains(name) {
      name = base + String(number)
      number += 1
    }
    return name
  }
}
