/// What new records are chosen from, in place of a form to fill in.
public enum RecordChoice: Sendable, Codable, Hashable {
  /// The countries of the world; the attribute that keeps which.
  case country(String)
  /// The places of the world.
  case place(PlaceChoice)
}

/// What is kept of a place that was chosen, as data: attributes by name.
public struct PlaceChoice: Sendable, Codable, Hashable {
  /// The attribute that keeps what it is called.
  public var name: String
  /// The attribute that keeps where it is.
  public var position: String
  /// The attribute that keeps its number in the gazetteer, by which it is known under the names of all languages; nil for
  /// none.
  public var identity: String?
  /// The to-one relationship to the country that it belongs to.
  public var relationship: String
  /// The attribute of that country's record that says which it is.
  public var country: String
}
