// Titles of records without title attributes: an order's line, a row of a join entity.
extension EntityDescription {
  /// The relationships whose records form the title of a record without title attributes: the required ones, else all.
  public var titleRelationships: [RelationshipDescription] {
    guard titleAttributes.isEmpty, titleComputed.isEmpty, numberedTitle == nil else { return [] }
    let toOne = relationships.filter { $0.cardinality == .toOne }
    let required = toOne.filter(\.isRequired)
    return required.isEmpty ? toOne : required
  }
}

extension AnyRecord {
  /// The title that people read; without title attributes it is formed from related records: `Order 10248 · Queso
  /// Cabrales`.
  /// - Parameters:
  ///   - related: the records of ``EntityDescription/titleRelationships``, by relationship and id.
  ///   - omitted: a relationship to leave out, because the title is shown on its record's page.
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
