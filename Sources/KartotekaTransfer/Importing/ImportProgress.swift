/// The progress of an import.
public struct ImportProgress: Sendable, Hashable {
  /// A phase of an import.
  public enum Phase: Sendable, Hashable {
    /// Rows are read and stored.
    case reading
    /// Sort keys and search indices are updated.
    case indexing
  }

  /// The current phase.
  public let phase: Phase
  /// The current file.
  public let file: String
  /// The number of bytes read of all files.
  public let bytes: Int
  /// The size of all files in bytes.
  public let totalBytes: Int
  /// The number of rows read of all files.
  public let rows: Int

  package init(phase: Phase, file: String, bytes: Int, totalBytes: Int, rows: Int) {
    (self.phase, self.file, self.bytes, self.totalBytes, self.rows) = (phase, file, bytes, totalBytes, rows)
  }
}
