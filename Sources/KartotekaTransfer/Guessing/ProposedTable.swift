import KartotekaModel

/// A kind of record that is proposed for the rows of a file or sheet. A person can correct it before anything is made.
package struct ProposedTable: Hashable, Sendable, Codable {
  /// The name of the file or sheet.
  package let name: String
  /// Whether no kind of record is made of it.
  package var isLeftOut = false
  /// The number of the row with the headings; 0 for none; nil for a file whose records name their members.
  package var header: Int?
  /// The noun of one record, and of several.
  package var nouns: Nouns
  package var columns: [ProposedColumn]
  /// The first rows, among which the one with the headings is chosen.
  package var firstRows: [Row] = []
  /// Whether the sample has all rows.
  package var isComplete = true
  /// The notes on the first rows, such as cells with errors; nil for none.
  package var notes: [Phrase]?
  /// Whether rows that look like notes or totals become records, too; nil for no.
  package var keepsAllRows: Bool?
  /// The notation of numbers and days that a person has chosen; nil for that of the values.
  package var notation: ValueNotation?
  /// The first values of each column, row by row.
  package internal(set) var firstValues: [[String]]?
  /// The number of sampled rows, and about how many there are, if there are more.
  package internal(set) var sampled: Int?
  package var estimated: Int?
  /// The name of the format, and the mark between fields of a text.
  package var format: String?
  package var delimiter: CSVDialect.Delimiter?
}

extension ProposedTable {
  /// Makes a field of a column of longitudes whose other half is no position any more, and guesses a column of latitudes anew
  /// that has lost its longitudes.
  /// - Parameter values: the first values of each column.
  package mutating func separatePositions(_ values: [[String]]) {
    for place in columns.indices {
      guard case .longitude(let other) = columns[place].meaning,
        !columns.indices.contains(other) || columns[other].meaning != .field
          || columns[other].field.kind != .coordinate
      else { continue }
      columns[place].meaning = .field
      guard values.indices.contains(place) else { continue }
      columns[place].field = ColumnGuess.attribute(of: values[place], heading: columns[place].heading)
    }
    for pair in PositionColumns.pairs(in: columns.map(\.heading)) where values.indices.contains(pair.latitude) {
      let column = columns[pair.latitude]
      guard column.meaning == .field, column.field.kind == .coordinate, !column.isChosen,
        !columns.contains(where: { $0.meaning == .longitude(pair.latitude) })
      else { continue }
      var field = ColumnGuess.attribute(of: values[pair.latitude], heading: column.heading)
      field.isTitle = column.field.isTitle
      columns[pair.latitude].field = field
      if column.label == pair.label { columns[pair.latitude].label = column.heading }
    }
  }

  /// A row of the file.
  package struct Row: Hashable, Sendable, Codable {
    package let number: Int
    /// The beginnings of the first values.
    package let text: String
  }
}

/// A column of a file with its proposed meaning.
package struct ProposedColumn: Hashable, Sendable, Codable {
  /// The field that a column becomes.
  package enum Meaning: Hashable, Sendable, Codable {
    /// It is left out.
    case nothing
    /// The records' numbers.
    case number
    /// A field.
    case field
    /// A reference to a record of the table at that place, or to several.
    case one(Int)
    case several(Int)
    /// Names of tags, for which a kind of record is made.
    case tags
    /// The degrees of longitude of the position whose latitude is in the column at that place.
    case longitude(Int)
  }

  /// The heading in the file.
  package let heading: String
  /// The first values.
  package let samples: [String]
  /// The name of the field or relationship that people read.
  package var label: String
  package var meaning: Meaning
  /// The field that the values fit. Its name follows from the label when the entity is made.
  package var field: AttributeDescription
  /// Whether a person has chosen the kind, so that the values of all rows don't change it.
  package var isChosen = false
  /// The first values that are none of the field's; nil for none.
  package private(set) var misfits: Misfits?
  /// The summary of the first values; nil before they were read.
  package private(set) var digest: ColumnDigest?
  /// Whether the values are those of a spreadsheet's cells with types; nil for no.
  package var isTyped: Bool?
  /// The values of all rows that the field can't have; nil for none, and before they were read.
  package internal(set) var findings: Findings?
  /// The differences from the proposal that all rows have shown; nil for none.
  package internal(set) var change: Phrase?

  /// Values of a column that its field can't have.
  package struct Misfits: Hashable, Sendable, Codable {
    /// The number of sampled rows with such values.
    package let count: Int
    package let example: String

    /// The text that a person reads.
    package func phrase(of label: String) -> Phrase {
      Phrase(
        "{column}: {count} of the first values don't fit, such as {example}. They will be empty, unless you choose Text.",
        ["column": .text(label), "count": .count(count), "example": .text(example)])
    }
  }

  /// Compares the field with the first values of the column.
  /// - Parameters:
  ///   - notation: the notation in which they are read.
  ///   - isDecided: whether that notation is more than a guess.
  ///   - isHalf: whether the values are the latitudes of positions.
  mutating func look(at values: [String], in notation: ValueNotation, isDecided: Bool, isHalf: Bool) {
    misfits = nil
    digest = ColumnDigest(values, of: field, in: notation, isDecided: isDecided)
    guard meaning == .field, !isHalf, field.kind != .coordinate || isChosen else { return }
    let found = ColumnGuess.misfits(values, of: field, in: notation)
    misfits = found.first.map { Misfits(count: found.count, example: String($0.prefix(60))) }
  }
}

