import Foundation
import KartotekaModel
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
