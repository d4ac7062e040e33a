/// The description of an entity, from which schema, forms, API and import are generated. Immutable and shared.
public final class EntityDescription: Sendable, Codable {
  /// The name: `user`.
  public let name: String
  /// The name in addresses, files and the API: `users`.
  public let plural: String
  /// The table: `users`.
  public let table: String
  /// The nouns for its records.
  public let nouns: Nouns
  /// The title of a record without a value of a title attribute, a catalogue key; nil for `No. {number}`.
  public let numberedTitle: String?
  /// The names of the type or the table in earlier versions of the model.
  package let formerNames: [String]
  /// The attributes, in the order of their declaration.
  public let attributes: [AttributeDescription]
  /// The relationships, in the order of their declaration.
  public let relationships: [RelationshipDescription]
  /// The meaning of a record's values, by position: the attributes, then the to-one relationships.
  public let columns: [ColumnDescription]
  /// Sort orders with an index, beside those of single attributes.
  package let sortOrders: [[FetchSort]]
  /// Sets of attributes and to-one relationships whose combined values must be unique.
  public let uniqueKeys: [[String]]
  /// The attributes of related records that the search field searches.
  package let searchPaths: [SearchPath]
  /// The fields that are optional and that a record needs all the same, unless another one says otherwise.
  package let needs: [FieldNeed]
  /// The computed values.
  public let computed: [ComputedDescription]
  /// The states, in order: a record is in the first one whose condition holds.
  public let states: [StateDescription]
  /// The conditions that records keep, as formulas.
  public let rules: [RuleDescription]
  /// The derivation from another entity; nil for records that people edit.
  public let derivation: DerivationDescription?
  /// The table of another program's SQLite file that has the records; nil for tables of our own.
  public let source: EntitySource?
  /// Whether people can write notes and attach files to its records.
  public let hasNotes: Bool
  /// The name of the entity whose records these are the notes of; nil for other entities.
  package let notesOwner: String?

  /// The attributes that close a record while they have a value.
  package let closings: [AttributeDescription]
  /// The attributes of a record's title: the declared ones, else the first text; empty if the title is the number.
  package let titleAttributes: [AttributeDescription]
  /// The computed values that form the record's title in place of attributes.
  package let titleComputed: [ComputedDescription]

  private let positions: [String: Int]
  /// The positions of translations, by attribute and language.
  private let translations: [String: [String: Int]]

