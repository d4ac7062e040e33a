import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaTransfer

/// An export of an entity's records: `/userscrud/export/users.csv`.
struct ExportScreen: Sendable {
  let screens: AppScreens

  /// The file, streamed while records are read.
  /// - Throws: ``ScreenFault/noSuchPage`` for an unknown entity or format.
  func file(_ name: String, _ say: Localizer) throws -> ScreenDocument {
    let parts = name.split(separator: ".")
    guard parts.count == 2, let entity = screens.description.model.entity(plural: parts[0]),
      let format = ExportFormat(rawValue: String(parts[1]))
    else { throw ScreenFault.noSuchPage }
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

extension ExportFormat {
  /// The media type of the format.
  fileprivate var mediaType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
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
