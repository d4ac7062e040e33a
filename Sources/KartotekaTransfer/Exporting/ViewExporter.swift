import Foundation
import KartotekaModel
import KartotekaStore

/// A format in which the records of a list are exported as the list shows them.
package enum ViewFormat: String, Sendable, CaseIterable {
  /// Comma-separated fields below the labels of the columns.
  case csv
  /// One array of objects, one per line.
  case json
  /// One object per line.
  case ndjson
  /// A spreadsheet (ECMA-376).
  case xlsx
}

extension ViewFormat {
  /// Whether totals are its last rows. JSON has records only.
  fileprivate var hasTotals: Bool { self == .csv || self == .xlsx }
}

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

  /// An exporter whose headings and titles are in the localizer's language.
  package init(_ store: Store, _ say: Localizer) {
    self.store = store
    self.say = say
  }

  /// Writes all records of a request in its order.
  /// - Parameters:
  ///   - columns: paths of fields; unknown ones are omitted.
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
    let columns = columns.filter { !ListCells.fields([$0.path], of: entity, in: store.model).isEmpty }
    let fields = ListCells.fields(columns.map(\.path), of: entity, in: store.model)
    var request = request
    (request.limit, request.wantsTotal, request.readsBlobs) = (Self.recordsAtOnce, false, false)
    (request.ranksMatches, request.include) = (false, [])
    if request.sort.isEmpty { request.sort = [FetchSort("id")] }
    var page = try await store.fetch(request)
    // A typing error is corrected for the first page only.
    if let corrected = page.correctedSearch { request.search = corrected }
    request.forgivesSlip = false
    var cells = try await ListCells(fields, of: page, in: store, say)
    var writer = try ViewFileWriter(
      format, to: sink, name: name, columns: columns.map { (format == .csv || format == .xlsx ? $0.label : $0.path) },
      fields: fields, hasTitles: hasTitles, hasMarks: hasMarks && RecordMark.concerns(entity), say, first: page.records,
      cells)
    var count = 0
    while true {
      try Task.checkCancellation()
      for record in page.records { try writer.write(record, cells) }
      count += page.records.count
      try await progress(count)
      guard let next = page.next else { break }
      request.position = .after(next)
      page = try await store.fetch(request)
      cells = try await ListCells(fields, of: page, in: store, say)
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

/// Writes rows of a list in one format.
private struct ViewFileWriter {
  private let columns: [String]
  private let fields: [ListCells.Field]
  private let hasTitles: Bool
  private let hasMarks: Bool
  /// The places of the columns of which marks tell the version.
  private let shown: String
  private let say: Localizer
  // Exactly one of them is set.
  private var csv: CSVWriter?
  private var json: JSONRecordWriter?
  private var sheet: SpreadsheetWriter?

  init(
    _ format: ViewFormat, to sink: any ByteSink, name: String, columns: [String], fields: [ListCells.Field],
    hasTitles: Bool, hasMarks: Bool, _ say: Localizer, first: [AnyRecord], _ cells: ListCells
  ) throws {
    self.columns = columns
    self.fields = fields
    self.hasTitles = hasTitles
    self.hasMarks = hasMarks
    shown = RecordMark.places(
      Set(
        fields.compactMap { field in
          switch field.subject {
          case .attribute, .toOne:
            field.path.relationships.isEmpty ? field.path.entity.position(of: field.path.name) : nil
          case .id, .state, .computed, .many: nil
          }
        }))
    self.say = say
    csv = nil
    json = nil
    sheet = nil
    switch format {
    case .csv:
      csv = CSVWriter(to: sink)
      try csv?.record(columns + (hasMarks ? [RecordMark.heading] : []))
    case .json: json = JSONRecordWriter(to: sink, as: .array)
    case .ndjson: json = JSONRecordWriter(to: sink, as: .lines)
    case .xlsx:
      let rows = first.map { record in
        fields.indices.map { Self.sheetCell(cells.cell($0, of: record), fields[$0], hasTitles, say) }
      }
      sheet = try SpreadsheetWriter(
        to: sink, name: name, headings: columns + (hasMarks ? [RecordMark.heading] : []), first: rows,
        hidden: hasMarks ? columns.count : nil)
    }
  }

  mutating func write(_ record: AnyRecord, _ cells: ListCells) throws {
    if csv != nil {
      for (index, field) in fields.enumerated() {
        csv?.field(Self.text(cells.cell(index, of: record), field, hasTitles, say, isForSpreadsheets: true))
      }
      if hasMarks { csv?.field(RecordMark(record, shown: shown)?.text) }
      try csv?.endRecord()
    }
    try json?.record { [columns, fields, hasTitles, say] json in
      json.beginObject()
      for (index, field) in fields.enumerated() {
        json.key(columns[index])
        Self.write(cells.cell(index, of: record), field, hasTitles, say, to: &json)
      }
      json.endObject()
    }
    if sheet != nil {
      var row = fields.indices.map { Self.sheetCell(cells.cell($0, of: record), fields[$0], hasTitles, say) }
      if hasMarks, let mark = RecordMark(record, shown: shown) { row.append(.text(mark.text)) }
      try sheet?.row(row)
    }
  }

  /// Writes a row of totals.
  mutating func write(_ totals: ListTotals.Row) throws {
    let texts = fields.indices.map { index -> String? in
      if index == 0 { return totals.label }
      return totals.values[index].map { $0.attribute.behavior.text($0.value, for: $0.attribute) }
    }
    try csv?.record(texts + (hasMarks ? [nil] : []))
    try sheet?.row(
      texts.enumerated().map { index, text in
        guard let text else { return .empty }
        return index == 0 ? .text(text) : .number(text, scale: totals.values[index]?.attribute.scale)
      })
  }

  mutating func finish() throws {
    try csv?.finish()
    try json?.finish()
    try sheet?.finish()
  }

  // MARK: Values

  private static let key = AttributeDescription(name: "", label: "", kind: .stored)

  private static func text(
    _ cell: ListCells.Cell, _ field: ListCells.Field, _ hasTitles: Bool, _ say: Localizer, isForSpreadsheets: Bool
  ) -> String? {
    func guarded(_ text: String) -> String {
      isForSpreadsheets ? FormulaGuard.added(to: text, isForSpreadsheets: true) : text
    }
    switch field.subject {
    case .state: return cell.state.map { hasTitles ? say($0.label) : $0.name }
    case .toOne: if hasTitles, let title = cell.title { return guarded(title) }
    case .id, .many, .attribute, .computed: break
    }
    guard let attribute = field.subject.attribute else {
      if let key = cell.key { return guarded(StoredKind().text(key, for: Self.key)) }
      if case .integer(let id) = cell.value { return String(id) }
      return nil
    }
    if cell.value.isNull || attribute.isBytes { return nil }
    let text = attribute.behavior.text(cell.value, for: attribute)
    if attribute.kind == .timestamp, let moment = Timestamp.date(text) {
      return Timestamp.text(moment, withOffsetOf: say.timeZone)
    }
    if hasTitles, attribute.kind == .choice || attribute.kind == .country {
      return guarded(attribute.behavior.display(cell.value, for: attribute, in: say))
    }
    return FormulaGuard.concerns(attribute.kind) ? guarded(text) : text
  }

  private static func write(
    _ cell: ListCells.Cell, _ field: ListCells.Field, _ hasTitles: Bool, _ say: Localizer, to json: inout JSONWriter
  ) {
    switch field.subject {
    case .attribute(let attribute) where !attribute.isBytes && !cell.value.isNull,
      .computed(let attribute) where !cell.value.isNull:
      if hasTitles, attribute.kind == .choice || attribute.kind == .country {
        json.string(attribute.behavior.display(cell.value, for: attribute, in: say))
      } else {
        attribute.behavior.write(cell.value, to: &json, for: attribute)
      }
    case .id, .toOne:
      if hasTitles, let title = cell.title {
        json.string(title)
      } else if let key = cell.key {
        StoredKind.write(key, to: &json)
      } else if case .integer(let id) = cell.value {
        json.int(id)
      } else {
        json.null()
      }
    case .state:
      if let state = cell.state { json.string(hasTitles ? say(state.label) : state.name) } else { json.null() }
    case .attribute, .computed, .many: json.null()
    }
  }

  private static func sheetCell(
    _ cell: ListCells.Cell, _ field: ListCells.Field, _ hasTitles: Bool, _ say: Localizer
  ) -> SpreadsheetWriter.Cell {
    guard let text = text(cell, field, hasTitles, say, isForSpreadsheets: false) else { return .empty }
    guard let attribute = field.subject.attribute else {
      let isNumber = cell.state == nil && cell.key == nil && (cell.title == nil || !hasTitles)
      return isNumber ? .number(text, scale: nil) : .text(text)
    }
    switch attribute.kind {
    case .boolean:
      return [.integer(0), .integer(1)].contains(cell.value) ? .flag(cell.value == .integer(1)) : .text(text)
    case .date: return CalendarDate(iso: text).map { .day($0) } ?? .text(text)
    case .timestamp:
      guard case .text(let stored) = cell.value, let moment = Timestamp.date(stored) else { return .text(text) }
      let local = Timestamp.local(moment, in: say.timeZone)
      // Spreadsheets count days from 1900 on.
      guard let day = CalendarDate(iso: local.prefix(10)), day.year > 1900 else { return .text(text) }
      let parts = local.dropFirst(11).split(separator: ":").compactMap { Double($0) }
      let seconds = parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : 0
      return .moment(day, seconds: Int(clampingFloor: seconds))
    case .decimal: return .number(text, scale: attribute.scale)
    default: return attribute.behavior.isNumber ? .number(text, scale: nil) : .text(text)
    }
  }
}

extension FilterSubject {
  fileprivate var attribute: AttributeDescription? {
    switch self {
    case .attribute(let attribute), .computed(let attribute): attribute
    case .id, .state, .toOne, .many: nil
    }
  }
}
