/// A reference that leads nowhere, with all that are without it.
public struct UnresolvedText: Sendable, Hashable, Identifiable {
  /// Its number.
  public let id: Int64
  /// The name of the entity whose records have the relationship.
  public let entity: String
  /// The relationship that should lead somewhere.
  public let relationship: String
  /// What the file's column is called.
  public let heading: String
  /// What the file names the record by.
  public let text: String
  /// How many records were loaded without it and still are.
  public let records: Int
  /// How many kept rows wait for it.
  public let rows: Int
  /// The kept row of the record that it names by its number; nil when there is none.
  public let awaited: Int64?
}
