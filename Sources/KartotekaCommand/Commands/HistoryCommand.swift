import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka history`: what was done to an application's records, or to one of them, the newest first.
struct HistoryCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history", abstract: say("Lists the change sets of records."),
      discussion: say("The first column is the number for kartoteka undo, the third is who did it."))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The entity whose changes are listed."))
  var entity: String?

  @Argument(help: .saying("The number of the record whose changes are listed, with the values before and after."))
  var id: Int64?

  @Option(help: .saying("Only change sets with these words in their names and values.", value: "text"))
  var search: String?

  @Option(help: .saying("Only change sets of this person.", value: "name"))
  var person: String?

  @OptionGroup var period: PeriodOptions

  @OptionGroup var data: DataOptions

  func validate() throws {
    if let entity { _ = try self.entity(entity) }
    if id != nil, search != nil { throw ValidationError(say("--search is for changes of several records.")) }
  }

  func run() async throws {
    let app = try app
    let store = try data.folder.storeForReading(of: app)
    let words = Localizer.person(of: app)
    var filter = ChangeSetFilter(
      entity: try entity.map(entity), search: search.flatMap { ChangeSetFilter.Search($0) { words($0) } },
      from: try period.start, to: try period.end)
    if let person { filter.person = try await data.folder.people.required(person).authorID }
    if let entity, let id { return try await list(try self.entity(entity), id, filter, in: store, words) }
    let limit = period.limit
    var found: [ChangeSet] = []
    var next: HistoryPosition?
    repeat {
      let page = try await store.changeSets(filter, before: next, limit: limit - found.count)
      found += page.changeSets
      next = page.next
    } while next != nil && found.count < limit
    var table = TextTable(.right, .left, .left, .left, .left)
    for changeSet in found {
      let isUndone = changeSet.undoneBy != nil
      table.row(
        String(changeSet.id), Self.time(changeSet.at), changeSet.person ?? "", changeSet.origin.rawValue,
        words(changeSet.name) + (isUndone ? " (" + words("Undone") + ")" : ""))
    }
    for line in table.lines { try StandardOutput.line(line) }
  }

  private func list(
    _ entity: EntityDescription, _ id: Int64, _ filter: ChangeSetFilter, in store: Store, _ words: Localizer
  ) async throws {
    let history = try await store.history(of: entity, id: id, filter, limit: period.limit)
    for item in history.items {
      let changeSet = item.changeSet
      let cells = [
        String(changeSet.id), Self.time(changeSet.at), changeSet.person ?? "", changeSet.origin.rawValue,
        words(changeSet.name),
      ]
      try StandardOutput.line(cells.filter { !$0.isEmpty }.joined(separator: "  "))
      for change in item.changes {
        // A part of the record, such as an order's line.
        let part = change.entity == entity.name ? nil : store.model.entity(named: change.entity)
        let prefix = part.map { "\($0.name) \(change.id) " } ?? ""
        for field in change.fields {
          let values = [field.before, field.after].map { Self.text($0, of: field.name, part ?? entity) }
          try StandardOutput.line("    \(prefix)\(field.name): \(values[0]) -> \(values[1])")
        }
      }
    }
  }

  /// A value as exports have it; of bytes only their number.
  static func text(_ value: Value, of name: String, _ entity: EntityDescription) -> String {
    switch value {
    case .null: return "-"
    case .integer(let number) where entity.attribute(name) == nil: return String(number)
    case .blob(let blob): return "\(blob.count) B"
    default: return entity.attribute(name).map { $0.behavior.text(value, for: $0) } ?? "-"
    }
  }

  /// A moment in this machine's time zone: `2026-11-21 10:12:00`.
  static func time(_ moment: Date) -> String {
    String(Timestamp.local(moment, in: TaskTimeZone.current).prefix(19)).replacing("T", with: " ")
  }
}
