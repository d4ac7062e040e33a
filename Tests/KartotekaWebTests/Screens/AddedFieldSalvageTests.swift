import Foundation
import KartotekaApplication
import KartotekaModel
@_spi(System) import KartotekaStore
import Testing

@_spi(System) @testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Saving what can be read of a damaged database with fields that were added to an application in code")
struct AddedFieldSalvageTests {
  private static let count = 60
  private static let rest = String(repeating: "x", count: 300)

  // A backup of the club, whose members have nicknames.
  private static func backup(in folder: URL) async throws -> Data {
    try await Club.serve(Club.app, in: folder) { site in
      try await site.addField("Nickname")
      for number in 1...count {
        try await site.add("members", #"{"name":"Member \#(number)","ownNickname":"Nick \#(number) \#(rest)"}"#)
      }
    }
    let backup = folder.appending(path: "backup.sqlite")
    try await RunningApp.open([Club.app], in: folder)[0].store.system.backup(to: backup)
    return try Data(contentsOf: backup)
  }

  // The bytes without the pages on which a text is.
  private static func damaged(_ bytes: Data, at text: String) -> Data {
    var damaged = bytes
    for place in bytes.ranges(of: Data(text.utf8)) {
      let page = place.lowerBound / 4_096 * 4_096
      damaged.replaceSubrange(page..<page + 4_096, with: Data(count: 4_096))
    }
    return damaged
  }

  @Test("The fields and their values are saved with the records that can be read")
  func saved() async throws {
    try await Club.inFolder { folder in
      let damaged = folder.appending(path: "damaged")
      try await Self.damaged(Self.backup(in: folder), at: "Nick 20 xxx").write(to: damaged)
      let app = try Club.app.over(damaged: damaged)
      #expect(app.description.model.entity(named: "member")?.attribute("ownNickname") != nil)
      let url = folder.appending(path: "saved.sqlite")
      let report = try app.salvage(damaged, to: url)
      let members = try #require(report.entities.first { $0.name == "member" })
      #expect((1..<Self.count).contains(members.saved) && !report.lostParts.contains(.fields), "\(report)")
      let again = try Club.app.over(url)
      #expect(again.layer?.revision == app.layer?.revision)
      let store = try Store(again.description.model, at: url, options: again.storeOptions(StoreOptions()))
      #expect(try await store.count(Club.Member.all) == members.saved)
      let first = try #require(try await store.record(Club.Member.self, id: 1))
      #expect(first.name == "Member 1" && first.any["ownNickname"] == .text("Nick 1 \(Self.rest)"))
    }
  }

  @Test("Where they can't be read, everything else is saved, and the report says that they are lost")
  func lost() async throws {
    try await Club.inFolder { folder in
      let damaged = folder.appending(path: "damaged")
      try await Self.damaged(Self.backup(in: folder), at: #""added":"#).write(to: damaged)
      let app = try Club.app.over(damaged: damaged)
      #expect(app.layer?.revision == nil)
      let url = folder.appending(path: "saved.sqlite")
      let report = try app.salvage(damaged, to: url)
      #expect(report.lostParts.contains(.fields), "\(report)")
      let sentences = report.phrases(in: app.description.model).map { Localizer.english($0) }
      #expect(sentences.contains("Lost: added fields"), "\(sentences)")
      let store = try Store(app.description.model, at: url, options: app.storeOptions(StoreOptions()))
      #expect(try await store.count(Club.Member.all) == Self.count)
    }
  }

  @Test("Where the newest of their descriptions can't be read, the one before is used")
  func earlier() async throws {
    try await Club.inFolder { folder in
      let damaged = folder.appending(path: "damaged.sqlite")
      try await Self.backup(in: folder).write(to: damaged)
      let revision = try #require(try Club.app.over(damaged).layer?.revision)
      _ = try StoredDescription.replace(at: damaged, by: #"{"added":{"#, after: revision, first: "")
      let app = try Club.app.over(damaged: damaged)
      #expect(app.layer?.revision == revision)
      let url = folder.appending(path: "saved.sqlite")
      let report = try app.salvage(damaged, to: url)
      #expect(report.isWhole, "\(report)")
      let store = try Store(app.description.model, at: url, options: app.storeOptions(StoreOptions()))
      let first = try #require(try await store.record(Club.Member.self, id: 1))
      #expect(first.any["ownNickname"] == .text("Nick 1 \(Self.rest)"))
    }
  }
}
