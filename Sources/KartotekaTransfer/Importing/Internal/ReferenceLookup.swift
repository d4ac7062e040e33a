import KartotekaModel

/// Finds the records that rows refer to: by their number, or by a unique attribute ("the territory 01581").
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

    /// What a reference may be found by, in other rows as well: the attribute's name, nil for the number.
    func names(of cell: Cell) -> [(attribute: String?, value: Value)] {
      switch cell {
      case .value(.integer(let id)): (isByKey ? [] : [(nil, .integer(id))]) + keyed(String(id))
      case .reference(let text): keyed(text)
      default: []
      }
    }

    private func keyed(_ text: String) -> [(attribute: String?, value: Value)] {
      keys.compactMap { key in (try? key.behavior.value(text: text, for: key)).map { (key.name, $0) } }
    }
  }

  /// The number of the record that a cell refers to; nil when there is none.
  func find(_ cell: Cell, _ relation: Relation) throws -> RecordID? {
    let entity = relation.target.name
    if case .value(.integer(let id)) = cell, !relation.isByKey, known[entity]?.contains(id) == true { return id }
    let writer = writer(relation.target)
    for (attribute, value) in relation.names(of: cell) {
      if let attribute {
        if let id = try writer.record(where: attribute, is: value) { return id }
      } else if case .integer(let id) = value, try writer.exists(id) {
        if known[entity, default: []].count >= Self.mostKnown { known[entity] = [] }
        known[entity, default: []].insert(id)
        return id
      }
    }
    return nil
  }
}
