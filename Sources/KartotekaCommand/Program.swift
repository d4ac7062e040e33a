import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaStore
import KartotekaWeb

/// The program that runs: its name, applications and appearance.
struct Program: Sendable {
  /// The running program. Tests of single commands have none, and no applications.
  @TaskLocal static var current = Program(name: "kartoteka", apps: [], branding: Branding())

  let name: String
  let apps: [App]
  let branding: Branding
  var middleware: [Server.Middleware] = []
  var commands: [Command] = []

  /// A message in which this program's commands have its name: `clinic serve`, not `kartoteka serve`.
  func naming(_ text: String) -> String {
    name == "kartoteka" ? text : text.replacing(#/\bkartoteka(?= [a-z-])/#, with: name)
  }

  func run() async {
    // Writers handle EPIPE instead of the signal.
    signal(SIGPIPE, SIG_IGN)
    // Databases, pictures, backups and exports are private: other users of this machine must not read them.
    umask(0o077)
    var app: App?
    do {
      try OwnCommand.check()
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let (own, rest) = OwnCommand.named(in: arguments) {
        return await Author.$current.withValue(.user) {
          await OwnCommand.$current.withValue(own) { await Self.run(own, rest) }
        }
      }
      try Self.checkName(of: arguments.first)
      var command = try RootCommand.parseAsRoot()
      app = try? (command as? any AppCommand)?.app
      if let command = command as? any AsyncParsableCommand {
        // The changes of a server are those of the people at it.
        let author = command is ServeCommand || command is OpenCommand ? nil : Author.user
        try await Author.$current.withValue(author) { [command] in
          var command = command
          try await command.run()
        }
      } else {
        try command.run()
      }
    } catch {
      exit(Self.end(error, app).rawValue)
    }
  }

  // Its help and its errors are written while it is the current one.
  private static func run(_ own: Command, _ arguments: [String]) async {
    do {
      var command = try OwnCommand.parseAsRoot(arguments)
      if let own = command as? OwnCommand { return try await own.run() }
      // Such as the help.
      try command.run()
    } catch {
      exit(Self.end(error, own.owner).rawValue)
    }
  }

  // The default command would take an unknown command name as its own argument.
  private static func checkName(of command: String?) throws {
    let names = RootCommand.commands.map { $0._commandName } + Program.current.commands.map(\.name) + ["help"]
    guard let command, !command.hasPrefix("-"), !names.contains(command) else { return }
    throw Failure(
      Phrase("There is no command {command}", ["command": .text(command)]),
      remedy: Phrase("There are: {names}", ["names": .text(names.joined(separator: ", "))]), status: .usage)
  }

  private static func end(_ error: any Error, _ app: App?) -> ExitStatus {
    switch error {
    case is BrokenPipe: return .done
    case let status as ExitStatus: return status
    default: break
    }
    switch RootCommand.exitCode(for: error) {
    case .success:
      try? StandardOutput.line(UsageText.localized(error).trimmingLineEnd)
      return .done
    case .validationFailure:
      StandardError.line(UsageText.localized(error).trimmingLineEnd)
      return .usage
    default:
      let failure = ErrorText.failure(error, in: app?.description.model ?? ModelDescription(entities: []))
      for line in failure.lines(.person(of: app)) { StandardError.line(line) }
      return failure.status
    }
  }
}

/// The applications of the running program, in their displayed order.
var apps: [App] { Program.current.apps }

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
