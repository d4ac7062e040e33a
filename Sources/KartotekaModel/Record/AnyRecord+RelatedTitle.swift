// Titles of records that have no words of their own: an order's line, that somebody looks after a territory.
extension EntityDescription {
  /// The relationships whose records name a record that has no title of its own: the required ones, else all.
  public var titleRelationships: [RelationshipDescription] {
    guard titleAttributes.isEmpty, numberedTitle == nil else { return [] }
    let toOne = relationships.filter { $0.cardinality == .toOne }
    let required = toOne.filter(\.isRequired)
    return required.isEmpty ? toOne : required
  }
}

extension AnyRecord {
  /// What people know the record by, in words of the records it leads to where it has none of its own:
  /// `Order 10248 · Queso Cabrales`.
  /// - Parameters:
  ///   - related: the records that ``EntityDescription/titleRelationships`` lead to, by relationship and id.
  ///   - omitted: a relationship that goes without saying, since the title stands on the page of its record.
  public func title(
    in say: Localizer, related: [String: [RecordID: AnyRecord]], omitting omitted: String? = nil
  ) -> String {
    let named = entity.titleRelationships.filter { $0.name != omitted }
    let parts = named.compactMap { relationship -> String? in
      guard case .integer(let id) = self[relationship.name] else { return nil }
      return related[relationship.name]?[id]?.title(in: say)
    }
    return parts.isEmpty ? title(in: say) : parts.joined(separator: " · ")
  }
}