extension [ProposedTable] {
  /// The entities of the tables that are not left out, and what each of their columns becomes.
  package var entities: (entities: [DocumentEntity], targets: [[ColumnMatch.Target]]) {
    var taken = ReservedNames.paths
    var places: [Int: Int] = [:]
    var entities: [DocumentEntity] = []
    var targets = map { $0.columns.map { _ in ColumnMatch.Target.nothing } }
    for (index, table) in enumerated() where !table.isLeftOut {
      places[index] = entities.count
      entities.append(Self.entity(of: table, &targets[index], &taken))
    }
    for (index, table) in enumerated() {
      guard let place = places[index] else { continue }
      for (column, proposed) in table.columns.enumerated() {
        let link: (target: Int, cardinality: RelationshipDescription.Cardinality)? =
          switch proposed.meaning {
          case .one(let other): places[other].map { ($0, .toOne) }
          case .several(let other): places[other].map { ($0, .manyToMany) }
          default: nil
          }
        guard let link else { continue }
        let name = Self.add(proposed, to: place, link.target, link.cardinality, &entities)
        targets[index][column] = .column(name)
      }
    }
    // Kinds of tags come behind those of the tables.
    for (index, table) in enumerated() {
      guard let place = places[index] else { continue }
      for (column, proposed) in table.columns.enumerated() where proposed.meaning == .tags {
        entities.append(Self.tagKind(of: proposed, besides: entities, &taken))
        let name = Self.add(proposed, to: place, entities.count - 1, .manyToMany, &entities)
        if let last = entities[place].relationships.indices.last { entities[place].relationships[last].isTags = true }
        targets[index][column] = .column(name)
      }
    }
    return (entities, targets)
  }

  // A kind with a name and a colour.
  private static func tagKind(
    of column: ProposedColumn, besides others: [DocumentEntity], _ taken: inout Set<String>
  ) -> DocumentEntity {
    let label = column.label.isEmpty ? column.heading : column.label
    var nouns = EntityGuess.nouns(of: label.isEmpty ? "tags" : label)
    let known = Set(others.flatMap { [Naming.key($0.nouns.one), Naming.key($0.nouns.many)] })
    while known.contains(Naming.key(nouns.one)) || known.contains(Naming.key(nouns.many)) {
      nouns = Nouns(nouns.one + " tag", nouns.one + " tags")
    }
    var entity = DocumentEntity()
    (entity.name, entity.plural) = names(of: nouns, &taken)
    entity.table = entity.plural.replacing("-", with: "_")
    entity.nouns = nouns
    var name = AttributeDescription(name: "name", label: "Name", kind: .text)
    (name.isRequired, name.isUnique, name.isTitle) = (true, true, true)
    var colour = AttributeDescription(name: "colour", label: "Colour", kind: .choice)
    (colour.isColour, colour.choices) = (true, StateDescription.Tone.colours)
    colour.defaultValue = .text(StateDescription.Tone.plain.rawValue)
    entity.attributes = [name, colour]
    return entity
  }

