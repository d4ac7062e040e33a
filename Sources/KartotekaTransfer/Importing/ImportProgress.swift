/// How far an import is.
public struct ImportProgress: Sendable, Hashable {
  /// What is being done.
  public enum Phase: Sendable, Hashable {
    /// Rows are read and stored.
    case reading
    /// What records are searched and sorted by is worked out.
    case indexing
  }

  /// What is being done.
  public let phase: Phase
  /// The file that is being read.
  public let file: String
  /// How many bytes of all files are read.
  public let bytes: Int
  /// How many bytes all files have.
  public let totalBytes: Int
  /// How many rows of all files are read.
  public let rows: Int
}
