import KartotekaModel
import KartotekaScreens

// States of records with formulas as conditions, in the words of a person.
extension AppDocument {
  /// The most states of an entity: all are one statement.
  private static let mostStates = 50

  /// The formula of a state; nil for a condition that formulas do not have, and for a state of all records that are left over.
  package func formula(of state: StateDescription, of entity: String) -> Formula? {
    let model = ModelDescription(drafts: entities)
    return model.entity(named: entity).flatMap { state.condition.formula(of: $0, in: model) }
  }

  /// The condition of a state from what a person typed; an empty text is the condition of all records that are left over.
  /// - Throws: ``ShapeFault`` of the field `formula`.
  package func stateCondition(
    _ text: String, of entity: String, in language: Language = .english, words: @escaping @Sendable (String) -> String
  ) throws(ShapeFault) -> FetchPredicate {
    guard !text.isEmpty else { return StateDescription.rest }
    guard let names = formulaNames(of: entity, in: language, words: words) else { throw Self.unknown }
    let formula: Formula
    do throws(FormulaFault) { formula = try names.read(text) } catch {
      throw ShapeFault("formula", error, in: text)
    }
    try Self.checkCondition(formula, "formula", formula.term, names)
    guard !FormulaCheck(names.model).isTooLarge(asCondition: formula.term, names.entity) else {
      throw ShapeFault("formula", "This is nested too deep: make a computed value of a part, and use it here.")
    }
    return .formula(formula)
  }

  /// Adds a state, or replaces the one of its name. A new one follows the others, but precedes that of all records which are
  /// left over.
  /// - Throws: ``ShapeFault``, of the field `label` for a label that another state has, of `formula` for a second one of all
  ///   records which are left over.
  package mutating func setState(_ state: StateDescription, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    let before = entities[place]
    defer { renewStateSubsets(of: entity, since: before) }
    let others = entities[place].states.filter { $0.name != state.name }
    let index = entities[place].states.firstIndex { $0.name == state.name }
    let known = index.map { entities[place].states[$0] }
    guard !state.label.isEmpty else { throw ShapeFault("label", "This can't be empty") }
    // Declared states may have equal labels; one of them may get another colour all the same.
    let isNamed = known?.label != state.label
    guard !isNamed || !others.contains(where: { $0.label.lowercased() == state.label.lowercased() }) else {
      throw ShapeFault("label", "Another state has this name")
    }
    let isRest = state.isRest && known?.isRest != true
    guard !isRest || !others.contains(where: \.isRest) else {
      throw ShapeFault("formula", "Another state takes all other records: give that one a formula, or this one")
    }
    if let index {
      entities[place].states[index] = state
      // No record would be in the states after it.
      if isRest { entities[place].states.append(entities[place].states.remove(at: index)) }
      return
    }
    let fields = entities[place].attributes.map(\.name) + entities[place].relationships.map(\.name)
    guard !fields.contains(ComputedValues.stateKey) else {
      throw ShapeFault("", "Records have no states where a field is called state in the API")
    }
    guard !takesAllStates(of: entity) else {
      throw ShapeFault("", "All records are in states of the application: it has one that takes all others")
    }
    guard others.count < Self.mostStates else {
      throw ShapeFault("", Phrase("A kind of record has at most {count} states", ["count": .count(Self.mostStates)]))
    }
    entities[place].states.insert(state, at: Self.end(of: others))
  }

  /// Whether states that an application in code declares take all records, so that none is left for one that is added.
  package func takesAllStates(of entity: String) -> Bool {
    isDeclared && self.entity(entity)?.states.contains { $0.isRest && !AddedName.isOne($0.name) } == true
      && !AddedName.isOne(entity)
  }

  /// A name for a new state with a label.
  package func freeStateName(for label: String, of entity: String) -> String {
    // Addresses have both as what a list is narrowed down to.
    let taken = (self.entity(entity)?.states.map(\.name) ?? []) + ownSubsetNames(of: entity)
    return Self.freeState(for: label, taken, isDeclared: isDeclared)
  }

  /// Moves a state up or down. A record is in the first one whose condition holds, so that the one of all records which are
  /// left over stays the last one.
  package mutating func moveState(_ name: String, of entity: String, by step: Int) throws(ShapeFault) {
    let place = try place(entity)
    let before = entities[place]
    let end = Self.end(of: entities[place].states)
    var states = Array(entities[place].states[..<end])
    Self.move(&states, by: step) { $0.name == name }
    entities[place].states.replaceSubrange(..<end, with: states)
    renewStateSubsets(of: entity, since: before)
  }

  /// Removes a state, and what lists and overviews say of it.
  package mutating func removeState(_ name: String, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    guard entities[place].states.contains(where: { $0.name == name }) else {
      throw ShapeFault("", "This state does not exist any more")
    }
    let before = entities[place]
    entities[place].states.removeAll { $0.name == name }
    dropSubsets(ofState: name, of: entity)
    renewStateSubsets(of: entity, since: before)
    removeFaultyParts()
  }
}

extension StateDescription {
  /// The condition of all records that no other state has.
  package static let rest = FetchPredicate.all([])

  /// Whether it takes all records that no other state has.
  package var isRest: Bool { condition == Self.rest }
}
