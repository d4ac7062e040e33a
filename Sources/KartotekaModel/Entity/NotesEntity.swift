/// The generated entity with the notes of another entity's records: a text, a file or both, the moment of writing and the
/// author.
///
/// It is an entity like any other, with a table, a required reference that cascades, and an address in the API.
package enum NotesEntity {
  /// The attribute with the text.
  package static let text = "text"
  /// The attribute with the bytes of the file.
  package static let file = "file"
  /// The attribute with the name of the file.
  package static let fileName = "fileName"
  /// The attribute with the moment of writing.
  package static let writtenAt = "writtenAt"
  /// The attribute with the name of who wrote it, as of then; null where nobody was known.
  package static let writtenBy = "writtenBy"
  /// The attribute with the number by which the application knows the person who wrote it: their identity.
  package static let writtenByNumber = "writtenByNumber"
  /// The maximum number of characters of a text.
  package static let longestText = 10_000

  /// The entities, with the entity of notes and the relationship to it for each entity that has notes.
  static func added(to entities: [EntityDescription]) -> [EntityDescription] {
    let known = Set(entities.compactMap(\.notesOwner))
    let owners = entities.filter { $0.hasNotes && $0.source == nil && !$0.isDerived && !known.contains($0.name) }
    guard !owners.isEmpty else { return entities }
    let names = Set(owners.map(\.name))
    return entities.map { names.contains($0.name) ? $0.adding(relationship(of: $0)) : $0 } + owners.map(notes)
  }

  /// The name of the entity with the notes of an entity's records.
  private static func name(of owner: EntityDescription) -> String { owner.name + "Note" }

  /// The to-many relationship from a record to its notes.
  private static func relationship(of owner: EntityDescription) -> RelationshipDescription {
    let taken =
      owner.columns.map(\.name) + owner.relationships.map(\.name) + owner.computed.map(\.attribute.name) + ["id"]
    let name = ["notes", "recordNotes"].first { !taken.contains($0) } ?? "notesOfRecord"
    var relationship = RelationshipDescription(
      name: name, label: "Notes", cardinality: .toMany, target: Self.name(of: owner))
    relationship.inverse = inverse(of: owner)
    return relationship
  }

  /// The to-one relationship from a note to its record.
  private static func inverse(of owner: EntityDescription) -> String {
    [text, file, fileName, writtenAt, "id"].contains(owner.name) ? owner.name + "Record" : owner.name
  }

  private static func notes(on owner: EntityDescription) -> EntityDescription {
    var text = AttributeDescription(name: Self.text, label: "Note", kind: .text)
    (text.multiline, text.maximumLength, text.isTitle) = (true, longestText, true)
    text.placeholder = "Write a note"
    let file = AttributeDescription(name: Self.file, label: "File", kind: .blob)
    var fileName = AttributeDescription(name: Self.fileName, label: "File name", kind: .text)
    (fileName.maximumLength, fileName.isTitle) = (255, true)
    var writtenAt = AttributeDescription(name: Self.writtenAt, label: "Written", kind: .timestamp)
    (writtenAt.isRequired, writtenAt.writability, writtenAt.defaultSource) = (true, .onInsert, .now)
    // The store sets both. They are no reference, since people are no records of the application.
    var writtenBy = AttributeDescription(name: Self.writtenBy, label: "Written by", kind: .text)
    (writtenBy.maximumLength, writtenBy.writability) = (255, .never)
    var number = AttributeDescription(name: writtenByNumber, label: "Author's number", kind: .integer)
    number.writability = .never
    // The label is a key of the platform's catalogue, which has no nouns of applications.
    var record = RelationshipDescription(
      name: inverse(of: owner), label: "Card", cardinality: .toOne, target: owner.name)
    (record.isRequired, record.deleteRule, record.aliases) = (true, .cascade, [owner.nouns.one])
    record.inverse = relationship(of: owner).name
    let plural = Naming.kebabPlural(name(of: owner).prefix(1).uppercased() + name(of: owner).dropFirst())
    return EntityDescription(
      name: name(of: owner), plural: plural, table: plural.replacing("-", with: "_"), nouns: Nouns("note", "notes"),
      numberedTitle: "Note {number}",
      attributes: [text, file, fileName, writtenAt, writtenBy, number], relationships: [record], notesOwner: owner.name)
  }
}

extension EntityDescription {
  /// The to-many relationship to the notes of a record; nil if its records have no notes.
  package func notes(in model: ModelDescription) -> RelationshipDescription? {
    guard hasNotes else { return nil }
    return relationships.first { model.entity(named: $0.target)?.notesOwner == name }
  }

  fileprivate func adding(_ relationship: RelationshipDescription) -> EntityDescription {
    var copy = DocumentEntity(self)
    copy.relationships.append(relationship)
    return copy.entity
  }
}