  /// Creates a description and derives the columns from attributes and relationships.
  package init(
    name: String, plural: String, table: String, nouns: Nouns, numberedTitle: String? = nil,
    formerNames: [String] = [],
    attributes: [AttributeDescription], relationships: [RelationshipDescription], sortOrders: [[FetchSort]] = [],
    searchPaths: [SearchPath] = [], uniqueKeys: [[String]] = [], computed: [ComputedDescription] = [],
    states: [StateDescription] = [], rules: [RuleDescription] = [], derivation: DerivationDescription? = nil,
    source: EntitySource? = nil,
    hasNotes: Bool = false, notesOwner: String? = nil, needs: [FieldNeed] = []
  ) {
    self.name = name
    self.plural = plural
    self.table = table
    self.nouns = nouns
    self.numberedTitle = numberedTitle
    self.formerNames = formerNames
    self.attributes = attributes
    self.relationships = relationships
    self.sortOrders = sortOrders
    self.searchPaths = searchPaths
    self.uniqueKeys = uniqueKeys
    self.needs = needs
    self.computed = computed
    self.states = states
    self.rules = rules
    self.derivation = derivation
    self.source = source
    self.hasNotes = hasNotes
    self.notesOwner = notesOwner
    closings = attributes.filter { $0.closing != nil }
    titleComputed = computed.filter(\.attribute.isTitle)
    let titles = attributes.filter(\.isTitle)
    if titles.isEmpty, numberedTitle == nil, let text = attributes.first(where: \.isText) {
      // A field that was added behind declared ones is no title. Other applications may have such names, too.
      let isBehind =
        attributes.contains { !AddedName.isOne($0.name) }
        ? !AddedName.isOne(attributes[0].name) : relationships.contains { !AddedName.isOne($0.name) }
      let isAdded = AddedName.isOne(text.name) && !AddedName.isOne(name) && source == nil && isBehind
      titleAttributes = isAdded ? [] : [text]
    } else {
      titleAttributes = titles
    }
    columns =
      attributes.map(ColumnDescription.attribute)
      + relationships.filter { $0.cardinality == .toOne }.map(ColumnDescription.toOne)
    positions = Dictionary(
      columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    translations = attributes.enumerated().reduce(into: [:]) { translations, attribute in
      guard let translation = attribute.element.translation else { return }
      translations[translation.attribute, default: [:]][translation.language] = attribute.offset
    }
  }

  /// Whether the records are read-only: derived from another entity, or those of a file that is not to be changed.
  package var isDerived: Bool { derivation != nil || source?.isReadOnly == true }

  /// Whether the title of each record is its number: `Order 10248`.
  package var isTitledByNumber: Bool { numberedTitle != nil && titleAttributes.isEmpty }

  /// The names of the computed values or attributes that form titles.
  package var titleNames: [String] {
    titleComputed.isEmpty ? titleAttributes.map(\.name) : titleComputed.map(\.name)
  }

  /// The position of an attribute or to-one relationship among a record's values; nil for other names.
  public func position(of name: String) -> Int? { positions[name] }

  /// The attribute of that name.
  public func attribute(_ name: String) -> AttributeDescription? {
    positions[name].flatMap { $0 < attributes.count ? attributes[$0] : nil }
  }

  /// The thumbnail attribute of a picture attribute; nil for none.
  public func thumbnail(of picture: String) -> AttributeDescription? {
    attributes.first { $0.thumbnailOf == picture }
  }

  /// The positions of an attribute's translations, by language code; empty for none.
  package func translations(of name: String) -> [String: Int] { translations[name] ?? [:] }

  /// The relationship of that name.
  public func relationship(_ name: String) -> RelationshipDescription? {
    relationships.first { $0.name == name }
  }

  /// The condition that a record has a title, ignoring case and accents; nil if titles are not text.
  public func titled(_ text: String) -> FetchPredicate? {
    let attributes = titleAttributes
    guard !attributes.isEmpty, attributes.allSatisfy(\.isText) else { return nil }
    return .reads(attributes.map(\.name), text)
  }

  /// The attributes that the search field searches.
  package var searchedAttributes: [AttributeDescription] { attributes.filter(\.isSearched) }

  /// A copy with changed attributes and further sort orders, as screens require them.
  public func with(
    sortOrders more: [[FetchSort]], searchPaths paths: [SearchPath] = [],
    _ change: (inout AttributeDescription) -> Void
  ) -> EntityDescription {
    with(sortOrders: more, searchPaths: paths, needs: [], change)
  }

  /// A copy that also has further needs, and computed values that the search looks in.
  package func with(
    sortOrders more: [[FetchSort]], searchPaths paths: [SearchPath], needs others: [FieldNeed],
    searching names: [String] = [], _ change: (inout AttributeDescription) -> Void
  ) -> EntityDescription {
    var (attributes, computed) = (attributes, computed)
    for index in attributes.indices { change(&attributes[index]) }
    for index in computed.indices where names.contains(computed[index].name) {
      computed[index].attribute.isSearched = true
    }
    return EntityDescription(
      name: name, plural: plural, table: table, nouns: nouns, numberedTitle: numberedTitle,
      formerNames: formerNames, attributes: attributes,
      relationships: relationships,
      sortOrders: sortOrders + more.filter { !sortOrders.contains($0) },
      searchPaths: searchPaths + paths.filter { !searchPaths.contains($0) }, uniqueKeys: uniqueKeys,
      computed: computed, states: states, rules: rules, derivation: derivation, source: source, hasNotes: hasNotes,
      notesOwner: notesOwner, needs: needs + others.filter { !needs.contains($0) })
  }

  private enum CodingKeys: String, CodingKey {
    case name, plural, table, nouns, numberedTitle, formerNames, attributes, relationships, sortOrders, searchPaths
    case uniqueKeys, computed, states, rules, derivation, source, hasNotes, notesOwner, needs
  }

  /// Reads a description and derives its columns.
  public convenience init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      plural: try values.decode(String.self, forKey: .plural),
      table: try values.decode(String.self, forKey: .table),
      nouns: try values.decode(Nouns.self, forKey: .nouns),
      numberedTitle: try values.decodeIfPresent(String.self, forKey: .numberedTitle),
      formerNames: try values.decodeIfPresent([String].self, forKey: .formerNames) ?? [],
      attributes: try values.decode([AttributeDescription].self, forKey: .attributes),
      relationships: try values.decode([RelationshipDescription].self, forKey: .relationships),
      sortOrders: try values.decode([[FetchSort]].self, forKey: .sortOrders),
      searchPaths: try values.decodeIfPresent([SearchPath].self, forKey: .searchPaths) ?? [],
      uniqueKeys: try values.decodeIfPresent([[String]].self, forKey: .uniqueKeys) ?? [],
      computed: try values.decodeIfPresent([ComputedDescription].self, forKey: .computed) ?? [],
      states: try values.decodeIfPresent([StateDescription].self, forKey: .states) ?? [],
      rules: try values.decodeIfPresent([RuleDescription].self, forKey: .rules) ?? [],
      derivation: try values.decodeIfPresent(DerivationDescription.self, forKey: .derivation),
      source: try values.decodeIfPresent(EntitySource.self, forKey: .source),
      hasNotes: try values.decodeIfPresent(Bool.self, forKey: .hasNotes) ?? false,
      notesOwner: try values.decodeIfPresent(String.self, forKey: .notesOwner),
      needs: try values.decodeIfPresent([FieldNeed].self, forKey: .needs) ?? [])
  }
}

