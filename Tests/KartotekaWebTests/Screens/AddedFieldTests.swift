import Foundation
import HTTPTesting
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
@_spi(System) import KartotekaStore
import KartotekaTransfer
import Testing

@_spi(System) @testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: fields that are added to an application in code")
struct AddedFieldTests {
  @Test(
    "A field is added to declared ones on the screen, and is in forms, search, filters, the API, exports and history")
  func added() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Reds"}"#)
        try await site.add("members", #"{"name":"Ada","joined":"2024-05-06","team":1}"#)
        #expect(try await site.page("/club/members").contains("href=\"/club/shape/kinds/members\""))
        let before = try await site.page("/club/shape/kinds/members")
        #expect(before.contains("Comes with the application") && !before.contains("Added fields"))
        try await site.addField("Nickname")
        try await site.addField("Points", "integer")
        let after = try await site.page("/club/shape/kinds/members")
        #expect(after.contains("Added fields") && after.contains("/fields/ownNickname"))
        #expect(!after.contains("/fields/joined"))
        // Values that were there have stayed in their places.
        #expect(try await site.record("members/1").contains(#""team":1"#))
        try await APICase.send(
          .patch, "/api/club/members/1", #"{"ownNickname":"Countess","ownPoints":7}"#, 200,
          has: [#""ownNickname":"Countess""#, #""team":1"#, #""joined":"2024-05-06""#]
        ).run(site.client)
        #expect(try await site.page("/club/members/1").contains("Countess"))
        #expect(try await site.page("/club/members/new").contains("Nickname"))
        try await APICase.get("/api/club/members?search=countess", has: [#""total":1"#]).run(site.client)
        try await APICase.get("/api/club/members?filter%5BownPoints%5D%5Bgte%5D=7", has: [#""total":1"#]).run(
          site.client)
        #expect(try await site.page("/club/export/members.csv").contains("Countess"))
        #expect(try await site.page("/club/members/1/history").contains("Countess"))
        let document = try await site.description()
        #expect(document.entity("member")?.attributes.map(\.name) == ["name", "joined", "ownNickname", "ownPoints"])
      }
    }
  }

  @Test("Added fields stay after a restart, are changed and deleted, and each change is undone")
  func kept() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.addField("Nickname")
        try await site.add("members", #"{"name":"Ada","ownNickname":"Countess"}"#)
      }
      try await Club.serve(Club.app, in: folder) { site in
        #expect(try await site.record("members/1").contains("Countess"))
        let form = try await site.shapeForm("kinds/members/fields/ownNickname")
        try await site.change(form.with("label", "Pet name").with("help", "Among friends"))
        let changed = try #require(try await site.description().entity("member")?.attributes.last)
        #expect(changed.name == "ownNickname" && changed.label == "Pet name" && changed.help == "Among friends")
        #expect(try await site.record("members/1").contains("Countess"))
        // It asks, because a value goes.
        let path = "/club/shape/kinds/members/fields/ownNickname/delete"
        try await site.change(try await site.form(path).with("_confirmed", "yes"))
        #expect(try await site.description().entity("member")?.attributes.count == 2)
        #expect(try await !site.record("members/1").contains("Countess"))
        let undo = try await site.post("/club/shape/revisions/2?undo=3", "")
        #expect(undo.status == .ok || undo.status == .seeOther, "\(undo.text.suffix(2_000))")
        if undo.status == .ok {
          let form = try #require(PageForm.all(in: undo.text).first { $0.action.hasPrefix("/club/shape/revisions/2") })
          try await site.change(form.with("_confirmed", "yes"))
        }
        #expect(try await site.record("members/1").contains("Countess"))
      }
    }
  }

