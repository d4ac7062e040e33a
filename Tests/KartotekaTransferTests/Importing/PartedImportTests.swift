import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore
@testable import KartotekaTransfer

/// Imports of so short parts that each commits some rows only.
@Suite("Imports in parts")
struct PartedImportTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
  private let store: Store
  private var url: URL { folder.appending(path: "office.sqlite") }

  init() throws { store = try Store(office, at: folder.appending(path: "office.sqlite")) }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private func text(_ rows: Int, last: String = "") -> String {
    "First name,Last name\n" + (1...rows).map { "Anna,Nowak \($0)\n" }.joined() + last
  }

  private func importing(
    _ text: String, _ change: (inout ImportOptions) -> Void = { _ in },
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> ImportReport {
    var options = ImportOptions()
    options.part = .zero
    change(&options)
    let importer = Importer(store, options: options)
    let file = try ImportFile(TextSource(text, name: "people.csv"), into: "people")
    return try await importer.run(try importer.plan([file]), progress: progress)
  }

  private func people(_ store: Store? = nil) async throws -> Int {
    try await (store ?? self.store).count(AnyFetchRequest("person"))
  }

  /// Begins an import, does something as soon as a part of it is committed, and waits for its end.
  private func meanwhile(_ text: String, _ body: (Task<ImportReport, any Error>) async throws -> Void) async throws
    -> ImportReport
  {
    let task = Task { try await importing(text) }
    while try await people() == 0 { await Task.yield() }
    try await body(task)
    return try await task.value
  }

  @Test("Others write between the parts of an import, which is one change set and is undone as one")
  func interleaved() async throws {
    defer { remove() }
    let other = try Store(office, at: url)
    var written: [RecordID] = []
    let report = try await meanwhile(text(3_000)) { _ in
      // It is under way and not taken for interrupted.
      try await other.takeBackInterrupted()
      let changeSet = try #require(try await store.lastChangeSet())
      await #expect(throws: StoreError.cannotUndo("This is still under way")) {
        try await store.undo(changeSet.id, .screen)
      }
      for number in 1...3 {
        var person = Record<Person>()
        (person.firstName, person.lastName) = ("Jan", "Kowalski \(number)")
        try await store.save(&person)
        written.append(try #require(person.id))
      }
    }
    #expect(report.counts == ["read": 3_000, "inserted": 3_000])
    #expect(try await people() == 3_003)
    var last = AnyFetchRequest("person")
    last.sort = [FetchSort("id", ascending: false)]
    last.limit = 1
    let greatest = try #require(try await store.fetch(last).records.first?.id)
    #expect(written.allSatisfy { $0 < greatest }, "\(written) \(greatest)")
    var search = AnyFetchRequest("person")
    search.search = "nowak 2999"
    #expect(try await store.count(search) == 1)
    try await store.undo(try #require(report.changeSet), .screen)
    #expect(try await people() == 3)
    #expect(try await store.snapshot(noting: nil, UnfinishedChangeSet.readAll).isEmpty)
  }

  @Test("Rejected rows are stored in several transactions, also those of an import that was to be all or nothing")
  func rejected() async throws {
    defer { remove() }
    let wrong = "First name,Last name\nAnna,Nowak\n" + (1...500).map { "Jan \($0),\n" }.joined()
    for isAllOrNothing in [false, true] {
      let before = try await store.version().number
      let report = try await importing(wrong) { $0.isAllOrNothing = isAllOrNothing }
      #expect(report.files.map(\.rejected) == [500])
      // 64 rows and more in each.
      #expect(try await store.version().number - before > 500 / 64)
      let stored = try #require(try await store.storedImports(limit: 1).first)
      #expect(stored.id == report.importID && stored.kept == 500)
      // The same file again: its rows are stored once.
      let again = try await importing(wrong)
      let rows = try await store.storedImports(limit: 10).map { "\($0.id) \($0.kept)" }
      #expect(rows.first == "\(try #require(again.importID)) 500" && rows.dropFirst().allSatisfy { $0.hasSuffix(" 0") })
      _ = try await store.perform(.code) { try $0.forgetRows(ofImport: again.importID ?? 0) }
    }
    #expect(try Store.check(office, at: url) == [])
  }

  @Test("Unresolved references are recorded with each part and not kept in memory until the end")
  func unresolved() async throws {
    defer { remove() }
    let rows = (1...2_000).map { "Anna,Nowak \($0),T\($0 % 2)\n" }.joined()
    let report = try await importing("First name,Last name,Team\n" + rows) { $0.unresolved = .empty }
    #expect(report.counts == ["read": 2_000, "inserted": 2_000, "unresolved": 2_000])
    #expect(report.files[0].left.values.reduce(0) { $0 + $1.count } < 2_000)
    let texts = try await store.unresolvedTexts().sorted { $0.text < $1.text }
    #expect(texts.map(\.text) == ["T0", "T1"])
    #expect(texts.map(\.records) == [1_000, 1_000])
    try await store.undo(try #require(report.changeSet), .screen)
    #expect(try await store.unresolvedTexts().isEmpty)
  }

  @Test("Cancelling takes back the parts that were committed")
  func cancelled() async throws {
    defer { remove() }
    await #expect(throws: CancellationError.self) { _ = try await meanwhile(text(20_000)) { $0.cancel() } }
    #expect(try await people() == 0)
    #expect(try await store.lastChangeSet()?.undoes != nil)
    // It can be done once more.
    #expect(try await importing(text(50)).counts == ["read": 50, "inserted": 50])
  }

  @Test("All or nothing holds for an import in parts")
  func allOrNothing() async throws {
    defer { remove() }
    let report = try await importing(text(500, last: "Anna,\n")) { $0.isAllOrNothing = true }
    #expect(report.isTakenBack && report.changeSet == nil)
    #expect(report.counts == ["read": 501, "inserted": 500, "rejected": 1])
    #expect(try await people() == 0)
    #expect(try await Resolver(store).rows().total == 1)
  }

  @Test("What others have changed meanwhile is not taken back, and the import says that it stays")
  func changed() async throws {
    defer { remove() }
    let error = try await #require(throws: ImportError.self) {
      _ = try await meanwhile(text(20_000)) { task in
        var person = try #require(try await store.record(Person.self, id: 1))
        person.firstName = "Ewa"
        try await store.save(&person)
        task.cancel()
      }
    }
    // By its parts, or at once.
    guard case .notTakenBack(_, let reason) = error, reason.key.hasSuffix("been changed since") else {
      Issue.record("\(error)")
      return
    }
    #expect(try await people() > 1)
    #expect(try await store.record(Person.self, id: 1)?.firstName == "Ewa")
    #expect(try await store.snapshot(noting: nil, UnfinishedChangeSet.readAll).isEmpty)
  }

  @Test("An import whose process ended in the middle is taken back by the next one")
  func interrupted() async throws {
    defer { remove() }
    // The files as they are in the middle of it.
    let copy = folder.appending(path: "copy")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    let isCopied = Mutex(false)
    _ = try await importing(text(3_000)) {
      $0.part = .zero
    } progress: { [folder] progress in
      guard progress.rows > 1_500,
        !isCopied.withLock({
          let before = $0
          $0 = true
          return before
        })
      else { return }
      for name in ["office.sqlite", "office.sqlite-wal"] {
        try? FileManager.default.copyItem(at: folder.appending(path: name), to: copy.appending(path: name))
      }
    }
    let next = try Store(office, at: copy.appending(path: "office.sqlite"))
    let left = try await people(next)
    #expect(left > 1_000 && left < 3_000)
    var options = ImportOptions()
    options.part = .zero
    let importer = Importer(next, options: options)
    _ = try await importer.run(
      try importer.plan([ImportFile(TextSource(text(10), name: "people.csv"), into: "people")]))
    #expect(try await people(next) == 10)
    #expect(try await next.snapshot(noting: nil, UnfinishedChangeSet.readAll).isEmpty)
  }
}
