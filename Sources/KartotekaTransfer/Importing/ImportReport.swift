import KartotekaModel

/// What came of an import.
public struct ImportReport: Sendable {
  /// What came of each file, in the order they were given in.
  public internal(set) var files: [FileResult]
  /// The change set it was, which can be undone; nil when nothing changed, and after a dry run.
  public internal(set) var changeSet: Int64?
  /// Whether nothing of it was written: after a dry run, and where all or nothing was wanted and rows were rejected.
  /// The numbers say what would have been.
  public internal(set) var isTakenBack = false
  /// The number of the stored import (`StoredImport`) with its rejected rows; nil after a dry run.
  public internal(set) var importID: Int64?

  /// Whether any row was rejected.
  public var hasRejects: Bool { files.contains { $0.rejected > 0 } }

  /// What `kartoteka import --json` prints: `{"files":[{"file":"orders.csv","entity":"orders","read":830,…}]}`, and
  /// `"takenBack":true` when nothing was written.
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
