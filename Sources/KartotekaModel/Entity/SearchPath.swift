/// An attribute of a related record that the search field looks in: a product is found by its supplier's name.
public struct SearchPath: Hashable, Sendable, Codable {
  /// The to-one relationship.
  public let relationship: String
  /// The attribute of the record it leads to.
  public let attribute: String

  /// A path.
  public init(_ relationship: String, _ attribute: String) {
    self.relationship = relationship
    self.attribute = attribute
  }

  /// Reads `supplier.companyName`; nil for names without a point.
  public init?(_ name: String) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    self.init(parts[0], parts[1])
  }
}

extension EntityDescription {
  /// Whether there is something to search its records by.
  public var isSearchable: Bool { !searchedAttributes.isEmpty || !searchPaths.isEmpty }
}
