/// The meaning of a column of a file.
public struct ColumnMatch: Sendable, Hashable, Codable {
  /// The target of a column.
  public enum Target: Sendable, Hashable, Codable {
    /// The record's id.
    case id
    /// The attribute, to-one relationship or many-to-many relationship with the given name.
    case column(String)
    /// No target; the values are ignored.
    case nothing
  }

  /// The position of the column, from 1; in JSON, in the order in which names first occur.
  public let number: Int
  /// The heading in the file.
  public let header: String
  /// The target. Changing it corrects the plan.
  public var target: Target
  /// The notation of numbers, dates, yes and no.
  package var notation = ColumnNotation()

  init(number: Int, header: String, target: Target) {
    self.number = number
    self.header = header
    self.target = target
  }

  /// Whether the column was added by a file of rejected rows: `_line`, `_reason`.
  public var isRemark: Bool { header.hasPrefix("_") }
}
