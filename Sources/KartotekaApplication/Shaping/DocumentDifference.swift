import KartotekaModel
import KartotekaScreens

/// The differences between two descriptions of an application, for people.
package struct DocumentDifference: Sendable {
  /// A sentence for each difference.
  package private(set) var phrases: [Phrase] = []

  package init(from old: AppDocument, to new: AppDocument) {
    let lists = (old: Self.lists(old), new: Self.lists(new))
    for entity in new.entities {
      let before = old.entity(entity.name) ?? entity.formerNames.lazy.compactMap(old.entity).first
      guard let before else {
        add("{kind} is a new kind of record", entity)
        continue
      }
      if before.nouns != entity.nouns {
        phrases.append(
          Phrase(
            "{kind} is called {name} now",
            ["kind": .phrase(Phrase(before.nouns.many)), "name": .phrase(Phrase(entity.nouns.many))]))
      }
      compare(Self.fields(before), Self.fields(entity), entity)
      compare(lists.old[before.name], lists.new[entity.name], entity)
      if before.numberedTitle != entity.numberedTitle { add("{kind} have other titles", entity) }
      if before.rules != entity.rules { add("{kind} have other rules", entity) }
      if before.states != entity.states { add("{kind} have other states", entity) }
    }
    for entity in old.entities where !new.entities.contains(where: { $0.name == entity.name }) {
      add("{kind} was removed", entity)
    }
    if old.title != new.title {
      phrases.append(
        Phrase("The application is called {name} now", ["name": .phrase(Phrase(new.title))]))
    }
    if old.symbol != new.symbol || old.hue != new.hue { phrases.append("The application has another symbol or colour") }
    if old.history != new.history {
      phrases.append(Phrase("Changes can be undone for {count} days", ["count": .count(new.history.days)]))
    }
    if old.writtenTabs != new.writtenTabs, phrases.isEmpty { phrases.append("Lists or tabs are arranged differently") }
    if phrases.isEmpty, old != new { phrases.append("Words, screens or settings differ") }
  }

  private static func lists(_ document: AppDocument) -> [String: ListDescription] {
    document.writtenTabs.reduce(into: [:]) { lists, tab in
      if case .list(let list) = tab.screen, lists[list.entity] == nil { lists[list.entity] = list }
    }
  }

  private mutating func compare(_ old: ListDescription?, _ new: ListDescription?, _ entity: DocumentEntity) {
    guard let old, let new else { return }
    if old.documents != new.documents { add("The documents of {kind} differ", entity) }
    guard old.lines != new.lines else { return }
    switch (old.lines, new.lines) {
    case (nil, _): add("{kind} have lines now", entity)
    case (_, nil): add("{kind} have no lines any more", entity)
    default: add("The lines of {kind} differ", entity)
    }
  }

  private struct Field: Equatable {
    let name: String
    let label: String
    let rest: JSONValue
  }

  private static func fields(_ entity: DocumentEntity) -> [Field] {
    // A small picture comes and goes with its picture.
    let attributes = entity.attributes.filter { $0.thumbnailOf == nil }.map { attribute in
      var bare = attribute
      bare.label = ""
      return Field(name: attribute.name, label: attribute.label, rest: AttributeDescription.shape.write(bare))
    }
    let relationships = entity.relationships.map { relationship in
      var bare = relationship
      bare.label = ""
      return Field(
        name: relationship.name, label: relationship.label, rest: RelationshipDescription.shape.write(bare))
    }
    let computed = entity.computed.map {
      Field(name: $0.name, label: $0.attribute.label, rest: .string(String(describing: $0.source)))
    }
    return attributes + relationships + computed
  }

  private mutating func compare(_ old: [Field], _ new: [Field], _ entity: DocumentEntity) {
    for field in new {
      guard let before = old.first(where: { $0.name == field.name }) else {
        add("{field} is a new field of {kind}", entity, field.label)
        continue
      }
      if before.label != field.label {
        phrases.append(
          Phrase(
            "{field} of {kind} is called {name} now",
            [
              "field": .phrase(Phrase(before.label)), "kind": .phrase(Phrase(entity.nouns.many)),
              "name": .phrase(Phrase(field.label)),
            ]))
      }
      if before.rest != field.rest { add("{field} of {kind} has other rules", entity, field.label) }
    }
    for field in old where !new.contains(where: { $0.name == field.name }) {
      add("{field} of {kind} was removed", entity, field.label)
    }
    let kept = old.map(\.name).filter { name in new.contains { $0.name == name } }
    if kept != new.map(\.name).filter({ kept.contains($0) }) {
      add("The fields of {kind} are in another order", entity)
    }
  }

  private mutating func add(_ key: String, _ entity: DocumentEntity, _ field: String? = nil) {
    var arguments: [String: Phrase.Argument] = ["kind": .phrase(Phrase(entity.nouns.many))]
    if let field { arguments["field"] = .phrase(Phrase(field)) }
    phrases.append(Phrase(key, arguments))
  }
}
