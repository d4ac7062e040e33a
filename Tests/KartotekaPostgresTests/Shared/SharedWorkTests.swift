import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaPages
@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Work that the servers of a database share", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct SharedWorkTests {
  private let database: TestDatabase
  private let servers: [PostgresPrimaries]
  private let one: any SharedWork
  private let two: any SharedWork

  init() throws {
    let database = try TestDatabase()
    self.database = database
    servers = try (0..<2).map { _ in PostgresPrimaries(try database.address()) }
    (one, two) = (servers[0].work("imports"), servers[1].work("imports"))
  }

  private func content(_ text: String) -> SharedContent { SharedContent(description: Data(text.utf8)) }

  private func text(_ id: String, of work: any SharedWork) throws -> String? {
    try work.entries(id, isBrief: false).first?.content.description.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Nothing is created before it is needed, and two servers create it together")
  func creation() async throws {
    #expect(try two.entries(nil, isBrief: false).isEmpty && two.size() == 0)
    #expect(try two.beat("a", progress: nil) == .lost)
    try two.stop("a")
    #expect(try database.value("SELECT count(*) FROM pg_namespace WHERE nspname = 'kartoteka_work'") == "0")
    try await withThrowingTaskGroup { group in
      for (index, work) in [one, two].enumerated() {
        group.addTask { try await work.run { try $0.add("id\(index)", self.content("{}"), files: []) } }
      }
      try await group.waitForAll()
    }
    #expect(try Set(one.entries(nil, isBrief: true).map(\.id)) == ["id0", "id1"])
  }

  @Test("Files have the same bytes and times on each server", arguments: [0, 1, 1 << 18, 3_000_001])
  func files(size: Int) throws {
    let scratch = try Scratch()
    let file = scratch.folder.appending(path: "file")
    try Workshop.bytes(size, 3).write(to: file)
    let date = Date(timeIntervalSince1970: 1_700_000_000.123)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path())
    try one.add("a", content("{}"), files: [file, file])
    #expect(try one.size() == 2 * size)
    let target = scratch.folder.appending(path: "there")
    #expect(try two.bring("a", to: target))
    for number in ["1", "2"] {
      let url = target.appending(path: number)
      #expect(try Data(contentsOf: url) == Workshop.bytes(size, 3))
      let found = try FileManager.default.attributesOfItem(atPath: url.path())[.modificationDate] as? Date
      let time = try #require(found)
      #expect(abs(time.timeIntervalSince(date)) < 0.001)
    }
    try two.removeFiles(of: "a")
    #expect(try !one.bring("a", to: target) && one.size() == 0)
    #expect(try text("a", of: one) == "{}")
  }

  @Test("Files that another server removes while they are fetched are gone")
  func removedMeanwhile() throws {
    let scratch = try Scratch()
    let file = scratch.folder.appending(path: "file")
    try Data("bytes".utf8).write(to: file)
    try one.add("a", content("{}"), files: [file])
    try database.run("DELETE FROM kartoteka_work.parts")
    #expect(try !two.bring("a", to: scratch.folder.appending(path: "there")))
  }

  @Test("Files of forms have a limit for all servers together, and the oldest ones are removed")
  func chosenFiles() async throws {
    let stores = try [database.server(), database.server()]
    let chosen = stores.map { ChosenFiles(of: $0.store, most: 50) }
    let first = (0..<30).map { chosen[0].keep(Blob(Array("a\($0)".utf8)), "a") }
    try await chosen[0].share(first)
    let receiver = stores[1].store.blobReceiver()
    try receiver.append([UInt8](Workshop.bytes(3_000_001, 5)))
    let large = try receiver.finish()
    #expect(large.file != nil)
    let others = (0..<29).map { chosen[1].keep(Blob(Array("b\($0)".utf8)), "b") } + [chosen[1].keep(large, "c")]
    try await chosen[1].share(others)
    #expect(try database.value("SELECT count(*) FROM kartoteka_work.files") == "50")
    #expect(try await chosen[1].file(first[9])?.name == nil)
    #expect(try await chosen[1].file(first[10])?.blob.bytes() == Array("a10".utf8))
    #expect(try await chosen[0].file(others[29])?.blob.bytes() == large.bytes())
  }

  @Test("The work of an application is removed with it, and that of others stays")
  func removedApplication() async throws {
    let places = ["imports", "runs", "chosen", "changes"].map { $0 + "/workshop" } + ["imports/other", "proposals"]
    func fill() throws { for place in places { try servers[0].work(place).add("a", content("{}"), files: []) } }
    func kept() throws -> [String?] {
      try database.run("SELECT place FROM kartoteka_work.entries ORDER BY place").map { $0[0] }
    }
    let server = try database.server()
    try fill()
    try server.store.removeFromPrimary()
    #expect(try kept() == ["imports/other", "proposals"])
    let (scratch, application) = (try Scratch(), PostgresApplication(Workshop.app))
    let store = try scratch.store(Workshop.app)
    _ = try await database.copy().write(application, from: store, isReplacing: false) { _, _, _ in }
    try fill()
    _ = try await database.copy().write(application, from: store, isReplacing: true) { _, _, _ in }
    #expect(try kept() == ["imports/other", "proposals"])
  }

  @Test("A server has few connections for work, further calls are refused in time, and beats go on meanwhile")
  func connections() async throws {
    let work = PostgresPrimaries(try database.address(), patience: .zero).work("imports")
    #expect(try work.begin("a", content("{}"), lane: nil, isNew: true))
    // Their entries wait for the end of this transaction.
    let ids = (0..<4).map { "held\($0)" }
    let blocker = try PostgresConnection(database.address())
    try blocker.run("BEGIN")
    for id in ids {
      try blocker.run("INSERT INTO kartoteka_work.entries (place, id, description) VALUES ('imports', $1, '')", id)
    }
    let calls = ids.map { id in Task { try await work.run { try $0.add(id, self.content("{}"), files: []) } } }
    let waiting = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      """
    try await until { try database.number(waiting) == 4 }
    let error = #expect(throws: StoreError.self) { try work.entries(nil, isBrief: true) }
    guard case .primary(_, _, .unreachable) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try work.beat("a", progress: nil) == .goOn)
    try blocker.run("ROLLBACK")
    for call in calls { try await call.value }
    #expect(try Set(work.entries(nil, isBrief: true).map(\.id)) == Set(ids + ["a"]))
  }

  @Test("One server owns the work; others stop it, and don't change what it describes")
  func ownership() throws {
    #expect(try one.begin("a", content("one"), lane: "import", isNew: true))
    #expect(try !two.begin("a", content("two"), lane: "import", isNew: false))
    try two.change("a", content("two"))
    #expect(try text("a", of: two) == "one")
    // One of a lane at a time; others have lanes of their own or none.
    try two.add("b", content("b"), files: [])
    #expect(try !two.begin("b", content("b"), lane: "import", isNew: false))
    #expect(try two.isRunning(lane: "import") && !two.isRunning(lane: "other"))
    #expect(try two.begin("b", content("b"), lane: nil, isNew: false))
    #expect(try one.beat("a", progress: Data("7".utf8)) == .goOn)
    #expect(try two.entries("a", isBrief: true).first?.content.progress == Data("7".utf8))
    try two.stop("a")
    #expect(try one.beat("a", progress: nil) == .stop)
    #expect(try two.entries("a", isBrief: true).first?.isStopped == true)
    try two.end("a", content("two"), files: nil)
    try one.end("a", content("ended"), files: nil)
    let ended = try #require(try two.entries("a", isBrief: false).first)
    #expect(!ended.isRunning && ended.isStopped && ended.content.description == Data("ended".utf8))
    #expect(try two.begin("a", content("again"), lane: "import", isNew: false))
    #expect(try two.beat("a", progress: nil) == .goOn)
    try one.remove("a")
    #expect(try two.beat("a", progress: nil) == .lost)
    try two.end("a", content("two"), files: [])
    #expect(try one.entries("a", isBrief: true).isEmpty)
    #expect(try !two.begin("a", content("two"), lane: nil, isNew: false))
  }

  @Test("Work of a server that says nothing is interrupted, and is taken over")
  func silence() throws {
    #expect(try one.begin("a", content("one"), lane: "import", isNew: true))
    try database.run("UPDATE kartoteka_work.entries SET beat = now() - interval '61 s'")
    #expect(try two.entries("a", isBrief: true).first?.isRunning == false)
    // It was silent, and goes on.
    #expect(try one.beat("a", progress: nil) == .goOn)
    #expect(try !two.begin("a", content("two"), lane: "import", isNew: false))
    try database.run("UPDATE kartoteka_work.entries SET beat = now() - interval '61 s'")
    #expect(try two.begin("a", content("two"), lane: "import", isNew: false))
    #expect(try one.beat("a", progress: nil) == .lost)
    try one.end("a", content("one"), files: [])
    #expect(try text("a", of: one) == "two")
  }

  @Test("The work of an earlier process of the machine is interrupted from the start on")
  func restart() throws {
    #expect(try one.begin("a", content("one"), lane: nil, isNew: true))
    let owner = try #require(try database.value("SELECT owner FROM kartoteka_work.entries"))
    let process = try #require(owner.firstRange(of: "\"number\":\(getpid())"))
    let ended = owner.replacingCharacters(in: process, with: "\"number\":999999999")
    try database.run("UPDATE kartoteka_work.entries SET owner = '\(ended)'")
    let three = PostgresPrimaries(try database.address()).work("imports")
    #expect(try three.entries("a", isBrief: true).first?.isRunning == false)
    // That of another machine may go on.
    try database.run("UPDATE kartoteka_work.entries SET owner = '{}', beat = now()")
    let four = PostgresPrimaries(try database.address()).work("imports")
    #expect(try four.entries("a", isBrief: true).first?.isRunning == true)
  }

  @Test("What has not changed for long is removed, but no work that runs")
  func sweeping() throws {
    let scratch = try Scratch()
    let file = scratch.folder.appending(path: "file")
    try Data("bytes".utf8).write(to: file)
    for id in ["old", "new"] { try one.add(id, content("{}"), files: [file]) }
    #expect(try one.begin("works", content("{}"), lane: nil, isNew: true))
    try servers[0].work("runs").add("old", content("{}"), files: [])
    try database.run("UPDATE kartoteka_work.entries SET changed = now() - interval '8 days' WHERE id <> 'new'")
    #expect(try two.sweep(olderThan: 7 * 86_400) == ["new"])
    #expect(try Set(two.entries(nil, isBrief: true).map(\.id)) == ["new", "works"])
    #expect(try servers[1].work("runs").entries(nil, isBrief: true).map(\.id) == ["old"])
  }

  private final class Heard: Sendable { let ids = Mutex<[[String]]>([]) }

  @Test("A change is told to the other servers, and each place hears of its own")
  func watching() async throws {
    let heard = Heard()
    let watching = two.watch { entries in heard.ids.withLock { $0.append(entries.map(\.id)) } }
    try one.add("a", content("{}"), files: [])
    try servers[0].work("runs").add("b", content("{}"), files: [])
    try await until { heard.ids.withLock { $0.last == ["a"] } }
    try one.remove("a")
    try await until { heard.ids.withLock { $0.last == [] } }
    #expect(heard.ids.withLock { $0.allSatisfy { [["a"], []].contains($0) } })
    withExtendedLifetime(watching) {}
  }

  private final class Progress: Sendable { let told = Mutex<[[String: String]]>([]) }

  @Test("Watchers get the progress of all entries whenever one changes, and hear of nothing twice")
  func progress() async throws {
    func content(_ progress: String) -> SharedContent {
      SharedContent(description: Data("{}".utf8), progress: Data(progress.utf8))
    }
    let heard = Progress()
    try one.add("a", content("1"), files: [])
    let watching = two.watch { entries in
      let progress = entries.map { ($0.id, String(decoding: $0.content.progress ?? Data(), as: UTF8.self)) }
      heard.told.withLock { $0.append(Dictionary(progress) { first, _ in first }) }
    }
    try await until { heard.told.withLock { $0.last == ["a": "1"] } }
    #expect(try one.begin("b", content("2"), lane: nil, isNew: true))
    try await until { heard.told.withLock { $0.last == ["a": "1", "b": "2"] } }
    #expect(try one.beat("b", progress: Data("3".utf8)) == .goOn)
    try await until { heard.told.withLock { $0.last == ["a": "1", "b": "3"] } }
    try two.change("a", content("4"))
    try await until { heard.told.withLock { $0.last == ["a": "4", "b": "3"] } }
    try one.remove("b")
    try await until { heard.told.withLock { $0.last == ["a": "4"] } }
    heard.told.withLock { told in
      #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
    }
    withExtendedLifetime(watching) {}
  }

  @Test("A user without rights to the tables of another one is told of the statements that grant them")
  func foreignTables() throws {
    try one.add("a", content("{}"), files: [])
    try database.run("CREATE ROLE \(database.name) LOGIN")
    let work = PostgresPrimaries(try database.address(user: database.name)).work("imports")
    let error = #expect(throws: StoreError.self) { try work.add("b", content("{}"), files: []) }
    guard case .primary(_, let remedy?, .notPermitted) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let text = Localizer.english(remedy)
    let statements = try #require(text.range(of: "GRANT ").map { String(text[$0.lowerBound...]) })
    #expect(statements.contains("\"kartoteka_work\""))
    try database.run(statements)
    try work.add("b", content("{}"), files: [])
    #expect(try Set(one.entries(nil, isBrief: true).map(\.id)) == ["a", "b"])
  }

  @Test("A user whose schema an administrator has made needs no right to create schemas")
  func madeSchema() throws {
    try database.run(
      "CREATE ROLE \(database.name) LOGIN; CREATE SCHEMA kartoteka_work AUTHORIZATION \(database.name)")
    let work = PostgresPrimaries(try database.address(user: database.name)).work("imports")
    try work.add("a", content("{}"), files: [])
    #expect(try work.entries(nil, isBrief: true).map(\.id) == ["a"])
  }

  @Test("A user without the right to create a schema is told of the statement that grants it")
  func rights() throws {
    try database.run("CREATE ROLE \(database.name) LOGIN")
    let server = PostgresPrimaries(try database.address(user: database.name))
    #expect(try server.work("imports").entries(nil, isBrief: true).isEmpty)
    let error = #expect(throws: StoreError.self) { try server.work("imports").add("a", content("{}"), files: []) }
    guard case .primary(let reason, let remedy?, _) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.key.contains("may not create a schema"))
    #expect(Localizer.english(remedy).contains("GRANT CREATE ON DATABASE"))
  }
}
