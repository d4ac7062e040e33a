import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTML
import KartotekaPeople

/// The address of the server, with which a link begins.
struct ServerAddress: ParsableArguments {
  @Option(
    help: .saying("The address of the server, which the link begins with.", value: "address"))
  var address = "http://127.0.0.1:8080"

  /// Prints a link that works once, in a terminal also as a QR code.
  func show(_ link: NewLink) throws {
    let server = address.hasSuffix("/") ? String(address.dropLast()) : address
    let text = server + (PeopleAddress.link(link.key) as URLPath).description
    try StandardOutput.line(text)
    if TerminalCode.isPossible { TerminalCode.write(text) }
    StandardError.line(
      say("It works once, until {time}.", ["time": .text(HistoryCommand.time(link.invitation.ends))]))
  }
}

/// `kartoteka people invite`.
struct InvitePersonCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "invite",
      abstract: say("Makes a link by which somebody gets an account with roles, once within 7 days."),
      discussion: say("A role in one application: APP ROLE. Roles in several: APP=ROLE APP=ROLE."))
  }

  @Argument(
    help: .saying("The applications and the roles in them: reads, writes or shapes.", value: "app=role"),
    completion: .list(apps.map(\.description.name)))
  var roles: [String] = []

  @Flag(help: .saying("The person administers the server, and has all roles in all applications."))
  var administrator = false

  @OptionGroup var server: ServerAddress

  @OptionGroup var data: DataOptions

  // The names of applications are looked up later, in the data folder.
  private func given() throws -> [(app: String, role: Role)] {
    let wrong = ValidationError(say("The role is one of: reads, writes, shapes."))
    if roles.count == 2, !roles[0].contains("="), !roles[1].contains("=") {
      guard let role = Role(rawValue: roles[1]) else { throw wrong }
      return [(roles[0], role)]
    }
    let given = try roles.map { text in
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let role = Role(rawValue: parts[1]) else { throw wrong }
      return (app: parts[0], role: role)
    }
    if let twice = Dictionary(grouping: given, by: { $0.app }).values.first(where: { $0.count > 1 }) {
      throw ValidationError(say("{app} is given twice.", ["app": .text(twice[0].app)]))
    }
    return given
  }

  func validate() throws {
    guard !roles.isEmpty || administrator else {
      throw ValidationError(say("Missing expected argument '{argument}'", ["argument": .text("<app=role>")]))
    }
    _ = try given()
  }

  func run() async throws {
    let folder = data.folder
    let roles = try given().map { (try AppArgument.find($0.app, in: folder).description.name, $0.role) }
    let link = try await folder.people.invite(
      roles: Dictionary(roles) { $1 }, isAdministrator: administrator, by: .user)
    try server.show(link)
  }
}

/// `kartoteka people password-link`.
struct PasswordLinkCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "password-link",
      abstract: say("Makes a link by which a person sets a new password, once within a day."))
  }

  @OptionGroup var named: PersonArgument

  @OptionGroup var server: ServerAddress

  @OptionGroup var data: DataOptions

  func run() async throws {
    let (person, people) = try await named.find(in: data)
    try server.show(try await people.passwordLink(for: person.id, by: .user))
  }
}

/// `kartoteka people links`.
struct LinksCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "links", abstract: say("Lists the links that were not used yet, or ends some of them."),
      discussion: say("The first column is the number by which --end names a link."))
  }

  @Option(help: .saying("The number of a link that ends; may be given several times.", value: "number"))
  var end: [Int64] = []

  @OptionGroup var data: DataOptions

  func run() async throws {
    let people = data.folder.people
    let links = try await people.invitations()
    guard !end.isEmpty else {
      var table = TextTable(.right, .left, .left, .left)
      for link in links {
        table.row(link.id.description, HistoryCommand.time(link.ends), link.maker, link.purpose.text)
      }
      for line in table.lines { try StandardOutput.line(line) }
      return
    }
    try KnownNumbers.check(end.map(String.init), among: links.map(\.id.description))
    for number in end { try await people.endInvitation(CredentialID(number), by: .user) }
    try StandardOutput.line(say("Ended {count} links", ["count": .count(Set(end).count)]))
  }
}

/// The numbers of what a command ends: all have to exist before any of it ends.
enum KnownNumbers {
  /// - Throws: ``Failure``.
  static func check(_ given: [String], among known: [String]) throws {
    guard let unknown = given.first(where: { !known.contains($0) }) else { return }
    throw Failure(
      Phrase("There is no {number}", ["number": .text(unknown)]),
      remedy: "Nothing was changed. Without --end the command lists all.")
  }
}

extension Invitation.Purpose {
  /// The purpose in a list: `administrator`, `courses reads, northwind writes`, `password of Anna`.
  var text: String {
    switch self {
    case .firstAdministrator: say("first administrator")
    case .account(let roles, let isAdministrator): RoleText.text(roles, isAdministrator: isAdministrator)
    case .password(_, let name): say("password of {name}", ["name": .text(name)])
    }
  }
}

/// Roles in a list.
enum RoleText {
  /// `administrator`, or `courses reads, northwind writes`.
  static func text(_ roles: [String: Role], isAdministrator: Bool) -> String {
    if isAdministrator { return say("administrator") }
    return roles.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rawValue)" }.joined(separator: ", ")
  }
}