extension EntityDescription: Hashable {
  /// Whether everything declared is equal.
  public static func == (one: EntityDescription, other: EntityDescription) -> Bool {
    one === other
      || one.name == other.name && one.plural == other.plural && one.table == other.table
        && one.nouns == other.nouns && one.numberedTitle == other.numberedTitle
        && one.formerNames == other.formerNames
        && one.attributes == other.attributes && one.relationships == other.relationships
        && one.sortOrders == other.sortOrders && one.searchPaths == other.searchPaths
        && one.uniqueKeys == other.uniqueKeys
        && one.computed == other.computed && one.states == other.states && one.rules == other.rules
        && one.derivation == other.derivation && one.source == other.source
        && one.hasNotes == other.hasNotes && one.notesOwner == other.notesOwner && one.needs == other.needs
  }

  /// By name: a model has no two entities with the same name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The meaning of one of a record's values.
public indirect enum ColumnDescription: Hashable, Sendable {
  /// An attribute's value.
  case attribute(AttributeDescription)
  /// The id of a related record.
  case toOne(RelationshipDescription)

  /// The name in Swift and in JSON.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .toOne(let relationship): relationship.name
    }
  }

  /// The column in the database.
  public var column: String {
    switch self {
    case .attribute(let attribute): attribute.column
    case .toOne(let relationship): relationship.column
    }
  }

  /// The label that people read.
  public var label: String {
    switch self {
    case .attribute(let attribute): attribute.label
    case .toOne(let relationship): relationship.label
    }
  }

  /// Whether the value is required.
  package var isRequired: Bool {
    switch self {
    case .attribute(let attribute): attribute.isRequired
    case .toOne(let relationship): relationship.isRequired
    }
  }

  /// Whether no two records may have the same value.
  package var isUnique: Bool {
    switch self {
    case .attribute(let attribute): attribute.isUnique
    case .toOne(let relationship): relationship.isUnique
    }
  }

  /// The names of earlier versions of the model.
  package var formerNames: [String] {
    switch self {
    case .attribute(let attribute): attribute.formerNames
    case .toOne(let relationship): relationship.formerNames
    }
  }

  /// When the value can be written.
  package var writability: AttributeDescription.Writability {
    switch self {
    case .attribute(let attribute): attribute.writability
    case .toOne(let relationship): relationship.writability
    }
  }

  /// The formula that says whether forms show the column; nil for always.
  package var shownIf: Formula? {
    switch self {
    case .attribute(let attribute): attribute.shownIf
    case .toOne(let relationship): relationship.shownIf
    }
  }

  /// The formula that says whether the value is required; nil for what ``isRequired`` says.
  package var requiredIf: Formula? {
    switch self {
    case .attribute(let attribute): attribute.requiredIf
    case .toOne(let relationship): relationship.requiredIf
    }
  }

  /// The formula of a new record's value; nil for other defaults.
  package var defaultFormula: Formula? {
    if case .attribute(let attribute) = self, attribute.defaultValue.isNull,
      case .formula(let formula)? = attribute.defaultSource
    {
      formula
    } else {
      nil
    }
  }

  /// Other headings that identify the column in files.
  public var aliases: [String] {
    switch self {
    case .attribute(let attribute): attribute.aliases
    case .toOne(let relationship): relationship.aliases
    }
  }
}
