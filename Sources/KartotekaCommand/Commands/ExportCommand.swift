import ArgumentParser
import Foundation
import Kartoteka
import KartotekaTransfer
import Synchronization

/// `kartoteka export`: writes all records of an entity in a format that can be imported again.
struct ExportCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "export", abstract: say("Writes an entity's records: CSV, JSON or NDJSON."))
  }

  /// The name of an export format on the command line.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, json, ndjson
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The entity in the plural, as kartoteka apps lists it."))
  var entity: String

  @Option(help: .saying("The format of the output."))
  var format = Format.csv

  @Option(help: .saying("The file to write, else standard output.", value: "file"), completion: .file())
  var output: String?

  @Option(
    name: .customLong("time-zone"),
    help: .saying("The time zone of times in CSV (else this machine's).", value: "zone"), transform: TimeZoneName.zone)
  var timeZone = TaskTimeZone.current

  @OptionGroup var data: DataOptions

  func validate() throws { _ = try entity(entity) }

  func run() async throws {
    if let output { try OutputFile.check(output) }
    let entity = try entity(entity)
    let store = try data.folder.storeForReading(of: app)
    let total = try await store.count(AnyFetchRequest(entity.name))
    let format: ExportFormat =
      switch format {
      case .csv: .csv
      case .json: .json
      case .ndjson: .ndjson
      }
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
}
