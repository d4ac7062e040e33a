import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPeople

/// `kartoteka people role`.
struct RoleCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "role", abstract: say("Sets the role of a person in an application."),
      discussion: say(
        "The role none takes it away. With --administrator the person gets all roles in all applications."))
  }

  @OptionGroup var named: PersonArgument

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
    let (person, people) = try await named.find(in: data)
    var roles = person.roles
    if let app {
      let name = roles[app] == nil ? try AppArgument.find(app, in: data.folder).description.name : app
      roles[name] = role.flatMap(Role.init(rawValue:))
    }
    try await people.set(
      roles: roles, isAdministrator: administrator ?? person.isAdministrator, of: person.id, by: .user)
    try StandardOutput.line(say("Changed the roles of {name}", ["name": .text(person.name)]))
  }
}
