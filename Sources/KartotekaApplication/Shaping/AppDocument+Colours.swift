import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

// Colours of choices. A coloured choice is a state of the record, which rows and pages show as a pill.
extension AppDocument {
  /// The tones of a choice's values; values without a pill are left out.
  package func tones(of field: String, of entity: String) -> [String: StateDescription.Tone] {
    var tones: [String: StateDescription.Tone] = [:]
    for state in self.entity(entity)?.states ?? [] {
      // A record is in the first of several states of a value.
      if let value = state.value(of: field), tones[value] == nil { tones[value] = state.tone }
    }
    return tones
  }

  /// Gives the values of a choice their tones. All states stay in their places; those of new colours follow the last one of the
  /// field, else all others. A state that somebody has called something else than its value keeps its name.
  /// - Parameter former: the choices whose names the states may still have.
  package mutating func setTones(
    _ tones: [String: StateDescription.Tone], of field: String, of entity: String, former: [Choice] = []
  ) throws(ShapeFault) {
    let place = try place(entity)
    guard let attribute = entities[place].attributes.first(where: { $0.name == field }) else { throw Self.unknown }
    let old = entities[place].states
    let filters = ownSubsetNames(of: entity)
    var coloured: [StateDescription] = []
    for choice in attribute.choices {
      guard let tone = tones[choice.value] else { continue }
      let known = old.first { $0.value(of: field) == choice.value }
      let name = known?.name ?? Self.freeState(for: choice.value, (old + coloured).map(\.name) + filters)
      let labels = (former + [choice]).filter { $0.value == choice.value }.map(\.label)
      let label = known.flatMap { labels.contains($0.label) ? nil : $0.label } ?? choice.label
      let condition = known?.condition ?? .compare(field, .eq, [.text(choice.value)])
      coloured.append(StateDescription(name, label, tone: tone, condition: condition))
    }
    // Of the places of the field's states, as many as are needed; the last one takes those that have none.
    let places = old.indices.filter { old[$0].value(of: field) != nil }
    // A record is in the first state whose condition holds: where others stand between them, no state takes the place of another.
    let areNeighbours = places.isEmpty || places[places.count - 1] - places[0] == places.count - 1
    var states: [StateDescription] = []
    for index in old.indices {
      guard let number = places.firstIndex(of: index) else {
        states.append(old[index])
        continue
      }
      let isLast = number == places.count - 1
      guard areNeighbours else {
        states += coloured.filter { $0.name == old[index].name }
        if isLast { states += coloured.filter { new in !old.contains { $0.name == new.name } } }
        continue
      }
      states += isLast ? coloured.dropFirst(number) : coloured.dropFirst(number).prefix(1)
    }
    if places.isEmpty { states.insert(contentsOf: coloured, at: Self.end(of: states)) }
    guard states != old else { return }
    let fields = entities[place].attributes.map(\.name) + entities[place].relationships.map(\.name)
    guard states.isEmpty || !fields.contains(ComputedValues.stateKey) else {
      throw ShapeFault("", "Choices can't be coloured where a field is called state in the API")
    }
    let before = entities[place]
    entities[place].states = states
    defer { renewStateSubsets(of: entity, since: before) }
    for gone in old where !states.contains(where: { $0.name == gone.name }) {
      dropSubsets(ofState: gone.name, of: entity)
    }
  }

  /// The place behind all states but one without a condition, which takes all records that are left over.
  static func end(of states: [StateDescription]) -> Int {
    states.last?.isRest == true ? states.count - 1 : states.count
  }

  /// A name that no other state has.
  static func freeState(for value: String, _ taken: [String], isDeclared: Bool = false) -> String {
    let guess = NameGuess.attribute(value, at: taken.count + 1)
    let base = isDeclared ? AddedName.of(guess) : guess
    var (name, number) = (base, 2)
    while taken.contains(name) {
      name = base + String(number)
      number += 1
    }
    return name
  }
}
