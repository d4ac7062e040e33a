import ArgumentParser
import Kartoteka
import KartotekaTransfer

/// `kartoteka mock`: plausible records of any entity, made from its declaration. With `--data` they refer to the records
/// that are there.
struct MockCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "mock", abstract: say("Writes plausible records, the same for the same seed."))
  }

  /// The form, as the command line names it.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json, csv
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("What the records are, in the plural, as kartoteka apps lists it."))
  var entity: String

  // Unconditional, so that a negative number is told from an option that lacks its value.
  @Option(parsing: .unconditional, help: .saying("How many."))
  var count: Int

  @Option(parsing: .unconditional, help: .saying("Another number gives other records."))
  var seed: UInt64 = 1

  @Option(help: .saying("In which form."))
  var format = Format.json

  @OptionGroup var data: DataOptions

  func validate() throws {
    _ = try entity(entity)
    if count < 0 { throw ValidationError(say("--count is how many records: 0 or more.")) }
  }

  // The usual folder is not looked into: what is made has to be the same on every machine.
  private func mock() async throws -> EntityMock {
    guard data.path != nil else { return EntityMock(of: try entity(entity), seed: seed) }
    return try await EntityMock(of: try entity(entity), seed: seed, in: data.folder.storeForReading(of: app))
  }

  func run() async throws {
    let mock = try await mock()
    let line = ProgressLine(besideOutput: true)
    defer { line.clear() }
    let sink = ProgressSink(StandardOutput(), line, label: entity, total: count)
    try mock.write(count: count, as: format == .csv ? .csv : .json, to: sink)
  }
}
