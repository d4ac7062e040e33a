/// What a column of a file was taken for.
public struct ColumnMatch: Sendable, Hashable, Codable {
  /// What a column means.
  public enum Target: Sendable, Hashable, Codable {
    /// The record's number.
    case id
    /// The attribute, to-one relationship or many-to-many relationship of that name.
    case column(String)
    /// Nothing; its values are left out.
    case nothing
  }

  /// Which column it is, the first being 1; of JSON, in the order in which names first come.
  public let number: Int
  /// The heading, as it stands in the file.
  public let header: String
  /// What it means. Changing it corrects the plan that it belongs to.
  public var target: Target
  /// How it writes numbers, dates, yes and no.
  package var notation = ColumnNotation()

  init(number: Int, header: String, target: Target) {
    self.number = number
    self.header = header
    self.target = target
  }

  /// Whether the column is one of those that a file of rejects has beside the original's: `_line`, `_reason`.
  public var isRemark: Bool { header.hasPrefix("_") }
}
