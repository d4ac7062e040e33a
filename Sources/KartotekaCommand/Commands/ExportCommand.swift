import ArgumentParser
import Foundation
import Kartoteka
import KartotekaTransfer
import Synchronization

/// `kartoteka export`: writes all records of an entity in a format that can be imported again, or chosen records and columns
/// as a list shows them.
struct ExportCommand: AppCommand {
  static var takesFiles: Bool { true }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: say("Writes an entity's records: CSV, JSON, spreadsheets, cards, events or places."))
  }

  /// The name of an export format on the command line.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, json, ndjson, xlsx, ods, vcf, ics, geojson
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The entity in the plural, as kartoteka apps lists it."))
  var entity: String

  @Option(help: .saying("The format of the output."))
  var format = Format.csv

  @Option(
    help: .saying("Only records with these conditions, as in the API's parameter where.", value: "conditions"))
  var filter: String?

  @Option(
    help: .saying("The order: names with commas between, a minus before one for greatest first.", value: "fields"))
  var sort: String?

  @Option(help: .saying("The columns: names with commas between.", value: "fields"))
  var columns: String?

  @Flag(help: .saying("Writes titles of related records instead of ids."))
  var titles = false

  @Flag(
    help: .saying(
      "Writes a list that comes back as changes of its records: a last column says which they are. Spreadsheets have it hidden."
    ))
  var editable = false

  @Option(help: .saying("The file to write, else standard output.", value: "file"), completion: .file())
  var output: String?

  @Option(
    name: .customLong("time-zone"),
    help: .saying("The time zone of times in CSV (else this machine's).", value: "zone"), transform: TimeZoneName.zone)
  var timeZone = TaskTimeZone.current

  @OptionGroup var data: DataOptions

  func validate() throws {
    let entity = try entity(entity)
    do { _ = try shape(of: entity) } catch let fault as ListFault { throw ValidationError(say(fault.phrase)) }
    if !viewFormat.concerns(entity) {
      throw ValidationError(say(ListExportFault.notInFormat(viewFormat, entity.nouns.many).phrase))
    }
  }

  // Whether a list is written as it would be shown.
  private var isShaped: Bool {
    exportFormat == nil || titles || editable || [filter, sort, columns].contains { $0 != nil }
  }

  private var viewFormat: ViewFormat { ViewFormat(rawValue: format.rawValue) ?? .csv }
  // The format of all records with all fields; nil for one that lists alone have.
  private var exportFormat: ExportFormat? { ExportFormat(rawValue: format.rawValue) }

  // The chosen records and columns.
  private func shape(of entity: EntityDescription) throws -> (fetch: AnyFetchRequest, columns: [String]) {
    let model = try model
    var fetch = AnyFetchRequest(entity.name)
    fetch.predicate = try ListFilter(text: filter ?? "").predicate(of: entity, in: model)
    func known(_ name: String, _ names: (FieldPath) -> [String]) throws -> String {
      let path = try FieldPath(name, of: entity, in: model)
      let names = path.names(names(path))
      guard names.contains(name) else { throw ListFault.unknown(name, known: names) }
      return name
    }
    fetch.sort = try (sort ?? "").split(separator: ",").map { part in
      let name = try known(String(part.hasPrefix("-") ? part.dropFirst() : part), \.sortableNames)
      return FetchSort(name, ascending: !part.hasPrefix("-"))
    }
    let columns = try (columns ?? "").split(separator: ",").map { try known(String($0), \.columnNames) }
    // Lists of related records are long: they are written where their changes come back, or where they are asked for.
    return (fetch, columns.isEmpty ? (editable ? entity.columnNames : entity.sortableNames) : columns)
  }

  func run() async throws {
    if let output { try OutputFile.check(output) }
    let entity = try entity(entity)
    let store = try data.folder.storeForReading(of: app)
    guard !isShaped, let format = exportFormat else { return try await writeShaped(entity, store) }
    let total = try await store.count(AnyFetchRequest(entity.name))
    let output = output
    var exporter = Exporter(store)
    exporter.timeZone = timeZone
    let unreadable = Mutex<[Phrase]>([])
    try await Interruption.cancelling { [exporter] in
      let line = ProgressLine(besideOutput: output == nil)
      defer { line.clear() }
      try await Output.writing(to: output) { sink in
        try await exporter.write(entity, as: format, to: sink) { count in
          line.update(output ?? entity.plural, share: Double(count) / Double(max(total, 1)), count: count)
        } unreadable: { id, attribute in
          let phrase = Phrase(
            "{field} of No. {number} ({entities}): {reason}",
            [
              "field": .phrase(Phrase(attribute.label)), "number": .text(String(id)),
              "entities": .phrase(Phrase(entity.nouns.many)), "reason": .phrase("the file is missing"),
            ])
          unreadable.withLock { $0.append(phrase) }
        }
      }
    }
    try Failure.check(missing: unreadable.withLock { $0 })
  }

  private func writeShaped(_ entity: EntityDescription, _ store: Store) async throws {
    let words = try Localizer(language: say.language, catalogue: .words(of: app), timeZone: timeZone)
    try await TaskTimeZone.$current.withValue(timeZone) { try await writeShaped(entity, store, words) }
  }

  private func writeShaped(_ entity: EntityDescription, _ store: Store, _ words: Localizer) async throws {
    let (fetch, columns) = try shape(of: entity)
    let total = try await store.count(fetch)
    var exporter = ViewExporter(store, words)
    exporter.hasTitles = titles
    try exporter.followCalendars(of: entity, in: app.description)
    let format = viewFormat
    // In other formats, programs don't show the marks.
    exporter.hasMarks = editable || ![.csv, .json, .ndjson].contains(format)
    let output = output
    try await Interruption.cancelling { [exporter] in
      let line = ProgressLine(besideOutput: output == nil)
      defer { line.clear() }
      try await Output.writing(to: output) { sink in
        try await exporter.write(
          fetch, columns: columns.map { ($0, $0) }, as: format, named: entity.plural, to: sink
        ) { count in
          line.update(output ?? entity.plural, share: Double(count) / Double(max(total, 1)), count: count)
        }
      }
    }
  }
}
