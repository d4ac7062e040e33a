import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Records", .serialized)
struct RecordTests {
  @Test("UC-10 creates, reads, updates and deletes a record", arguments: [false, true])
  func crud(file: Bool) async throws {
    let scratch = try Scratch(file: file)
    defer { scratch.remove() }
    var anna = try await scratch.person("Anna", "Kowalska")
    let id = try #require(anna.id)
    #expect(try await scratch.store.record(User.self, id: id)?.lastName == "Kowalska")
    anna.lastName = "Nowak"
    try await scratch.store.save(&anna)
    #expect(try await scratch.store.record(User.self, id: id)?.lastName == "Nowak")
    try await scratch.store.delete(anna)
    #expect(try await scratch.store.record(User.self, id: id) == nil)
    #expect(try await scratch.store.count(User.all) == 0)
  }

  @Test("UC-10 refuses a record without a required value and keeps nothing of it")
  func validation() async throws {
    let scratch = try Scratch()
    var user = Record<User>()
    let empty = StoreError.invalid([
      FieldFault("firstName", "This can't be empty"), FieldFault("lastName", "This can't be empty"),
    ])
    user.firstName = " \t "
    let blank = user
    await #expect(throws: empty) { try await scratch.save(blank) }
    #expect(try await scratch.store.count(User.all) == 0)
    #expect(try await scratch.store.lastChangeSet() == nil)
  }

