import Foundation
import KartotekaModel

/// A stored import: its time, and the counts of each file.
public struct StoredImport: Sendable, Hashable, Identifiable {
  /// The result of one file.
  public struct File: Sendable, Hashable, Codable {
    /// The file's name.
    public var file: String
    /// The entity, by its plural: `orders`.
    public var entity: String
    /// Rows that were read.
    public var read: Int
    /// Rows that became new records.
    public var inserted: Int
    /// Rows that changed a record.
    public var updated: Int
    /// Rows that a record equals already.
    public var unchanged: Int
    /// Rows that could not be loaded.
    public var rejected: Int
    /// Rows that were loaded, but without a reference whose target doesn't exist.
    public var unresolved: Int
    /// Remarks for the person, a sentence each.
    public var remarks: [Phrase]

    /// The counts of a file.
    public init(
      file: String, entity: String, read: Int, inserted: Int, updated: Int, unchanged: Int, rejected: Int,
      unresolved: Int, remarks: [Phrase] = []
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
    }
  }

  /// Its number; later imports have greater ones.
  public let id: Int64
  /// When it was.
  public let at: Date
  /// What was imported: "Imported orders.csv".
  public let name: Phrase
  /// The change set it was; nil when it changed nothing.
  public let changeSet: Int64?
  /// The result of each file.
  public let files: [File]
  /// The number of its rejected rows that are open.
  public let kept: Int
}
