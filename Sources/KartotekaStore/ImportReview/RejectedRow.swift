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
