/// An entity in a document, before relationships are resolved.
package struct DocumentEntity: Hashable, Sendable {
  package var name = ""
  package var plural = ""
  package var table = ""
  package var nouns = Nouns("", "")
  package var numberedTitle: String?
  package var formerNames: [String] = []
  package var attributes: [AttributeDescription] = []
  package var relationships: [RelationshipDescription] = []
  package var computed: [ComputedDescription] = []
  package var states: [StateDescription] = []
  package var rules: [RuleDescription] = []
  package var uniqueKeys: [[String]] = []
  package var sortOrders: [[FetchSort]] = []
  package var searchPaths: [SearchPath] = []
  package var derivation: DerivationDescription?
  /// The table of another program's file. It is no part of the written form.
  package var source: EntitySource?
  package var hasNotes = false
  /// The entity whose records these are the notes of. Such entities are no part of the written form.
  package var notesOwner: String?

  package init() {}

  package init(_ entity: EntityDescription) {
    name = entity.name
    plural = entity.plural
    table = entity.table
    nouns = entity.nouns
    numberedTitle = entity.numberedTitle
    formerNames = entity.formerNames
    attributes = entity.attributes
    relationships = entity.relationships
    computed = entity.computed
    states = entity.states
    rules = entity.rules
    uniqueKeys = entity.uniqueKeys
    sortOrders = entity.sortOrders
    searchPaths = entity.searchPaths
    derivation = entity.derivation
    source = entity.source
    hasNotes = entity.hasNotes
    notesOwner = entity.notesOwner
  }

  /// The entity.
  package var entity: EntityDescription {
    EntityDescription(
      name: name, plural: plural, table: table, nouns: nouns, numberedTitle: numberedTitle, formerNames: formerNames,
      attributes: attributes, relationships: relationships, sortOrders: sortOrders, searchPaths: searchPaths,
      uniqueKeys: uniqueKeys, computed: computed, states: states, rules: rules, derivation: derivation,
      source: source, hasNotes: hasNotes, notesOwner: notesOwner)
  }
}

extension DocumentEntity: DocumentValue {
  package static var shape: Shape<DocumentEntity> {
    .object("Entity", DocumentEntity()) {
      Member.needed("name", \.name, "The name in Swift, in camel case: orderDetail.")
      Member.derived("plural", \.plural, "The name in addresses, files and the API: order-details.") {
        Naming.kebabPlural($0.name)
      }
      Member.derived("table", \.table, "The table; the plural with underscores unless given.") {
        $0.plural.replacing("-", with: "_")
      }
      Member.derived("nouns", \.nouns, "What people call one record and several.") {
        Nouns(Naming.kebabCase($0.name).replacing("-", with: " "), $0.plural.replacing("-", with: " "))
      }
      Member.optional("numberedTitle", \.numberedTitle, "What a record without a name is called: Order {number}.")
      Member.optional("formerNames", \.formerNames, "Earlier names: the records stay, under the new name.")
      Member.needed("attributes", \.attributes, "What is kept of a record.")
      Member.optional("relationships", \.relationships, "Where records lead.")
      Member.optional("computed", \.computed, "Values that are worked out when a record is read.")
      Member.optional("states", \.states, "The states of a record: it is in the first whose condition holds.")
      Member.optional("rules", \.rules, "The conditions that records keep, each with the sentence for people.")
      Member.optional("uniqueKeys", \.uniqueKeys, "What no two records have the same values of together.")
      Member.optional("sortOrders", \.sortOrders, "Orders that an index keeps, beside those of lists.")
      Member.optional("searchPaths", \.searchPaths, "What is searched of related records, beside what lists search.")
      Member.optional("derivation", \.derivation, "How the records follow from another entity's.")
      Member.optional("hasNotes", \.hasNotes, "Whether people can write notes and attach files to its records.")
    }
  }
}

extension Nouns: DocumentValue {
  package static var shape: Shape<Nouns> {
    .object("Nouns", Nouns("", "")) {
      Member.needed("one", \.one, "One record, in small letters: person.")
      Member.needed("many", \.many, "Several: people.")
    }
  }
}

