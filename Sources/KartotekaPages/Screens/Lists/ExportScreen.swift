import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

/// An export of an entity's records: `/userscrud/export/users.csv`.
struct ExportScreen: Sendable {
  let screens: AppScreens

  /// The file, streamed while records are read.
  /// - Throws: ``ScreenFault/noSuchPage`` for an unknown entity or format.
  func file(_ name: String, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    // Tables of opened files may have any characters in their names.
    let name = name.removingPercentEncoding ?? name
    guard let dot = name.lastIndex(of: "."), let entity = screens.description.model.entity(plural: name[..<dot]) else {
      throw ScreenFault.noSuchPage
    }
    let ending = String(name[name.index(after: dot)...])
    // A parameter asks for a part of the records or of their fields, as a list shows it.
    guard request.query.names.isEmpty, let format = ExportFormat(rawValue: ending) else {
      return try await shown(entity, ending, request)
    }
    return file(AnyFetchRequest(entity.name), named: name, format, say)
  }

  /// The file with the records of a request.
  func file(_ request: AnyFetchRequest, named name: String, _ format: ExportFormat, _ say: Localizer) -> ScreenDocument
  {
    var exporter = Exporter(screens.store)
    exporter.isForSpreadsheets = true
    exporter.timeZone = say.timeZone
    return .file(
      [
        .contentType: format.mediaType, .contentDisposition: Attachment.disposition(name),
        .cacheControl: "no-store",
      ],
      ResponseBody { [exporter] writer in
        let sink = BufferSink()
        try await exporter.write(request, as: format, to: sink) { _ in try await writer.write(sink.take()) }
        try await writer.write(sink.take())
        try await writer.finish(nil)
      })
  }
}

extension ExportScreen {
  /// The records of a list as it shows them in the address's state. Parameter `titles=no` writes ids of related records.
  private func shown(
    _ entity: EntityDescription, _ format: String, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    guard let format = ViewFormat(rawValue: format), format.concerns(entity),
      let shaping = ListShaping(screens, of: entity)
    else { throw ScreenFault.noSuchPage }
    if let chart = try await ChartScreen(shaping: shaping).file(format, request) { return chart }
    return file(try await ExportedList(shaping, request), of: shaping, format, request)
  }

  /// The file with the records of a list and the figures that a request asks for.
  func file(
    _ list: ExportedList, of shaping: ListShaping, _ format: ViewFormat, _ request: ScreenRequest
  ) -> ScreenDocument {
    var exporter = list.exporter
    exporter.hasTitles = request.query["titles"] != "no"
    exporter.hasMarks = true
    let title = request.say(shaping.screen.tab.title)
    return .file(
      [
        .contentType: format.mediaType,
        .contentDisposition: Attachment.disposition(shaping.entity.plural + "." + format.rawValue),
        .cacheControl: "no-store",
      ],
      ResponseBody { [exporter, figures = request.shape.figures] writer in
        let sink = BufferSink()
        try await exporter.write(
          list.fetch, columns: list.columns, figures: figures, as: format, named: title, to: sink
        ) { _ in
          try await writer.write(sink.take())
        }
        try await writer.write(sink.take())
        try await writer.finish(nil)
      })
  }
}

/// The records of a list and its columns, for a file of them.
struct ExportedList: Sendable {
  var fetch: AnyFetchRequest
  let columns: [(path: String, label: String)]
  let exporter: ViewExporter

  /// - Throws: ``ScreenFault`` for a filter that can't be used.
  init(_ shaping: ListShaping, _ request: ScreenRequest) async throws {
    let fields = shaping.fields(request.say)
    columns = shaping.columns(request).compactMap { path in
      fields.field(path).flatMap { $0.subject.isBytes ? nil : (path: path, label: $0.label) }
    }
    var fetch = try await shaping.requireFetch(request)
    fetch.position = .start
    self.fetch = fetch
    var exporter = ViewExporter(shaping.screens.store, request.say)
    exporter.followCalendars(of: shaping.entity, in: shaping.screens.description)
    if case .calendar(let day, _) = request.shape.layout { exporter.day = day }
    self.exporter = exporter
  }
}

extension ExportFormat {
  /// The media type of the format.
  fileprivate var mediaType: String {
    switch self {
    case .csv: ViewFormat.csv.mediaType
    case .json: ViewFormat.json.mediaType
    case .ndjson: ViewFormat.ndjson.mediaType
    }
  }
}

extension ViewFormat {
  /// The media type of the format.
  var mediaType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
    case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case .ods: "application/vnd.oasis.opendocument.spreadsheet"
    case .vcf: "text/vcard; charset=utf-8"
    case .ics: "text/calendar; charset=utf-8"
    case .geojson: "application/geo+json"
    }
  }
}

/// Buffers bytes until the response sends them.
final class BufferSink: ByteSink {
  private var buffer = ByteBuffer()

  func write(_ bytes: UnsafeRawBufferPointer) { buffer.writeBytes(bytes) }

  func take() -> ByteBuffer {
    defer { buffer = ByteBuffer() }
    return buffer
  }
}
