/// An attribute of a related record that the search field looks in: a product is found by its supplier's name, an order
/// by the names of its lines' products.
public struct SearchPath: Hashable, Sendable, Codable {
  /// The to-one or to-many relationship, or several with points between: `supplier`, `lines.product`.
  public let relationship: String
  /// The attribute of the record it leads to.
  public let attribute: String

  /// A path.
  public init(_ relationship: String, _ attribute: String) {
    self.relationship = relationship
    self.attribute = attribute
  }

  /// Reads `supplier.companyName` or `lines.product.name`; nil for names without a point.
  public init?(_ name: String) {
    guard let point = name.lastIndex(of: ".") else { return nil }
    self.init(String(name[..<point]), String(name[name.index(after: point)...]))
  }

  /// The relationships, each of the entity that the one before it leads to; nil where one of them does not exist or
  /// is many-to-many.
  package func steps(from entity: EntityDescription, in model: ModelDescription) -> [RelationshipDescription]? {
    var steps: [RelationshipDescription] = []
    var entity = entity
    for name in relationship.split(separator: ".") {
      guard let step = entity.relationship(String(name)), step.cardinality != .manyToMany,
        let target = model.entity(named: step.target)
      else { return nil }
      steps.append(step)
      entity = target
    }
    return steps.isEmpty ? nil : steps
  }

  /// The entity whose attribute it is; nil where the path does not exist.
  package func target(from entity: EntityDescription, in model: ModelDescription) -> EntityDescription? {
    steps(from: entity, in: model)?.last.flatMap { model.entity(named: $0.target) }
  }
}

extension EntityDescription {
  /// Whether there is something to search its records by.
  public var isSearchable: Bool { !searchedAttributes.isEmpty || !searchPaths.isEmpty }
}
