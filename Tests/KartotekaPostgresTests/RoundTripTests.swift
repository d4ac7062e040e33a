import Courses
import Foundation
import GRDB
import Kartoteka
import KartotekaPostgres
import Northwind
import Testing
import TravelMap
import Travellers
import UsersCRUD

@Suite("Applications to PostgreSQL and back", .enabled(if: Cluster.isInstalled))
struct RoundTripTests {
  private static let apps = [usersCRUD, travellers, northwind, travelMap, courses]

  // What a new database has anew: counts and keys of the same records, and the identity of the change log.
  private static func travels(_ table: String) -> Bool {
    table != "kartoteka_meta" && table != "sqlite_stat1" && table != "kartoteka_change_log"
  }

  @Test("The records, links, pictures and history of each application are the same afterwards", arguments: apps.indices)
  func roundTrip(index: Int) async throws {
    let app = Self.apps[index]
    let (scratch, back, database) = (try Scratch(), try Scratch(), try TestDatabase())
    let store = try scratch.store(app)
    try await store.fill(60)
    let entity = try #require(app.description.model.entities.first { !$0.isDerived })
    if let last = try await store.fetch(AnyFetchRequest(entity.name)).records.last?.id {
      // Its number is not given again, and undo brings it back.
      _ = try? await store.perform(.code) { try $0.delete(entity, id: last) }
    }
    let copy = try database.copy()
    let application = PostgresApplication(app)
    let written = try await copy.write(application, from: store, isReplacing: false) { _, _, _ in }
    #expect(written.records >= 50)
    #expect(written.foreign.isEmpty)

    let found = try await copy.applications()
    #expect(found.map(\.name) == [app.description.name])
    let document = try AppDocument(json: Array(try #require(found.first).description.utf8))
    // The description alone is enough.
    let model = index == 0 ? app.description.model : document.description.model
    let url = back.file(app.description.name)
    let read = try await copy.read(found[0], of: model, to: url, storing: nil) { _, _, _ in }
    #expect(read.records == written.records)
    #expect(read.platformRows == written.platformRows)
    #expect(read.hiddenFiles == written.hiddenFiles)
    #expect(read.changed.isEmpty)

    let (before, after) = (try content(scratch.file(app.description.name)), try content(url))
    #expect(Set(after.keys) == Set(before.keys))
    for table in before.keys.sorted() where Self.travels(table) {
      #expect(after[table] == before[table], "\(table)")
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path()).filter {
      $0.contains(".blobs/")
    }
    let filesBack = try FileManager.default.subpathsOfDirectory(atPath: back.folder.path()).filter {
      $0.contains(".blobs/")
    }
    #expect(Set(files.filter { !$0.contains("incoming") }).subtracting(filesBack) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: back.folder.path()).filter { $0.hasPrefix(".") } == [])
    #expect(try Store.check(app.description.model, at: url) == [])

    // The program opens it as it is, and undoes the last change set.
    let reopened = try back.store(app)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: back.folder.path()).filter { $0.contains("before") } == [])
    for entity in app.description.model.entities {
      #expect(
        try await reopened.count(AnyFetchRequest(entity.name)) == store.count(AnyFetchRequest(entity.name)),
        "\(entity.name)")
    }
    let last = try #require(try await store.lastChangeSet())
    #expect(try await reopened.lastChangeSet()?.id == last.id)
    _ = try await reopened.undo(last.id, .code)
  }

  @Test("Other programs find tables with keys, rules and exact types")
  func tables() async throws {
    let (scratch, database) = (try Scratch(), try TestDatabase())
    let store = try scratch.store(northwind)
    try await store.fill(40)
    _ = try await database.copy().write(PostgresApplication(northwind), from: store, isReplacing: false) { _, _, _ in }
    #expect(
      try database.value(
        "SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'northwind.products'::regclass AND attname = 'unit_price'"
      ) == "numeric(19,2)")
    let sum = try database.value("SELECT sum(unit_price * 100)::bigint FROM northwind.products")
    let own = try content(scratch.file("northwind"))["products"]
    #expect(own?.count == (try database.value("SELECT count(*) FROM northwind.products")).flatMap(Int.init))
    #expect(sum != nil)
    // The next number is a new one.
    let next = try database.value("INSERT INTO northwind.regions (description) VALUES ('North') RETURNING id")
    #expect(try next.flatMap(Int.init) == (content(scratch.file("northwind"))["regions"]?.count).map { $0 + 1 })
    for wrong in [
      "INSERT INTO northwind.regions (description) VALUES (' ')",
      "INSERT INTO northwind.regions (id, description) VALUES (1, 'Again')",
      "INSERT INTO northwind.products (name, unit_price) VALUES ('x', -1)",
      "DELETE FROM northwind.products WHERE id IN (SELECT product_id FROM northwind.order_details)",
      "UPDATE northwind.products SET category_id = 1000000",
    ] {
      #expect(throws: PostgresError.self, "\(wrong)") { try database.run(wrong) }
    }
    let kinds = try database.run(
      "SELECT contype::text, count(*) FROM pg_constraint WHERE connamespace = 'northwind'::regnamespace GROUP BY 1 ORDER BY 1"
    )
    #expect(kinds.compactMap(\.first) == ["c", "f", "p", "u"])
  }

  @Test("What another program changes in the database comes back, and is named")
  func changed() async throws {
    let (scratch, back, database) = (try Scratch(), try Scratch(), try TestDatabase())
    let store = try scratch.store(usersCRUD)
    try await store.fill(10)
    let copy = try database.copy()
    let application = PostgresApplication(usersCRUD)
    _ = try await copy.write(application, from: store, isReplacing: false) { _, _, _ in }
    try database.run(
      "UPDATE userscrud.users SET first_name = 'Zoë'; CREATE TABLE userscrud.notes (t text); ALTER TABLE userscrud.users ADD COLUMN extra int"
    )
    let url = back.file("userscrud")
    let report = try await copy.read(application, of: usersCRUD.description.model, to: url, storing: nil) { _, _, _ in }
    #expect(report.changed == ["users"])
    #expect(report.foreign == ["notes", "users.extra"])
    let found = try await back.store(usersCRUD).fetch(AnyFetchRequest("user"))
    #expect(found.records.count == 10)
    #expect(found.records.allSatisfy { $0["firstName"] == .text("Zoë") })
    #expect(try Store.check(usersCRUD.description.model, at: url) == [])
  }

  @Test("A picture whose file is missing or damaged is named with its record", arguments: [true, false])
  func lostPicture(isMissing: Bool) async throws {
    let (scratch, database) = (try Scratch(), try TestDatabase())
    let store = try scratch.store(travelMap)
    try await store.fill(6)
    let blobs = scratch.folder.appending(path: "travelmap.blobs")
    let files = try FileManager.default.subpathsOfDirectory(atPath: blobs.path()).filter { $0.contains("/") }
    for file in files.map({ blobs.appending(path: $0) }) {
      if isMissing {
        try FileManager.default.removeItem(at: file)
      } else {
        try Data(repeating: 0, count: Data(contentsOf: file).count).write(to: file)
      }
    }
    let error = await #expect(throws: PostgresError.self) {
      _ = try await database.copy().write(PostgresApplication(travelMap), from: store, isReplacing: false) { _, _, _ in
      }
    }
    guard case .cannotStore("pictures", .some, _, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == (isMissing ? .missingFile : .damagedFile))
  }

  @Test("A designed application, and its archive of removed values, come back by its description alone")
  func designed() async throws {
    let (scratch, back, database) = (try Scratch(), try Scratch(), try TestDatabase())
    let json = """
      {"version": 1, "name": "library", "title": "Library", "entities": [{"name": "book", "attributes": [
      {"name": "title", "required": true}, {"name": "pages", "kind": "integer"}]}]}
      """
    let document = try AppDocument(json: Array(json.utf8))
    let url = scratch.file("library")
    let folder = DesignFolder(scratch.folder, besides: [])
    _ = try DesignChange(document, in: folder).apply(in: folder)
    try await scratch.store(App(try #require(try Design.read(at: url)))).fill(5)
    try await DatabaseQueue(path: url.path()).write { database in
      try database.execute(
        sql: """
          CREATE TABLE kartoteka_archive_books__price (id INTEGER PRIMARY KEY, value ANY) STRICT;
          INSERT INTO kartoteka_archive_books__price VALUES (1, 5), (2, 2.5), (3, 'a' || char(0)), (4, x'00ff'), (5, 9e999);
          CREATE TABLE kartoteka_archive_authors AS SELECT id, title AS name FROM books;
          CREATE TABLE elsewhere (x)
          """)
    }
    let design = try #require(try Design.read(at: url))
    let app = App(design)
    let copy = try database.copy()
    let written = try await copy.write(PostgresApplication(app), from: try scratch.store(app), isReplacing: false) {
      _, _, _ in
    }
    #expect(written.foreign == ["elsewhere"])
    let found = try #require(try await copy.applications().first)
    #expect(found.isDesigned)
    let target = back.file("library")
    _ = try await copy.read(found, of: app.description.model, to: target, storing: nil) { _, _, _ in }
    #expect(try Design.read(at: target)?.document == design.document)
    let (before, after) = (try content(url), try content(target))
    for table in ["books", "kartoteka_archive_books__price", "kartoteka_archive_authors", "kartoteka_description"] {
      #expect(after[table] == before[table], "\(table)")
    }
  }
}
