import Foundation
import HTTPTesting
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
@_spi(System) import KartotekaStore
import Testing

@_spi(System) @testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("New versions of an application in code, below fields that were added to it")
struct AddedFieldVersionTests {
  @Test(
    "A new version of the declaration with a field of the same name keeps both, says so, and its values are taken over")
  func collides() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.addField("Nickname")
        try await site.add("teams", #"{"name":"Reds"}"#)
        try await site.add("members", #"{"name":"Ada","team":1,"ownNickname":"Countess"}"#)
        try await site.add("members", #"{"name":"Bo"}"#)
      }
      let opened = try await RunningApp.open([Club.next], in: folder)[0]
      #expect(
        opened.app.layer?.remarks.map { Localizer.english($0) } == [
          "Nickname of members was added here, and comes with the application now: both are kept"
        ])
      try await Club.serve(Club.next, in: folder) { site in
        let record = try await site.record("members/1")
        #expect(record.contains(#""nickname":null"#) && record.contains(#""ownNickname":"Countess""#))
        #expect(record.contains(#""team":1"#))
        #expect(try await site.page("/club/shape").contains("both are kept"))
        let page = try await site.page("/club/shape/kinds/members")
        #expect(page.contains("Nickname comes with the application now"))
        #expect(try await site.post("/club/shape/kinds/members/values/ownNickname", "").status == .seeOther)
        let taken = try await site.record("members/1")
        #expect(taken.contains(#""nickname":"Countess""#) && taken.contains(#""ownNickname":"Countess""#))
        #expect(try await site.record("members/2").contains(#""nickname":null"#))
        // Another name ends it.
        try await site.change(
          try await site.shapeForm("kinds/members/fields/ownNickname").with("label", "Pet name"))
        #expect(try await !site.page("/club/shape").contains("both are kept"))
        #expect(try await site.record("members/1").contains(#""ownNickname":"Countess""#))
        // A label that begins with "own" is not the rest of it.
        try await site.addField("Own team", "text")
        #expect(try await site.description().entity("member")?.attributes.last?.name == "ownOwnteam")
        #expect(try await !site.page("/club/shape").contains("both are kept"))
      }
    }
  }

  @Test("Added fields follow kinds of record and fields that a new version calls otherwise, with tags and formulas")
  func renamed() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Reds","fee":"10.00"}"#)
        try await site.addField("Nickname")
        try await site.change(
          try await site.shapeForm("kinds/teams/new/computed").with("label", "Double").with("formula", "Fee × 2"))
        try await site.change(
          try await site.shapeForm("kinds/teams/new/computed").with("label", "Dear").with(
            "formula", "if(Fee > 5, \"yes\", \"no\")"))
        try await site.change(try await site.shapeForm("kinds/members/new/tags"))
        try await site.add("members", #"{"name":"Ada","team":1,"ownNickname":"Countess"}"#)
        try await site.change(try await site.form("/club/members/1").with("ownTags", "old, wise"))
      }
      for round in 1...2 {
        try await Club.serve(Club.renamed, in: folder) { site in
          let record = try await site.record("players/1")
          #expect(record.contains(#""ownNickname":"Countess""#) && record.contains(#""team":1"#), "\(round)")
          let team = try await site.record("teams/1")
          #expect(team.contains(#""price":10.00"#) && team.contains(#""ownDear":"yes""#), "\(team)")
          #expect(team.contains(#""ownDouble":20.00"#), "\(team)")
          #expect(try await site.form("/club/players/1")["ownTags"] == "old, wise")
          #expect(try await !site.page("/club/shape").contains("Since the application has changed"))
          let fields = try await site.description().entity("player")?.attributes.map(\.name) ?? []
          #expect(fields == ["name", "joined", "ownNickname"] + (round == 1 ? [] : ["ownPoints"]))
          // What is changed now has the names of now.
          if round == 1 { try await site.addField("Points", "integer", to: "players") }
        }
      }
    }
  }

  @Test("What an added field needs and a new version lacks is said, and works again with the earlier one")
  func dependsOnWhatIsGone() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Reds","fee":"10.00"}"#)
        try await site.addField("Colour", to: "teams")
        try await site.change(
          try await site.shapeForm("kinds/teams/new/computed").with("label", "Double").with("formula", "Fee × 2"))
        try await APICase.send(.patch, "/api/club/teams/1", #"{"ownColour":"red"}"#, 200).run(site.client)
        try await site.change(
          try await site.shapeForm("kinds/teams/fields/ownColour").with("shownIf", "Fee > 5"))
      }
      try await Club.serve(Club.next, in: folder) { site in
        #expect(try await site.record("teams/1").contains(#""ownColour":"red""#))
        #expect(
          try await site.page("/club/shape").contains(
            "A formula of Colour of teams needs what the application does not have any more"))
        #expect(try await !site.record("teams/1").contains("ownDouble"))
        #expect(
          try await site.page("/club/shape").contains(
            "Double of teams is left out: it needs what the application does not have any more"))
        // What waits is not lost by another change.
        try await site.addField("City", to: "teams")
        // Nor is the formula of a field that is changed meanwhile.
        try await site.change(try await site.shapeForm("kinds/teams/fields/ownColour").with("label", "Paint"))
      }
      try await Club.serve(Club.app, in: folder) { site in
        let paint = try #require(try await site.description().entity("team")?.attributes.first { $0.label == "Paint" })
        #expect(paint.name == "ownColour" && paint.shownIf?.text == "fee > 5")
        #expect(try await site.record("teams/1").contains(#""ownDouble":"#))
      }
    }
  }

  @Test("What was added to a kind of record that a new version lacks waits with its records, tags too")
  func kindIsGone() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.addField("Colour", to: "teams")
        try await site.change(try await site.shapeForm("kinds/teams/new/tags"))
        try await site.addField("Nickname")
        try await site.add("teams", #"{"name":"Reds","ownColour":"red"}"#)
      }
      try await Club.serve(Club.alone, in: folder) { site in
        #expect(try await site.page("/club/shape").contains("The application has no team any more"))
        try await site.add("members", #"{"name":"Ada","ownNickname":"Countess"}"#)
        try await site.addField("Points", "integer")
      }
      try await Club.serve(Club.app, in: folder) { site in
        #expect(try await site.record("teams/1").contains(#""ownColour":"red""#))
        #expect(try await site.record("members/1").contains("Countess"))
        let document = try await site.description()
        #expect(document.entities.map(\.name) == ["member", "team", "ownTag"])
        #expect(document.entity("member")?.attributes.last?.name == "ownPoints")
      }
    }
  }
}
