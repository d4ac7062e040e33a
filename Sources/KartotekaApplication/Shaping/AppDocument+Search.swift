import KartotekaModel
import KartotekaScreens

// What the search field looks in: texts of the records, and of those that they lead to.
extension AppDocument {
  /// A text that the search field can look in.
  package struct SearchedField: Hashable, Sendable {
    /// Its name as lists have it: `name`, of a related record `client.name`.
    package let path: String
    /// The labels of the relationships that lead to it, in order; none for a field of the records themselves.
    package let links: [String]
    /// Its label.
    package let label: String
    /// Whether it is searched.
    package let isOn: Bool
  }

  /// The fields that a search can look in: texts of the records and of those that one relationship leads to, and what is searched
  /// already.
  package func searchedFields(of entity: String) -> [SearchedField] {
    let model = ModelDescription(drafts: entities)
    guard let place = entities.firstIndex(where: { $0.name == entity }), let owner = model.entity(named: entity) else {
      return []
    }
    let draft = entities[place]
    let listed = list(of: entity)?.searched ?? []
    let paths = draft.searchPaths.map { $0.relationship + "." + $0.attribute }
    let own = draft.attributes.filter { Self.isSearchable($0) || $0.isSearched || listed.contains($0.name) }.map {
      SearchedField(
        path: $0.name, links: [], label: $0.label, isOn: $0.isSearched || listed.contains($0.name))
    }
    var related: [SearchedField] = []
    func add(_ path: SearchPath, _ text: String) {
      guard !related.contains(where: { $0.path == text }), let steps = path.steps(from: owner, in: model),
        let attribute = path.target(from: owner, in: model)?.attribute(path.attribute)
      else { return }
      related.append(
        SearchedField(
          path: text, links: steps.map(\.label), label: attribute.label,
          isOn: listed.contains(text) || paths.contains(text)))
    }
    for relationship in draft.relationships where relationship.cardinality != .manyToMany {
      guard let target = self.entity(relationship.target) else { continue }
      for attribute in target.attributes where Self.isSearchable(attribute) {
        add(SearchPath(relationship.name, attribute.name), relationship.name + "." + attribute.name)
      }
    }
    for text in listed + paths { if let path = SearchPath(text) { add(path, text) } }
    return own + related
  }

  private static func isSearchable(_ attribute: AttributeDescription) -> Bool {
    attribute.isText && ![.date, .timestamp, .coordinate].contains(attribute.kind) && attribute.thumbnailOf == nil
  }

  /// Has the search of an entity's records look in a field, or not any more.
  /// - Parameter path: the field as ``SearchedField/path`` has it.
  package mutating func setSearched(_ path: String, _ isOn: Bool, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    guard searchedFields(of: entity).contains(where: { $0.path == path }) else { throw Self.unknown }
    let related = SearchPath(path)
    if list(of: entity) != nil {
      changeLists(of: entity) { list in
        list.searched.removeAll { $0 == path }
        if isOn { list.searched.append(path) }
      }
    }
    // A kind of record without a list is searched where its records are chosen.
    let isAlone = isOn && list(of: entity) == nil
    if let related {
      entities[place].searchPaths.removeAll { $0 == related }
      if isAlone { entities[place].searchPaths.append(related) }
    } else if let index = entities[place].attributes.firstIndex(where: { $0.name == path }) {
      entities[place].attributes[index].isSearched = isAlone
    }
  }
}
