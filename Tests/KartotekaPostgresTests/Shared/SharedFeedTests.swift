import Foundation
import HTTPTesting
import Kartoteka
import KartotekaApplication
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Addresses for calendars of two servers", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct SharedFeedTests {
  private struct Visit: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let day = Attribute<CalendarDate>("Day")
  }

  private static let diary = App("diary", title: "Diary", symbol: .book, hue: 120, entities: [Visit.self]) {
    Tab("Visits", symbol: .book) { List(Visit.self, title: \.name) }
  }

  private static func make(in store: Store) async throws -> SecretToken {
    let visit = try #require(store.model.entity(named: "visit"))
    return try #require(
      try await CalendarFeed.make(of: visit, "", title: "Visits", language: "en", for: nil, in: store))
  }

  private static func path(_ token: SecretToken) -> String { CalendarFeed.folder + token.text + ".ics" }

  @Test("One is made at a server, answers at both, and ends at both when the other one ends it")
  func shared() async throws {
    let sites = try TwoSites(serving: Self.diary, on: TestDatabase())
    try await sites.test {
      let token = try await Self.make(in: sites.apps[0].store)
      for server in 0..<2 {
        #expect(try await sites.get(Self.path(token), from: server).text.contains("BEGIN:VCALENDAR"))
        #expect(try await CalendarFeed.all(in: sites.apps[server].store).count == 1)
      }
      let feed = try #require(try await CalendarFeed.feed(token, in: sites.apps[1].store))
      try await feed.end(in: sites.apps[1].store)
      for server in 0..<2 {
        #expect(try await sites.get(Self.path(token), from: server).response.status == .notFound)
      }
    }
  }

  @Test("Those in a server's file of secrets, such as of a backup, become those of all")
  func brought() async throws {
    let sites = try TwoSites(serving: Self.diary, on: TestDatabase())
    try await sites.test {
      let (one, two) = (sites.apps[0].store, sites.apps[1].store)
      let token = try await Self.make(in: one)
      let texts = try CalendarFeed.sharedSecrets(of: one)
      #expect(texts.count == 1)
      let feed = try #require(try await CalendarFeed.feed(token, in: one))
      try await feed.end(in: one)
      try two.secrets.change { $0.merge(texts) { $1 } }
      #expect(try await sites.get(Self.path(token), from: 0).response.status == .notFound)
      for server in [1, 0] {
        #expect(try await sites.get(Self.path(token), from: server).response.status == .ok)
      }
      #expect(try two.secrets.texts(below: "calendar/").isEmpty)
    }
  }

  @Test("They are in a backup with secrets, encrypted, and answer at all servers where that is restored")
  func backedUp() async throws {
    let (scratch, password) = (try Scratch(), "four words of a list")
    let archive = scratch.folder.appending(path: "backup.tar")
    let first = try TwoSites(serving: Self.diary, on: TestDatabase())
    let token = try await Self.make(in: first.apps[0].store)
    // The backup is made at the other server, whose folder has no secrets.
    let store = first.apps[1].store
    var secrets = try BackupSecrets(of: try #require(store.url).deletingLastPathComponent())
    #expect(secrets.names.isEmpty)
    try secrets.add(CalendarFeed.sharedSecrets(of: store), of: Self.diary.description.name)
    var backup = FolderBackup([FolderBackup.Source(Self.diary) { store }], opened: [], program: "test 1")
    backup.secrets = (secrets, password)
    let report = try backup.write(to: archive)
    #expect(report.secrets == ["diary.secrets"] && report.unavailable.isEmpty)
    let feed = try #require(try await CalendarFeed.feed(token, in: store))
    let bytes = try Data(contentsOf: archive)
    #expect(bytes.range(of: Data(feed.id.utf8)) == nil)

    let second = try TwoSites(serving: Self.diary, on: TestDatabase())
    let folder = try #require(second.apps[0].store.url).deletingLastPathComponent()
    let restored = try BackupSecrets(of: BackupArchive(archive), password: password)
    #expect(try SecretRestore(restored, into: folder, existing: .refuse).place() == ["diary.secrets"])
    try await second.test {
      for server in 0..<2 {
        let answer = try await second.get(Self.path(token), from: server)
        #expect(answer.text.contains("BEGIN:VCALENDAR"))
      }
    }
  }

  @Test("One that ends is not shared again from a server's file of secrets")
  func ended() async throws {
    let sites = try TwoSites(serving: Self.diary, on: TestDatabase())
    try await sites.test {
      let store = sites.apps[0].store
      let token = try await Self.make(in: store)
      let feed = try #require(try await CalendarFeed.feed(token, in: store))
      let texts = try CalendarFeed.sharedSecrets(of: store)
      try store.secrets.change { $0.merge(texts) { $1 } }
      try await feed.end(in: store)
      for server in 0..<2 {
        #expect(try await sites.get(Self.path(token), from: server).response.status == .notFound)
      }
    }
  }
}
