/// How the records of one entity follow from those of another: one for each, under the same id.
///
/// The database keeps them by itself, whoever writes; nobody else can change them.
public struct DerivationDescription: Hashable, Sendable, Codable {
  /// The entity that they follow from, by name.
  public var source: String
  /// What each attribute and to-one relationship takes its value from.
  public var columns: [Column] = []

  /// One attribute or to-one relationship and where its value comes from.
  public struct Column: Hashable, Sendable, Codable {
    /// Its name.
    public var name: String
    /// The source's attribute or to-one relationship.
    public var from: String
    /// The attribute of the record that ``from`` leads to, where the value is that record's.
    public var through: String?

    /// A value that is the source's own, or that of a record which the source leads to.
    public init(_ name: String, from: String, through: String? = nil) {
      self.name = name
      self.from = from
      self.through = through
    }
  }

  /// Records that follow from those of an entity.
  public init(from source: String, columns: [Column] = []) {
    self.source = source
    self.columns = columns
  }

  /// Where the value of an attribute or to-one relationship comes from; nil for one that nothing fills.
  public func column(_ name: String) -> Column? { columns.first { $0.name == name } }
}
