/// A searched attribute of a related record: a supplier's name finds its products, the names of lines' products find an
/// order.
public struct SearchPath: Hashable, Sendable, Codable {
  /// The to-one or to-many relationship, or several separated by points: `supplier`, `lines.product`.
  public let relationship: String
  /// The attribute of the related record.
  public let attribute: String

  /// A search path.
  public init(_ relationship: String, _ attribute: String) {
    self.relationship = relationship
    self.attribute = attribute
  }

  /// Reads `supplier.companyName` or `lines.product.name`; nil for names without a point.
  public init?(_ name: String) {
    guard let point = name.lastIndex(of: ".") else { return nil }
    self.init(String(name[..<point]), String(name[name.index(after: point)...]))
  }

  /// The relationships in order; nil if one does not exist or is many-to-many.
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

  /// The entity of the attribute; nil if the path is invalid.
  package func target(from entity: EntityDescription, in model: ModelDescription) -> EntityDescription? {
    steps(from: entity, in: model)?.last.flatMap { model.entity(named: $0.target) }
  }
}

extension EntityDescription {
  /// Whether records have something that the search looks in.
  package var isSearchable: Bool { !searchedAttributes.isEmpty || !searchPaths.isEmpty || !searchedComputed.isEmpty }

  /// The computed values that the search looks in. No index has them: a search computes them for all records.
  package var searchedComputed: [ComputedDescription] { computed.filter(\.attribute.isSearched) }

  /// The computed values that the search of a request looks in.
  package func computedSearched(by request: AnyFetchRequest) -> [ComputedDescription] {
    let hasOthers = !searchedAttributes.isEmpty || !searchPaths.isEmpty
    return request.searchesStoredAlone && hasOthers ? [] : searchedComputed
  }
}
