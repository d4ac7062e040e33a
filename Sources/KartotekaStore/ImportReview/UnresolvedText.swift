/// An unresolved reference, with the number of records and rows that lack its record.
public struct UnresolvedText: Sendable, Hashable, Identifiable {
  /// Its number.
  public let id: Int64
  /// The name of the entity whose records have the relationship.
  public let entity: String
  /// The relationship without a related record.
  public let relationship: String
  /// The heading of the file's column.
  public let heading: String
  /// The text by which the file names the record.
  public let text: String
  /// The number of records that were loaded without it and still lack it.
  public let records: Int
  /// The number of rejected rows that wait for it.
  public let rows: Int
  /// The rejected row of the record that it names by its id; nil if there is none.
  public let awaited: Int64?
}
