import Foundation
import KartotekaModel
import KartotekaStore

/// Exports records as files that can be imported again to equal records, numbers included. What many-to-many
/// relationships lead to is in the file of the entity that leads them.
///
/// ```swift
/// let sink = try FileSink(path: "users.csv")
/// try await Exporter(store).write(users, as: .csv, to: sink)
/// try sink.close()
/// ```
/// Records are fetched a page at a time, so that any number takes little memory, and what others change meanwhile
/// shows or doesn't; no record comes twice.
public struct Exporter: Sendable {
  private static let recordsAtOnce = 1_000
  private static let pictureRecordsAtOnce = 20
  // Text of several lines may be some hundred kilobytes long.
  private static let longRecordsAtOnce = 200
  private static let handoverLimit = 1 << 16

  /// Whether CSV is written such that spreadsheets take no text for a formula: with an apostrophe before it, which an
  /// import takes away.
  public var isForSpreadsheets = false
  /// The time zone in which CSV gives moments, each with its offset: `2026-11-21T10:12:00.000+01:00`; nil for UTC. JSON has
  /// them in UTC.
  public var timeZone: TimeZone?

  private let store: Store

  /// An exporter of a store's records.
  public init(_ store: Store) { self.store = store }

  /// Writes all records of an entity, by their numbers.
  /// - Parameters:
  ///   - progress: is called with the number of records written after each page, and whenever the sink got 64 KB; a sink in
  ///     memory can be emptied then.
  ///   - unreadable: is called with a picture or file whose bytes can't be read; it is left out of the export.
  /// - Returns: the number of rows.
  /// - Throws: what the store, the sink and `progress` throw, and `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func write(
    _ entity: EntityDescription, as format: ExportFormat, to sink: any ByteSink,
    progress: (Int) async throws -> Void = { _ in }, unreadable: (RecordID, AttributeDescription) -> Void = { _, _ in }
  ) async throws -> Int {
    try await write(AnyFetchRequest(entity.name), as: format, to: sink, progress: progress, unreadable: unreadable)
  }

  /// Writes the records that a request asks for, in its order, all pages of them.
  /// - Parameters:
  ///   - progress: is called with the number of records written after each page, and whenever the sink got 64 KB; a sink in
  ///     memory can be emptied then.
  ///   - unreadable: is called with a picture or file whose bytes can't be read; it is left out of the export.
  /// - Returns: the number of rows.
  /// - Throws: what the store, the sink and `progress` throw, and `CancellationError`.
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

/// Counts the bytes on their way to another sink.
private final class CountingSink: ByteSink {
  private let sink: any ByteSink
  /// How many bytes there were since it was set to 0.
  var count = 0

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    count += bytes.count
    try sink.write(bytes)
  }
}