  @Test("What comes with the application can't be changed on screens, and lists, names and rules are not offered")
  func declared() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        for path in [
          "fields/joined", "fields/team/delete", "list", "names", "new/lines", "rules/new", "documents/new", "title",
          "search", "new-filter", "new-group", "sections/members",
        ] {
          #expect(try await site.get("/club/shape/kinds/members/" + path).status == .notFound, "\(path)")
        }
        for path in ["look", "new", "overviews"] {
          #expect(try await site.get("/club/shape/" + path).status == .notFound, "\(path)")
        }
        var document = try await site.description()
        document.title = "Other"
        try await APICase.send(
          .put, "/api/club/description", document.json, 409, has: ["application in code"]
        ).run(site.client)
      }
    }
  }

  @Test("Typed code works with records that have more attributes than it declares")
  func typed() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Reds"}"#)
        try await site.add("teams", #"{"name":"Closed"}"#)
        try await site.addField("Nickname")
        try await site.addField("Code", "integer")
        try await site.add("members", #"{"name":"Ada","team":1,"ownNickname":"Countess"}"#)
        // A rule and a hook read and write the relationship behind the added fields.
        try await APICase.send(
          .post, "/api/club/members", #"{"name":"Bo","team":2}"#, 422, has: ["This team is closed"]
        ).run(site.client)
        try await APICase.send(
          .post, "/api/club/members", #"{"name":"nobody","team":1}"#, 201, has: [#""team":null"#]
        ).run(site.client)
        try await APICase.send(.post, "/api/club/members/1/actions/leave", "{}", 200).run(site.client)
        let record = try await site.record("members/1")
        #expect(record.contains(#""team":null"#) && record.contains("Countess"))
      }
      let running = try await RunningApp.open([Club.app], in: folder)[0]
      var member = Record<Club.Member>()
      member.name = "Cleo"
      member.team = 1
      try await running.store.save(&member)
      #expect(member.team == 1 && member.any["ownNickname"] == .null && member.any["team"] == .integer(1))
      let found = try await running.store.fetch(Club.Member.all.where(\.team == 1).including(\.team))
      #expect(try found.map { try $0[\.team][\.name] } == ["Reds"])
    }
  }

  @Test("A relationship, a formula and tags are added, and lead both ways")
  func others() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Reds","fee":"10.00"}"#)
        try await site.change(
          try await site.form("/club/shape/kinds/members/new/link?to=team").with("label", "Former team").with(
            "back", "Former members"))
        try await site.change(
          try await site.shapeForm("kinds/teams/new/computed").with("label", "Double").with("formula", "Fee × 2"))
        try await site.change(try await site.shapeForm("kinds/members/new/tags"))
        try await site.add("members", #"{"name":"Ada","team":1,"ownFormerTeam":1}"#)
        #expect(try await site.record("teams/1").contains(#""ownDouble":"#))
        #expect(try await site.record("members/1").contains(#""ownFormerTeam":1"#))
        let names = try await site.description().entities.map(\.name)
        #expect(names == ["member", "team", "ownTag"])
      }
      try await Club.serve(Club.app, in: folder) { site in
        let kept = try await site.record("members/1")
        #expect(kept.contains(#""ownFormerTeam":1"#))
        #expect(try await site.page("/club/own-tags").contains("Tags"))
        #expect(try await site.page("/club/teams/1").contains("Ada"))
      }
    }
  }

  @Test("A record that code has kept from before a change of the fields writes what it knows, each value in its place")
  func keptRecords() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.add("teams", #"{"name":"Reds"}"#)
        try await site.add("members", #"{"name":"Ada","team":1}"#)
      }
      func opened() async throws -> Store { try await RunningApp.open([Club.app], in: folder)[0].store }
      func member() async throws -> Record<Club.Member> {
        try #require(try await opened().record(Club.Member.self, id: 1))
      }
      var before = try await member()
      try await Club.serve(Club.app, in: folder) { site in
        try await site.addField("Nickname")
        try await site.addField("Code")
        try await APICase.send(.patch, "/api/club/members/1", #"{"ownNickname":"Countess","ownCode":"A"}"#, 200).run(
          site.client)
      }
      before.name = "Ada L."
      _ = try await opened().perform(.code) { [before] in try $0.update(before) }
      var now = try await member()
      #expect(now.name == "Ada L." && now.team == 1)
      #expect(now.any["ownNickname"] == .text("Countess") && now.any["ownCode"] == .text("A"))
      before.name = "Ada K."
      try await opened().save(&before)
      #expect(before.team == 1 && before.any["ownNickname"] == .text("Countess"))
      // A field goes and another one comes: as many columns, of which one is another.
      now = try await member()
      try await Club.serve(Club.app, in: folder) { site in
        let path = "/club/shape/kinds/members/fields/ownNickname/delete"
        try await site.change(try await site.form(path).with("_confirmed", "yes"))
        try await site.addField("Colour")
      }
      now.team = nil
      try await opened().save(&now)
      let last = try await member()
      #expect(last.team == nil && last.name == "Ada K.")
      #expect(last.any["ownCode"] == .text("A") && last.any["ownColour"] == .null)
    }
  }

  @Test("A picture has its small one, and several pictures are shown as pictures, also after a restart")
  func pictures() async throws {
    try await Club.inFolder { folder in
      try await Club.serve(Club.app, in: folder) { site in
        try await site.addField("Portrait", "picture")
        try await site.change(try await site.shapeForm("kinds/members/new/pictures"))
        try await site.change(try await site.shapeForm("kinds/teams/new/files"))
      }
      try await Club.serve(Club.app, in: folder) { site in
        let document = try await site.description()
        let names = document.entity("member")?.attributes.suffix(2) ?? []
        #expect(names.first?.name == "ownPortrait" && names.last?.thumbnailOf == "ownPortrait")
        #expect(names.allSatisfy { AddedName.isOne($0.name) })
        let list = document.list(of: "member")
        #expect(list?.sections.last?.gallery?.order != nil && list?.picture == list?.sections.last?.name)
        #expect(document.list(of: "team")?.sections.last?.gallery != nil && document.list(of: "team")?.picture == nil)
        #expect(document.entities.count == 4 && document.entities.suffix(2).allSatisfy { AddedName.isOne($0.name) })
        let page = try await site.page("/club/shape/kinds/members")
        #expect(page.contains("/fields/ownPortrait") && !page.contains("Small picture"))
      }
    }
  }

  @Test("A designed application's field with such a name is its title, an added field is none")
  func titles() {
    let own = AttributeDescription(name: "ownName", label: "Own name", kind: .text)
    let size = AttributeDescription(name: "size", label: "Size", kind: .integer)
    func titles(_ attributes: [AttributeDescription], _ name: String = "cup") -> [String] {
      EntityDescription(
        name: name, plural: name + "s", table: name + "s", nouns: Nouns(name, name + "s"), attributes: attributes,
        relationships: []
      ).titleNames
    }
    #expect(titles([own]) == ["ownName"] && titles([own, size]) == ["ownName"])
    #expect(titles([size, own]).isEmpty && titles([size, own], "ownCup") == ["ownName"])
  }

  @Test("Two servers of one folder have the same fields")
  func followed() async throws {
    try await Club.inFolder { folder in
      let other = try await RunningApp.open([Club.app], in: folder)[0]
      try await Club.serve(Club.app, in: folder) { try await $0.addField("Nickname") }
      #expect(await other.system.hasOtherDescription())
      let again = try #require(try other.reopen?())
      #expect(again.description.model.entity(named: "member")?.attribute("ownNickname") != nil)
      #expect(await !again.system.hasOtherDescription())
      // The store of before writes nothing by what it knew.
      await #expect(throws: StoreError.descriptionChanged) {
        var member = Record<Club.Member>()
        member.name = "Ada"
        try await other.store.save(&member)
      }
    }
  }

  @Test("A backup has added fields with their values, is tried out, and brings them back")
  func backup() async throws {
    try await Club.inFolder { folder in
      let data = folder.appending(path: "data", directoryHint: .isDirectory)
      let other = folder.appending(path: "other", directoryHint: .isDirectory)
      for url in [data, other] { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
      try await Club.serve(Club.app, in: data) { site in
        try await site.addField("Nickname")
        try await site.add("members", #"{"name":"Ada","ownNickname":"Countess"}"#)
      }
      let file = folder.appending(path: "all.tar")
      let running = try await RunningApp.open([Club.app], in: data)[0]
      let source = FolderBackup.Source(running.app) { [store = running.store] in store }
      _ = try FolderBackup([source], opened: [], program: "test 1").write(to: file)
      let trial = try BackupTrial(apps: [Club.app]).run(file, in: folder)
      #expect(trial.faults.isEmpty && trial.records == 1)
      _ = try FolderRestore(try BackupArchive(file), apps: [Club.app]).run(into: other)
      try await Club.serve(Club.app, in: other) { site in
        let restored = try await site.record("members/1")
        #expect(restored.contains("Countess"))
      }
    }
  }

  @Test("A declaration can't have a name that only added fields have")
  func names() throws {
    #expect(Club.app.check().isEmpty)
    #expect(Club.faulty.check().map(\.rule) == ["names-not-added"])
    #expect(AddedName.of("nickname") == "ownNickname")
    #expect(NameGuess.attribute("Own car", at: 1) == "owncar" && NameGuess.entity("Own goals") == "owngoal")
    #expect(!AddedName.isOne("owner") && !AddedName.isOne("own") && AddedName.isOne("ownA"))
  }
}
