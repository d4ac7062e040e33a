import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPeople

/// `kartoteka people sessions`.
struct SessionsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sessions", abstract: say("Lists the sessions and tokens of a person, or ends them."))
  }

  @Argument(help: .saying("The name of the person.", value: "name"))
  var name: String

  @Flag(help: .saying("Ends all of them: the person has to sign in again."))
  var end = false

  @OptionGroup var data: DataOptions

  func run() async throws {
    let people = data.folder.people
    let person = try await people.required(name)
    let (sessions, tokens) = (try await people.sessions(of: person.id), try await people.tokens(of: person.id))
    guard end else {
      var table = TextTable(.left, .left, .left)
      for session in sessions {
        table.row(say("session"), HistoryCommand.time(session.lastUse), session.device)
      }
      for token in tokens {
        table.row(say("token"), token.lastUse.map(HistoryCommand.time) ?? "", token.name)
      }
      for line in table.lines { try StandardOutput.line(line) }
      return
    }
    try await people.endSessions(of: person.id, by: .user)
    for token in tokens { try await people.endToken(token.id, of: person.id, by: .user) }
    try StandardOutput.line(
      say("Ended {count} sessions and tokens", ["count": .count(sessions.count + tokens.count)]))
  }
}

/// `kartoteka people token`.
struct TokenCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "token", abstract: say("Makes a token for a program that acts for a person."),
      discussion: say("The token is shown once. Programs send it as Authorization: Bearer TOKEN."))
  }

  @Argument(help: .saying("The name of the person.", value: "name"))
  var name: String

  @Option(
    help: .saying("An application for which it is; may be given several times. By default all.", value: "app"),
    completion: .list(apps.map(\.description.name)))
  var app: [String] = []

  @Flag(name: .customLong("read-only"), help: .saying("The program only reads."))
  var isReadOnly = false

  @Option(help: .saying("After how many days it ends. By default it doesn't end.", value: "number"))
  var days: Int?

  @Option(help: .saying("A name by which the person knows it.", value: "label"))
  var label = "kartoteka people token"

  @OptionGroup var data: DataOptions

  func validate() throws {
    if let days, !(1...36_500).contains(days) { throw ValidationError(say("--days is a number from 1 to 36500.")) }
  }

  func run() async throws {
    let folder = data.folder
    let people = folder.people
    let person = try await people.required(name)
    let names = try app.map { try AppArgument.find($0, in: folder).description.name }
    let token = try await people.makeToken(
      for: person.id, named: label, apps: names.isEmpty ? nil : names, isReadOnly: isReadOnly, days: days, by: .user)
    try StandardOutput.line(token)
  }
}
