import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Who has a record open")
struct PresenceTests {
  private static func address(_ open: String) -> String { "/api/school/changes?open=\(open)" }

  @Test("A page's stream says who else has which record open, counts a person's pages once, and forgets closed ones")
  func open() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try #require(try await site.session(of: "Ada", client)[.cookie])
      let willi = try #require(try await site.session(of: "Willi", client)[.cookie])
      try await EventReader.follow(client.port, Self.address(""), cookie: willi) { reader in
        try await reader.read(to: "event: presence\ndata: []\n\n")
        try await EventReader.follow(client.port, Self.address("courses/1"), cookie: ada) { first in
          // Nobody is told of their own pages.
          try await first.read(to: "event: presence\ndata: []\n\n")
          try await reader.read(to: "event: presence\ndata: [{\"record\":\"courses/1\",\"people\":[\"Ada\"]}]\n\n")
          try await EventReader.follow(client.port, Self.address("courses/1"), cookie: ada) { second in
            _ = try await second.read(to: ": open\n\n")
          }
          try await EventReader.follow(client.port, Self.address("courses/2"), cookie: ada) { third in
            try await third.read(to: ": open\n\n")
            // The second page of the first record is no event of its own.
            let event = try await reader.read(to: "}]\n\n")
            #expect(event.contains("courses/1") && event.contains("courses/2"))
          }
          let event = try await reader.read(to: "}]\n\n")
          #expect(event.contains("courses/1") && !event.contains("courses/2"))
        }
        try await reader.read(to: "event: presence\ndata: []\n\n")
      }
    }
  }

  @Test("Openings in quick succession are announced together, and none is forgotten")
  func together() async {
    let (woken, count) = (AsyncStream<Int>.makeStream(), 100)
    func open(_ presence: Presence) {
      for number in 1...Int64(count) {
        let place = Presence.Place(entity: "Course", id: number, path: "courses/\(number)")
        guard presence.note(Presence.Viewer(number: 1, name: "Ada"), at: place, isOpen: true) else { continue }
        presence.announce { [presence] in woken.continuation.yield(presence.others(than: 2).open.count) }
      }
    }
    let slow = Presence(pause: .seconds(100_000))
    open(slow)
    #expect(slow.version == 1)
    let quick = Presence(pause: .milliseconds(1))
    open(quick)
    // The first opening of the slow one, and all of the quick one.
    var seen = 0
    for await number in woken.stream {
      seen = number
      if number == count { break }
    }
    #expect(seen == count)
  }

  @Test("People at other servers are told like those here, of records that the person may see")
  func elsewhere() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Willi"])
    let app = try #require(site.server.apps.first)
    let (ada, willi) = try (await site.people.person(named: "Ada"), await site.people.person(named: "Willi"))
    let viewers = try [ada, willi].map { person in
      let person = try #require(person)
      return Presence.Viewer(number: person.id.number, name: person.name)
    }
    @Sendable func take(_ numbers: [Int64]) {
      let places = numbers.map { Presence.Place(entity: "course", id: $0, path: "courses/\($0)") }
      #expect(app.presence.take(Dictionary(uniqueKeysWithValues: places.map { ($0, Set(viewers)) })))
      app.presence.announce { [feed = app.feed] in feed.wake() }
    }
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let willi = try #require(try await site.session(of: "Willi", client)[.cookie])
      take([1, 999])
      try await EventReader.follow(client.port, Self.address(""), cookie: willi) { reader in
        try await reader.read(to: "event: presence\ndata: [{\"record\":\"courses/1\",\"people\":[\"Ada\"]}]\n\n")
        take([])
        try await reader.read(to: "event: presence\ndata: []\n\n")
      }
    }
  }

  @Test("A stream has only the records of its entities, none of unknown addresses, and nothing for programs")
  func limits() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    let program = try #require(try await site.token(of: "Willi")[.authorization])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try #require(try await site.session(of: "Ada", client)[.cookie])
      let willi = try #require(try await site.session(of: "Willi", client)[.cookie])
      for unknown in ["courses/999", "nothing/1", "courses", "courses/1/2", "courses/x", "%00"] {
        try await EventReader.follow(client.port, Self.address(unknown), cookie: ada) { reader in
          try await reader.read(to: "event: presence\ndata: []\n\n")
          try await EventReader.follow(client.port, Self.address(""), cookie: willi) { other in
            _ = try await other.read(to: "event: presence\ndata: []\n\n")
          }
        }
      }
      try await EventReader.follow(client.port, Self.address("courses/1"), cookie: ada) { reader in
        try await reader.read(to: "event: presence\n")
        try await EventReader.follow(client.port, Self.address("") + "&entities=people", cookie: willi) { other in
          _ = try await other.read(to: "event: presence\ndata: []\n\n")
        }
        try await EventReader.follow(client.port, Self.address(""), authorization: program) { other in
          try await other.read(to: ": open\n\n")
          var headers = try await site.token(of: "Willi")
          headers[.contentType] = "application/json"
          let made = try await client.execute(
            uri: "/api/school/courses", method: .post, headers: headers,
            body: ByteBuffer(string: #"{"name":"Drawing"}"#))
          #expect(made.status == .created)
          #expect(try await !other.read(to: "\"inserted\":[").contains("presence"))
        }
      }
    }
  }

  /// A database in which another server says that Anna has a record open. It can be away.
  private final class Database: SharedWork {
    private struct Away: Error {}

    let isAway = Atomic(false)

    func entries(_ id: String?, isBrief: Bool) throws -> [SharedEntry] {
      if isAway.load(ordering: .relaxed) { throw Away() }
      let json = #"[{"person":1,"name":"Anna","entity":"parcel","id":1,"path":"parcels/1"}]"#
      let content = SharedContent(description: nil, progress: Data(json.utf8))
      return [SharedEntry(id: "other", content: content, isRunning: true, isStopped: false)]
    }

    func watch(_ notify: @escaping @Sendable ([SharedEntry]) -> Void) -> any Sendable {
      notify((try? entries(nil, isBrief: true)) ?? [])
      return 0
    }

    func sweep(olderThan seconds: Int) -> Set<String> { [] }
    func add(_ id: String, _ content: SharedContent, files: [URL]) {}
    func change(_ id: String, _ content: SharedContent) {}
    func begin(_ id: String, _ content: SharedContent, lane: String?, isNew: Bool) -> Bool { false }
    func beat(_ id: String, progress: Data?) -> SharedOrder { .goOn }
    func end(_ id: String, _ content: SharedContent, files: [URL]?) {}
    func stop(_ id: String) {}
    func isRunning(lane: String) -> Bool { false }
    func remove(_ id: String) {}
    func removeFiles(of id: String) {}
    func bring(_ id: String, to folder: URL) -> Bool { false }
    func size() -> Int { 0 }
  }

  /// Those of whom a server has told last.
  private final class Told: Sendable {
    let names = Mutex<[String]>([])

    func wait(for wanted: [String]) async throws {
      while names.withLock({ $0 != wanted }) { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Test(
    "People at other servers go when the database is away for long, and with the last page, and come back",
    .timeLimit(.minutes(1)))
  func away() async throws {
    let (database, told) = (Database(), Told())
    let servers = SharedPresence(database, beat: .milliseconds(1), life: .milliseconds(5))
    servers.follow { open in
      let names = open.values.flatMap { $0.map(\.name) }
      told.names.withLock { $0 = names }
    }
    try await told.wait(for: ["Anna"])
    database.isAway.store(true, ordering: .relaxed)
    try await told.wait(for: [])
    database.isAway.store(false, ordering: .relaxed)
    try await told.wait(for: ["Anna"])
    #expect(servers.unfollow())

    let presence = Presence(over: database)
    presence.follow {}
    presence.follow {}
    presence.unfollow()
    #expect(presence.others(than: 2).open.map(\.place.path) == ["parcels/1"])
    presence.unfollow()
    #expect(presence.others(than: 2).open.isEmpty)
  }

  @Test("Pages ask for it only where people are known")
  func pages() async throws {
    let site = try await PeopleSite(["Ada"])
    let ada = try await site.token(of: "Ada")
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await client.page("/school/courses/1", ada).text.contains("open=\""))
    }
    let nobody = try await PeopleSite([])
    try await nobody.server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await !client.page("/school/courses/1").text.contains("open=\""))
    }
  }
}
