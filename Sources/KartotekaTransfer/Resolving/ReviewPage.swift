/// A page of rejected rows.
public struct ReviewPage: Sendable {
  /// The rows, in the order in which they were stored.
  public let rows: [ReviewedRow]
  /// The number of rows on all pages.
  public let total: Int
  /// The row after which the next page begins; nil on the last page.
  public let next: Int64?
}
