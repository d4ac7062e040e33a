import KartotekaModel

/// Resolves references of rows by the id or a unique attribute ("the territory 01581"). Records in a list, and records
/// without a unique text, are also found by their title.
final class ReferenceLookup {
  private let model: ModelDescription
  private let writer: (EntityDescription) -> EntityWriter

  /// - Parameter writer: returns the writer of an entity in this import.
  init(_ model: ModelDescription, writer: @escaping (EntityDescription) -> EntityWriter) {
    self.model = model
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
    fileprivate var writer: EntityWriter?

    /// - Parameters:
    ///   - entity: the entity with the relationship.
    ///   - header: the heading of the file's column.
    init?(
      _ relationship: RelationshipDescription, of entity: EntityDescription, in model: ModelDescription,
      header: String
    ) {
      guard let target = model.entity(named: relationship.target) else { return nil }
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
    if let id = relation.number(cell), try writer.exists(id, isWritten: relation.isForeign) { return .one(id) }
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
