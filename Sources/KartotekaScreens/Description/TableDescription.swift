import KartotekaModel

/// A column table as data: attributes and to-one relationships by name.
public struct TableDescription: Sendable, Codable, Hashable {
  /// A field above a column that narrows the table down.
  public struct Filter: Sendable, Codable, Hashable {
    /// The column.
    public var name: String
    /// Whether a part of the value is enough; otherwise the whole of it is asked for, whatever the case and accents.
    public var isPart: Bool

    /// A filter of a column.
    public init(_ name: String, isPart: Bool = false) {
      self.name = name
      self.isPart = isPart
    }
  }

  /// The entity's name.
  public var entity: String
  /// The columns after that of the number.
  public var columns: [String]
  /// The columns with a filter field.
  public var filters: [Filter] = []
  /// The order unless another is chosen; by number for none.
  public var sort: [FetchSort] = []

  /// A table of an entity's records.
  public init(entity: String, columns: [String]) {
    self.entity = entity
    self.columns = columns
  }
}
