import KartotekaModel

/// Resolves references of rows by the id or a unique attribute ("the territory 01581"). Records in a list, and records
/// without a unique text, are also found by their title. A number that is the title or the unique text of another record than
/// the one with that id names several.
final class ReferenceLookup {
  private let model: ModelDescription
  private let writer: (EntityDescription) -> EntityWriter

  /// The tags that rows name.
  let tags: ImportTags

  /// - Parameter writer: returns the writer of an entity in this import.
  init(_ model: ModelDescription, _ tags: ImportTags, writer: @escaping (EntityDescription) -> EntityWriter) {
    self.model = model
    self.tags = tags
    self.writer = writer
  }

  /// A relationship whose references are resolved.
  final class Relation {
    let relationship: RelationshipDescription
    let target: EntityDescription
    /// The heading of the file's column.
    let header: String
    /// The target's attributes by which references can identify a record.
    let keys: [AttributeDescription]
    /// Whether the heading names one of them, so that numbers may be its values.
    let isByKey: Bool
    /// Whether references can use titles.
    let isByTitle: Bool
    /// Whether the target must be written before the row. Records of the same entity are written in the order of their rows,
    /// and lists after all records.
    let isForeign: Bool
    /// Whether numbers are ids in any case.
    let isByNumber: Bool
    fileprivate var writer: EntityWriter?
    /// The ids that were compared with the texts of records, and whether they are the text of another record.
    fileprivate var compared: [RecordID: Bool] = [:]
    /// Whether a number was the text of a record.
    fileprivate var hasNumberedTexts = false

    /// - Parameters:
    ///   - entity: the entity with the relationship.
    ///   - header: the heading of the file's column.
    ///   - isByNumber: whether numbers are ids, as in a file that a program has written.
    init?(
      _ relationship: RelationshipDescription, of entity: EntityDescription, in model: ModelDescription,
      header: String, isByNumber: Bool = false
    ) {
      guard let target = model.entity(named: relationship.target) else { return nil }
      self.isByNumber = isByNumber
      self.relationship = relationship
      self.target = target
      self.header = header
      isForeign = relationship.cardinality == .toOne && target.name != entity.name
      let unique = target.attributes.filter { $0.isUnique && $0.isText }
      if case .column(let name) = HeaderMatcher(target).target(of: header),
        let key = unique.first(where: { $0.name == name })
      {
        keys = [key]
        isByKey = true
      } else {
        keys = unique
        isByKey = false
      }
      isByTitle = Self.isByTitle(relationship, target)
    }

    /// Whether references of a relationship can use titles. Loading all titles takes seconds for a million records, so targets
    /// with a unique text don't use them.
    static func isByTitle(_ relationship: RelationshipDescription, _ target: EntityDescription) -> Bool {
      relationship.cardinality == .manyToMany || !target.attributes.contains { $0.isUnique && $0.isText }
    }

    /// The keys by which a reference may be found.
    func names(of cell: Cell) -> [RecordName] {
      guard let text = cell.referenceText else { return [] }
      var names = keys.compactMap { key in
        (try? key.behavior.value(text: text, for: key)).map { RecordName.value(attribute: key.name, $0) }
      }
      if let id = number(cell) { names.insert(.number(id), at: 0) }
      if isByTitle { names.append(.folded(Folding.fold(text))) }
      return names
    }

    @inline(__always)
    fileprivate func number(_ cell: Cell) -> RecordID? {
      if case .value(.integer(let id)) = cell, !isByKey { id } else { nil }
    }
  }

  /// The result of resolving a reference.
  enum Found: Equatable {
    case one(RecordID)
    case none
    case several
  }

  /// Resolves the reference in a cell.
  func find(_ cell: Cell, _ relation: Relation) throws -> Found {
    let writer = writer(of: relation)
    if let id = relation.number(cell), try writer.exists(id, isWritten: relation.isForeign) {
      guard try isOther(id, relation, writer) else { return .one(id) }
      // The record that a person has chosen for the text.
      return try writer.resolved(String(id)).map(Found.one) ?? .several
    }
    for case .value(let attribute, let value) in relation.names(of: cell) {
      if let id = try writer.record(where: attribute, is: value) { return .one(id) }
    }
    guard let text = cell.referenceText else { return .none }
    // The record that a person has chosen for the text.
    if let id = try writer.resolved(text) { return .one(id) }
    guard relation.isByTitle else { return .none }
    let ids = try writer.records(called: text)
    return ids.count > 1 ? .several : ids.first.map(Found.one) ?? .none
  }

  /// The record of a tag; nil for none. In files that programs have written a number is that of a record, in others it is a name.
  func tag(_ text: String, _ relation: Relation) throws -> RecordID? {
    let writer = writer(of: relation)
    if relation.isByNumber, let id = relation.number(Cell(naming: text)), try writer.exists(id, isWritten: false) {
      return id
    }
    if let id = try tags.find(text, of: relation.target) { return id }
    // A list has the number of a record whose name it can't have.
    if let name = relation.target.tagName, let id = relation.number(Cell(naming: text)),
      case .text(let title)? = try writer.transaction.record(relation.target, id: id)?[name.name],
      !RelatedList.isTag(title)
    {
      return id
    }
    // The record that a person has chosen for the text comes last.
    return try writer.resolved(text)
  }

  // The number of ids that are compared with texts before a column counts as one of numbers alone, and the most records whose
  // titles are read for it.
  private static let (mostCompared, mostTitled) = (1_000, 100_000)

  // Whether an id is also the title or the unique text of another record, so that a file may mean either.
  private func isOther(_ id: RecordID, _ relation: Relation, _ writer: EntityWriter) throws -> Bool {
    if relation.isByNumber { return false }
    if let known = relation.compared[id] { return known }
    guard relation.hasNumberedTexts || relation.compared.count < Self.mostCompared else { return false }
    let text = String(id)
    var others = try relation.keys.compactMap { key in
      try (try? key.behavior.value(text: text, for: key)).flatMap { try writer.record(where: key.name, is: $0) }
    }
    if relation.isByTitle, try writer.transaction.greatestID(of: writer.entity) ?? 0 <= Self.mostTitled {
      others += try writer.records(called: text)
    }
    if !others.isEmpty { relation.hasNumberedTexts = true }
    let isOther = others.contains { $0 != id }
    relation.compared[id] = isOther
    return isOther
  }

  private func writer(of relation: Relation) -> EntityWriter {
    if let known = relation.writer { return known }
    let writer = writer(relation.target)
    relation.writer = writer
    return writer
  }
}

/// A reference to a record that does not exist or is ambiguous.
struct UnresolvedReference: Hashable, Sendable {
  /// The relationship.
  let relationship: String
  /// The heading of the file's column.
  let heading: String
  /// The text of the reference.
  let text: String

  init(relationship: String, heading: String, text: String) {
    self.relationship = relationship
    self.heading = heading
    self.text = text
  }

  init(_ relation: ReferenceLookup.Relation, _ text: String) {
    self.init(relationship: relation.relationship.name, heading: relation.header, text: text)
  }
}
