import Foundation
import HTTPTesting
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// An application in code with a file, in several versions of its declaration.
enum Club {
  struct Member: Entity {
    let name = Attribute<String>("Name", .required, .title, .searched)
    let joined = Attribute<CalendarDate>("Joined")
    let team = ToOne<Team>("Team", onDelete: .nullify)
  }

  struct Team: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let fee = Attribute<Decimal>("Fee", .scale(2))
    let members = ToMany<Member>("Members", inverse: \.team)
  }

  /// The next version: members have a nickname of their own, and teams no fee.
  enum Next {
    struct Member: Entity {
      let name = Attribute<String>("Name", .required, .title, .searched)
      let nickname = Attribute<String>("Nickname")
      let joined = Attribute<CalendarDate>("Joined")
      let team = ToOne<Team>("Team", onDelete: .nullify)
    }

    struct Team: Entity {
      let name = Attribute<String>("Name", .required, .title)
      let members = ToMany<Member>("Members", inverse: \.team)
    }
  }

  /// A version that calls members players, and the fee a price.
  enum Renamed {
    struct Player: Entity {
      static let formerNames = ["member"]

      let name = Attribute<String>("Name", .required, .title, .searched)
      let joined = Attribute<CalendarDate>("Joined")
      let team = ToOne<Team>("Team", onDelete: .nullify)
    }

    struct Team: Entity {
      let name = Attribute<String>("Name", .required, .title)
      let price = Attribute<Decimal>("Price", .scale(2), .renamed(from: "fee"))
      let players = ToMany<Player>("Players", inverse: \.team)
    }
  }

  /// A version without teams.
  enum Alone {
    struct Member: Entity {
      let name = Attribute<String>("Name", .required, .title, .searched)
      let joined = Attribute<CalendarDate>("Joined")
    }
  }

  /// A declaration with a name that only added fields have.
  enum Faulty {
    struct Member: Entity {
      let name = Attribute<String>("Name", .required, .title)
      let ownNickname = Attribute<String>("Nickname")
    }
  }

  static let app = App(
    "club", title: "Club", symbol: .people, hue: 150, entities: [Member.self, Team.self],
    actions: [
      Action("leave", title: "Leave the team", on: Member.self) { call, member in
        var changed = member
        changed.team = nil
        _ = try await call.store.perform(call.origin) { [changed] in try $0.update(changed) }
        return ActionResult("Left")
      }
    ],
    rules: [
      Rule(for: Member.self) { change in
        guard let id = change.record.team, try change.transaction.record(Team.self, id: id)?.name == "Closed" else {
          return
        }
        throw FieldFault(\Member.team, "This team is closed")
      }
    ],
    hooks: [
      Hook.beforeSaving(Member.self) { change in
        if change.record.name == "nobody" { change.record.team = nil }
      }
    ]
  ) {
    Tab("Members", symbol: .people) { List(Member.self, title: \.name, subtitle: \.team).searching(\.name) }
    Tab("Teams", symbol: .list) { List(Team.self, title: \.name) }
  }

  static let next = App(
    "club", title: "Club", symbol: .people, hue: 150, entities: [Next.Member.self, Next.Team.self]
  ) {
    Tab("Members", symbol: .people) { List(Next.Member.self, title: \.name, subtitle: \.team).searching(\.name) }
    Tab("Teams", symbol: .list) { List(Next.Team.self, title: \.name) }
  }

  static let renamed = App(
    "club", title: "Club", symbol: .people, hue: 150, entities: [Renamed.Player.self, Renamed.Team.self]
  ) {
    Tab("Players", symbol: .people) { List(Renamed.Player.self, title: \.name, subtitle: \.team).searching(\.name) }
    Tab("Teams", symbol: .list) { List(Renamed.Team.self, title: \.name) }
  }

  static let alone = App("club", title: "Club", symbol: .people, hue: 150, entities: [Alone.Member.self]) {
    Tab("Members", symbol: .people) { List(Alone.Member.self, title: \.name).searching(\.name) }
  }

  static let faulty = App("club", title: "Club", symbol: .people, hue: 150, entities: [Faulty.Member.self]) {
    Tab("Members", symbol: .people) { List(Faulty.Member.self, title: \.name) }
  }

  /// A folder that is removed afterwards.
  static func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// A server with one of the versions, on the file of a folder.
  static func serve(_ app: App, in folder: URL, _ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    var server = Server(try await RunningApp.open([app], in: folder), port: 0, logger: .quiet)
    server.designs = DesignFolder(folder, besides: [app])
    try await server.application().test { client in
      try await body(DesignedSite(client: client, name: "club", folder: folder))
    }
  }
}

extension DesignedSite {
  /// Adds a field of a kind, which needs no question.
  func addField(_ label: String, _ kind: String = "text", to plural: String = "members") async throws {
    try await change(try await shapeForm("kinds/\(plural)/new/\(kind)").with("label", label))
  }
}