extension StateDescription.Tone: DocumentValue {}

extension StateDescription: DocumentValue {
  package static var shape: Shape<StateDescription> {
    .object("State", StateDescription("", "")) {
      Member.needed("name", \.name, "The name in addresses and in JSON: late.")
      Member.derived("label", \.label, "What people read.") { Naming.words($0.name) }
      Member.optional("tone", \.tone, "How it looks.")
      Member.optional(
        "when", \.condition, "When a record is in it, unless it is in a state before; always unless given.")
    }
  }
}

extension RuleDescription: DocumentValue {
  package static var shape: Shape<RuleDescription> {
    .object("Rule", RuleDescription("", Formula(.text("")), "")) {
      Member.needed("name", \.name, "The name in problems of the API: returnsAfterDeparture.")
      Member.needed("formula", \.formula, "A formula that is yes where the rule is kept: return >= departure.")
      Member.needed("message", \.message, "The sentence for people where it is broken.")
    }
  }
}

extension Formula: DocumentValue {
  package static var shape: Shape<Formula> {
    Shape(
      write: { .string($0.text) },
      read: { json, reader in
        guard case .string(let text) = json else { return reader.mismatch("a formula") }
        do throws(FormulaFault) { return try Formula(reading: text) } catch {
          reader.fault(error.sentence)
          return nil
        }
      },
      schema: { _ in
        ["type": "string", "description": "A formula with the names of fields: due < today and not(paid)."]
      })
  }
}

extension DerivationDescription: DocumentValue {
  package static var shape: Shape<DerivationDescription> {
    .object("Derivation", DerivationDescription(from: "")) {
      Member.needed("from", \.source, "The entity that the records follow from, one for each.")
      Member.needed("columns", \.columns, "What each attribute and to-one relationship takes its value from.")
    }
  }
}

extension DerivationDescription.Column: DocumentValue {
  package static var shape: Shape<DerivationDescription.Column> {
    .object("DerivedColumn", DerivationDescription.Column("", from: "")) {
      Member.needed("name", \.name, "The attribute or to-one relationship.")
      Member.needed("from", \.from, "The source's attribute or to-one relationship.")
      Member.optional("through", \.through, "The attribute of the record that the source's relationship leads to.")
    }
  }
}

extension ComputedDescription: DocumentValue {
  package static var shape: Shape<ComputedDescription> {
    var attribute = AttributeDescription(name: "", label: "", kind: .integer)
    attribute.writability = .never
    return .object("Computed", ComputedDescription(attribute: attribute, source: .own(.constant(0, scale: 0)))) {
      Member.needed("attribute", \.attribute, "Its name, label and kind.")
      Member.needed("formula", \.source, "How it is worked out: a calculation or an object.")
    }
  }
}

extension ComputedSource.Unit: DocumentValue {}

