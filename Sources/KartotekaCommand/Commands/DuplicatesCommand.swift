import ArgumentParser
import Kartoteka

/// `kartoteka duplicates`: pairs of records that may be about the same thing.
struct DuplicatesCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "duplicates", abstract: say("Lists pairs of records that may be about the same thing."),
      discussion: say(
        "Names of the same words, names that differ by one letter, and equal addresses and numbers are found. Records are merged in the browser or by the API."
      ))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The entity whose records are compared."))
  var entity: String

  @Option(help: .saying("The maximum number of listed pairs.", value: "count"))
  var limit = 1_000

  @OptionGroup var data: DataOptions

  func validate() throws {
    _ = try entity(entity)
    if limit < 1 { throw ValidationError(say("--limit is a positive number.")) }
  }

  func run() async throws {
    let app = try app
    let store = try data.folder.storeForReading(of: app)
    let words = Localizer.person(of: app)
    let entity = try entity(entity)
    var table = TextTable(.right, .left, .right, .left, .left)
    let page = try await store.duplicates(of: entity, limit: limit)
    for pair in page.pairs {
      guard let first = try await store.record(entity, id: pair.first),
        let second = try await store.record(entity, id: pair.second)
      else { continue }
      table.row(
        String(pair.first), first.title(in: words), String(pair.second), second.title(in: words),
        pair.evidence.map(Self.text).joined(separator: ", "))
    }
    for line in table.lines { try StandardOutput.line(line) }
  }

  private static func text(_ evidence: DuplicateEvidence) -> String {
    switch evidence {
    case .value(let name): name
    case .title: say("the same name")
    case .slip: say("one letter differs")
    }
  }
}
