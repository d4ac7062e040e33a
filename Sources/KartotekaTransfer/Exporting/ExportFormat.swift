/// A format of exports. Each format can be imported again.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// Comma-separated fields below a header of column names: `id,first_name,last_name`.
  case csv
  /// One array of objects, one per line: `{"id":1,"firstName":"Anna"}`.
  case json
  /// One object per line.
  case ndjson
}
