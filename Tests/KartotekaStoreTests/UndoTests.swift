import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("Undo, checked against later changes")
struct UndoTests {
  private struct Students {
    let scratch: Scratch
    let course: RecordID
    let anna: RecordID

    init(file: Bool = false) async throws {
      scratch = try Scratch(file: file)
      course = try #require(try await scratch.course("Algebra").id)
      anna = try #require(try await scratch.person("Anna", "Nowak").id)
    }

    func link() async throws -> Int64? {
      try await scratch.store.perform(.screen) { [course, anna] transaction in
        try transaction.link(entity("course"), Self.relationship(), of: course, to: anna)
      }.changeSet
    }

    func unlink() async throws -> Int64? {
      try await scratch.store.perform(.screen) { [course, anna] transaction in
        try transaction.unlink(entity("course"), Self.relationship(), of: course, from: anna)
      }.changeSet
    }

    func linked() async throws -> [RecordID] {
      try await scratch.store.related(Self.relationship(), of: course)
    }

    static func relationship() throws -> RelationshipDescription {
      try #require(entity("course").relationship("students"))
    }
  }

  private func changed(_ title: String) -> StoreError {
    .cannotUndo(Phrase("{title} has been changed since", ["title": .text(title)]))
  }

  // MARK: Links

  @Test("a link that was removed since is not taken back, and a link that was made again is not made twice")
  func links() async throws {
    let students = try await Students()
    let store = students.scratch.store
    let linked = try #require(try await students.link())
    let unlinked = try #require(try await students.unlink())
    await #expect(throws: changed("Algebra")) { try await store.undo(linked, .screen) }
    #expect(try await students.linked() == [])
    _ = try await students.link()
    await #expect(throws: changed("Algebra")) { try await store.undo(unlinked, .screen) }
    #expect(try await students.linked() == [students.anna])
    #expect(try await store.changeSet(unlinked)?.undoneBy == nil)
  }

  @Test("a link whose record was deleted since is named in the refusal")
  func linkToDeleted() async throws {
    let students = try await Students()
    let store = students.scratch.store
    _ = try await students.link()
    let unlinked = try #require(try await students.unlink())
    _ = try await store.perform(.screen) { try $0.delete(entity("user"), id: students.anna) }
    await #expect(
      throws: StoreError.cannotUndo(Phrase("Record No. {number} has been deleted since", ["number": .text("1")]))
    ) { try await store.undo(unlinked, .screen) }
  }

  @Test("a link that another program removed is noticed")
  func linkOfAnotherProgram() async throws {
    let students = try await Students(file: true)
    defer { students.scratch.remove() }
    let linked = try #require(try await students.link())
    try DatabaseFile(try #require(students.scratch.store.url)).execute("DELETE FROM courses_students")
    await #expect(throws: changed("Algebra")) { try await students.scratch.store.undo(linked, .screen) }
  }

  // MARK: Targets and columns

  @Test("a change whose former target was deleted is refused, and the missing record is named")
  func missingTarget() async throws {
    let scratch = try Scratch()
    let (anna, jan) = (try await scratch.person("Anna", "Nowak"), try await scratch.person("Jan", "Kos"))
    var course = try await scratch.course("Algebra", teacher: anna)
    course.teacher = jan.id
    try await scratch.store.save(&course)
    let changed = try #require(try await scratch.store.lastChangeSet())
    let annas = try #require(anna.id)
    _ = try await scratch.store.perform(.screen) { try $0.delete(entity("user"), id: annas) }
    let reason = StoreError.missingTarget(entity: "course", field: "teacher", id: annas).phrase(in: school)
    await #expect(throws: StoreError.cannotUndo(reason)) { try await scratch.store.undo(changed.id, .screen) }
    #expect(try await scratch.store.record(Course.self, id: course.id ?? 0)?.teacher == jan.id)
  }

  @Test("of a change, a column that the model has no longer is left out")
  func columnGone() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    var course = try await scratch.course("Algebra")
    course.subject = "Maths"
    try await scratch.store.save(&course)
    let changeSet = try #require(try await scratch.store.lastChangeSet())
    // As a change set of an earlier model wrote it.
    try DatabaseFile(try #require(scratch.store.url)).execute(
      "UPDATE kartoteka_changes SET before = '{\"room\":null}', after = '{\"room\":\"12\"}' WHERE deed = \(changeSet.id)"
    )
    try await scratch.store.undo(changeSet.id, .screen)
    #expect(try await scratch.store.record(Course.self, id: course.id ?? 0)?.subject == "Maths")
  }

  @Test("another program's change of a value that the change set set is noticed")
  func changeOfAnotherProgram() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    var course = try await scratch.course("Algebra")
    course.subject = "Maths"
    try await scratch.store.save(&course)
    let changeSet = try #require(try await scratch.store.lastChangeSet())
    try DatabaseFile(try #require(scratch.store.url)).execute("UPDATE courses SET subject = 'Logic'")
    await #expect(throws: changed("Algebra")) { try await scratch.store.undo(changeSet.id, .screen) }
  }

  // MARK: Large change sets

  @Test("a change set of more records than one batch is undone whole, tells how far it is, and can be cancelled")
  func batches() async throws {
    let scratch = try Scratch()
    _ = try await scratch.store.perform(.code) { transaction in
      for number in 1...1_300 {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text("No. \(number)")
        user["lastName"] = .text("X")
        try transaction.insert(user)
      }
    }
    let changeSet = try #require(try await scratch.store.deleteAll(.screen).changeSet)
    await #expect(throws: CancellationError.self) {
      try await scratch.store.undo(changeSet, .screen) { if $0.done > 0 { throw CancellationError() } }
    }
    #expect(try await scratch.store.count(User.all) == 0)
    let told = Mutex<[UndoProgress]>([])
    let outcome = try await scratch.store.undo(changeSet, .screen) { progress in told.withLock { $0.append(progress) } }
    #expect(try await scratch.store.count(User.all) == 1_300)
    #expect(told.withLock { $0.map(\.done) } == [0, 500, 1_000, 1_300])
    #expect(told.withLock { $0.allSatisfy { $0.total == 1_300 } })
    // Whoever shows people has to look again.
    #expect(outcome.changes.byEntity["user"]?.isAny == true)
    try await scratch.store.undo(try #require(outcome.changeSet), .screen)
    #expect(try await scratch.store.count(User.all) == 0)
  }

  @Test("undone again and again, a change set is called by its own name in turn undone and done again")
  func names() async throws {
    let scratch = try Scratch()
    _ = try await scratch.course("Algebra")
    let added = try #require(try await scratch.store.lastChangeSet())
    var changeSet = added.id
    for key in ["Undid: {deed}", "Did again: {deed}", "Undid: {deed}"] {
      changeSet = try #require(try await scratch.store.undo(changeSet, .screen).changeSet)
      #expect(try await scratch.store.changeSet(changeSet)?.name == Phrase(key, ["deed": .phrase(added.name)]))
    }
  }

  // MARK: Texts

  @Test("a text that differs in its Unicode normalization form alone is a change, and can be undone")
  func normalization() async throws {
    let scratch = try Scratch()
    var course = try await scratch.course("Cafe\u{301}")
    course.name = "Caf\u{E9}"
    try await scratch.store.save(&course)
    let changeSet = try #require(try await scratch.store.lastChangeSet())
    func name() async throws -> [UInt8] {
      Array(try #require(try await scratch.store.record(Course.self, id: course.id ?? 0)?.name).utf8)
    }
    #expect(try await name() == Array("Caf\u{E9}".utf8))
    try await scratch.store.undo(changeSet.id, .screen)
    #expect(try await name() == Array("Cafe\u{301}".utf8))
  }
}

