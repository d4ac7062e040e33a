import KartotekaModel

/// Finds the records that rows refer to: by their number, by a unique attribute ("the territory 01581"), and in lists
/// of related records also by what they are called.
final class ReferenceLookup {
  /// So many known numbers are kept at most; a million take some forty megabytes.
  private static let mostKnown = 1_000_000

  private let model: ModelDescription
  private let writer: (EntityDescription) -> EntityWriter
  private var known: [String: Set<RecordID>] = [:]

  /// - Parameter writer: who stores the records of an entity in this import.
  init(_ model: ModelDescription, writer: @escaping (EntityDescription) -> EntityWriter) {
    self.model = model
    self.writer = writer
  }

  /// What a reference leads to.
  struct Relation {
    let relationship: RelationshipDescription
    let target: EntityDescription
    /// The target's attributes by which a reference can name it.
    let keys: [AttributeDescription]
    /// Whether the file's column is called as one of those, so that numbers are values of it, too.
    let isByKey: Bool

    /// - Parameter header: what the file's column is called.
    init?(_ relationship: RelationshipDescription, in model: ModelDescription, header: String) {
      guard let target = model.entity(named: relationship.target) else { return nil }
      self.relationship = relationship
      self.target = target
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
    }

    /// What a reference may be found by, in other rows as well.
    func names(of cell: Cell) -> [RecordName] {
      guard let text = cell.referenceText else { return [] }
      var names = keys.compactMap { key in
        (try? key.behavior.value(text: text, for: key)).map { RecordName.value(attribute: key.name, $0) }
      }
      if case .value(.integer(let id)) = cell, !isByKey { names.insert(.number(id), at: 0) }
      if relationship.cardinality == .manyToMany { names.append(.folded(Folding.fold(text))) }
      return names
    }
  }

  /// What a reference in a list of related records leads to.
  enum Found {
    case one(RecordID)
    case none
    case several
  }

  /// The record that a cell of a list refers to.
  func findListed(_ cell: Cell, _ relation: Relation) throws -> Found {
    if let id = try find(cell, relation) { return .one(id) }
    guard let text = cell.referenceText else { return .none }
    let ids = try writer(relation.target).records(called: text)
    return ids.count > 1 ? .several : ids.first.map(Found.one) ?? .none
  }

  /// The number of the record that a cell refers to; nil when there is none.
  func find(_ cell: Cell, _ relation: Relation) throws -> RecordID? {
    let entity = relation.target.name
    if case .value(.integer(let id)) = cell, !relation.isByKey, known[entity]?.contains(id) == true { return id }
    let writer = writer(relation.target)
    for name in relation.names(of: cell) {
      switch name {
      case .value(let attribute, let value):
        if let id = try writer.record(where: attribute, is: value) { return id }
      case .number(let id):
        guard try writer.exists(id) else { continue }
        if known[entity, default: []].count >= Self.mostKnown { known[entity] = [] }
        known[entity, default: []].insert(id)
        return id
      case .folded: break
      }
    }
    return nil
  }
}
