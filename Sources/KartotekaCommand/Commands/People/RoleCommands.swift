import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTML
import KartotekaPeople

/// An application and a role in it.
struct RoleArguments: ParsableArguments {
  @Argument(
    help: .saying("The application's name, as kartoteka apps lists it.", value: "app"),
    completion: .list(apps.map(\.description.name)))
  var app: String

  @Argument(
    help: .saying("The role: reads, writes or shapes.", value: "role"),
    completion: .list(Role.allCases.map(\.rawValue)))
  var role: String

  /// The name of the application, which exists.
  /// - Throws: ``Failure``.
  func app(in folder: DataFolder) throws -> String { try AppArgument.find(app, in: folder).description.name }

  /// The role; nil for `none`.
  /// - Throws: `ValidationError`.
  func role(orNone isNone: Bool = false) throws -> Role? {
    if let role = Role(rawValue: role) { return role }
    guard isNone, role == "none" else {
      throw ValidationError(say("The role is one of: reads, writes, shapes."))
    }
    return nil
  }
}

/// `kartoteka people invite`.
struct InvitePersonCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "invite",
      abstract: say("Makes a link by which somebody gets an account with a role, once within 7 days."))
  }

  @OptionGroup var given: RoleArguments

  @Option(
    help: .saying("The address of the server, which the link begins with.", value: "address"))
  var address = "http://127.0.0.1:8080"

  @OptionGroup var data: DataOptions

  func validate() throws { _ = try given.role() }

  private static func address(of key: String, at server: String) -> String {
    (server.hasSuffix("/") ? String(server.dropLast()) : server) + (PeopleAddress.link(key) as URLPath).description
  }

  func run() async throws {
    let folder = data.folder
    guard let role = try given.role() else { return }
    let link = try await folder.people.invite(roles: [given.app(in: folder): role], by: .user)
    try StandardOutput.line(Self.address(of: link.key, at: address))
    StandardError.line(
      say("It works once, until {time}.", ["time": .text(HistoryCommand.time(link.invitation.ends))]))
  }
}

/// `kartoteka people role`.
struct RoleCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "role", abstract: say("Sets the role of a person in an application."),
      discussion: say(
        "The role none takes it away. With --administrator the person gets all roles in all applications."))
  }

  @Argument(help: .saying("The name of the person.", value: "name"))
  var name: String

  @Argument(
    help: .saying("The application's name, as kartoteka apps lists it.", value: "app"),
    completion: .list(apps.map(\.description.name)))
  var app: String?

  @Argument(
    help: .saying("The role: reads, writes, shapes or none.", value: "role"),
    completion: .list(Role.allCases.map(\.rawValue) + ["none"]))
  var role: String?

  @Flag(
    inversion: .prefixedNo, help: .saying("Whether the person administers the server."))
  var administrator: Bool?

  @OptionGroup var data: DataOptions

  func validate() throws {
    guard app != nil || administrator != nil else {
      throw ValidationError(say("Missing expected argument '{argument}'", ["argument": .text("<app>")]))
    }
    if app != nil, role.map({ Role(rawValue: $0) != nil || $0 == "none" }) != true {
      throw ValidationError(say("The role is one of: reads, writes, shapes, none."))
    }
  }

  func run() async throws {
    let folder = data.folder
    let people = folder.people
    let person = try await people.required(name)
    var roles = person.roles
    if let app {
      let name = roles[app] == nil ? try AppArgument.find(app, in: folder).description.name : app
      roles[name] = role.flatMap(Role.init(rawValue:))
    }
    try await people.set(
      roles: roles, isAdministrator: administrator ?? person.isAdministrator, of: person.id, by: .user)
    try StandardOutput.line(say("Changed the roles of {name}", ["name": .text(person.name)]))
  }
}
