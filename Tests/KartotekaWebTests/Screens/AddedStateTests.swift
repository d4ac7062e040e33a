import Foundation
import HTTPTesting
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
@_spi(System) import KartotekaStore
import Testing

@_spi(System) @testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: states that are added to an application in code")
struct AddedStateTests {
  private static func state(
    _ site: DesignedSite, _ label: String, _ formula: String, of plural: String = "teams"
  ) async throws -> PageForm {
    try await site.shapeForm("kinds/\(plural)/new-state").with("label", label).with("formula", formula)
      .with("tone", "bad")
  }

  @Test("A state is added by a formula, stays after a restart and with new names, and is undone")
  func added() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Reds","fee":"10.00"}"#)
        try await site.add("teams", #"{"name":"Blues","fee":"90.00"}"#)
        #expect(try await site.page("/club/shape/kinds/teams").contains("/club/shape/kinds/teams/new-state"))
        try await site.change(try await Self.state(site, "Dear", "Fee > 50"))
        let states = try await site.description().entity("team")?.states ?? []
        #expect(states.map(\.name) == ["ownDear"] && states[0].condition == .formula(Formula("fee > 50")))
        try await APICase.get("/api/club/teams?state=ownDear", has: [#""total":1"#, "Blues"]).run(site.client)
        #expect(try await site.page("/club/teams").contains("Dear"))
      }
      try await Club.serve(Club.renamed, in: folder) { site in
        let states = try await site.description().entity("team")?.states ?? []
        #expect(states.map(\.condition) == [.formula(Formula("price > 50"))])
        try await APICase.get("/api/club/teams?state=ownDear", has: [#""total":1"#]).run(site.client)
        try await site.change(try await site.shapeForm("kinds/teams/states/ownDear").with("label", "Expensive"))
        #expect(try await site.page("/club/teams").contains("Expensive"))
        try await site.change(
          try await site.form("/club/shape/kinds/teams/states/ownDear/delete").with("_confirmed", "yes"))
        #expect(try await site.description().entity("team")?.states == [])
      }
    }
  }

  @Test("A state whose field a new version lacks waits, is said, and works again with the earlier one")
  func waits() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Blues","fee":"90.00"}"#)
        try await site.change(try await Self.state(site, "Dear", "Fee > 50"))
      }
      try await Club.serve(Club.next, in: folder) { site in
        #expect(
          try await site.page("/club/shape").contains(
            "Dear of teams is left out: it needs what the application does not have any more"))
        try await site.change(try await Self.state(site, "Red", "Name = \"Reds\""))
      }
      try await Club.serve(Club.app, in: folder) { site in
        let states = try await site.description().entity("team")?.states ?? []
        #expect(Set(states.map(\.name)) == ["ownRed", "ownDear"])
      }
    }
  }

  @Test(
    "States of a new version come first; a label that both have is said, and where they take all records the added ones wait"
  )
  func collides() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Blues","fee":"90.00"}"#)
        try await site.change(try await Self.state(site, "Dear", "Fee > 50"))
      }
      try await Club.serve(Self.stated, in: folder) { site in
        #expect(
          try await site.page("/club/shape").contains(
            "Dear of teams was added here, and comes with the application now"))
        #expect(try await site.description().entity("team")?.states.map(\.name) == ["dear", "ownDear"])
        try await APICase.get("/api/club/teams/1", has: [#""state":"dear""#]).run(site.client)
        let declared = try await site.client.execute(uri: "/club/shape/kinds/teams/states/dear", method: .get)
        #expect(declared.status == .notFound)
      }
      try await Club.serve(Self.full, in: folder) { site in
        #expect(try await site.page("/club/shape").contains("All teams are in states of the application"))
        #expect(try await site.description().entity("team")?.states.map(\.name) == ["dear", "rest"])
        #expect(try await !site.page("/club/shape/kinds/teams").contains("new-state"))
        let refused = try await site.send(try await Self.state(site, "Red", "Name = \"Reds\""))
        #expect(refused.status == .unprocessableContent && refused.text.contains("it has one that takes all others"))
      }
      try await Club.serve(Club.app, in: folder) { site in
        let states = try await site.description().entity("team")?.states.map(\.name)
        #expect(states == ["ownDear"])
      }
    }
  }

  private enum Stated {
    struct Team: Entity {
      static let states = [StateDescription("dear", "Dear", tone: .care, formula: "fee > 20")]

      let name = Attribute<String>("Name", .required, .title)
      let fee = Attribute<Decimal>("Fee", .scale(2))
    }
  }

  private enum Full {
    struct Team: Entity {
      static let states = [
        StateDescription("dear", "Dear", tone: .care, formula: "fee > 20"), StateDescription("rest", "Others"),
      ]

      let name = Attribute<String>("Name", .required, .title)
      let fee = Attribute<Decimal>("Fee", .scale(2))
    }
  }

  private static let stated = App("club", title: "Club", symbol: .people, hue: 150, entities: [Stated.Team.self]) {
    Tab("Teams", symbol: .list) { List(Stated.Team.self, title: \.name) }
  }

  private static let full = App("club", title: "Club", symbol: .people, hue: 150, entities: [Full.Team.self]) {
    Tab("Teams", symbol: .list) { List(Full.Team.self, title: \.name) }
  }
}
