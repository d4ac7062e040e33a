import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Changes of the application of an opened file. They are kept in the database beside the file, which stays as it is.
extension DesignChange {
  /// The rules that need only the description. The others concern the file.
  private static let rules: Set<String> = ["labels-given", "choices-sensible", "app-title-given", "hue-allowed"]

  /// The effect of changing the application of an opened file to a description, without doing it.
  /// - Parameter omitsRest: whether everything that the file does not allow is left out instead of refused: screens offer only
  ///   what it allows, and leave it to this what follows from a change.
  /// - Throws: ``DesignError/forbidden(_:)``, ``AppDocumentError/faults(_:)``, `StoreError.cannotOpen`.
  package init(_ document: AppDocument, of file: OpenedFile, omitsRest: Bool) throws {
    let opened = try OpenedApp(file, named: document.name)
    guard let before = opened.app.opened?.design else { throw DesignError.unknown(document.name) }
    let shaped = opened.shaped(by: document)
    if !omitsRest {
      let changes = Self.forbidden(in: document, after: shaped, before.document)
      guard changes.isEmpty else { throw DesignError.forbidden(changes) }
    }
    try Self.check(shaped, opened, before.document)
    self.document = shaped
    current = before
    plan = MigrationPlan()
    self.opened = opened
    addition = nil
  }

  // Changes that a description requests and the file does not allow. Fields that follow from the others need not be given.
  private static func forbidden(in document: AppDocument, after shaped: AppDocument, _ before: AppDocument) -> [Phrase]
  {
    guard shaped.json != document.json else { return [] }
    var expected = shaped
    for place in expected.entities.indices {
      let name = expected.entities[place].name
      guard let asked = document.entity(name) else { continue }
      let known = before.entity(name)
      expected.entities[place].attributes.removeAll { field in
        !asked.attributes.contains { $0.name == field.name }
          && known?.attributes.contains { $0.name == field.name } != true
      }
      expected.entities[place].relationships.removeAll { field in
        !asked.relationships.contains { $0.name == field.name }
          && known?.relationships.contains { $0.name == field.name } != true
      }
    }
    // Only the entities are compared, since tabs follow from them.
    var (one, other) = (expected.comparable, document.comparable)
    (one.tabs, other.tabs) = ([], [])
    if one.json == other.json {
      return screens(of: document).allSatisfy { screens(of: shaped).contains($0) }
        ? [] : ["Only lists of the file's tables and views can be screens"]
    }
    return DocumentDifference(from: one, to: other).phrases
  }

  private static func screens(of document: AppDocument) -> [String] {
    (document.tabs ?? []).map { tab in if case .list(let list) = tab.screen { list.entity } else { "" } }
  }

  private static func check(_ shaped: AppDocument, _ opened: OpenedApp, _ before: AppDocument) throws {
    var faults = shaped.description.check().filter { rules.contains($0.rule) }.map(shaped.documentFault)
    for entity in shaped.entities {
      for attribute in entity.attributes {
        guard let kind = ColumnKind(attribute) else { continue }
        if kind == .money, attribute.currency.map({ $0.count == 3 && $0.allSatisfy(\.isLetter) }) != true {
          faults.append(
            DocumentFault(path: "", problem: "\(entity.name) \(attribute.name): A currency has three letters."))
        }
        let known = before.entity(entity.name)?.attributes.first { $0.name == attribute.name }
        let table = opened.reflected.tables.first { $0.name == entity.name }
        guard let column = table?.columns.first(where: { $0.name == attribute.name }),
          known.flatMap(ColumnKind.init) != kind, !kind.fits(column)
        else { continue }
        let words: [String: Phrase.Argument] = [
          "field": .phrase(Phrase(attribute.label)), "kind": .phrase(kind.label),
        ]
        throw DesignError.forbidden([Phrase("{field} has values that are not of the kind “{kind}”", words)])
      }
    }
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
  }

