import Foundation
import KartotekaModel

/// A guess of entities from the headings and first rows of files. A person can correct it.
package struct EntityGuess {
  /// The sampled content of a file.
  private struct Sheet {
    let name: String
    let headings: [String]
    /// The values of each column in the first rows.
    var columns: [[String]]
  }

  /// The number of sampled rows.
  private static let rows = 2_000
  /// The maximum number of columns.
  private static let mostColumns = 500

  /// The entities, one for each file, in the order of the files.
  package let entities: [DocumentEntity]

  /// Guesses entities from files that are named after their records, such as `books.csv`.
  /// - Throws: ``ReadingError``, and ``ImportError`` for a file without columns.
  package init(_ files: [ImportFile]) throws {
    let sheets = try files.map(Self.sheet)
    var taken: Set<String> = []
    var entities = sheets.map { sheet in
      Self.entity(of: sheet, named: Self.free(NameGuess.entity(sheet.name), in: &taken))
    }
    Self.relate(sheets, &entities)
    self.entities = entities
  }

  // MARK: Reading

  private static func sheet(_ file: ImportFile) throws -> Sheet {
    switch RecordFormat(of: file.text) {
    case .csv: try records(file)
    case .json: try objects(file)
    }
  }

  private static func records(_ file: ImportFile) throws -> Sheet {
    var reader = CSVReader(file.text)
    guard try reader.next(), reader.fieldCount > 0 else { throw ImportError.empty(file: file.name) }
    let headings = Array(reader.strings.prefix(mostColumns)).map { $0.trimmingSpaces() }
    var columns = headings.map { _ in [String]() }
    var count = 0
    while count < rows, try reader.next() {
      count += 1
      for index in columns.indices where index < reader.fieldCount {
        // A picture may be a million characters long.
        columns[index].append(String(decoding: reader[index].prefix(4_000), as: UTF8.self).trimmingSpaces())
      }
    }
    return Sheet(name: file.name, headings: headings, columns: columns)
  }

  private static func objects(_ file: ImportFile) throws -> Sheet {
    var reader = try JSONRecordReader(file.text)
    var headings: [String] = []
    var columns: [[String]] = []
    var count = 0
    while count < rows, try reader.next() {
      count += 1
      for (name, value) in reader.record {
        if !headings.contains(name), headings.count < mostColumns {
          headings.append(name)
          columns.append([])
        }
        guard let place = headings.firstIndex(of: name) else { continue }
        columns[place].append(Self.text(value))
      }
    }
    guard !headings.isEmpty else { throw ImportError.empty(file: file.name) }
    return Sheet(name: reader.listName ?? file.name, headings: headings, columns: columns)
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: return ""
    case .string(let text): return text.trimmingSpaces()
    default:
      var json = JSONWriter()
      json.value(value)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  // MARK: Guessing

  private static func entity(of sheet: Sheet, named name: String) -> DocumentEntity {
    var entity = DocumentEntity()
    entity.name = name
    entity.plural = Naming.kebabPlural(name)
    entity.table = entity.plural.replacing("-", with: "_")
    entity.nouns = nouns(of: sheet, entity)
    var taken: Set<String> = []
    for (heading, values) in zip(sheet.headings, sheet.columns) {
      // The importer uses this column as the id.
      if isNumber(heading, of: name), ColumnGuess.areDifferentNumbers(values) { continue }
      let name = free(NameGuess.attribute(heading, at: entity.attributes.count + 1), in: &taken)
      entity.attributes.append(ColumnGuess(values, heading: heading).attribute(named: name))
    }
    if let title = title(of: entity, sheet) { entity.attributes[title].isTitle = true }
    return entity
  }

  // Names of other alphabets stay what people call the records; their plurals are not known.
  private static func nouns(of sheet: Sheet, _ entity: DocumentEntity) -> Nouns {
    let own = sheet.name.split(separator: "/").last.map(String.init) ?? sheet.name
    let stem = (own.split(separator: ".").first.map(String.init) ?? own).replacing("_", with: " ").trimmingSpaces()
    if !stem.utf8.allSatisfy({ $0 < 0x80 }), stem.contains(where: \.isLetter) {
      return Nouns(stem.lowercased(), stem.lowercased())
    }
    let words = Naming.kebabCase(entity.name).replacing("-", with: " ")
    return Nouns(words, entity.plural.replacing("-", with: " "))
  }

  private static func isNumber(_ heading: String, of entity: String) -> Bool {
    ["id", Naming.key(entity + "id")].contains(Naming.key(heading))
  }

  // The first text attribute with mostly distinct values, else the first text attribute.
  private static func title(of entity: DocumentEntity, _ sheet: Sheet) -> Int? {
    let texts = entity.attributes.indices.filter { entity.attributes[$0].kind == .text }
    let differing = texts.first { index in
      let values = Self.values(of: entity.attributes[index], in: sheet).filter { !$0.isEmpty }
      return Set(values).count * 10 >= values.count * 9
    }
    return differing ?? texts.first
  }

  private static func values(of attribute: AttributeDescription, in sheet: Sheet) -> [String] {
    sheet.headings.firstIndex(of: attribute.label).map { sheet.columns[$0] } ?? []
  }

  // The texts between semicolons.
  private static func list(_ text: String) -> [String] {
    text.split(separator: ";").map { String($0).trimmingSpaces() }.filter { !$0.isEmpty }
  }

  // A column whose values are all titles of records in another file, or numbers of such records under their name, becomes a
  // relationship; to several records if values are lists: `a; b; c`.
  private static func relate(_ sheets: [Sheet], _ entities: inout [DocumentEntity]) {
    let titles = zip(entities, sheets).map { entity, sheet in
      entity.attributes.first(where: \.isTitle).map { Set(values(of: $0, in: sheet)) } ?? []
    }
    let numbers = zip(entities, sheets).map { entity, sheet in
      zip(sheet.headings, sheet.columns).first { heading, values in
        isNumber(heading, of: entity.name) && ColumnGuess.areDifferentNumbers(values)
      }.map { Set($0.1) } ?? []
    }
    for index in entities.indices {
      var kept: [AttributeDescription] = []
      for attribute in entities[index].attributes {
        let values = Set(values(of: attribute, in: sheets[index])).subtracting([""])
        var found: RelationshipDescription?
        for other in entities.indices where found == nil && other != index && !values.isEmpty && !attribute.isTitle {
          found = link(attribute, values, to: entities[other], titles: titles[other], numbers: numbers[other])
        }
        guard let found else {
          kept.append(attribute)
          continue
        }
        add(found, to: index, &entities)
      }
      entities[index].attributes = kept
    }
  }

  private static func link(
    _ attribute: AttributeDescription, _ values: Set<String>, to target: DocumentEntity, titles: Set<String>,
    numbers: Set<String>
  ) -> RelationshipDescription? {
    var relationship = RelationshipDescription(
      name: attribute.name, label: attribute.label, cardinality: .toOne, target: target.name)
    relationship.deleteRule = .nullify
    switch attribute.kind {
    case .integer:
      let names = [target.name, target.name + "id", "id" + target.name].map(Naming.key)
      guard names.contains(Naming.key(attribute.label)), values.isSubset(of: numbers) else { return nil }
      let words = attribute.label.replacing(/[\s_-]*(?:id|ID|Id)$/, with: "")
      if !words.isEmpty, words != attribute.label {
        relationship.name = NameGuess.attribute(words, at: 1)
        relationship.label = words
        relationship.aliases = [attribute.label]
      }
      return relationship
    case .text, .choice:
      if values.isSubset(of: titles) { return relationship }
      guard Set(values.flatMap(list)).isSubset(of: titles) else { return nil }
      var several = RelationshipDescription(
        name: attribute.name, label: attribute.label, cardinality: .manyToMany, target: target.name)
      several.aliases = relationship.aliases
      return several
    default: return nil
    }
  }

  private static func add(_ link: RelationshipDescription, to index: Int, _ entities: inout [DocumentEntity]) {
    var link = link
    // The attribute of that name is the one that it replaces, unless its label is another one.
    let others = entities[index].attributes.filter { $0.name != link.name || $0.label != link.label }.map(\.name)
    var taken = Set(entities[index].relationships.map(\.name) + others)
    link.name = free(link.name, in: &taken)
    let labels = entities[index].attributes.filter { $0.label != link.aliases.first }.map(\.label)
    if let heading = link.aliases.first, labels.contains(where: { Naming.key($0) == Naming.key(link.label) }) {
      (link.label, link.aliases) = (heading, [])
    }
    entities[index].relationships.append(link)
    guard let target = entities.firstIndex(where: { $0.name == link.target }) else { return }
    let names = Set(entities[target].relationships.map(\.name) + entities[target].attributes.map(\.name))
    let plural = NameGuess.attribute(entities[index].plural, at: 0)
    guard !names.contains(plural) else { return }
    var back = RelationshipDescription(
      name: plural, label: Naming.words(plural), cardinality: link.cardinality == .toOne ? .toMany : .manyToMany,
      target: entities[index].name)
    back.inverse = link.name
    entities[target].relationships.append(back)
  }

  private static func free(_ name: String, in taken: inout Set<String>) -> String {
    var (candidate, number) = (name, 2)
    while !taken.insert(candidate).inserted {
      candidate = name + String(number)
      number += 1
    }
    return candidate
  }
}
