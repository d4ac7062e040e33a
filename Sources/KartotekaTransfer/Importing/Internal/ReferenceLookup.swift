import KartotekaModel

/// Finds the records that rows refer to: by their number or by a unique attribute ("the territory 01581"). Records in a
/// list, and records without a unique text, are found by their title too.
final class ReferenceLookup {
  private let model: ModelDescription
  private let writer: (EntityDescription) -> EntityWriter

  /// - Parameter writer: who stores the records of an entity in this import.
  init(_ model: ModelDescription, writer: @escaping (EntityDescription) -> EntityWriter) {
    self.model = model
    self.writer = writer
  }

  /// What a reference leads to.
  final class Relation {
    let relationship: RelationshipDescription
    let target: EntityDescription
    /// The heading of the file's column.
    let header: String
    /// The target's attributes by which a reference can name it.
    let keys: [AttributeDescription]
    /// Whether the file's column is called as one of those, so that numbers are values of it, too.
    let isByKey: Bool
    /// Whether a reference can name a record by its title.
    let isByTitle: Bool
    /// Whether what it leads to has to be written before what refers to it. Records of one entity are written in
    /// the order of their rows, and lists when all records are.
    let isForeign: Bool
    fileprivate var writer: EntityWriter?

    /// - Parameters:
    ///   - entity: whose relationship it is.
    ///   - header: what the file's column is called.
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

    /// Whether references of a relationship can name a record by its title. All titles are read for that, which takes
    /// seconds for a million records: references that can name a unique text do without.
    static func isByTitle(_ relationship: RelationshipDescription, _ target: EntityDescription) -> Bool {
      relationship.cardinality == .manyToMany || !target.attributes.contains { $0.isUnique && $0.isText }
    }

    /// What a reference may be found by, in other rows as well.
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

  /// What a reference leads to.
  enum Found: Equatable {
    case one(RecordID)
    case none
    case several
  }

  /// The record that a cell refers to.
  func find(_ cell: Cell, _ relation: Relation) throws -> Found {
    let writer = writer(of: relation)
    if let id = relation.number(cell), try writer.exists(id, isWritten: relation.isForeign) { return .one(id) }
    for case .value(let attribute, let value) in relation.names(of: cell) {
      if let id = try writer.record(where: attribute, is: value) { return .one(id) }
    }
    guard let text = cell.referenceText else { return .none }
    // What a person has said that the text means.
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
