/// A rejected row of a file. Its layout, options and faults are texts that `KartotekaTransfer` writes
/// and reads.
package struct RejectedRow: Sendable, Hashable, Identifiable {
  /// Its number; later rows have greater ones.
  package let id: Int64
  /// The import that rejected it.
  package let importID: Int64
  /// The name of the entity that it should be a record of.
  package let entity: String
  /// The layout of its file: the meaning of each column.
  package let layout: String
  /// The options of its import.
  package let options: String
  /// The file's name.
  package let file: String
  /// The line in which it begins.
  package let line: Int
  /// The row as it is in the file.
  package let raw: String
  /// The row as a person has corrected it; nil without a correction.
  package let corrected: String?
  /// Its faults.
  package let faults: String
}

/// A request for rejected rows.
package struct RejectedRowsRequest: Sendable, Hashable {
  /// The import of the rows; nil for all.
  package var importID: Int64?
  /// The entity of the rows, by its name; nil for all.
  package var entity: String?
  /// The layout of the rows' files; nil for all.
  package var layout: Int64?
  /// These and no others; nil for all.
  package var ids: [Int64]?
  /// The number of the row after which the page begins; nil for the first page.
  package var after: Int64?
  /// The maximum number of rows.
  package var limit = 50

  /// All rows, the first fifty of them.
  package init() {}
}

/// The rejected rows of files with the same layout.
package struct RejectedRowsKind: Sendable {
  /// The number of their layout.
  package let layout: Int64
  /// The name of the file of the first of them.
  package let file: String
  /// The number of rows.
  package let count: Int
}

/// An unresolved reference, with the number of records and rows that lack its record.
package struct UnresolvedText: Sendable, Hashable, Identifiable {
  /// Its number.
  package let id: Int64
  /// The name of the entity whose records have the relationship.
  package let entity: String
  /// The relationship without a related record.
  package let relationship: String
  /// The heading of the file's column.
  package let heading: String
  /// The text by which the file names the record.
  package let text: String
  /// The number of records that were loaded without it and still lack it.
  package let records: Int
  /// The number of rejected rows that wait for it.
  package let rows: Int
  /// The rejected row of the record that it names by its id; nil if there is none.
  package let awaited: Int64?
}
