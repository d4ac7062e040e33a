import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka forget`: deletes history permanently, so that earlier values can't be read or restored.
struct ForgetCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "forget", abstract: say("Deletes the history of records for good."),
      discussion: say(
        "Changes of these records can't be undone any more. The records themselves are not deleted. Backups still contain their history."
      )
    )
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The entity whose history is deleted."))
  var entity: String?

  @Argument(help: .saying("The number of the record whose history is deleted, else that of all records."))
  var id: Int64?

  @Option(
    name: .customLong("before"),
    help: .saying("Deletes all history from before a day.", value: "YYYY-MM-DD"), transform: Self.day)
  var before: Date?

  @OptionGroup var data: DataOptions

  func validate() throws { _ = try scope() }

  func run() async throws {
    let app = try app
    let scope = try scope()
    let live = data.folder.database(of: app)
    try data.folder.bringCopy(of: app)
    guard FileManager.default.fileExists(atPath: live.path(percentEncoded: false)) else {
      throw Failure(
        Phrase("{app} has no database yet", ["app": .text(app.description.name)]),
        remedy: "Start it once with kartoteka serve, or choose another data folder with --data.")
    }
    let store = try data.folder.store(of: app)
    let purged = try await store.purgeHistory(scope)
    try StandardOutput.line(
      say(
        "Deleted for good: changes {deeds}, rejected rows {rows}, files {files}",
        ["deeds": .count(purged.changeSets), "rows": .count(purged.rejectedRows), "files": .count(purged.files)]))
    if case .record(let entity, let id) = scope, try await store.record(entity, id: id) != nil {
      StandardError.line(say("The record itself is still there. To remove it, delete it and run this again."))
    }
  }

  private func scope() throws -> HistoryScope {
    switch (entity, id, before) {
    case (let name?, let id?, nil): return .record(try entity(name), id)
    case (let name?, nil, nil): return .entity(try entity(name))
    case (nil, nil, let before?): return .before(before)
    default: throw ValidationError(say("Name an entity, an entity and a record's number, or a day with --before."))
    }
  }

  private static func day(_ text: String) throws -> Date {
    guard CalendarDate(iso: text) != nil, let date = Timestamp.date(text, in: TaskTimeZone.current) else {
      throw UnknownName("A day is written as 2026-01-31.")
    }
    return date
  }
}
