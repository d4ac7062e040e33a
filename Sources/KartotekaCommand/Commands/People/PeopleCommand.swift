import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPeople

/// `kartoteka people`: the people who may sign in. Without another word it lists them.
struct PeopleCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "people", abstract: say("Lists the people with accounts, and adds, invites and removes them."),
      discussion: say("While there is nobody, everybody who reaches the server may do everything."),
      subcommands: [
        ListPeopleCommand.self, AddPersonCommand.self, InvitePersonCommand.self, RoleCommand.self,
        RenamePersonCommand.self, PersonPasswordCommand.self, PasswordLinkCommand.self, LinksCommand.self,
        CodesCommand.self, RemovePersonCommand.self, SessionsCommand.self, TokenCommand.self, AdminTokenCommand.self,
        PeopleSettingsCommand.self, AuditCommand.self, NobodyCommand.self,
      ], defaultSubcommand: ListPeopleCommand.self)
  }
}

/// `kartoteka people list`.
struct ListPeopleCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "list", abstract: say("Lists the people, their roles and last uses."))
  }

  @OptionGroup var data: DataOptions

  func run() async throws {
    let people = data.folder.people
    let all = try await people.all()
    // If the people are missing, this throws the reason.
    if all.isEmpty { _ = try await people.isEmpty }
    var table = TextTable(.left, .left, .left)
    for person in all {
      let sessions = try await people.sessions(of: person.id)
      let lastUse = sessions.map(\.lastUse).max().map(HistoryCommand.time) ?? ""
      table.row(person.name, RoleText.text(person.roles, isAdministrator: person.isAdministrator), lastUse)
    }
    for line in table.lines { try StandardOutput.line(line) }
    for invitation in try await people.invitations() {
      try StandardOutput.line(
        say(
          "Open link by {name} until {time}: {purpose}",
          [
            "name": .text(invitation.maker), "time": .text(HistoryCommand.time(invitation.ends)),
            "purpose": .text(invitation.purpose.text),
          ]))
    }
  }
}

/// `kartoteka people add`.
struct AddPersonCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add", abstract: say("Adds a person with a password."),
      discussion: say("The first person has to be an administrator: kartoteka people add NAME --administrator"))
  }

  @Argument(help: .saying("The name, by which the person signs in.", value: "name"))
  var name: String

  @Flag(help: .saying("The person administers the server, and has all roles in all applications."))
  var administrator = false

  @OptionGroup var password: PersonPassword

  @OptionGroup var data: DataOptions

  func run() async throws {
    let folder = data.folder
    try folder.prepare()
    let people = folder.people
    // Before the password is asked for.
    let isFirst = try await people.all().isEmpty
    guard administrator || !isFirst else { throw PeopleError.lastAdministrator }
    if let taken = try await people.person(named: name) { throw PeopleError.nameTaken(taken.name) }
    let person = try await people.add(
      name, password: try password.password(of: name), isAdministrator: administrator, by: .user)
    try StandardOutput.line(say("Added {name}", ["name": .text(person.name)]))
  }
}

/// `kartoteka people remove`.
struct RemovePersonCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove", abstract: say("Removes a person. The name stays in the history of what they did."))
  }

  @OptionGroup var named: PersonArgument

  @OptionGroup var data: DataOptions

  func run() async throws {
    let (person, people) = try await named.find(in: data)
    try await people.remove(person.id, by: .user)
    try StandardOutput.line(say("Removed {name}", ["name": .text(person.name)]))
  }
}

/// `kartoteka people rename`.
struct RenamePersonCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename", abstract: say("Gives a person another name, by which they sign in from then on."))
  }

  @OptionGroup var named: PersonArgument

  @Argument(help: .saying("The new name.", value: "new-name"))
  var newName: String

  @OptionGroup var data: DataOptions

  func run() async throws {
    let (person, people) = try await named.find(in: data)
    try await people.set(name: newName, person.preferences, of: person.id, by: .user)
    let renamed = try await people.person(person.id)?.name ?? newName
    try StandardOutput.line(
      say("Renamed {name} to {new}", ["name": .text(person.name), "new": .text(renamed)]))
  }
}

/// `kartoteka people password`.
struct PersonPasswordCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "password",
      abstract: say("Sets the password of a person, and ends all of their sessions, passkeys and tokens."))
  }

  @OptionGroup var named: PersonArgument

  @OptionGroup var password: PersonPassword

  @Flag(
    name: .customLong("without-codes"),
    help: .saying("Stops asking for one-time codes, too: the person has lost the phone and the recovery codes."))
  var isWithoutCodes = false

  @Flag(
    name: .customLong("keep-tokens"),
    help: .saying("Leaves passkeys and tokens of programs as they are. Else they end: somebody may have made them."))
  var keepsTokens = false

  @OptionGroup var data: DataOptions

  func run() async throws {
    let (person, people) = try await named.find(in: data)
    if isWithoutCodes { try await people.endSecondFactor(of: person.id, by: .user) }
    try await people.setPassword(
      try password.password(of: person.name), of: person.id, endsOthers: !keepsTokens, by: .user)
    try StandardOutput.line(say("Set the password of {name}", ["name": .text(person.name)]))
  }
}

/// `kartoteka people none`.
struct NobodyCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "none", abstract: say("Opens a server that has lost its people to everybody."),
      discussion: say(
        "A server that had people, and finds none, lets nobody in. After this command everybody who reaches it may do everything. It removes nobody."
      ))
  }

  @OptionGroup var data: DataOptions

  func run() async throws {
    let people = data.folder.people
    let names = try await people.all().map(\.name)
    guard names.isEmpty else {
      throw Failure(
        Phrase("There are people with accounts: {names}", ["names": .text(names.joined(separator: ", "))]),
        remedy: "Nothing was changed. The last administrator can't be removed.")
    }
    try await people.openToEverybody()
    try StandardOutput.line(
      say("Everybody who reaches the server may do everything from now on."))
  }
}
