import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka apps`: lists the applications.
struct AppsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "apps", abstract: say("Lists the applications, their records and their database files."))
  }

  @OptionGroup var data: DataOptions

  func run() async throws {
    var table = TextTable(.left, .left, .right, .left)
    table.row(say("APPLICATION"), say("ENTITY"), say("RECORDS"), say("DATABASE"))
    let heading = table.lines.count
    var failures: [Failure] = []
    let designed = try data.folder.designs().apps()
    failures += designed.faults.map { fault in
      let failure = ErrorText.failure(fault.error, in: ModelDescription(entities: []))
      return Failure(
        Phrase("{app}: {reason}", ["app": .text(fault.name), "reason": .phrase(failure.sentence)]),
        remedy: failure.remedy)
    }
    for app in apps + designed.apps {
      do {
        try await list(app, in: &table)
      } catch {
        failures.append(ErrorText.failure(error, in: app.description.model))
      }
    }
    if table.lines.count > heading { for line in table.lines { try StandardOutput.line(line) } }
    // An error of one file does not prevent the list of the others.
    guard let last = failures.last else { return }
    for line in failures.dropLast().flatMap({ $0.lines(say) }) { StandardError.line(line) }
    throw last
  }

  private func list(_ app: App, in table: inout TextTable) async throws {
    let app = try data.folder.withFields(app)
    let store = try data.folder.storeForReading(of: app)
    let file = data.folder.database(of: app).path(percentEncoded: false)
    let path = store.url == nil ? say("{file} (doesn't exist yet)", ["file": .text(file)]) : file
    for entity in app.description.model.entities {
      let count = try await store.count(AnyFetchRequest(entity.name))
      // Notes are listed where there are some.
      if count == 0, entity.notesOwner != nil { continue }
      table.row(app.description.name, entity.plural, say.language.grouped(count), path)
    }
  }
}
