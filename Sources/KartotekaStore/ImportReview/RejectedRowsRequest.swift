/// A request for rejected rows.
public struct RejectedRowsRequest: Sendable, Hashable {
  /// Those of one import; nil for all.
  public var importID: Int64?
  /// Those that should be records of one entity, by its name; nil for all.
  public var entity: String?
  /// Those of files with this layout; nil for all.
  package var layout: Int64?
  /// These and no others; nil for all.
  public var ids: [Int64]?
  /// Those after the row of that number.
  public var after: Int64?
  /// The maximum number of rows.
  public var limit = 50

  /// All rows, the first fifty of them.
  public init() {}
}

/// The rejected rows of files with the same layout.
package struct RejectedRowsKind: Sendable {
  /// The number of their layout.
  package let layout: Int64
  /// The name of the file of the first of them.
  package let file: String
  /// How many there are.
  package let count: Int
}
