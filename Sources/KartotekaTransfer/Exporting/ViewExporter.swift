import Foundation
import KartotekaModel
import KartotekaStore

/// Exports the records of a list as the list shows them: filtered, sorted, with its columns. ``Exporter`` writes whole
/// entities, which can be imported again.
package struct ViewExporter: Sendable {
  private static let recordsAtOnce = 1_000
  private static let handoverLimit = 1 << 16

  private let store: Store
  private let say: Localizer
  /// Whether related records are written as their titles instead of their ids.
  package var hasTitles = true
  /// Whether the last column says which record and which version of it a row is, so that the file comes back as changes of
  /// these records. It is hidden in a spreadsheet. JSON has none.
  package var hasMarks = false
  /// The field with the day of each event of a calendar file; nil for the first one that the entity has.
  package var day: String?
  /// The fields with the number of minutes that an event lasts, by the fields with its beginning.
  package var minutes: [String: String] = [:]
  /// The address of the records and the times of their changes, for a calendar that is read again; nil for a file that is saved.
  package var source: ListSource?

  /// An exporter whose headings and titles are in the localizer's language.
  package init(_ store: Store, _ say: Localizer) {
    self.store = store
    self.say = say
  }

  /// Writes all records of a request in its order.
  /// - Parameters:
  ///   - columns: paths of fields; unknown ones are omitted. Cards have all fields that a card can take.
  ///   - figures: those whose sums and averages are the last rows of CSV and spreadsheets.
  ///   - labels: the headings of CSV and spreadsheets, one for each column. JSON has the paths.
  ///   - progress: receives the number of written records after each page.
  /// - Returns: the number of records.
  /// - Throws: errors of the store, the sink and `progress`, and `CancellationError`.
  @discardableResult
  package nonisolated(nonsending) func write(
    _ request: AnyFetchRequest, columns: [(path: String, label: String)], figures: [ListFigure] = [],
    as format: ViewFormat, named name: String,
    to sink: any ByteSink, progress: (Int) async throws -> Void = { _ in }
  ) async throws -> Int {
    guard let entity = store.model.entity(named: request.entity) else {
      throw StoreError.unknownField(entity: request.entity, field: "")
    }
    guard format.concerns(entity) else { throw ListExportFault.notInFormat(format, entity.nouns.many) }
    let columns = format.columns(of: entity, shown: columns, say).filter {
      !ListCells.fields([$0.path], of: entity, in: store.model).isEmpty
    }
    let fields = ListCells.fields(columns.map(\.path), of: entity, in: store.model)
    var request = request
    (request.limit, request.wantsTotal, request.readsBlobs) = (Self.recordsAtOnce, false, false)
    (request.ranksMatches, request.include) = (false, format.isTable ? [] : entity.titleRelationships.map(\.name))
    if request.sort.isEmpty { request.sort = [FetchSort("id")] }
    var page = try await store.fetch(request)
    // A typing error is corrected for the first page only.
    if let corrected = page.correctedSearch { request.search = corrected }
    request.forgivesSlip = false
    let named = format.mostNamed(hasTitles: hasTitles)
    var cells = try await ListCells(fields, of: page, in: store, say, titlesOf: named)
    let list = ListFile(
      entity: entity, name: name, columns: columns.map { format.hasLabels ? $0.label : $0.path }, fields: fields,
      hasTitles: hasTitles || !format.isTable, hasMarks: hasMarks && RecordMark.concerns(entity),
      isShortened: format == .xlsx, day: day, minutes: minutes, source: source, say: say)
    var writer = try format.writer(of: list, to: sink, first: page.records, cells)
    var count = 0
    while true {
      try Task.checkCancellation()
      if source != nil { writer.begin(try await store.revisions(of: entity, page.records.compactMap(\.id))) }
      for record in page.records { try writer.write(record, cells, page) }
      count += page.records.count
      try await progress(count)
      guard let next = page.next else { break }
      request.position = .after(next)
      page = try await store.fetch(request)
      cells = try await ListCells(fields, of: page, in: store, say, titlesOf: named)
    }
    if format.hasTotals, count >= ListTotals.fewest, !figures.isEmpty {
      let totals = try await ListTotals(figures, columns: columns.map(\.path), of: request, in: store, say)
      for row in totals.rows { try writer.write(row) }
    }
    try writer.finish()
    try await progress(count)
    return count
  }
}
