import Foundation
import Kartoteka
import Synchronization
import Testing
import TravelMap

@testable import KartotekaPostgres
@testable import KartotekaStore
@testable import UsersCRUD

private enum First {
  struct Note: Entity {
    let title = Attribute<String>("Title", .required, .title)
  }
}

private enum Second {
  struct Note: Entity {
    let title = Attribute<String>("Title", .required, .title)
    let pages = Attribute<Int>("Pages")
  }
}

private let first = App("notes", title: "Notes", symbol: .box, hue: 1, entities: [First.Note.self]) {
  Tab("Notes", symbol: .box) { List(First.Note.self, title: \.title) }
}

private let second = App("notes", title: "Notes", symbol: .box, hue: 1, entities: [Second.Note.self]) {
  Tab("Notes", symbol: .box) { List(Second.Note.self, title: \.title) }
}

@Suite("Opening an application in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct OpeningTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  @Test("Servers that open a new application at the same time make it once")
  func together() async throws {
    let address = try database.address()
    let servers = try await withThrowingTaskGroup { group in
      for _ in 0..<3 { group.addTask { try await OwnThread.run { _ in try Server(address) } } }
      return try await group.reduce(into: [Server]()) { $0.append($1) }
    }
    #expect(try database.number("SELECT number FROM workshop.kartoteka_state") == 1)
    for (index, server) in servers.enumerated() { #expect(try await server.addPiece("Chair") == Int64(index) + 1) }
    try await database.expectEqual(servers)
  }

  @Test("A local copy whose tables change is not copied before, also if the database refuses the change each time")
  func noCopies() throws {
    let scratch = try Scratch()
    _ = try Server(database.address(), of: first, in: scratch)
    try database.run("CREATE VIEW public.titles AS SELECT title FROM notes.notes")
    for _ in 0..<2 { #expect(throws: StoreError.self) { try Server(database.address(), of: second, in: scratch) } }
    try database.run("DROP VIEW public.titles")
    _ = try Server(database.address(), of: second, in: scratch)
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path())
    #expect(files.filter { $0.contains(".before-") } == [])
  }

  @Test("A migration step in code runs once for all servers, and not again for a new copy")
  func step() async throws {
    let counter = Mutex(0)
    func app(_ migrations: [MigrationStep]) -> App {
      App("notes", title: "Notes", symbol: .box, hue: 1, entities: [First.Note.self], migrations: migrations) {
        Tab("Notes", symbol: .box) { List(First.Note.self, title: \.title) }
      }
    }
    let scratch = try Scratch()
    do {
      let (one, two) = (
        try Server(database.address(), of: app([])), try Server(database.address(), of: app([]), in: scratch)
      )
      var note = Record<First.Note>()
      note.title = "One"
      try await one.add(note)
      try await two.catchUp()
    }
    let later = app([
      MigrationStep("exclaim") { migration in
        counter.withLock { $0 += 1 }
        for var record in try migration.records("note") {
          guard case .text(let title) = record["title"] else { continue }
          record["title"] = .text(title + "!")
          try migration.transaction.update(record)
        }
      }
    ])
    let (one, two) = (
      try Server(database.address(), of: later), try Server(database.address(), of: later, in: scratch)
    )
    let new = try Server(database.address(), of: later)
    for server in [one, two, new] {
      try await server.catchUp()
      #expect(try await server.store.fetch(First.Note.all).map(\.title) == ["One!"])
    }
    #expect(counter.withLock { $0 } == 1)
    try await database.expectEqual([one, two, new], schema: "notes")
  }

  @Test("A later version of the program brings the tables up to date, and the earlier one writes no more")
  func migration() async throws {
    let old = try Server(database.address(), of: first)
    func note(_ title: String) -> Record<First.Note> {
      var note = Record<First.Note>()
      note.title = title
      return note
    }
    try await old.add(note("One"))
    let new = try Server(database.address(), of: second)
    var long = Record<Second.Note>()
    (long.title, long.pages) = ("Two", 2)
    try await new.add(long)
    try await database.expectEqual([new], schema: "notes")
    // It says why, and goes on reading what it has.
    for error in [
      await #expect(throws: StoreError.self, performing: { try await old.catchUp() }),
      await #expect(throws: StoreError.self, performing: { try await old.add(note("Three")) }),
    ] {
      guard case .primary(_, .some, .oldProgram) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try await old.store.fetch(First.Note.all).compactMap(\.title) == ["One"])
    // It does not migrate back when it is started again, neither with its copy nor without, unless it is told to.
    for scratch in [old.scratch, try Scratch()] {
      let error = #expect(throws: StoreError.self) { try Server(database.address(), of: first, in: scratch) }
      guard case .primary(let reason, let remedy?, .oldProgram) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(Localizer.english(reason) == "A later version of the program has changed the tables of notes")
      #expect(Localizer.english(remedy).hasSuffix("kartoteka migrate notes --back"))
    }
    try await database.expectEqual([new], schema: "notes")
    // The same copy, opened by the later version.
    let renewed = try Server(database.address(), of: second, in: old.scratch)
    #expect(try await renewed.store.fetch(Second.Note.all).map(\.pages) == [nil, 2])
    try await renewed.add(long)
    try await database.expectEqual([new, renewed], schema: "notes")
  }

  @Test("Who means to goes back to an earlier version, and the later one is the newer one again afterwards")
  func back() async throws {
    _ = try Server(database.address(), of: first)
    _ = try Server(database.address(), of: second)
    let back = try Server(database.address(), of: first, mayGoBack: true)
    var note = Record<First.Note>()
    note.title = "One"
    try await back.add(note)
    _ = try Server(database.address(), of: first)
    #expect(throws: StoreError.self) { try Server(database.address(), of: second) }
    let again = try Server(database.address(), of: second, mayGoBack: true)
    #expect(try await again.store.fetch(Second.Note.all).map(\.title) == ["One"])
  }

  @Test("Tables of a version without extensions of telephone numbers are written anew, and take them")
  func extensions() async throws {
    let old = try Server(database.address(), of: usersCRUD)
    func person(_ phone: String) -> Record<User> {
      var person = Record<User>()
      (person.firstName, person.lastName, person.phone, person.address) = ("Anna", "Nowak", phone, "Łódź")
      return person
    }
    try await old.add(person("112"))
    try database.run(
      """
      ALTER TABLE userscrud.users DROP CONSTRAINT users_phone_check; \
      ALTER TABLE userscrud.users ADD CONSTRAINT users_phone_check CHECK (phone ~ '^[+0-9][+0-9 ]*$'); \
      UPDATE userscrud.kartoteka_application SET format = 1
      """)
    let new = try Server(database.address(), of: usersCRUD, in: old.scratch)
    try await new.add(person("+48 225 550 147 x12"))
    #expect(try await new.store.fetch(User.all).compactMap(\.phone).sorted() == ["+48 225 550 147 x12", "112"])
    try await database.expectEqual([new], schema: "userscrud")
  }

  @Test("Tables of a newer version of the platform are not touched")
  func newerPlatform() async throws {
    let old = try database.server()
    try await old.addPiece("Chair")
    for column in ["platform", "format"] {
      try database.run("UPDATE workshop.kartoteka_application SET \(column) = \(column) + 1")
      for scratch in [old.scratch, try Scratch()] {
        let error = #expect(throws: StoreError.self) { try Server(database.address(), in: scratch) }
        guard case .primary(_, .some, .oldProgram) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
      try database.run("UPDATE workshop.kartoteka_application SET \(column) = \(column) - 1")
    }
    #expect(try await Server(database.address(), in: old.scratch).addPiece("Table") == 2)
  }

  @Test("Tables that one server drops are empty on the other, which goes on writing")
  func dropped() async throws {
    let (one, two) = (try database.server(), try database.server())
    try await one.addPiece("Chair") { $0.picture = Workshop.bytes(150_000, 1) }
    try await two.catchUp()
    let before = two.store.feed.last
    try await one.store.dropTables()
    try await two.catchUp()
    #expect(two.store.feed.last > before)
    #expect(try await two.store.count(Piece.all) == 0)
    #expect(try await two.store.fetch(Piece.all.searching("chair")).isEmpty)
    let table = try await two.addPiece("Table")
    try await database.expectEqual([one, two])
    #expect(try await one.store.fetch(Piece.all).map(\.id) == [table])
  }

  @Test("A copy that lacks commits whose keys are kept no longer is made anew", arguments: ["open", "write", "read"])
  func pruned(how: String) async throws {
    let (one, two) = (try database.server(), try database.server())
    try await two.addPiece("Chair")
    try await one.catchUp()
    for number in 1...5 { try await two.addPiece("Table \(number)") { $0.picture = Workshop.bytes(150_000, number) } }
    try database.run(
      "DELETE FROM workshop.kartoteka_commits WHERE number < (SELECT max(number) FROM workshop.kartoteka_commits)")
    let again = how == "open" ? try Server(database.address(), in: one.scratch) : one
    if how == "read" {
      try await again.catchUp()
      #expect(try await again.store.fetch(Piece.all.searching("table")).count == 5)
    }
    #expect(try await again.addPiece("Lamp") == 7)
    try await database.expectEqual([again, two])
  }

  @Test("An application that was copied to the database is served, and a served one is copied back", arguments: [0, 1])
  func copies(index: Int) async throws {
    let app = [usersCRUD, travelMap][index]
    let name = app.description.name
    let (scratch, back) = (try Scratch(), try Scratch())
    let store = try scratch.store(app)
    try await store.fill(30)
    let entity = try #require(app.description.model.entities.first { !$0.isDerived })
    _ = try await database.copy().write(PostgresApplication(app), from: store, isReplacing: false) { _, _, _ in }
    let (one, two) = (try Server(database.address(), of: app), try Server(database.address(), of: app))
    #expect(try await one.store.count(AnyFetchRequest(entity.name)) == store.count(AnyFetchRequest(entity.name)))
    let id = try #require(try await store.fetch(AnyFetchRequest(entity.name)).records.last?.id)
    _ = try await one.store.perform(.code) { try $0.delete(entity, id: id) }
    try await database.expectEqual([one, two], schema: name)
    try await two.undo()
    try await database.expectEqual([one, two], schema: name)

    let url = back.file(name)
    let report = try await database.copy().read(
      PostgresApplication(app), of: app.description.model, to: url, storing: nil
    ) { _, _, _ in }
    #expect(report.changed.isEmpty && report.foreign.isEmpty)
    #expect(try Store.check(app.description.model, at: url) == [])
    let (here, there) = (try content(scratch.file(name)), try content(url))
    for table in CopiedTable.records(of: app.description.model).map(\.name) { #expect(here[table] == there[table]) }
    // A file of its own: what is written to it stays there.
    let alone = try back.store(app)
    let numbers = try database.number("SELECT number FROM \(name).kartoteka_state")
    let last = try #require(try await alone.lastChangeSet()?.id)
    try await alone.undo(last, .code)
    #expect(try database.number("SELECT number FROM \(name).kartoteka_state") == numbers)
  }
}
