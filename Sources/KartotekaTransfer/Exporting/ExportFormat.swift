/// A form in which records are exported.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Comma-separated values with a header (RFC 4180).
  case csv
  /// One array of objects (RFC 8259).
  case json
  /// An object a line.
  case ndjson

  /// The media type of a file in this form.
  public var mediaType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
    }
  }
}
