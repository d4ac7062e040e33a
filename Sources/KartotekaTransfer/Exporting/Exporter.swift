import Foundation
import KartotekaModel
import KartotekaStore

/// A format of exports. Each format can be imported again.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// Comma-separated fields below a header of column names: `id,first_name,last_name`.
  case csv
  /// One array of objects, one per line: `{"id":1,"firstName":"Anna"}`.
  case json
  /// One object per line.
  case ndjson
}

/// Exports records to files that import again to equal records, including their ids. Links of a many-to-many relationship
/// are in the file of the leading entity.
///
/// ```swift
/// let sink = try FileSink(path: "users.csv")
/// try await Exporter(store).write(users, as: .csv, to: sink)
/// try sink.close()
/// ```
/// Records are fetched in pages, so memory does not grow with their number. A concurrent change may or may not be included;
/// each record is exported once.
public struct Exporter: Sendable {
  private static let recordsAtOnce = 1_000
  private static let pictureRecordsAtOnce = 20
  // Multiline text may be some hundred kilobytes long.
  private static let longRecordsAtOnce = 200
  private static let handoverLimit = 1 << 16

  /// Whether CSV has an apostrophe before text that spreadsheets would take for a formula. An import removes it.
  public var isForSpreadsheets = false
  /// The time zone of times in CSV, which have its offset: `2026-11-21T10:12:00.000+01:00`; nil for UTC. JSON always has UTC.
  public var timeZone: TimeZone?

  private let store: Store

  /// Makes an exporter of a store's records.
  public init(_ store: Store) { self.store = store }

  /// Writes all records of an entity in the order of their ids.
  /// - Parameters:
  ///   - entity: the entity.
  ///   - format: the format.
  ///   - sink: receives the bytes.
  ///   - progress: receives the number of written records after each page and after each 64 KB; a sink in memory can be
  ///     emptied then.
  ///   - unreadable: receives each picture or file whose bytes can't be read; it is omitted from the export.
  /// - Returns: the number of records.
  /// - Throws: errors of the store, the sink and `progress`, and `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func write(
    _ entity: EntityDescription, as format: ExportFormat, to sink: any ByteSink,
    progress: (Int) async throws -> Void = { _ in }, unreadable: (RecordID, AttributeDescription) -> Void = { _, _ in }
  ) async throws -> Int {
    try await write(AnyFetchRequest(entity.name), as: format, to: sink, progress: progress, unreadable: unreadable)
  }

  /// Writes all records of a request in its order.
  /// - Parameters:
  ///   - request: the request.
  ///   - format: the format.
  ///   - sink: receives the bytes.
  ///   - progress: receives the number of written records after each page and after each 64 KB; a sink in memory can be
  ///     emptied then.
  ///   - unreadable: receives each picture or file whose bytes can't be read; it is omitted from the export.
  /// - Returns: the number of records.
  /// - Throws: errors of the store, the sink and `progress`, and `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func write(
    _ request: AnyFetchRequest, as format: ExportFormat, to sink: any ByteSink,
    progress: (Int) async throws -> Void = { _ in }, unreadable: (RecordID, AttributeDescription) -> Void = { _, _ in }
  ) async throws -> Int {
    guard let entity = store.model.entity(named: request.entity) else {
      throw StoreError.unknownField(entity: request.entity, field: "")
    }
    var request = request
    let isLong = entity.attributes.contains(where: \.multiline)
    request.limit =
      entity.attributes.contains(where: \.isBytes)
      ? Self.pictureRecordsAtOnce : isLong ? Self.longRecordsAtOnce : Self.recordsAtOnce
    request.wantsTotal = false
    request.include = []
    if request.sort.isEmpty { request.sort = [FetchSort("id")] }
    let lists = entity.leadingManyToMany
    let counter = CountingSink(sink)
    var writer = try RecordFileWriter(
      entity, as: format, to: counter, isForSpreadsheets: isForSpreadsheets,
      timeZone: timeZone)
    var count = 0
    while true {
      try Task.checkCancellation()
      let page = try await store.fetch(request)
      let ids = page.records.compactMap(\.id)
      var related: [[RecordID: [RecordID]]] = []
      for relationship in lists { related.append(try await store.related(relationship, of: ids)) }
      for record in page.records {
        try writer.write(record.withBytes(unreadable: unreadable), related: related.map { $0[record.id ?? 0] ?? [] })
        count += 1
        guard counter.count >= Self.handoverLimit else { continue }
        counter.count = 0
        try await progress(count)
      }
      counter.count = 0
      try await progress(count)
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    try writer.finish()
    return count
  }
}

/// Counts the bytes that it forwards to another sink.
final class CountingSink: ByteSink {
  private let sink: any ByteSink
  /// The number of bytes since the last reset.
  var count = 0

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    count += bytes.count
    try sink.write(bytes)
  }
}
