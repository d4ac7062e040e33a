#if SampleData
  import ArgumentParser
  import Kartoteka
  import KartotekaSampleData
  import KartotekaTransfer

  /// `kartoteka mock`: writes plausible records of an entity, generated from its declaration. With `--data` they refer to
  /// existing records.
  struct MockCommand: AppCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "mock", abstract: say("Writes plausible sample records."))
    }

    /// The name of an output format on the command line.
    enum Format: String, CaseIterable, ExpressibleByArgument {
      case json, csv
    }

    @OptionGroup var target: AppArgument

    @Argument(help: .saying("The entity in the plural, as kartoteka apps lists it."))
    var entity: String

    // Unconditional parsing distinguishes a negative number from a missing value.
    @Option(parsing: .unconditional, help: .saying("The number of records."))
    var count: Int

    @Option(parsing: .unconditional, help: .saying("The seed of the generator. The same seed gives the same records."))
    var seed: UInt64 = 1

    @Option(help: .saying("The format of the output."))
    var format = Format.json

    @OptionGroup var data: DataOptions

    func validate() throws {
      _ = try entity(entity)
      if count < 0 { throw ValidationError(say("--count must be 0 or more.")) }
    }

    // The default folder is not read, because the output must be the same on every machine.
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
#endif