  /// The differences from the description that is in force, for people.
  package var differences: [Phrase] {
    current.map { DocumentDifference(from: $0.document, to: document).phrases } ?? []
  }

  /// Keeps the description beside the file.
  /// - Returns: the file's application with it.
  /// - Throws: `StoreError.descriptionChanged` where somebody else has changed it meanwhile, other `StoreError`.
  package func applyBesideFile() throws -> OpenedApp {
    guard let opened, let current else { throw DesignError.unknown(document.name) }
    _ = try StoredDescription.replace(
      at: opened.sideFile, by: document.json, after: opened.isShaped ? current.revision : nil,
      first: current.document.json)
    return try OpenedApp(opened.file, named: document.name)
  }
}

extension AppDocument {
  // Without the way in which phone numbers are written: a file keeps them as they are.
  fileprivate var comparable: AppDocument {
    var copy = self
    for place in copy.entities.indices {
      for index in copy.entities[place].attributes.indices { copy.entities[place].attributes[index].formatter = nil }
    }
    return copy
  }
}

// Changes of the guessed description of an opened file.
extension AppDocument {
  /// Says that a column leads to the records of a table.
  package mutating func acceptReference(
    of column: String, to target: String, in entity: String
  ) throws(ShapeFault) {
    let place = try place(entity)
    guard let index = entities[place].attributes.firstIndex(where: { $0.name == column }) else { throw Self.unknown }
    let attribute = entities[place].attributes.remove(at: index)
    entities[place].relationships.append(
      RelationshipDescription(
        name: column, label: ReflectedNames.reference(attribute.label), cardinality: .toOne, target: target))
  }

  /// Says that a column is a value and no reference.
  package mutating func refuseReference(of column: String, in entity: String) throws(ShapeFault) {
    let place = try place(entity)
    guard entities[place].relationships.contains(where: { $0.name == column && $0.cardinality == .toOne }) else {
      throw Self.unknown
    }
    // The column is a value again, and the other side has no records of these any more.
    entities[place].relationships.removeAll { $0.name == column }
  }

  /// Makes a table with two references a many-to-many relationship, or a table alone.
  package mutating func setJoined(_ isJoined: Bool, _ table: String) throws(ShapeFault) {
    let place = try place(table)
    let name = JoinSource.name(of: table)
    for index in entities.indices { entities[index].relationships.removeAll { $0.joinTable == name } }
    guard isJoined else { return }
    let ends = entities[place].relationships.filter { $0.cardinality == .toOne }
    guard ends.count == 2, let owner = entities.firstIndex(where: { $0.name == ends[0].target }) else {
      throw Self.unknown
    }
    // Its name and its other side follow from the file.
    var link = RelationshipDescription(name: name, label: name, cardinality: .manyToMany, target: ends[1].target)
    link.joinTable = name
    entities[owner].relationships.append(link)
  }

  /// Changes the words and the kind of a column.
  package mutating func changeColumn(
    _ name: String, of entity: String, label: String, kind: ColumnKind, currency: String, choices: [Choice],
    isTitle: Bool
  ) throws(ShapeFault) {
    let place = try place(entity)
    guard let index = entities[place].attributes.firstIndex(where: { $0.name == name }) else { throw Self.unknown }
    guard !label.isEmpty else { throw ShapeFault("label", "This can't be empty") }
    if label != entities[place].attributes[index].label {
      try checkLabel(label, in: entities[place], except: name)
    }
    if kind == .choice { try FieldShape.check(choices) }
    if kind == .money, currency.count != 3 || !currency.allSatisfy(\.isLetter) {
      throw ShapeFault("currency", "This has to be three letters, such as EUR")
    }
    entities[place].attributes[index].label = label
    entities[place].attributes[index].kind = kind.name
    entities[place].attributes[index].currency = kind == .money ? currency : nil
    entities[place].attributes[index].choices = kind == .choice ? choices : []
    entities[place].attributes[index].isTitle = isTitle
  }
}
