import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("History that is deleted for good")
struct PurgeTests {
  private let scratch: Scratch
  private let file: DatabaseFile
  private var store: Store { scratch.store }

  init() throws {
    scratch = try Scratch(file: true)
    file = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
  }

  /// The texts of a word anywhere in the platform's tables.
  private func found(_ word: String) throws -> [String] {
    try PlatformTable.all.flatMap { table in
      try table.columns.compactMap { column in
        let count = try file.rows(
          "SELECT count(*) FROM \(table.name) WHERE instr(CAST(\"\(column.name)\" AS TEXT), '\(word)')")
        return count == ["0"] ? nil : "\(table.name).\(column.name)"
      }
    }
  }

  private func lesson(_ title: String, of course: RecordID) throws -> AnyRecord {
    var lesson = AnyRecord(entity("lesson"))
    lesson["title"] = .text(title)
    lesson["course"] = .integer(course)
    return lesson
  }

  @Test("What belonged to a record goes with it: nothing of it can be read, nor is it in the trash")
  func parts() async throws {
    defer { scratch.remove() }
    let (course, lessons) = (entity("course"), entity("lesson"))
    let id = try #require(try await scratch.course("Secretly").id)
    // Deleted before, changed, and deleted with its course.
    let ids = try await store.perform(.code) { transaction in
      try ["Secretly 1", "Secretly 2"].map { try transaction.insert(lesson($0, of: id)).id ?? 0 }
    }.value
    _ = try await store.perform(.code) { try $0.delete(lessons, id: ids[0]) }
    _ = try await store.perform(.code) { transaction in
      var changed = try #require(try transaction.record(lessons, id: ids[1]))
      changed["title"] = .text("Secretly 3")
      try transaction.update(changed)
      try transaction.resolve("Secretly", of: course, as: id)
    }
    let other = try #require(try await scratch.course("Openly").id)
    _ = try await store.perform(.code) { try $0.insert(lesson("Openly", of: other)) }
    _ = try await store.perform(.code) { try $0.delete(course, id: id) }
    #expect(try found("Secretly").count > 3)
    _ = try await store.purgeHistory(.record(course, id))
    #expect(try found("Secretly") == [])
    #expect(try await store.history(of: course, id: id).items.isEmpty)
    #expect(try await store.deletedRecords(limit: 10).records.isEmpty)
    #expect(try await store.history(of: course, id: other).items.count == 2)
  }

  @Test("However many records belong to a record, each table is read as often")
  func statements() async throws {
    defer { scratch.remove() }
    let count = Mutex(0)
    var options = StoreOptions()
    options.sqlLog = .statements
    // The background writes other tables.
    let tables = ["changes", "rejects", "references", "referrers", "resolved", "jobs", "forgotten"].map {
      "kartoteka_" + $0
    }
    options.log = { line in
      if tables.contains(where: line.contains) { count.withLock { $0 += 1 } }
    }
    let store = try Store(school, at: scratch.folder.appending(path: "counted.sqlite"), options: options)
    func statements(_ lessons: Int) async throws -> Int {
      let id = try await store.perform(.code) { transaction in
        var course = Record<Course>()
        course.name = "Algebra"
        try transaction.insert(&course)
        for number in 0..<lessons { try transaction.insert(lesson("Secretly \(number)", of: course.id ?? 0)) }
        return course.id ?? 0
      }.value
      _ = try await store.perform(.code) { try $0.delete(entity("course"), id: id) }
      let before = count.withLock { $0 }
      _ = try await store.purgeHistory(.record(entity("course"), id))
      return count.withLock { $0 } - before
    }
    let few = try await statements(1)
    #expect(few > 10)
    #expect(try await statements(60) == few)
    let file = try DatabaseFile(scratch.folder.appending(path: "counted.sqlite"))
    #expect(try file.rows("SELECT count(*) FROM kartoteka_changes") == ["0"])
  }

