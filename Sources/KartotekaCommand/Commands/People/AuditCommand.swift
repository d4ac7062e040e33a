import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPeople

/// `kartoteka people audit`: what happened to accounts, the newest first. It is only read.
struct AuditCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "audit", abstract: say("Lists who signed in, and who made links, tokens and roles."),
      discussion: say(
        "The columns: the time, what happened, whom it concerns, who did it, and more about it. The 10,000 last events are kept."
      ))
  }

  @Option(help: .saying("Only what this person did, or what concerns them, also if they were removed.", value: "name"))
  var person: String?

  @OptionGroup var period: PeriodOptions

  @OptionGroup var data: DataOptions

  func run() async throws {
    let people = data.folder.people
    var filter = PeopleEventFilter(from: try period.start, to: try period.end)
    if let person { filter.people = try await Self.identities(of: person, in: people) }
    var table = TextTable(.left, .left, .left, .left, .left)
    for event in try await people.events(filter, limit: period.limit) {
      table.row(
        HistoryCommand.time(event.at), say(event.kind.phrase), event.subject ?? "", event.author ?? "",
        event.detail ?? "")
    }
    for line in table.lines { try StandardOutput.line(line) }
  }

  // Those who were removed, if nobody else has the name.
  private static func identities(of name: String, in people: People) async throws -> [Int64] {
    let key = PersonName.key(of: name)
    let known = try await people.everybodyEver().filter { PersonName.key(of: $0.author.name) == key }
    let present = known.filter { !$0.isRemoved }
    let identities = (present.isEmpty ? known : present).compactMap { $0.author.id }
    guard !identities.isEmpty else { throw People.noPerson(name) }
    return identities
  }
}
