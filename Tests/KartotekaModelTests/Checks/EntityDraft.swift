import KartotekaModel

/// An entity that is still being written down: sound until a test spoils it.
struct EntityDraft {
  var name: String
  var plural: String
  var table: String
  var nouns: Nouns
  var attributes: [AttributeDescription]
  var relationships: [RelationshipDescription] = []
  var sortOrders: [[FetchSort]] = []
  var uniqueKeys: [[String]] = []
  var computed: [ComputedDescription] = []
  var states: [StateDescription] = []
  var rules: [RuleDescription] = []
  var derivation: DerivationDescription?

  init(_ name: String) {
    self.name = name
    plural = name + "s"
    table = name + "s"
    nouns = Nouns(name, name + "s")
    attributes = [AttributeDescription(name: "name", label: "Name", kind: .text)]
  }

  /// The first attribute, as one of that kind.
  mutating func attribute(_ kind: KindName, _ change: (inout AttributeDescription) -> Void = { _ in }) {
    attributes[0] = AttributeDescription(name: "name", label: "Name", kind: kind)
    change(&attributes[0])
  }

  mutating func relate(
    _ name: String, _ cardinality: RelationshipDescription.Cardinality, to target: String,
    _ change: (inout RelationshipDescription) -> Void = { _ in }
  ) {
    var relationship = RelationshipDescription(
      name: name, label: name, cardinality: cardinality, target: target)
    change(&relationship)
    relationships.append(relationship)
  }

  /// Adds a value that is worked out.
  mutating func compute(_ name: String, _ source: ComputedSource, _ kind: KindName? = nil, scale: Int = 0) {
    var attribute = AttributeDescription(
      name: name, label: "Worked out", kind: kind ?? (scale > 0 ? .decimal : .integer))
    attribute.scale = scale
    computed.append(ComputedDescription(attribute: attribute, source: source))
  }

  var description: EntityDescription {
    EntityDescription(
      name: name, plural: plural, table: table, nouns: nouns, attributes: attributes,
      relationships: relationships,
      sortOrders: sortOrders, uniqueKeys: uniqueKeys, computed: computed, states: states, rules: rules,
      derivation: derivation)
  }
}

/// A model of books and authors that breaks one rule, and no other.
struct FaultyModel: Sendable {
  let rule: String
  let place: String
  let model: ModelDescription

  /// - Parameter place: the entity and field that the fault has to name, `book.name`.
  init(
    _ rule: String, at place: String,
    _ spoil: (_ book: inout EntityDraft, _ author: inout EntityDraft) -> Void
  ) {
    var (book, author) = (EntityDraft("book"), EntityDraft("author"))
    spoil(&book, &author)
    self.rule = rule
    self.place = place
    model = ModelDescription(entities: [book.description, author.description])
  }

  /// A model by itself.
  init(_ rule: String, at place: String, _ model: ModelDescription) {
    self.rule = rule
    self.place = place
    self.model = model
  }
}
