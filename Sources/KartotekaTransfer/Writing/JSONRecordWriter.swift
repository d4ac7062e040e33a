import KartotekaModel

/// Writes records as JSON to a sink: one array, or one object per line (NDJSON).
///
/// ```swift
/// var writer = JSONRecordWriter(to: sink, as: .lines)
/// try writer.record { json in
///   json.beginObject()
///   …
///   json.endObject()
/// }
/// try writer.finish()
/// ```
package struct JSONRecordWriter {
  /// The shape of the file.
  package enum Shape: String, Sendable, Hashable, CaseIterable {
    /// One array with one record per line.
    case array
    /// One object per line.
    case lines
  }

  private static let flushLimit = 1 << 16

  private let sink: any ByteSink
  private let shape: Shape
  private var json = JSONWriter(capacity: flushLimit + 1024)
  private var hasRecords = false

  /// Makes a writer.
  package init(to sink: any ByteSink, as shape: Shape) {
    self.sink = sink
    self.shape = shape
    if shape == .array { json.beginArray() }
  }

  /// Writes a record. `body` writes one object.
  /// - Throws: errors of the body and the sink.
  package mutating func record(_ body: (inout JSONWriter) throws -> Void) throws {
    if shape == .array { json.lineBreak() }
    try body(&json)
    if shape == .lines { json.newLine() }
    hasRecords = true
    if json.bytes.count >= Self.flushLimit { try flush() }
  }

  /// Writes a record.
  /// - Throws: errors of the sink.
  package mutating func record(_ record: JSONObject) throws {
    try self.record { $0.value(.object(record)) }
  }

  /// Ends the file and sends the rest to the sink, which remains open.
  /// - Throws: errors of the sink.
  package mutating func finish() throws {
    if shape == .array {
      if hasRecords { json.newLine() }
      json.endArray()
      json.newLine()
    }
    try flush()
  }

  private mutating func flush() throws {
    try json.bytes.withUnsafeBytes { try sink.write($0) }
    json.bytes.removeAll(keepingCapacity: true)
  }
}
