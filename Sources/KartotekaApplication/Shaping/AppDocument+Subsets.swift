import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

// The filters above a list: what it can be narrowed down to by one press.
extension AppDocument {
  /// The most filters above a list.
  private static let mostSubsets = 50

  /// The formula of a filter; nil for a condition that formulas do not have.
  package func formula(of subset: SubsetDescription) -> Formula? {
    let model = ModelDescription(drafts: entities)
    return model.entity(named: subset.entity).flatMap { subset.predicate.formula(of: $0, in: model) }
  }

  /// Adds a filter above the lists of an entity, or replaces the one of its name. States are filters as long as a list has no
  /// others: the first one is added to them.
  /// - Throws: ``ShapeFault``, of the field `label` for a label that another one has, of `formula` for one without a condition.
  package mutating func setSubset(_ subset: SubsetDescription, of entity: String) throws(ShapeFault) {
    guard let list = list(of: entity), let owner = self.entity(entity)?.entity else { throw Self.noSubset }
    guard !subset.title.isEmpty else { throw ShapeFault("label", "This can't be empty") }
    guard subset.predicate != StateDescription.rest else { throw ShapeFault("formula", "This can't be empty") }
    let known = list.subsets.isEmpty ? owner.stateSubsets : list.subsets
    let others = known.filter { $0.name != subset.name }
    let former = known.first { $0.name == subset.name }
    guard
      former?.title == subset.title || !others.contains(where: { $0.title.lowercased() == subset.title.lowercased() })
    else { throw ShapeFault("label", "Another filter has this name") }
    guard former != nil || known.count < Self.mostSubsets else {
      throw ShapeFault("", Phrase("A list has at most {count} filters", ["count": .count(Self.mostSubsets)]))
    }
    changeLists(of: entity) { list in
      if list.subsets.isEmpty { list.subsets = owner.stateSubsets }
      if let index = list.subsets.firstIndex(where: { $0.name == subset.name }) {
        list.subsets[index] = subset
      } else {
        list.subsets.append(subset)
      }
    }
  }

  /// A name for a new filter with a label, which no filter, state or overview has.
  package func freeSubsetName(for label: String, of entity: String) -> String {
    let taken =
      (list(of: entity)?.subsets.map(\.name) ?? []) + (self.entity(entity)?.states.map(\.name) ?? [])
      + description.overviewSubsets.map(\.name)
    let base = Naming.kebabCase(NameGuess.attribute(label, at: taken.count + 1))
    var (name, number) = (base, 2)
    let app = description
    while taken.contains(name) || app.viewSubset(name, of: entity) != nil {
      name = base + "-" + String(number)
      number += 1
    }
    return name
  }

  /// Moves a filter up or down.
  package mutating func moveSubset(_ name: String, of entity: String, by step: Int) throws(ShapeFault) {
    guard list(of: entity)?.subsets.contains(where: { $0.name == name }) == true else { throw Self.noSubset }
    changeLists(of: entity) { list in Self.move(&list.subsets, by: step) { $0.name == name } }
  }

  /// Removes a filter. Without any, states are the filters again.
  package mutating func removeSubset(_ name: String, of entity: String) throws(ShapeFault) {
    guard list(of: entity)?.subsets.contains(where: { $0.name == name }) == true else { throw Self.noSubset }
    changeLists(of: entity) { list in
      list.subsets.removeAll { $0.name == name }
      if list.subsets.allSatisfy({ $0.state != nil }) { list.subsets = [] }
    }
    removeFaultyParts()
  }

  private static let noSubset = ShapeFault("", "This filter does not exist any more")

  /// The names of the filters that stand for no state.
  func ownSubsetNames(of entity: String) -> [String] {
    list(of: entity)?.subsets.filter { $0.state == nil }.map(\.name) ?? []
  }

  /// Has the filters that stand for states follow them. A list with all states as filters has a new state, too.
  mutating func renewStateSubsets(of entity: String, since before: DocumentEntity) {
    guard tabs != nil, let owner = self.entity(entity)?.entity else { return }
    let (old, new) = (before.entity.stateSubsets, owner.stateSubsets)
    changeLists(of: entity) { list in
      for index in list.subsets.indices where old.contains(list.subsets[index]) {
        if let next = new.first(where: { $0.name == list.subsets[index].name }) { list.subsets[index] = next }
      }
      let known = Set(list.subsets.map(\.name))
      let staying = Set(old.map(\.name)).intersection(new.map(\.name))
      guard !known.isEmpty, staying.isSubset(of: known) else { return }
      let added = new.filter { !staying.contains($0.name) && !known.contains($0.name) }
      let place = list.subsets.lastIndex { $0.state != nil }.map { $0 + 1 } ?? 0
      list.subsets.insert(contentsOf: added, at: place)
    }
  }
}

extension EntityDescription {
  /// The filters of its states, as lists without filters of their own have them.
  fileprivate var stateSubsets: [SubsetDescription] {
    // The state of all other records is declared last.
    states.reversed().compactMap { state in
      condition(ofState: state.name).map { condition in
        var subset = SubsetDescription(entity: name, name: state.name, title: state.label, predicate: condition)
        subset.state = state.name
        return subset
      }
    }
  }
}