  @Test("The history from before a moment goes some change sets at a time, with the names of those that undo them")
  func before() async throws {
    defer { scratch.remove() }
    _ = try await scratch.person("Secretly", "Nowak")
    let added = try #require(try await store.lastChangeSet()).id
    // Makes its changes good again, and takes that back.
    let undone = try #require(try await store.undo(added, .code).changeSet)
    _ = try await store.undo(undone, .code)
    try file.execute("UPDATE kartoteka_deeds SET at = '2020-01-01T00:00:00.000Z' WHERE id = \(added)")
    try file.execute(
      """
      INSERT INTO kartoteka_deeds (at, way, name) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      SELECT '2020-01-01T00:00:00.000Z', 'code', '{"key":"Secretly"}' FROM n
      """)
    let moment = "2020-02-01T00:00:00.000Z"
    func part(_ last: Int64?) async throws -> EarlierHistory.Part {
      try await store.writer.writeEverywhere { try EarlierHistory(database: $0, moment: moment).purgeSome(after: last) }
    }
    let first = try await part(nil)
    #expect(first.changeSets == 2_000)
    #expect(try await part(first.last).changeSets == 501)
    let purged = try await store.purgeHistory(.before(try #require(Timestamp.date(moment))))
    #expect(purged.changeSets == 2_501)
    // The undos are of today, and their images stay.
    #expect(try found("Secretly") == ["kartoteka_changes.before", "kartoteka_changes.after"])
    #expect(try file.rows("SELECT DISTINCT removed FROM kartoteka_retention") == ["age"])
    #expect(try file.rows("SELECT count(*) FROM kartoteka_changes WHERE deed = \(added)") == ["0"])
  }

  @Test("What ends it between two transactions is not said to have changed nothing")
  func recorded() async throws {
    defer { scratch.remove() }
    _ = try await scratch.person("Secretly", "Nowak")
    let before = CommitRecorder()
    #expect(!before.hasCommitted)
    _ = try await CommitRecorder.$current.withValue(before) { try await store.purgeHistory(.before(.now)) }
    #expect(before.hasCommitted)
    let record = CommitRecorder()
    _ = try await CommitRecorder.$current.withValue(record) {
      try await store.purgeHistory(.record(entity("user"), 1))
    }
    #expect(record.hasCommitted)
  }

  @Test("Change sets that have become too old are marked some at a time")
  func marking() async throws {
    defer { scratch.remove() }
    try file.execute(
      """
      INSERT INTO kartoteka_deeds (at, way, name) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
      SELECT '2020-01-01T00:00:00.000Z', 'code', '{"key":"Any"}' FROM n
      """)
    let some = try await store.read(noting: nil) {
      try Retention(database: $0).unmarked(until: "2020-02-01T00:00:00.000Z", after: .min)
    }
    #expect(some.count == Retention.batch)
    #expect(try await store.pruneHistory(now: Date()).changeSets == 4_500)
    #expect(try file.rows("SELECT count(*) FROM kartoteka_retention WHERE removed = 'age'") == ["4500"])
    #expect(try await store.pruneHistory(now: Date()).changeSets == 0)
  }

  @Test("The values of removed attributes go, too")
  func archived() async throws {
    let file = MigratedFile()
    defer { file.remove() }
    let both = MigratedFile.note(MigratedFile.attribute("a"), MigratedFile.attribute("b"))
    try await file.add(both, "note", [["b": .text("secret")], ["b": .text("kept")]])
    let one = MigratedFile.note(MigratedFile.attribute("a"))
    let store = try Store(one, at: file.url)
    _ = try await store.purgeHistory(.record(try #require(one.entity(named: "note")), 1))
    #expect(try DatabaseFile(file.url).rows("SELECT value FROM kartoteka_archive_notes__b") == ["kept"])
  }

  @Test("What a change set still has of other records expires like that of any other")
  func expiry() async throws {
    defer { scratch.remove() }
    let users = entity("user")
    _ = try await store.perform(.code) { transaction in
      for name in ["Anna", "Jan"] {
        var user = AnyRecord(users)
        user["firstName"] = .text(name)
        user["lastName"] = .text("Nowak")
        try transaction.insert(user)
      }
    }
    _ = try await store.purgeHistory(.record(users, 1))
    #expect(try file.rows("SELECT record FROM kartoteka_changes") == ["2"])
    #expect(try file.rows("SELECT removed, bytes > 0 FROM kartoteka_retention") == ["request|1"])
    _ = try await store.pruneHistory(until: Date(timeIntervalSinceNow: 60))
    #expect(try file.rows("SELECT record FROM kartoteka_changes") == [])
  }

  @Test("Its size counts, and the oldest are removed first")
  func size() async throws {
    let folder = scratch.folder.appending(path: "small")
    var options = StoreOptions()
    options.history.bytes = 0
    let store = try Store(school, at: folder.appending(path: "school.sqlite"), options: options)
    defer { scratch.remove() }
    _ = try await store.perform(.code) { transaction in
      for name in ["Anna", "Jan"] {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text(name)
        user["lastName"] = .text("Nowak")
        try transaction.insert(user)
      }
    }
    _ = try await store.purgeHistory(.record(entity("user"), 1))
    _ = try await store.pruneHistory(now: Date(timeIntervalSinceNow: 2 * 86_400))
    let file = try DatabaseFile(folder.appending(path: "school.sqlite"))
    #expect(try file.rows("SELECT count(*) FROM kartoteka_changes") == ["0"])
  }

  @Test("The reason of the last failure of a job with a schedule goes, since it may name the record")
  func scheduled() async throws {
    defer { scratch.remove() }
    let id = try #require(try await scratch.course("Secretly").id)
    _ = try await store.perform(.code) { try $0.jobs.add("close", at: .distantPast) }
    let job = try #require(try await store.takeJob("close", now: Date()))
    try await store.wait(for: job, until: Date(), because: "Secretly is full.")
    _ = try await store.perform(.code) { try $0.delete(entity("course"), id: id) }
    #expect(try found("Secretly").contains("kartoteka_jobs.error"))
    _ = try await store.purgeHistory(.record(entity("course"), id))
    #expect(try found("Secretly") == [])
  }

  @Test("The reason of the last undo names nobody any more")
  func reason() async throws {
    defer { scratch.remove() }
    let person = try await scratch.person("Secretly", "Nowak")
    let changeSet = try #require(try await store.lastChangeSet()).id
    var changed = person
    changed.lastName = "Kowalska"
    try await store.save(&changed)
    _ = try await store.beginUndo(changeSet, .screen)
    while let undo = try await store.longUndo(), !undo.isOver { _ = try await store.continueUndo(part: .zero) }
    #expect(try found("Secretly").contains("kartoteka_unfinished.value"))
    _ = try await store.perform(.code) { try $0.delete(entity("user"), id: person.id ?? 0) }
    _ = try await store.purgeHistory(.record(entity("user"), person.id ?? 0))
    #expect(try found("Secretly") == [])
  }
}
