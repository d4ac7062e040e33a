import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private typealias F = MigratedFile

@Suite("Damaged and interrupted files")
struct DamagedFileTests {
  @Test("A file of 0 bytes is refused and stays as it is")
  func empty() throws {
    let file = F()
    defer { file.remove() }
    try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
    try Data().write(to: file.url)
    #expect(throws: StoreError.unusable(path: file.url.path(percentEncoded: false), problem: .empty)) {
      try Store(F.note(F.attribute("a")), at: file.url)
    }
    #expect(try Data(contentsOf: file.url).isEmpty)
  }

  @Test("A damaged page is reported as damage, with its remedy")
  func damaged() async throws {
    let file = F()
    defer { file.remove() }
    let model = F.note(F.attribute("a") { $0.maximumLength = 2_000 })
    try await file.add(model, "note", (0..<300).map { _ in ["a": .text(String(repeating: "x", count: 1_900))] })
    var bytes = try Data(contentsOf: file.url)
    let root = try #require(
      Int(DatabaseFile(file.url).rows("SELECT rootpage FROM sqlite_master WHERE name = 'notes'")[0]))
    // The root of the table, and no page that opening the file reads.
    for place in (root - 1) * 4096..<root * 4096 { bytes[place] = 0xA5 }
    try bytes.write(to: file.url)
    let error = await #expect(throws: StoreError.self) {
      _ = try await Store(model, at: file.url).fetch(AnyFetchRequest("note"))
    }
    guard case .unusable(let path, .damaged) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == file.url.path(percentEncoded: false))
  }

  @Test("A process that ends in the midst of a migration leaves the file as it was, and the next one migrates it")
  func interrupted() async throws {
    let file = F()
    defer { file.remove() }
    let old = F.note(F.attribute("a"), F.attribute("b"))
    let new = F.note(F.attribute("a", .integer), F.attribute("c"))
    try await file.add(old, "note", [["a": .text("1"), "b": .text("x")], ["a": .text("2")]])
    // What is on the disk at these moments is what an ended process would leave.
    let images = [F(), F()]
    defer { for image in images { image.remove() } }
    let snapshot: @Sendable (Int) throws -> Void = { index in
      try FileManager.default.createDirectory(at: images[index].folder, withIntermediateDirectories: true)
      for suffix in ["", "-wal"] {
        let path = file.url.path(percentEncoded: false) + suffix
        guard FileManager.default.fileExists(atPath: path) else { continue }
        try FileManager.default.copyItem(atPath: path, toPath: images[index].url.path(percentEncoded: false) + suffix)
      }
    }
    var options = StoreOptions()
    options.willMigrate = { _ in #expect(throws: Never.self) { try snapshot(0) } }
    options.migrations = [MigrationStep("look") { _ in try snapshot(1) }]
    _ = try Store(new, at: file.url, options: options)
    for image in images {
      #expect(try DatabaseFile(image.url).rows("SELECT a, b, typeof(a) FROM notes") == ["1|x|text", "2||text"])
      #expect(try DatabaseFile(image.url).rows("PRAGMA integrity_check") == ["ok"])
      #expect(try await image.values(new, "a") == [.integer(1), .integer(2)])
      #expect(try image.copies().count == 1)
    }
  }

  @Test("A step in code runs once, sees what was removed, and a failed one leaves the file as it was")
  func steps() async throws {
    let file = F()
    defer { file.remove() }
    let old = F.note(F.attribute("name"))
    try await file.add(old, "note", [["name": .text("Ada Lovelace")], ["name": .text("Nora Nowak")]])
    let new = F.note(F.attribute("first"), F.attribute("last") { $0.isSearched = true })
    let split = MigrationStep("split-names") { migration in
      let entity = try #require(migration.transaction.model.entity(named: "note"))
      for (id, value) in try migration.archived("notes", "name") {
        guard case .text(let name) = value, var record = try migration.transaction.record(entity, id: id) else {
          continue
        }
        let parts = name.split(separator: " ").map(String.init)
        record["first"] = .text(parts[0])
        record["last"] = .text(parts[1])
        try migration.transaction.update(record)
      }
    }
    let before = try file.dump()
    var options = StoreOptions()
    options.migrations = [split, MigrationStep("fail") { _ in throw CancellationError() }]
    #expect(throws: CancellationError.self) { try Store(new, at: file.url, options: options) }
    #expect(try file.dump() == before)
    #expect(try file.copies() == [])
    let count = Counter()
    options.migrations = [
      split,
      MigrationStep("count") { migration in
        var names: [Value] = []
        try migration.forEachRecord(of: "note") { names.append($0["first"]) }
        #expect(names == [.text("Ada"), .text("Nora")])
        count.add()
      },
    ]
    #expect(
      try Store.migration(of: new, at: file.url, steps: options.migrations)?.changes.suffix(2) == [
        .runStep("split-names"), .runStep("count"),
      ])
    for _ in 0..<2 {
      let store = try Store(new, at: file.url, options: options)
      var request = AnyFetchRequest("note")
      request.search = "lovel"
      #expect(try await store.fetch(request).records.map { $0["first"] } == [.text("Ada")])
    }
    #expect(count.count == 1)
    // A new file has had them.
    let fresh = F()
    defer { fresh.remove() }
    for _ in 0..<2 { _ = try Store(new, at: fresh.url, options: options) }
    #expect(count.count == 1)
  }
}
