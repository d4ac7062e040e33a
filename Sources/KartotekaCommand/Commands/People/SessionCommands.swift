import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPeople

/// `kartoteka people sessions`.
struct SessionsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sessions", abstract: say("Lists the sessions, tokens and passkeys of a person, or ends them."),
      discussion: say("The first column is the number by which --only names one. Passkeys end only if they are named."))
  }

  @OptionGroup var named: PersonArgument

  @Flag(help: .saying("Ends all of them: the person has to sign in again."))
  var end = false

  @Option(
    help: .saying(
      "With --end: ends only the one with this number, such as s12; may be given several times.", value: "number"))
  var only: [String] = []

  @OptionGroup var data: DataOptions

  func validate() throws {
    if !only.isEmpty, !end { throw ValidationError(say("--only is used with --end.")) }
  }

  /// A session, token or passkey, with the number by which it is named: `s12`, `t3`, `p4`.
  private struct Entry {
    enum Kind: String {
      case session = "s"
      case token = "t"
      case passkey = "p"
    }

    let kind: Kind
    let id: CredentialID
    let lastUse: Date?
    let name: String

    var number: String { kind.rawValue + id.description }

    var words: String {
      switch kind {
      case .session: say("session")
      case .token: say("token")
      case .passkey: say("passkey")
      }
    }
  }

  private func entries(of person: Person, _ people: People) async throws -> [Entry] {
    let sessions = try await people.sessions(of: person.id).map {
      Entry(kind: .session, id: $0.id, lastUse: $0.lastUse, name: $0.device)
    }
    let tokens = try await people.tokens(of: person.id).map {
      Entry(kind: .token, id: $0.id, lastUse: $0.lastUse, name: $0.name)
    }
    let passkeys = try await people.passkeys(of: person.id).map {
      Entry(kind: .passkey, id: $0.id, lastUse: $0.lastUse, name: $0.name)
    }
    return sessions + tokens + passkeys
  }

  func run() async throws {
    let (person, people) = try await named.find(in: data)
    let all = try await entries(of: person, people)
    guard end else {
      var table = TextTable(.left, .left, .left, .left)
      for entry in all {
        table.row(entry.number, entry.words, entry.lastUse.map(HistoryCommand.time) ?? "", entry.name)
      }
      for line in table.lines { try StandardOutput.line(line) }
      return
    }
    try KnownNumbers.check(only, among: all.map(\.number))
    // All sessions end also where a new one has begun since.
    if only.isEmpty { try await people.endSessions(of: person.id, by: .user) }
    let ending = all.filter { only.isEmpty ? $0.kind != .passkey : only.contains($0.number) }
    for entry in ending {
      switch entry.kind {
      case .session: try await people.endSession(entry.id, of: person.id, by: .user)
      case .token: try await people.endToken(entry.id, of: person.id, by: .user)
      case .passkey: try await people.endPasskey(entry.id, of: person.id, by: .user)
      }
    }
    try StandardOutput.line(
      say("Ended {count} sessions, tokens and passkeys", ["count": .count(ending.count)]))
  }
}

/// `kartoteka people codes`.
struct CodesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "codes",
      abstract: say("Says whether a person is asked for one-time codes, or stops asking for them."))
  }

  @OptionGroup var named: PersonArgument

  @Flag(
    help: .saying("Stops asking for them: the person has lost the phone and the recovery codes. The password stays."))
  var end = false

  @OptionGroup var data: DataOptions

  func run() async throws {
    let (person, people) = try await named.find(in: data)
    if end { try await people.endSecondFactor(of: person.id, by: .user) }
    guard let state = try await people.secondFactor(of: person.id) else {
      return try StandardOutput.line(
        say("{name} is not asked for one-time codes", ["name": .text(person.name)]))
    }
    try StandardOutput.line(
      say(
        "{name} is asked for one-time codes since {time}; recovery codes left: {number}",
        [
          "name": .text(person.name), "time": .text(HistoryCommand.time(state.since)),
          "number": .text(String(state.recoveryCodes)),
        ]))
  }
}

/// `kartoteka people token`.
struct TokenCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "token", abstract: say("Makes a token for a program that acts for a person."),
      discussion: say("The token is shown once. Programs send it as Authorization: Bearer TOKEN."))
  }

  @OptionGroup var named: PersonArgument

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
    let (person, people) = try await named.find(in: data)
    let names = try app.map { try AppArgument.find($0, in: data.folder).description.name }
    let token = try await people.makeToken(
      for: person.id, named: label, apps: names.isEmpty ? nil : names, isReadOnly: isReadOnly, days: days, by: .user)
    try StandardOutput.line(token)
  }
}
