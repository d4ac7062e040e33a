/// In which form records are exported; all of them can be imported again.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// Lines of fields with commas between, under a header of the columns' names: `id,first_name,last_name`.
  case csv
  /// One array of objects, each in a line of its own: `{"id":1,"firstName":"Anna"}`.
  case json
  /// One object a line.
  case ndjson
}
