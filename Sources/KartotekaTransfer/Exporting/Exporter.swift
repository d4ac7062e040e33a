import KartotekaModel
import KartotekaStore

/// Writes all records of an entity to a file that imports again to equal records, ids included.
///
/// ```swift
/// try await Exporter(entity, in: store).export(as: .csv, to: sink)
/// ```
/// Records are read page by page in the order of their ids, so that memory stays the same for any number of them.
public struct Exporter: Sendable {
  private let entity: EntityDescription
  private let store: Store

  /// An exporter of an entity's records.
  public init(_ entity: EntityDescription, in store: Store) {
    self.entity = entity
    self.store = store
  }

  /// Writes the records.
  /// - Parameter afterPage: called after each page with the number of records so far: where progress is shown, and
  ///   where a sink in memory can be emptied.
  /// - Returns: how many records were written.
  /// - Throws: `StoreError`, ``WritingError``, `CancellationError`, and what `afterPage` throws.
  @discardableResult
  public func export(
    as format: ExportFormat, to sink: any ByteSink, afterPage: (Int) async throws -> Void = { _ in }
  ) async throws -> Int {
    switch format {
    case .csv:
      var writer = CSVWriter(to: sink)
      try writer.record(["id"] + entity.columns.map(\.column))
      let count = try await eachPage(afterPage) { record in
        writer.field(record.id.map(String.init))
        for position in record.values.indices {
          writer.field(record.values[position].isNull ? nil : record.text(at: position))
        }
        try writer.endRecord()
      }
      try writer.finish()
      return count
    case .json, .ndjson:
      var writer = JSONRecordWriter(to: sink, as: format == .json ? .array : .lines)
      let count = try await eachPage(afterPage) { record in
        try writer.record { json in
          json.beginObject()
          defer { json.endObject() }
          json.key("id")
          json.int(record.id ?? 0)
          for (position, column) in entity.columns.enumerated() {
            json.key(column.name)
            Self.write(record.values[position], of: column, to: &json)
          }
        }
      }
      try writer.finish()
      return count
    }
  }

  private func eachPage(
    _ afterPage: (Int) async throws -> Void, _ body: (AnyRecord) throws -> Void
  ) async throws -> Int {
    var request = AnyFetchRequest(entity.name)
    request.limit = AnyFetchRequest.limits.most
    request.wantsTotal = false
    var count = 0
    while true {
      try Task.checkCancellation()
      let page = try await store.fetch(request)
      for record in page.records { try body(record) }
      count += page.records.count
      try await afterPage(count)
      guard let next = page.next else { return count }
      request.position = .after(next)
    }
  }

  private static func write(_ value: Value, of column: ColumnDescription, to json: inout JSONWriter) {
    switch (column, value) {
    case (_, .null): json.null()
    case (.attribute(let attribute), _): attribute.behavior.write(value, to: &json, for: attribute)
    case (.toOne, .integer(let id)): json.int(id)
    case (.toOne, _): json.null()
    }
  }
}
