/// A row of a file that could not be loaded, as the store keeps it. What its file looked like and what is wrong with it
/// are texts that whoever keeps it understands.
public struct RejectedRow: Sendable, Hashable, Identifiable {
  /// Its number; later rows have greater ones.
  public let id: Int64
  /// The import that rejected it.
  public let importID: Int64
  /// The name of the entity that it should be a record of.
  public let entity: String
  /// What the columns of its file are.
  public let layout: String
  /// How its file was imported.
  public let options: String
  /// The file's name.
  public let file: String
  /// The line in which it begins.
  public let line: Int
  /// The row as it is in the file.
  public let raw: String
  /// The row as a person has corrected it; nil without a correction.
  public let corrected: String?
  /// What is wrong with it.
  public let faults: String
}
