import KartotekaModel
import KartotekaScreens

// Tags: a relationship to records of a small kind, which are made when a new name is typed.
extension AppDocument {
  /// Adds tags: a relationship whose related records are typed by their names.
  /// - Parameters:
  ///   - label: the field's label.
  ///   - target: the kind of record whose records are the tags; nil for a new one with a name and a colour.
  ///   - nouns: what records of a new kind are called, as far as no other kind is called so.
  /// - Returns: the field's name in addresses and the API.
  @discardableResult package mutating func addTags(
    _ label: String, to entity: String, of target: String?, nouns: Nouns, backLabel: String = ""
  ) throws(ShapeFault) -> String {
    var link = LinkShape()
    (link.label, link.backLabel, link.isTags) = (label, backLabel, true)
    link.cardinality = .manyToMany
    if let target { link.target = target } else { link.target = try addTagKind(label, nouns) }
    guard canBeTags(link.target) else { throw ShapeFault("target", "A name alone makes no record of this kind") }
    return try addLink(link, to: entity)
  }

  /// Whether a name alone makes a record of a kind.
  package func canBeTags(_ entity: String) -> Bool { tagName(of: entity) != nil }

  private func tagName(of entity: String) -> AttributeDescription? {
    ModelDescription(drafts: entities).entity(named: entity)?.tagName
  }

  /// The kinds of record whose records can be tags of another kind.
  package func tagKinds(for entity: String) -> [DocumentEntity] {
    let model = ModelDescription(drafts: entities)
    return entities.filter { $0.name != entity && model.entity(named: $0.name)?.tagName != nil }
  }

  /// Has the related records of a relationship be typed by their names, or chosen.
  package mutating func setTags(_ isTags: Bool, _ name: String, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    guard let index = entities[place].relationships.firstIndex(where: { $0.name == name }) else { throw Self.unknown }
    let relationship = entities[place].relationships[index]
    guard !isTags || relationship.cardinality == .manyToMany && canBeTags(relationship.target) else {
      throw ShapeFault("tags", "A name alone makes no record of this kind")
    }
    entities[place].relationships[index].isTags = isTags
  }

  // A kind with a name and a colour, whose tab is under More.
  private mutating func addTagKind(_ label: String, _ nouns: Nouns) throws(ShapeFault) -> String {
    var name = FieldShape()
    (name.label, name.isRequired, name.isUnique) = ("Name", true, true)
    name.rules.maximumLength = 80
    name.rules.pattern = "[^,;]+"
    name.rules.patternHint = "A tag has no commas and no semicolons"
    var colour = FieldShape()
    (colour.label, colour.kind) = ("Colour", .colour)
    colour.rules.initial = .text(StateDescription.Tone.plain.rawValue)
    let isTaken = entities.contains { entity in
      Naming.key(entity.nouns.one) == Naming.key(nouns.one) || Naming.key(entity.nouns.many) == Naming.key(nouns.many)
    }
    let (one, many) = isTaken ? (label, label) : (nouns.one, nouns.many)
    let target: String
    do throws(ShapeFault) {
      target = try addEntity(one: one, many: many, fields: [name, colour])
    } catch {
      throw ShapeFault(["one", "many"].contains(error.field) ? "label" : error.field, error.phrase)
    }
    let title = self.entity(target).map { Self.capitalized($0.nouns.many) } ?? label
    try changeTab(of: target, title: title, symbol: .tag, isUnderMore: true)
    return target
  }
}