extension ComputedSource: DocumentValue {
  /// A calculation over the record's own values, or an object such as `{"sum": {"of": "amount", "over": "lines"}}`.
  package static var shape: Shape<ComputedSource> {
    let combined = Shape<ComputedSource>.oneOf("Formula") {
      Variant.of("sum", Sum.shape, { .sum($0.over, $0.of, where: $0.condition) }) {
        if case .sum(let over, let of, let condition) = $0 {
          Sum(over: over, of: of, condition: condition)
        } else {
          nil
        }
      }
      Variant.of("text", String.shape, { .text($0) }) { if case .text(let text) = $0 { text } else { nil } }
      Variant.of("join", .later { Join.shape }, { .joined($0.parts, separator: $0.separator) }) {
        if case .joined(let parts, let separator) = $0 { Join(parts: parts, separator: separator) } else { nil }
      }
      Variant.of("later", .later { Later.shape }, { .later($0.from, $0.by, $0.unit) }) {
        if case .later(let from, let by, let unit) = $0 { Later(from: from, by: by, unit: unit) } else { nil }
      }
      Variant.of("holds", FetchPredicate.shape, { .holds($0) }) {
        if case .holds(let condition) = $0 { condition } else { nil }
      }
      Variant.of("exists", Related.shape(hasValue: false), { .exists($0.over, where: $0.condition) }) {
        if case .exists(let over, let condition) = $0 { Related(over: over, condition: condition) } else { nil }
      }
      Variant.of("least", Related.shape(hasValue: true), { .least($0.over, of: $0.of, where: $0.condition) }) {
        if case .least(let over, let of, let condition) = $0 {
          Related(over: over, of: of, condition: condition)
        } else {
          nil
        }
      }
      Variant.of("greatest", Related.shape(hasValue: true), { .greatest($0.over, of: $0.of, where: $0.condition) }) {
        if case .greatest(let over, let of, let condition) = $0 {
          Related(over: over, of: of, condition: condition)
        } else {
          nil
        }
      }
      Variant.of("plus", .later { Pair<ComputedSource, ComputedSource>.shape }, { .plus($0.first, $0.second) }) {
        if case .plus(let one, let other) = $0 { Pair(one, other) } else { nil }
      }
      Variant.of("minus", .later { Pair<ComputedSource, ComputedSource>.shape }, { .minus($0.first, $0.second) }) {
        if case .minus(let one, let other) = $0 { Pair(one, other) } else { nil }
      }
      Variant.of("times", .later { Pair<ComputedSource, ComputedSource>.shape }, { .product($0.first, $0.second) }) {
        if case .product(let one, let other) = $0 { Pair(one, other) } else { nil }
      }
      Variant.of("round", .later { Pair<ComputedSource, Int>.shape }, { .rounded($0.first, scale: $0.second) }) {
        if case .rounded(let source, let scale) = $0 { Pair(source, scale) } else { nil }
      }
    }
    return Shape(
      write: {
        switch $0 {
        case .own(let expression): FetchExpression.shape.write(expression)
        case .formula(let formula): .string(formula.text(asDocument: true))
        default: combined.write($0)
        }
      },
      read: { json, reader in
        guard case .string(let text) = json else { return combined.read(json, &reader) }
        if let expression = ExpressionText.read(text) { return .own(expression) }
        do throws(FormulaFault) { return .formula(try Formula(reading: text)) } catch {
          reader.fault(error.sentence)
          return nil
        }
      },
      schema: {
        [
          "anyOf": [
            [
              "type": "string",
              "description":
                "A formula. One of fields, numbers and + - * alone has stored numbers, unless = begins it: =due + 14.",
            ], combined.schema(&$0),
          ]
        ]
      })
  }

  private struct Join: DocumentValue {
    var parts: [ComputedSource]
    var separator: String

    static var shape: Shape<Join> {
      .object("Join", Join(parts: [], separator: " ")) {
        Member.needed("parts", \.parts, "Texts, whole numbers and days; missing ones are omitted.")
        Member.optional("separator", \.separator, "The text between them; a space unless given.")
      }
    }
  }

  private struct Later: DocumentValue {
    var from: ComputedSource
    var by: ComputedSource
    var unit: ComputedSource.Unit

    static var shape: Shape<Later> {
      .object("Later", Later(from: .text(""), by: .text(""), unit: .days)) {
        Member.needed("from", \.from, "The day or moment.")
        Member.needed("by", \.by, "The number that is added.")
        Member.optional("unit", \.unit, "What is added; days unless given.")
      }
    }
  }

  private struct Related: Sendable {
    var over = ""
    var of = ""
    var condition: FetchPredicate?

    static func shape(hasValue: Bool) -> Shape<Related> {
      .object(hasValue ? "RelatedValue" : "Related", Related()) {
        Member.needed("over", \.over, "The to-many or many-to-many relationship.")
        if hasValue { Member.needed("of", \.of, "The attribute of the related records.") }
        Member.optional("where", \.condition, "Which of the records count.")
      }
    }
  }

  private struct Sum: DocumentValue {
    var over: String
    var of: FetchExpression
    var condition: FetchPredicate?

    static var shape: Shape<Sum> {
      .object("Sum", Sum(over: "", of: .constant(0, scale: 0))) {
        Member.needed("over", \.over, "The to-many relationship.")
        Member.needed("of", \.of, "What is added up.")
        Member.optional("where", \.condition, "Which of the records count.")
      }
    }
  }
}

