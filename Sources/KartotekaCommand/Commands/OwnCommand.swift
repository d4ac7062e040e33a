import ArgumentParser
import Kartoteka
import KartotekaServices
import KartotekaWeb

/// A command that the program declares (``Command``).
struct OwnCommand: AsyncParsableCommand {
  /// The command that the arguments name.
  @TaskLocal static var current = Command("own", "") { _ in }

  static var configuration: CommandConfiguration {
    let parts = [Program.current.name, current.name] + current.arguments.map(\.text)
    return CommandConfiguration(
      commandName: current.name, abstract: Localizer.person(of: current.owner)(current.summary),
      usage: (parts + ["[--data <dir>]", "[--copies <dir>]"]).joined(separator: " "))
  }

  @Argument(help: .hidden)
  var values: [String] = []

  @OptionGroup var data: DataOptions

  func validate() throws {
    let arguments = Self.current.arguments
    if values.count > arguments.count {
      throw ValidationError(
        say("Unexpected argument '{argument}'", ["argument": .text(values[arguments.count])]))
    }
    if let missing = arguments.dropFirst(values.count).first(where: \.isRequired) {
      throw ValidationError(say("Missing expected argument '{argument}'", ["argument": .text(missing.text)]))
    }
  }

  func run() async throws {
    let command = Self.current
    // Checked before anything runs.
    guard let owner = command.owner else { return }
    let app = try data.folder.withFields(owner)
    let store = try data.folder.store(of: app)
    let services = try RunningApp.services(of: app, on: store, over: ServiceNetwork())
    let arguments = zip(command.arguments, values).map { ($0.name, $1) }
    let call = Command.Call(
      on: store, arguments: Dictionary(arguments, uniquingKeysWith: { first, _ in first }), services: services,
      say: .person(of: app), print: { try StandardOutput.line($0) })
    try await Interruption.cancelling { try await command.run(call) }
  }

  /// The command that arguments name, and what is behind its name; nil for a command of the platform.
  static func named(in arguments: [String]) -> (command: Command, rest: [String])? {
    let isHelp = arguments.first == "help"
    guard let name = isHelp ? arguments.dropFirst().first : arguments.first,
      let command = Program.current.commands.first(where: { $0.name == name })
    else { return nil }
    return (command, isHelp ? ["--help"] : Array(arguments.dropFirst()))
  }

  /// Checks the declared commands.
  /// - Throws: ``Failure`` with the place of the first one that can't be run.
  static func check() throws {
    var taken = Set(RootCommand.commands.map { $0._commandName } + ["help"])
    for command in Program.current.commands {
      let named: [String: Phrase.Argument] = [
        "command": .text(command.name), "place": .text(command.place.description),
      ]
      guard command.name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
        throw Failure(
          Phrase("{place}: “{command}” is no name of a command", named),
          remedy: "Use small ASCII letters, digits and hyphens, a letter first.")
      }
      guard taken.insert(command.name).inserted else {
        throw Failure(
          Phrase("{place}: There is another command “{command}”", named), remedy: "Give it another name.")
      }
      guard command.owner != nil else {
        throw Failure(
          Phrase("{place}: The command “{command}” has no application", named),
          remedy: "Say of which of the program's applications: Command(…, of: library).")
      }
    }
  }

  /// The lines of the root's help; empty without own commands.
  static var lines: String {
    let commands = Program.current.commands
    if commands.isEmpty { return "" }
    let width = commands.map(\.name.count).max() ?? 0
    let lines = commands.map { command in
      "  " + command.name + String(repeating: " ", count: width - command.name.count + 2)
        + Localizer.person(of: command.owner)(command.summary)
    }
    return ([say("Commands of this program:")] + lines).joined(separator: "\n")
  }
}

extension Command {
  /// The application whose store it gets: the given one, else the program's only one.
  var owner: App? { app ?? (apps.count == 1 ? apps[0] : nil) }
}
