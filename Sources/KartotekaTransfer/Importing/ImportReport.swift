import KartotekaModel

/// The result of an import.
public struct ImportReport: Sendable {
  /// The results of the files in their given order.
  public internal(set) var files: [FileResult]
  /// The change set, which can be undone; nil if nothing changed, and after a dry run.
  public internal(set) var changeSet: Int64?
  /// Whether nothing was written: after a dry run, and after a rejected row with ``ImportOptions/isAllOrNothing``. The numbers
  /// then state what would have been written.
  public internal(set) var isTakenBack = false
  /// The number of the stored import (`StoredImport`) with its rejected rows; nil after a dry run.
  public internal(set) var importID: Int64?

  /// Whether a row was rejected.
  public var hasRejects: Bool { files.contains { $0.rejected > 0 } }

  /// The output of `kartoteka import --json`: `{"files":[{"file":"orders.csv","entity":"orders","read":830,…}]}`, with
  /// `"takenBack":true` if nothing was written.
  public var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.key("files")
    json.beginArray()
    for file in files { file.write(to: &json) }
    json.endArray()
    if isTakenBack {
      json.key("takenBack")
      json.bool(true)
    }
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// The progress of an import.
public struct ImportProgress: Sendable, Hashable, Codable {
  /// A phase of an import.
  public enum Phase: Sendable, Hashable, Codable {
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