  private static func entity(
    of table: ProposedTable, _ targets: inout [ColumnMatch.Target], _ taken: inout Set<String>
  ) -> DocumentEntity {
    var entity = DocumentEntity()
    (entity.name, entity.plural) = names(of: table.nouns, &taken)
    entity.table = entity.plural.replacing("-", with: "_")
    entity.nouns = table.nouns
    var names: Set<String> = []
    for (index, column) in table.columns.enumerated() {
      switch column.meaning {
      case .number: targets[index] = .id
      case .field:
        var attribute = column.field.named(free(NameGuess.attribute(column.label, at: index + 1), in: &names))
        attribute.label = column.label.isEmpty ? Naming.words(attribute.name) : column.label
        let longitude = table.columns.firstIndex { $0.meaning == .longitude(index) }
        if let longitude {
          targets[index] = .latitude(attribute.name)
          targets[longitude] = .longitude(attribute.name)
        } else {
          if let alias = alias(of: column, in: table) { attribute.aliases = [alias] }
          targets[index] = .column(attribute.name)
        }
        entity.attributes.append(attribute)
      case .nothing, .one, .several, .tags, .longitude: break
      }
    }
    return entity
  }

  // The names follow the file's own name: the records of `axis.csv` are at `axis`, not at `axises`.
  private static func names(of nouns: Nouns, _ taken: inout Set<String>) -> (name: String, plural: String) {
    let (name, plural) = (NameGuess.entity(noun: nouns.one), NameGuess.plural(noun: nouns.many))
    var (candidate, other, number) = (name, plural.isEmpty ? Naming.kebabPlural(name) : plural, 2)
    while taken.contains(candidate) || taken.contains(other) {
      (candidate, other) = (name + String(number), (plural.isEmpty ? Naming.kebabPlural(name) : plural) + "-\(number)")
      number += 1
    }
    taken.formUnion([candidate, other])
    return (candidate, other)
  }

  // The heading of a column that people call otherwise, so that a later file with it is understood.
  private static func alias(of column: ProposedColumn, in table: ProposedTable) -> String? {
    let key = Naming.key(column.heading)
    let isTaken = table.columns.contains {
      $0 != column && [Naming.key($0.label), Naming.key($0.heading)].contains(key)
    }
    return key.isEmpty || key == Naming.key(column.label) || isTaken ? nil : column.heading
  }

  private static func add(
    _ column: ProposedColumn, to place: Int, _ target: Int, _ cardinality: RelationshipDescription.Cardinality,
    _ entities: inout [DocumentEntity]
  ) -> String {
    var names = Self.names(of: entities[place])
    let label = column.label.isEmpty ? entities[target].nouns.one : column.label
    var link = RelationshipDescription(
      name: free(NameGuess.attribute(label, at: 1), in: &names), label: label, cardinality: cardinality,
      target: entities[target].name)
    link.deleteRule = .nullify
    // Two fields with one label can't be told apart.
    if labels(of: entities[place]).contains(Naming.key(label)), !column.heading.isEmpty { link.label = column.heading }
    if Naming.key(column.heading) != Naming.key(link.label), !column.heading.isEmpty { link.aliases = [column.heading] }
    entities[place].relationships.append(link)
    var others = Self.names(of: entities[target])
    let plural = NameGuess.attribute(entities[place].plural, at: 0)
    var back = RelationshipDescription(
      name: free(plural, in: &others), label: "", cardinality: cardinality == .toOne ? .toMany : .manyToMany,
      target: entities[place].name)
    let noun = entities[place].nouns.many
    back.label = noun.prefix(1).uppercased() + noun.dropFirst()
    // A second relationship of the same two tables is distinguished by its own name.
    if labels(of: entities[target]).contains(Naming.key(back.label)) { back.label += " (\(link.label))" }
    back.inverse = link.name
    entities[target].relationships.append(back)
    return link.name
  }

  private static func names(of entity: DocumentEntity) -> Set<String> {
    Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
  }

  private static func labels(of entity: DocumentEntity) -> Set<String> {
    Set((entity.attributes.map(\.label) + entity.relationships.map(\.label)).map(Naming.key))
  }

  private static func free(
    _ name: String, in taken: inout Set<String>, _ other: (String) -> String = { $0 }
  ) -> String {
    var (candidate, number) = (name, 2)
    while taken.contains(candidate) || taken.contains(other(candidate)) {
      candidate = name + String(number)
      number += 1
    }
    taken.formUnion([candidate, other(candidate)])
    return candidate
  }
}

extension AttributeDescription {
  /// The same attribute under another name.
  fileprivate func named(_ name: String) -> AttributeDescription {
    var copy = self
    copy.name = name
    copy.column = AttributeDescription(name: name, label: label, kind: kind).column
    return copy
  }
}
