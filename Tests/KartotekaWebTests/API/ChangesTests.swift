import Foundation
import HTTPTesting
import HTTPTypes
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaAPI
@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite("Following changes", .timeLimit(.minutes(10)))
struct ChangesTests {
  private static let path = "/api/school/changes"
  private static let opening = ": open\n\n"

  private static func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
  }

  /// The id that an event or the opening ends with.
  private static func id(_ text: String) -> String {
    text.firstMatch(of: /id: (\S+)\n/).map { String($0.1) } ?? ""
  }

  private static func rename(_ id: RecordID, to name: String, in app: RunningApp) async throws {
    let course = try #require(app.description.model.entity(named: "course"))
    _ = try await app.store.perform(.code) { transaction in
      guard var record = try transaction.record(course, id: id) else { return }
      record["name"] = .text(name)
      try transaction.update(record)
    }
  }

  @Test("A stream opens at once and reports added, changed and deleted records")
  func tells() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      try await EventReader.follow(client.port) { reader in
        let head = try await reader.read(to: Self.opening).lowercased()
        #expect(head.hasPrefix("http/1.1 200"))
        for line in [
          "content-type: text/event-stream; charset=utf-8\r\n", "cache-control: no-store\r\n",
          "x-accel-buffering: no\r\n", "x-content-type-options: nosniff\r\n", "retry: 1000\n",
        ] { #expect(head.contains(line), "\(line)") }

        try await APICase.send(.post, "/api/school/people", #"{"name":"Ada"}"#, 201).run(client)
        let added = try await reader.event()
        #expect(added.hasSuffix(#"data: {"entity":"people","inserted":[5],"updated":[],"deleted":[]}"# + "\n\n"))
        try await APICase.send(.patch, "/api/school/people/5", #"{"name":"Eva"}"#, 200).run(client)
        #expect(try await reader.event().contains(#""inserted":[],"updated":[5],"deleted":[]}"#))
        try await APICase.delete("/api/school/people/5").run(client)
        #expect(try await reader.event().contains(#""inserted":[],"updated":[],"deleted":[5]}"#))
      }
    }
  }

  @Test("of the events of one commit only the last has the id")
  func groups() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      try await EventReader.follow(client.port) { reader in
        let start = Self.id(try await reader.read(to: Self.opening))
        // Takes a grade along.
        try await APICase.delete("/api/school/courses/1").run(client)
        var events: [String] = []
        repeat { events.append(try await reader.event()) } while Self.id(events.last ?? "") == ""
        let grades = #"{"entity":"grades","inserted":[],"updated":[],"deleted":[1]}"#
        #expect(events.count > 1 && events.joined().contains(grades))
        #expect(Self.id(events.last ?? "") != start)
      }
    }
  }

  @Test("a stream of some entities has their changes only, and its heartbeat the position behind the others")
  func chosenEntities() async throws {
    let server = Server(
      testing: try await School.open(), limits: Self.limits { $0.heartbeat = .milliseconds(100) })
    try await server.application().test { client in
      try await APICase.get(Self.path + "?entities=people,pets", 400, has: ["pets", "people", "settings"]).run(client)
      try await EventReader.follow(client.port, Self.path + "?entities=people,grades") { reader in
        let start = Self.id(try await reader.read(to: Self.opening))
        try await APICase.send(.patch, "/api/school/courses/1", #"{"name":"Logic"}"#, 200).run(client)
        var heartbeat = ""
        repeat { heartbeat = try await reader.event() } while heartbeat.hasSuffix("id: \(start)\n\n")
        #expect(!heartbeat.contains("data:") && Self.id(heartbeat) != "")
        try await APICase.send(.post, "/api/school/people", #"{"name":"Ada"}"#, 201).run(client)
        var event = ""
        repeat { event = try await reader.event() } while !event.contains("data:")
        #expect(event.contains(#""entity":"people""#))
      }
    }
  }

  @Test("A reconnecting client receives the missed events", arguments: [true, false])
  func catchesUp(byHeader: Bool) async throws {
    let app = try await School.open()
    try await Server(testing: app).application().test { client in
      var id = ""
      try await EventReader.follow(client.port) { id = Self.id(try await $0.read(to: Self.opening)) }
      try await Self.rename(2, to: "Botany", in: app)
      try await Self.rename(3, to: "Physics", in: app)
      let path = byHeader ? Self.path : Self.path + "?after=" + id
      try await EventReader.follow(client.port, path, after: byHeader ? id : nil) { reader in
        try await reader.read(to: Self.opening)
        let events = [try await reader.event(), try await reader.event()]
        #expect(events[0].contains(#""updated":[2]"#) && events[1].contains(#""updated":[3]"#))
        // What the header says is newer than the address that a browser asks for again.
        try await EventReader.follow(client.port, Self.path + "?after=" + id, after: Self.id(events[0])) { again in
          try await again.read(to: Self.opening)
          #expect(try await again.event() == events[1])
        }
      }
    }
  }

  @Test("A subscriber with a place of another log, or none at all, reloads everything")
  func resets() async throws {
    let app = try await School.open()
    let feed = app.store.feed
    try await Server(testing: app).application().test { client in
      for id in ["other-1", "\(feed.log)-999999", "\(feed.log)-", "nonsense", feed.log] {
        try await EventReader.follow(client.port, after: id) { reader in
          try await reader.read(to: Self.opening)
          let reset = try await reader.event()
          #expect(reset.hasSuffix("event: reset\ndata: {}\n\n"), "\(id)")
          #expect(Self.id(reset) == ChangePlace.text(feed.last, in: feed), "\(id)")
          feed.publish(Changes(byEntity: ["course": .init(deleted: [7])]))
          #expect(try await reader.event().contains(#""deleted":[7]"#), "\(id)")
        }
      }
    }
  }

  @Test("A subscriber goes on after a restart; where the change log no longer reaches back, it reloads everything")
  func restarts() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    func open() throws -> RunningApp { RunningApp(School.app, on: try Store(School.app.description.model, at: url)) }
    @Sendable func add(_ name: String, to store: Store) async throws {
      var person = Record<School.Person>()
      person.name = name
      try await store.save(&person)
    }
    let first = try open()
    try await add("Ada", to: first.store)
    let place = ChangePlace.text(first.store.feed.last, in: first.store.feed)
    try await add("Nora", to: first.store)
    let second = try open()
    try await Server(testing: second).application().test { client in
      try await EventReader.follow(client.port, after: place) { reader in
        try await reader.read(to: Self.opening)
        #expect(try await reader.event().contains(#"{"entity":"people","inserted":[2],"updated":[],"deleted":[]}"#))
        try await add("Ida", to: second.store)
        #expect(try await reader.event().contains(#""inserted":[3]"#))
      }
    }
    try await second.store.writer.writeEverywhere {
      try $0.execute("DELETE FROM kartoteka_change_log WHERE seq < (SELECT max(seq) FROM kartoteka_change_log)")
    }
    try await Server(testing: try open()).application().test { client in
      try await EventReader.follow(client.port, after: place) { reader in
        try await reader.read(to: Self.opening)
        #expect(try await reader.event().hasSuffix("event: reset\ndata: {}\n\n"))
      }
    }
  }

  @Test("Commits of other programs are reported")
  func noticesOthers() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    let app = RunningApp(School.app, on: try Store(School.app.description.model, at: url))
    try await Server(testing: app).application().test { client in
      try await EventReader.follow(client.port) { reader in
        try await reader.read(to: Self.opening)
        let other = try Store(School.app.description.model, at: url)
        var person = Record<School.Person>()
        person.name = "Nora"
        try await other.save(&person)
        let told = try await reader.read(to: #""entity":"people""#)
        #expect(told.hasSuffix(#""entity":"people""#))
        let answer = try await client.execute(uri: "/api/school/people", method: .get)
        #expect(String(buffer: answer.body).contains("Nora"))
      }
    }
  }

  @Test("An event of very many records names no ids", arguments: [true, false])
  func namesNotAll(asRange: Bool) async throws {
    let app = try await School.open()
    let person = try #require(app.description.model.entity(named: "person"))
    try await Server(testing: app).application().test { client in
      try await EventReader.follow(client.port) { reader in
        try await reader.read(to: Self.opening)
        _ = try await app.store.perform(.import) { transaction in
          if asRange {
            let rows = try transaction.bulkInsert(person)
            rows.bind(.text("Ada"), at: 0)
            _ = try rows.insert()
            try rows.finish()
          } else {
            for number in 0...ChangeEvents.limit {
              try transaction.insert(AnyRecord(person, id: nil, values: [.text("\(number)"), .null, .null, .null]))
            }
          }
        }
        let event = try await reader.event()
        #expect(event.contains(#"{"entity":"people","inserted":[],"updated":[],"deleted":[],"all":true}"#))
      }
    }
  }

  @Test("a stream stays open while nothing happens, and gives signs of life")
  func staysOpen() async throws {
    let limits = Self.limits {
      $0.heartbeat = .milliseconds(100)
      $0.idle = .milliseconds(500)
      $0.request = .milliseconds(500)
      $0.watch = .milliseconds(50)
    }
    let app = try await School.open()
    try await Server(testing: app, limits: limits).application().test { client in
      try await EventReader.follow(client.port) { reader in
        try await reader.read(to: Self.opening)
        for _ in 0..<10 { #expect(try await reader.event().hasPrefix("id: ")) }
        try await Self.rename(1, to: "Geometry", in: app)
        #expect(try await reader.read(to: "}").contains(#""updated":[1]"#))
      }
    }
  }

  @Test("A client that never reads is disconnected, and the others continue")
  func dropsThoseWhoDoNotRead() async throws {
    let limits = Self.limits {
      $0.send = .milliseconds(200)
      $0.streams = 2
    }
    let app = try await School.open()
    let feed = app.store.feed
    try await Server(testing: app, limits: limits).application().test { client in
      try await EventReader.follow(client.port) { reader in
        try await reader.read(to: Self.opening)
        try await EventReader.ignoring(client.port) {
          func status() async throws -> Int { try await client.execute(uri: Self.path, method: .head).status.code }
          while try await status() != 429 {}
          var number: RecordID = 0
          repeat {
            for _ in 0..<10 {
              number += 1
              let many = Changes.OfEntity(updated: Array(1...999))
              feed.publish(Changes(byEntity: ["course": many, "grade": .init(deleted: [number])]))
            }
            try await reader.read(to: #""deleted":[\#(number)]"#)
          } while try await status() == 429
        }
      }
    }
  }

  @Test("streams end when the server shuts down")
  func endsAtShutdown() async throws {
    let (opened, open) = AsyncStream.makeStream(of: Void.self)
    let server = Server(testing: try await School.open())
    let rest = try await server.application().test { client in
      let port = client.port
      let rest = Task {
        try await EventReader.follow(port) { reader in
          try await reader.read(to: Self.opening)
          open.finish()
          return try await reader.rest()
        }
      }
      for await _ in opened {}
      return rest
    }
    // The last chunk of an answer that is complete.
    let text = try await rest.value
    #expect(text.hasSuffix("0\r\n\r\n"))
  }

  @Test("answers without a stream: heads, refusals, too many")
  func answersWithout() async throws {
    let type = HTTPField.Name("Content-Type")
    try await check([
      APICase(method: .head, path: Self.path, status: 200).answering(type, "text/event-stream"),
      .get(Self.path + "?since=1", 400, has: ["since", "after"]), .get(Self.path + "/1", 404),
      .send(.post, Self.path, "{}", 405),
    ])
    let full = Server(testing: try await School.open(), limits: Self.limits { $0.streams = 0 })
    try await full.application().test { client in
      _ = try await APICase.get(Self.path, 429, has: ["too-many"]).answering(.retryAfter, "60").run(client)
    }
  }
}