/// A club: its halls and its events go with it, and an event keeps its hall from being deleted.
private struct Club: Entity {
  let name = Attribute<String>("Name", .required, .title)
}
private struct Hall: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let club = ToOne<Club>("Club", required: true, onDelete: .cascade)
}
private struct Event: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let club = ToOne<Club>("Club", required: true, onDelete: .cascade)
  let hall = ToOne<Hall>("Hall", required: true, onDelete: .deny)
}

@Suite("Deletion does not depend on the order of declarations")
struct DeletionOrderTests {
  static let models = [
    ModelDescription([Club.self, Hall.self, Event.self]), ModelDescription([Event.self, Hall.self, Club.self]),
  ]

  @Test("a record that is deleted too denies nothing; one that stays does", arguments: [0, 1])
  func denial(order: Int) async throws {
    let model = Self.models[order]
    let store = try Store(inMemory: model)
    let (club, hall, event) = try (
      #require(model.entity(named: "club")), #require(model.entity(named: "hall")),
      #require(model.entity(named: "event"))
    )
    let changeSet = try await store.perform(.code) { transaction in
      for name in ["A", "B"] {
        var record = AnyRecord(club)
        record["name"] = .text(name)
        try transaction.insert(record)
      }
      var record = AnyRecord(hall)
      record["name"] = .text("Hall")
      record["club"] = .integer(1)
      try transaction.insert(record)
      record = AnyRecord(event)
      record["name"] = .text("Ball")
      record["club"] = .integer(1)
      record["hall"] = .integer(1)
      try transaction.insert(record)
    }.changeSet
    #expect(changeSet != nil)
    let consequences = try await store.consequences(of: club, id: 1)
    #expect(Set(consequences.map(\.entity.name)) == ["hall", "event"])
    #expect(consequences.allSatisfy { $0.rule == .cascade })
    let deleted = try await store.perform(.screen) { try $0.delete(club, id: 1) }
    func counts() async throws -> [Int] { [try await store.count(Event.all), try await store.count(Hall.all)] }
    #expect(try await counts() == [0, 0])
    try await store.undo(try #require(deleted.changeSet), .screen)
    #expect(try await counts() == [1, 1])
    // Another club's event in this hall stays, and denies.
    _ = try await store.perform(.code) { transaction in
      var record = AnyRecord(event)
      record["name"] = .text("Visit")
      record["club"] = .integer(2)
      record["hall"] = .integer(1)
      try transaction.insert(record)
    }
    await #expect(
      throws: StoreError.denied(
        entity: "club", id: 1, by: [.init(entity: "event", relationship: "hall", count: 1)])
    ) { _ = try await store.perform(.screen) { try $0.delete(club, id: 1) } }
  }
}
