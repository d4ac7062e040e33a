/// A page of rejected rows.
public struct ReviewPage: Sendable {
  /// The rows, in the order in which they were stored.
  public let rows: [ReviewedRow]
  /// How many there are on all pages.
  public let total: Int
  /// Behind which row the next page begins; nil when there is none.
  public let next: Int64?
}