  @Test("the database holds the rules by itself, against other programs")
  func constraints() async throws {
    let scratch = try Scratch()
    for sql in [
      "INSERT INTO users (first_name, last_name) VALUES ('', 'x')",
      "INSERT INTO users (first_name, last_name) VALUES (NULL, 'x')",
      "INSERT INTO users (first_name, last_name, email) VALUES ('a', 'x', 'nobody')",
      "INSERT INTO courses (name, begins) VALUES ('x', '2026-02-31')",
      "INSERT INTO courses (name, begins) VALUES ('x', 'now')",
      "INSERT INTO courses (name, fee) VALUES ('x', -1)",
      "INSERT INTO courses (name, is_open) VALUES ('x', 2)",
      "INSERT INTO courses (name, seats) VALUES ('x', 'many')",
      "INSERT INTO courses (name, teacher_id) VALUES ('x', 99)",
      "INSERT INTO lessons (title) VALUES ('x')",
    ] {
      await #expect(throws: (any Error).self, "\(sql)") {
        try await scratch.store.writer.writeEverywhere { try $0.execute(sql) }
      }
    }
  }

  @Test("a record in use can't be deleted where its relationship denies it, and it is said by what")
  func deny() async throws {
    let scratch = try Scratch()
    let anna = try await scratch.person("Anna", "Kowalska")
    for number in 1...3 {
      var badge = Record<Badge>()
      badge.number = number
      badge.owner = anna.id
      try await scratch.store.save(&badge)
    }
    let badges = StoreError.Referrer(entity: "badge", relationship: "owner", count: 3)
    let denied = StoreError.denied(entity: "user", id: anna.id ?? 0, by: [badges])
    await #expect(throws: denied) { try await scratch.store.delete(anna) }
    #expect(try await scratch.store.count(User.all) == 1)
  }

  @Test("deleting nullifies and cascades as declared, and undo brings everything back under the same ids")
  func cascadeAndUndo() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    let anna = try await scratch.person("Anna", "Kowalska")
    let nora = try await scratch.person("Nora", "Lind")
    var course = try await scratch.course("Databases", teacher: nora)
    var lesson = Record<Lesson>()
    lesson.title = "Joins"
    lesson.course = course.id
    try await store.save(&lesson)
    let students = try #require(entity("course").relationship("students"))
    _ = try await store.perform(.code) { [course] in
      try $0.link(entity("course"), students, of: course.id ?? 0, to: anna.id ?? 0)
    }
    let deleted = try await store.perform(.screen) { [course] in
      try $0.delete(entity("course"), id: course.id ?? 0)
    }
    #expect(try await store.count(Lesson.all) == 0)
    #expect(deleted.changes.byEntity["lesson"]?.deleted == [lesson.id ?? 0])
    try await store.undo(try #require(deleted.changeSet), .screen)
    #expect(try await store.record(Course.self, id: course.id ?? 0) == course)
    #expect(try await store.record(Lesson.self, id: lesson.id ?? 0) == lesson)
    #expect(try await store.related(students, of: course.id ?? 0) == [anna.id ?? 0])

    let gone = try await store.perform(.screen) { try $0.delete(entity("user"), id: nora.id ?? 0) }
    course = try #require(try await store.record(Course.self, id: course.id ?? 0))
    #expect(course.teacher == nil)
    #expect(
      try await store.changeSet(gone.changeSet ?? 0)?.name == Phrase("Deleted {title}", ["title": .text("Nora Lind")]))
    try await store.undo(try #require(gone.changeSet), .screen)
    #expect(try await store.record(Course.self, id: course.id ?? 0)?.teacher == nora.id)
  }

  @Test("undo is refused with the reason when a later change stands in the way, and changes nothing")
  func undoRefused() async throws {
    let scratch = try Scratch()
    var anna = try await scratch.person("Anna", "Kowalska")
    anna.firstName = "Ann"
    try await scratch.store.save(&anna)
    let changeSet = try #require(try await scratch.store.lastChangeSet())
    anna.firstName = "Hanna"
    try await scratch.store.save(&anna)
    let inTheWay = StoreError.cannotUndo(
      Phrase("{title} has been changed since", ["title": .text("Hanna Kowalska")]))
    await #expect(throws: inTheWay) { try await scratch.store.undo(changeSet.id, .screen) }
    #expect(try await scratch.store.record(User.self, id: anna.id ?? 0)?.firstName == "Hanna")
    let last = try #require(try await scratch.store.lastChangeSet())
    try await scratch.store.undo(last.id, .screen)
    #expect(try await scratch.store.record(User.self, id: anna.id ?? 0)?.firstName == "Ann")
    await #expect(throws: StoreError.cannotUndo("This has been undone already")) {
      try await scratch.store.undo(last.id, .screen)
    }
  }

  @Test("undoing an undo does it again")
  func redo() async throws {
    let scratch = try Scratch()
    let anna = try await scratch.person("Anna", "Kowalska")
    let deleted = try await scratch.store.perform(.screen) { try $0.delete(entity("user"), id: anna.id ?? 0) }
    let undone = try await scratch.store.undo(try #require(deleted.changeSet), .screen)
    #expect(try await scratch.store.count(User.all) == 1)
    try await scratch.store.undo(try #require(undone.changeSet), .screen)
    #expect(try await scratch.store.count(User.all) == 0)
  }

  @Test("a stale fingerprint is refused with the record as it is now")
  func conflict() async throws {
    let scratch = try Scratch()
    let anna = try await scratch.person("Anna", "Kowalska")
    let stale = anna.any.fingerprint
    var theirs = anna
    theirs.lastName = "Nowak"
    try await scratch.store.save(&theirs)
    var mine = anna.any
    mine["lastName"] = .text("Lis")
    let meanwhile = StoreError.changedMeanwhile(theirs.any)
    let late = mine
    await #expect(throws: meanwhile) {
      _ = try await scratch.store.perform(.api) { try $0.update(late, ifStill: stale) }
    }
  }

  @Test("a unique value twice is refused by name, a missing target too")
  func uniqueness() async throws {
    let scratch = try Scratch()
    _ = try await scratch.person("Anna", "Kowalska", email: "anna@example.org")
    let twice = StoreError.notUnique(entity: "user", field: "email")
    await #expect(throws: twice) {
      _ = try await scratch.person("Ann", "Other", email: "anna@example.org")
    }
    var course = Record<Course>()
    course.name = "Databases"
    course.teacher = 99
    let missing = StoreError.missingTarget(entity: "course", field: "teacher", id: 99)
    let orphan = course
    await #expect(throws: missing) { try await scratch.save(orphan) }
  }

  @Test("an attribute that is read-only after the insert stays what it was")
  func readOnly() async throws {
    let scratch = try Scratch()
    var course = try await scratch.course("Databases")
    course.code = "DB1"
    let fixed = StoreError.readOnly(entity: "course", field: "code")
    let renamed = course
    await #expect(throws: fixed) { try await scratch.save(renamed) }
  }

  @Test("TR-8 what is read-only after the insert can't be changed by another program, and can be deleted and come back")
  func standing() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let change = "UPDATE towns SET name = 'Kristiania' WHERE id = 1"
    #expect(try sqlite3(travels.url, change).contains("kartoteka: towns.name is never changed"))
    #expect(throws: (any Error).self) { try travels.other.execute(change) }
    #expect(try sqlite3(travels.url, "UPDATE towns SET name = name, guest_id = 2 WHERE id = 1") == "")
    await #expect(throws: StoreError.readOnly(entity: "town", field: "name")) {
      _ = try await travels.store.perform(.code) { try $0.database.execute(change) }
    }
    let town = try #require(travels.store.model.entity(named: "town"))
    let deleted = try await travels.store.perform(.screen) { try $0.delete(town, id: 1) }
    let undone = try await travels.store.undo(try #require(deleted.changeSet), .screen)
    #expect(try await travels.visits.first == "1 2 Bo Oslo -")
    try await travels.store.undo(try #require(undone.changeSet), .screen)
    #expect(try await travels.visits.count == 2)
  }

  @Test("a relationship that is read-only after the insert is emptied with the record that it leads to, and undone")
  func standingRelationship() async throws {
    var founder = RelationshipDescription(name: "founder", label: "Founder", cardinality: .toOne, target: "town")
    (founder.writability, founder.deleteRule) = (.onInsert, .nullify)
    let town = EntityDescription(
      name: "town", plural: "towns", table: "towns", nouns: Nouns("town", "towns"),
      attributes: [AttributeDescription(name: "name", label: "Name", kind: .text)], relationships: [founder])
    let store = try Store(inMemory: ModelDescription(entities: [town]))
    _ = try await store.perform(.code) { transaction in
      for founder in [Value.null, .integer(1), .integer(2)] {
        try transaction.insert(AnyRecord(town, id: nil, values: [.text("X"), founder]))
      }
    }
    let deleted = try await store.perform(.code) { try $0.delete(town, id: 1) }
    #expect(try await store.record(town, id: 2)?["founder"] == .null)
    try await store.undo(try #require(deleted.changeSet), .code)
    #expect(try await store.record(town, id: 2)?["founder"] == .integer(1))
    await #expect(throws: StoreError.readOnly(entity: "town", field: "founder")) {
      let change = "UPDATE towns SET founder_id = 2 WHERE id = 2"
      _ = try await store.perform(.code) { try $0.database.execute(change) }
    }
  }

  @Test("every kind of value comes back as it went in")
  func values() async throws {
    let scratch = try Scratch()
    var course = Record<Course>()
    course.name = "Ёлки \u{202e}abc 👩‍👩‍👧 <b>'; DROP TABLE users;--"
    course.fee = Decimal(string: "1234567.89")
    course.seats = 1 << 53
    course.begins = CalendarDate(year: 2024, month: 2, day: 29)
    course.isOpen = false
    try await scratch.store.save(&course)
    let read = try #require(try await scratch.store.record(Course.self, id: course.id ?? 0))
    #expect(read == course)
    #expect(read.fee == Decimal(string: "1234567.89"))
  }

  @Test("setting students adds and removes just the difference, from both sides")
  func manyToMany() async throws {
    let scratch = try Scratch()
    let course = try await scratch.course("Databases")
    var ids: [RecordID] = []
    for name in ["A", "B", "C"] { ids.append(try await scratch.person(name, "X").id ?? 0) }
    let students = try #require(entity("course").relationship("students"))
    let studies = try #require(entity("user").relationship("studies"))
    let people = ids
    _ = try await scratch.store.perform(.code) {
      try $0.relate(entity("course"), students, of: course.id ?? 0, to: [people[0], people[1]])
    }
    let changed = try await scratch.store.perform(.code) {
      try $0.relate(entity("course"), students, of: course.id ?? 0, to: [people[1], people[2]])
    }
    #expect(try await scratch.store.related(students, of: course.id ?? 0) == [people[1], people[2]])
    #expect(try await scratch.store.related(studies, of: people[2]) == [course.id ?? 0])
    try await scratch.store.undo(try #require(changed.changeSet), .code)
    #expect(try await scratch.store.related(students, of: course.id ?? 0) == [people[0], people[1]])
  }
}
