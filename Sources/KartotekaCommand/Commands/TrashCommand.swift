import ArgumentParser
import Kartoteka

/// `kartoteka trash`: deleted records, and bringing them back.
struct TrashCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trash", abstract: say("Lists deleted records and brings them back."),
      discussion: say("What was deleted together with a record comes back with it."))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The entity whose deleted records are listed."))
  var entity: String?

  @Option(help: .saying("Only records with these words in their values.", value: "text"))
  var search: String?

  @Option(help: .saying("Brings back the record with this number in the first column.", value: "number"))
  var restore: Int64?

  @OptionGroup var data: DataOptions

  func validate() throws { if let entity { _ = try self.entity(entity) } }

  func run() async throws {
    let app = try app
    let words = Localizer.person(of: app)
    if let number = restore {
      let store = try data.folder.store(of: app)
      let outcome = try await store.bringBack(number, .command)
      guard let id = outcome.changeSet, let done = try await store.changeSet(id) else { return }
      return try StandardOutput.line("\(done.id)  \(words(done.name))")
    }
    let store = try data.folder.storeForReading(of: app)
    let search = search.flatMap { ChangeSetFilter.Search($0) { words($0) } }
    let entity = try entity.map(entity)
    var table = TextTable(.right, .left, .left, .right, .left)
    var next: HistoryPosition?
    repeat {
      let page = try await store.deletedRecords(of: entity, search, before: next, limit: 1_000)
      for deleted in page.records {
        table.row(
          String(deleted.number), HistoryCommand.time(deleted.changeSet.at), deleted.record.entity.plural,
          String(deleted.record.id ?? 0), deleted.record.title(in: words))
      }
      next = page.next
    } while next != nil
    for line in table.lines { try StandardOutput.line(line) }
  }
}
