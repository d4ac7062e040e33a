import ArgumentParser
import Kartoteka
import KartotekaWeb

/// `kartoteka settings`: shows and changes the settings of an application. Secrets can't be set here, because other users
/// and the shell's history can see a command line. They come from screens or the environment.
struct SettingsCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "settings", abstract: say("Shows and changes the settings of an application."))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The settings to change, as NAME=VALUE.", value: "value"))
  var values: [String] = []

  @OptionGroup var data: DataOptions

  private var settings: EntityDescription { get throws { try app.description.settings } }

  func validate() throws { _ = try changes() }

  func run() async throws {
    let app = try app
    let (changes, settings) = try (changes(), settings)
    let store = try data.folder.store(of: app)
    let record = changes.isEmpty ? try await store.settings(settings) : try await set(changes, in: store)
    let say = Localizer.person(of: app)
    var table = TextTable(.left, .left)
    for (position, setting) in settings.attributes.enumerated() {
      table.row(setting.name, record.text(at: position))
    }
    for secret in app.description.secrets {
      switch try store.secrets.source(of: secret) {
      case .environment: table.row(secret.name, say("Set by the environment"))
      case .file: table.row(secret.name, say("Set"))
      case nil: table.row(secret.name, say("Not set"))
      }
    }
    for line in table.lines { try StandardOutput.line(line) }
  }

  private func set(_ changes: [Int: Value], in store: Store) async throws -> AnyRecord {
    try await store.perform(.command) { [settings] transaction in
      var record = try transaction.settings(settings)
      for (position, value) in changes { record.values[position] = value }
      try transaction.save(settings: record)
      return record
    }.value
  }

  /// The changed values by the position of their setting.
  private func changes() throws -> [Int: Value] {
    let (app, settings) = try (app, settings)
    let names = settings.attributes.map(\.name)
    guard !names.isEmpty || !app.description.secrets.isEmpty else {
      throw ValidationError(say("{app} has no settings.", ["app": .text(app.description.name)]))
    }
    var record = AnyRecord(settings)
    var changes: [Int: Value] = [:]
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let position = settings.position(of: parts[0]) else {
        throw ValidationError(
          say(
            "{app} has no setting {value}. There are: {names}",
            [
              "app": .text(app.description.name), "value": .text(value),
              "names": .text(names.map { $0 + "=…" }.joined(separator: ", ")),
            ]))
      }
      let fault =
        record.read(text: parts[1], at: position)?.phrase
        ?? settings.columns[position].fault(in: record.values[position])
      if let fault { throw ValidationError("\(parts[0]): \(Localizer.person(of: app)(fault))") }
      changes[position] = record.values[position]
    }
    return changes
  }
}