extension HistoryRetention: DocumentValue {
  package static var shape: Shape<HistoryRetention> {
    .object("History", HistoryRetention()) {
      Member.optional("days", \.days, "For how many days changes can be undone.")
      Member.optional("bytes", \.bytes, "How many bytes that may take.")
    }
  }
}

extension SecretDescription: DocumentValue {
  package static var shape: Shape<SecretDescription> {
    .object("Secret", SecretDescription(name: "", label: "", environment: "", hint: "")) {
      Member.needed("name", \.name, "The name in addresses.")
      Member.needed("label", \.label, "What people read.")
      Member.needed("environment", \.environment, "The environment variable that has it.")
      Member.optional("hint", \.hint, "Where it comes from.")
    }
  }
}

extension ModelDescription {
  /// A model of document entities. It resolves everything that documents omit.
  package init(drafts: [DocumentEntity]) {
    var drafts = drafts
    Self.resolveInverses(&drafts)
    Self.resolveJoins(&drafts)
    self.init(entities: NotesEntity.added(to: drafts.map(\.entity)))
  }

  /// The document entities, without everything that ``init(drafts:)`` resolves.
  package var drafts: [DocumentEntity] {
    let notes = Set(entities.filter { $0.notesOwner != nil }.map(\.name))
    let whole = entities.filter { $0.notesOwner == nil }.map { entity in
      var draft = DocumentEntity(entity)
      draft.relationships.removeAll { notes.contains($0.target) }
      return draft
    }
    var bare = whole
    for entity in bare.indices {
      for index in bare[entity].relationships.indices {
        if bare[entity].relationships[index].cardinality == .toOne { bare[entity].relationships[index].inverse = nil }
        bare[entity].relationships[index].joinTable = nil
        bare[entity].relationships[index].joinColumns = nil
      }
    }
    let resolved = ModelDescription(drafts: bare)
    for entity in bare.indices {
      for index in bare[entity].relationships.indices
      where resolved.entities[entity].relationships[index] != whole[entity].relationships[index] {
        bare[entity].relationships[index] = whole[entity].relationships[index]
      }
    }
    return bare
  }

  // A relationship that another one names as its inverse refers back to it.
  private static func resolveInverses(_ drafts: inout [DocumentEntity]) {
    for draft in drafts {
      for relationship in draft.relationships {
        guard let inverse = relationship.inverse,
          let other = drafts.firstIndex(where: { $0.name == relationship.target }),
          let place = drafts[other].relationships.firstIndex(where: { $0.name == inverse }),
          drafts[other].relationships[place].inverse == nil, drafts[other].relationships[place].target == draft.name
        else { continue }
        drafts[other].relationships[place].inverse = relationship.name
      }
    }
  }

  // The join table is named for the first side, unless one of them names it.
  private static func resolveJoins(_ drafts: inout [DocumentEntity]) {
    for entity in drafts.indices {
      for index in drafts[entity].relationships.indices {
        let relationship = drafts[entity].relationships[index]
        guard relationship.cardinality == .manyToMany else { continue }
        let other = drafts.firstIndex { $0.name == relationship.target }
        let place = other.flatMap { other in
          drafts[other].relationships.firstIndex { $0.name == relationship.inverse && $0.cardinality == .manyToMany }
        }
        let back = other.flatMap { other in place.map { drafts[other].relationships[$0] } }
        let own = Naming.snakeCase(drafts[entity].name) + "_id"
        let related = Naming.snakeCase(relationship.target) + "_id"
        let isItself = drafts[entity].name == relationship.target
        if relationship.joinTable == nil {
          drafts[entity].relationships[index].joinTable =
            back?.joinTable ?? drafts[entity].table + "_" + Naming.snakeCase(relationship.name)
        }
        if relationship.joinColumns == nil {
          drafts[entity].relationships[index].joinColumns =
            back?.joinColumns.map { .init(own: $0.related, related: $0.own) }
            ?? .init(own: own, related: (isItself ? "related_" : "") + related)
        }
      }
    }
  }
}
