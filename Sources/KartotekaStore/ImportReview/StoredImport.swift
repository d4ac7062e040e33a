import Foundation
import KartotekaModel

/// A stored import: its time, and the counts of each file.
package struct StoredImport: Sendable, Hashable, Identifiable {
  /// The result of one file.
  package struct File: Sendable, Hashable, Codable {
    /// The file's name.
    package var file: String
    /// The entity, by its plural: `orders`.
    package var entity: String
    /// Rows that were read.
    package var read: Int
    /// Rows that became new records.
    package var inserted: Int
    /// Rows that changed a record.
    package var updated: Int
    /// Rows that a record equals already.
    package var unchanged: Int
    /// Rows that could not be loaded.
    package var rejected: Int
    /// Rows that were loaded, but without a reference whose target doesn't exist.
    package var unresolved: Int
    /// Remarks for the person, a sentence each.
    package var remarks: [Phrase]
    /// The records that rows without keys have made, in the order of the rows: the first and last of each series of numbers; nil
    /// where they are not known.
    package var records: [[RecordID]]?

    /// The counts of a file.
    package init(
      file: String, entity: String, read: Int, inserted: Int, updated: Int, unchanged: Int, rejected: Int,
      unresolved: Int, remarks: [Phrase] = [], records: [[RecordID]]? = nil
    ) {
      self.file = file
      self.entity = entity
      self.read = read
      self.inserted = inserted
      self.updated = updated
      self.unchanged = unchanged
      self.rejected = rejected
      self.unresolved = unresolved
      self.remarks = remarks
      self.records = records
    }
  }

  /// Its number; later imports have greater ones.
  package let id: Int64
  /// When it was.
  package let at: Date
  /// The name: "Imported orders.csv".
  package let name: Phrase
  /// The change set it was; nil when it changed nothing.
  package let changeSet: Int64?
  /// The result of each file.
  package let files: [File]
  /// The number of its rejected rows that are open.
  package let kept: Int
}
