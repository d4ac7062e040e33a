/// A sort descriptor: one attribute and a direction.
public struct FetchSort: Hashable, Sendable, Codable {
  /// The attribute's or to-one relationship's name, `id`, or as `user.name` an attribute of the record to which a
  /// to-one relationship leads.
  public let name: String
  /// Whether small values come first.
  public let ascending: Bool

  /// A sort by that attribute.
  public init(_ name: String, ascending: Bool = true) {
    self.name = name
    self.ascending = ascending
  }

  /// The same attribute the other way round.
  public var reversed: FetchSort { FetchSort(name, ascending: !ascending) }
}
