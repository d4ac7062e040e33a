import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("What imports leave behind", .serialized)
struct ImportReviewTests {
  private static let tables = [
    ImportReviewSchema.imports, ImportReviewSchema.layouts, ImportReviewSchema.rejects, ImportReviewSchema.references,
    ImportReviewSchema.referrers, ImportReviewSchema.waiting, ImportReviewSchema.meanings,
  ].map(\.name)

  private func rows(_ store: Store) async throws -> [RejectedRow] {
    try await store.rejectedRows(RejectedRowsRequest()).rows
  }

  /// Keeps a row of a lesson whose course is missing.
  private func keep(_ store: Store, _ raw: String = "1,9", options: String = "reject") async throws {
    _ = try await store.perform(.import) { transaction in
      let importID = try transaction.recordImport("Imported lessons.csv", options: options, files: [])
      let reference = try transaction.reference(entity("lesson"), "course", heading: "Course", text: "9")
      try transaction.recordRejectedRow(
        of: importID, layout: transaction.layout(of: entity("lesson"), "[]"), file: "lessons.csv", line: 2, record: 1,
        raw: raw, faults: "[]", missing: [reference])
    }
  }

  @Test("a file of an earlier version gets the tables, after a copy of it was made")
  func migration() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    _ = try await scratch.person("Anna", "Nowak")
    let url = scratch.folder.appending(path: "old.sqlite")
    try scratch.store.backup(to: url)
    for table in Self.tables { try DatabaseFile(url).execute("DROP TABLE \(table)") }
    let store = try Store(school, at: url)
    try await keep(store)
    #expect(try await rows(store).map(\.raw) == ["1,9"])
    #expect(try await store.fetch(User.all).count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path(percentEncoded: false))
    #expect(names.contains { $0.hasPrefix("old.sqlite.before-") })
    // Once is enough.
    _ = try Store(school, at: url)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path(percentEncoded: false))
        .filter { $0.hasPrefix("old.sqlite.before-") }.count == 1)
  }

  @Test("storing rejected rows is no change set and is reported to no subscriber")
  func silent() async throws {
    let scratch = try Scratch()
    let before = scratch.store.feed.last
    try await keep(scratch.store)
    #expect(scratch.store.feed.last == before)
    #expect(try await scratch.store.lastChangeSet() == nil)
    #expect(try await rows(scratch.store).map(\.options) == ["reject"])
    #expect(try await rows(scratch.store).map(\.entity) == ["lesson"])
  }

  @Test("undoing the second meaning of a text restores the first, and undoing the first leaves the second alone")
  func meanings() async throws {
    let store = try Scratch().store
    func resolve(as record: RecordID) async throws -> Int64 {
      try #require(
        try await store.perform(.screen) { try $0.resolve("9", of: entity("course"), as: record) }.changeSet)
    }
    func meanings() async throws -> [String: RecordID] {
      try await store.perform(.code) { try $0.resolvedTexts(of: entity("course")) }.value
    }
    let first = try await resolve(as: 1)
    let second = try await resolve(as: 2)
    #expect(try await meanings() == ["9": 2])
    let undone = try #require(try await store.undo(second, .screen).changeSet)
    #expect(try await meanings() == ["9": 1])
    try await store.undo(undone, .screen)
    #expect(try await meanings() == ["9": 2])
    try await store.undo(first, .screen)
    #expect(try await meanings() == ["9": 2])
  }

  @Test(
    "undoing the change set that loaded a row, or said what a text means, takes that back; undoing that does it again")
  func undo() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    try await keep(store)
    let row = try #require(try await rows(store).first).id
    let course = try await scratch.course("Maths")
    let loaded = try await store.perform(.screen) { transaction in
      var lesson = AnyRecord(entity("lesson"))
      lesson["title"] = .text("One")
      lesson["course"] = .integer(course.id ?? 0)
      try transaction.insert(lesson)
      try transaction.closeRows([row])
      try transaction.resolve("9", of: entity("course"), as: course.id ?? 0)
    }
    func meanings() async throws -> [String: RecordID] {
      try await store.perform(.code) { try $0.resolvedTexts(of: entity("course")) }.value
    }
    #expect(try await rows(store).isEmpty)
    #expect(try await meanings() == ["9": 1])
    #expect(try await store.unresolvedTexts().isEmpty)
    let undone = try await store.undo(try #require(loaded.changeSet), .screen)
    #expect(try await rows(store).map(\.id) == [row])
    #expect(try await meanings().isEmpty)
    #expect(try await store.unresolvedTexts().map(\.rows) == [1])
    let again = try await store.undo(try #require(undone.changeSet), .screen)
    #expect(try await rows(store).isEmpty)
    #expect(try await meanings() == ["9": 1])
    try await store.undo(try #require(again.changeSet), .screen)
    #expect(try await rows(store).map(\.id) == [row])
  }

  @Test("a reference is listed for as long as a record is without it")
  func references() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    let teacher = try await scratch.person("Nora", "Berg")
    var courses: [Record<Course>] = []
    for name in ["Maths", "Art", "Music"] { courses.append(try await scratch.course(name)) }
    _ = try await store.perform(.import) { transaction in
      let reference = try transaction.reference(entity("course"), "teacher", heading: "Teacher", text: "NB")
      // The same one again.
      #expect(try transaction.reference(entity("course"), "teacher", heading: "T", text: "NB") == reference)
      try transaction.recordReferrers([1, 2, 3, 99], of: reference, entity("course"))
      try transaction.recordReferrers([3], of: reference, entity("course"))
    }
    #expect(try await store.unresolvedTexts().map(\.records) == [3])
    var found: [[String?]] = []
    try await store.forEachReferrer(
      of: entity("course"), try #require(entity("course").relationship("teacher")), attributes: ["name", "subject"],
      limit: 2
    ) { found.append([String($0)] + $1) }
    #expect(found == [["1", "Maths", nil], ["1", "Art", nil]])
    courses[0].teacher = teacher.id
    try await store.save(&courses[0])
    try await store.delete(courses[1])
    let left = try #require(try await store.unresolvedTexts().first)
    #expect(left.records == 1 && left.text == "NB" && left.heading == "Teacher" && left.awaited == nil)
    courses[2].teacher = teacher.id
    try await store.save(&courses[2])
    #expect(try await store.unresolvedTexts().isEmpty)
  }

  @Test("dropping all tables drops what was kept, too")
  func dropped() async throws {
    let scratch = try Scratch()
    try await keep(scratch.store)
    try await scratch.store.dropTables()
    #expect(try await rows(scratch.store).isEmpty)
    #expect(try await scratch.store.storedImports().isEmpty)
    try await keep(scratch.store)
    #expect(try await scratch.store.storedImports().map(\.kept) == [1])
  }
}
