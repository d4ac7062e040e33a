/// Which kept rows are asked for.
public struct RejectedRowsRequest: Sendable, Hashable {
  /// Those of one import; nil for all.
  public var importID: Int64?
  /// Those that should be records of one entity, by its name; nil for all.
  public var entity: String?
  /// Those of files that look the same, by the number of their layout; nil for all.
  package var layout: Int64?
  /// These and no others; nil for all.
  public var ids: [Int64]?
  /// Those behind the row of that number.
  public var after: Int64?
  /// How many at most.
  public var limit = 50

  /// All rows, the first fifty of them.
  public init() {}
}

/// The kept rows of files that look the same.
package struct RejectedRowsKind: Sendable {
  /// The number of their layout.
  package let layout: Int64
  /// The name of the file of the first of them.
  package let file: String
  /// How many there are.
  package let count: Int
}
