/// A rejected row of a file. Its layout, options and faults are texts that `KartotekaTransfer` writes
/// and reads.
public struct RejectedRow: Sendable, Hashable, Identifiable {
  /// Its number; later rows have greater ones.
  public let id: Int64
  /// The import that rejected it.
  public let importID: Int64
  /// The name of the entity that it should be a record of.
  public let entity: String
  /// The layout of its file: the meaning of each column.
  public let layout: String
  /// The options of its import.
  public let options: String
  /// The file's name.
  public let file: String
  /// The line in which it begins.
  public let line: Int
  /// The row as it is in the file.
  public let raw: String
  /// The row as a person has corrected it; nil without a correction.
  public let corrected: String?
  /// Its faults.
  public let faults: String
}

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
