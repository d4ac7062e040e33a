import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("The last change of a record")
struct LastChangeTests {
  private let anna = Author(id: 3, name: "Anna")
  private let bob = Author(id: 31, name: "Bob \"B\" \\ Ł")

  @Test("The last change is the newest change set of the history, whatever was changed, undone and deleted")
  func differential() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let store = file.store
    let process = try Store(school, at: #require(store.url))
    var writer = RandomWriter(file: file, process: process)
    let authors = [anna, bob, nil, Author(id: nil, name: "root")]
    var found: Set<Author?> = []
    for round in 0..<60 {
      for author in authors {
        writer = try await Author.$current.withValue(author) { [writer] in
          var copy = writer
          try await copy.writeAny()
          return copy
        }
      }
      if round % 5 == 4, let last = try await store.lastChangeSet() {
        _ = try? await Author.$current.withValue(authors[round % 4]) { try await store.undo(last.id, .screen) }
      }
      guard round % 6 == 5 else { continue }
      for name in ["user", "course", "lesson"] {
        for id in RecordID(1)...40 {
          let newest = try await store.history(of: entity(name), id: id, limit: 1).items.first?.changeSet
          let last = try await store.lastChange(of: entity(name), id: id)
          #expect(last == newest.map { LastChange(at: $0.at, author: $0.author) }, "\(name) \(id), round \(round)")
          let record = try await store.record(entity(name), id: id)
          let both = try await store.recordWithLastChange(entity(name), id: id)
          #expect(both?.record.values == record?.values, "\(name) \(id), round \(round)")
          #expect(both?.change == (record == nil ? nil : last), "\(name) \(id), round \(round)")
          found.insert(last?.author)
        }
      }
    }
    #expect(found == Set(authors))
  }

  @Test("A record and its last change are read at once: two statements of one snapshot, each by an index")
  func once() async throws {
    let lines = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { lines.add($0) }
    let store = try Store(inMemory: school, options: options)
    let course = try await Author.$current.withValue(anna) {
      var course = Record<Course>()
      course.name = "Algebra"
      try await store.save(&course)
      var lesson = Record<Lesson>()
      lesson.title = "First"
      lesson.course = course.id
      try await store.save(&lesson)
      return course
    }
    let id = try #require(course.id)
    let before = lines.lines.count
    #expect(try await store.recordWithLastChange(entity("course"), id: id)?.change?.author == anna)
    let read = lines.lines.dropFirst(before).filter { line in
      line.hasPrefix("BEGIN") || line.contains("kartoteka_deeds") || line.contains("\"courses\" t")
    }
    let record = try #require(read.firstIndex { $0.contains("\"courses\" t") }, "\(read)")
    #expect(read[..<record].last?.hasPrefix("BEGIN") == true, "\(read)")
    #expect(read[record...].dropFirst().first?.contains("kartoteka_deeds") == true, "\(read)")
    let recorder = StatementRecorder()
    _ = try await StatementRecorder.$current.withValue(recorder) {
      try await store.recordWithLastChange(entity("course"), id: id)
    }
    #expect(recorder.statements.count == 2, "\(recorder.statements.map(\.sql))")
    let steps = recorder.statements.flatMap(\.plan).map(\.detail).filter { $0.contains("kartoteka_changes") }
    #expect(!steps.isEmpty && steps.allSatisfy { $0.hasPrefix("SEARCH") }, "\(steps)")
    // There are few ranges of new records, and none of their parts is known.
    let whole = steps.filter { $0.hasSuffix("(entity=?)") }
    #expect(whole.allSatisfy { $0.contains("kartoteka_changes_range") }, "\(steps)")
  }

  @Test("A record whose history was deleted for good has no last change, and one that does not exist is none")
  func purged() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let store = scratch.store
    let user = try await Author.$current.withValue(anna) { try await scratch.person("Jan", "Kos") }
    let id = try #require(user.id)
    #expect(try await store.recordWithLastChange(entity("user"), id: id)?.change?.author == anna)
    _ = try await store.purgeHistory(.record(entity("user"), id))
    let read = try #require(try await store.recordWithLastChange(entity("user"), id: id))
    #expect(read.change == nil && read.record["lastName"] == .text("Kos"))
    #expect(try await store.recordWithLastChange(entity("user"), id: 99) == nil)
  }

  @Test("An author is read from each text as JSON has it, and from any other text as a name")
  func authors() throws {
    for name in ["Anna", "Żaneta Ł", "\"", "\\", "a\nb", "\u{1}", "", "\"}", "},{", "🦊", "/"] {
      for id in [nil, 0, 1, -4, 1_099_511_627_776, Int64.max] as [Int64?] {
        let author = Author(id: id, name: name)
        #expect(Author(text: try author.text) == author)
      }
    }
    for text in [
      "", "{", "{\"id\":", "{\"id\":7}", "{\"id\":7,\"name\":\"}", "{\"id\":07,\"name\":\"x\"}",
      "{\"id\":99999999999999999999,\"name\":\"x\"}", "{\"id\":7,\"name\":\"x\"} ", "{\"id\":,\"name\":\"x\"}",
    ] {
      let decoded = try? JSONDecoder().decode(Author.self, from: Data(text.utf8))
      #expect(Author(text: text) == decoded ?? Author(id: nil, name: text), "\(text)")
    }
  }
}
