import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

// Two that refer to each other, and to themselves, and would keep each other from being deleted.
private struct Hen: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let egg = ToOne<Egg>("Hatched from", onDelete: .deny)
  let mother = ToOne<Hen>("Mother", onDelete: .deny)
}

private struct Egg: Entity {
  let number = Attribute<Int>("Number", .required)
  let hen = ToOne<Hen>("Laid by", required: true, onDelete: .deny)
}

@Suite("Deleting everything", .serialized)
struct DeletingAllTests {
  /// Everything in the tables of records, a line each.
  private func content(_ url: URL, _ tables: [String]) throws -> [String] {
    try tables.flatMap { table in
      try DatabaseFile(url).rows("SELECT * FROM \(table) ORDER BY 1, 2").map { table + " " + $0 }
    }
  }

  @Test("TM-9 takes all records and links with it, as one change set, whose undoing brings everything back as it was")
  func undone() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let store = scratch.store
    let url = try #require(store.url)
    let (nora, anna) = (try await scratch.person("Nora", "Lind"), try await scratch.person("Anna", "Nowak"))
    let maths = try await scratch.course("Maths", teacher: nora)
    _ = try await scratch.course("Physics")
    var badge = Record<Badge>()
    (badge.number, badge.owner) = (7, anna.id)
    try await scratch.save(badge)
    var lesson = Record<Lesson>()
    (lesson.title, lesson.course) = ("One", maths.id)
    try await scratch.save(lesson)
    let studies = try #require(entity("course").relationship("students"))
    _ = try await store.perform(.code) {
      try $0.relate(entity("course"), studies, of: maths.id ?? 0, to: [nora.id ?? 0, anna.id ?? 0])
    }
    let tables = school.entities.map(\.table) + [try #require(studies.joinTable)]
    let before = try content(url, tables)
    #expect(before.count == 8)
    #expect(try await store.fetch(User.all.searching("nowak")).count == 1)

    let deleted = try await store.deleteAll(.screen)
    let changeSet = try #require(deleted.changeSet)
    #expect(try await store.changeSet(changeSet)?.name == "Deleted all data")
    #expect(try content(url, tables).isEmpty)
    #expect(try await store.count(User.all) == 0)
    #expect(try await store.fetch(User.all.searching("nowak")).isEmpty)
    #expect(deleted.changes.byEntity["user"]?.deleted.sorted() == [1, 2])

    let undone = try await store.undo(changeSet, .screen)
    #expect(try content(url, tables) == before)
    #expect(try await store.fetch(User.all.searching("nowak")).count == 1)
    try await store.undo(try #require(undone.changeSet), .screen)
    #expect(try content(url, tables).isEmpty)
  }

  @Test("TM-9 of nothing is no change set")
  func nothing() async throws {
    let store = try Store(inMemory: school)
    #expect(try await store.deleteAll(.screen).changeSet == nil)
    try await store.set(seatsPerRoom, to: 12, .screen)
    #expect(try await store.deleteAll(.screen).changeSet == nil)
    #expect(try await store.value(of: seatsPerRoom) == 12)
  }

  @Test("TM-9 works with records that refer to each other in a circle")
  func circle() async throws {
    let store = try Store(inMemory: ModelDescription([Hen.self, Egg.self]))
    var hen = Record<Hen>()
    hen.name = "Berta"
    try await store.save(&hen)
    var egg = Record<Egg>()
    (egg.number, egg.hen) = (1, hen.id)
    try await store.save(&egg)
    (hen.egg, hen.mother) = (egg.id, hen.id)
    try await store.save(&hen)
    let changeSet = try #require(try await store.deleteAll(.screen).changeSet)
    #expect(try await store.count(Hen.all) == 0)
    #expect(try await store.count(Egg.all) == 0)
    try await store.undo(changeSet, .screen)
    let back = try #require(try await store.record(Hen.self, id: 1))
    #expect(back.egg == egg.id && back.mother == hen.id)
    #expect(try await store.record(Egg.self, id: 1)?.hen == hen.id)
  }

  @Test("TM-9 brings back pictures, also those that lie outside the file")
  func pictures() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    let (large, small) = (Gallery.bytes(5_000), Gallery.bytes(10))
    try await gallery.hang("Large", large)
    try await gallery.hang("Small", small)
    #expect(gallery.files().count == 1)
    let changeSet = try #require(try await gallery.store.deleteAll(.screen).changeSet)
    #expect(try await gallery.store.count(Painting.all) == 0)
    try await gallery.store.undo(changeSet, .screen)
    let pictures = try await gallery.store.fetch(Painting.all.sorted(by: \.name)).map(\.picture)
    #expect(pictures == [Data(large), Data(small)])
  }

  @Test("TM-9 closes the rows that wait from imports, and opens them again when undone")
  func waitingRows() async throws {
    let store = try Store(inMemory: school)
    _ = try await store.perform(.import) { transaction in
      let importID = try transaction.recordImport("Imported lessons.csv", options: "", files: [])
      try transaction.recordRejectedRow(
        of: importID, layout: transaction.layout(of: entity("lesson"), "[]"), file: "lessons.csv", line: 2, record: 1,
        raw: "private", faults: "[]", missing: [])
    }
    func rows() async throws -> [String] { try await store.rejectedRows(RejectedRowsRequest()).rows.map(\.raw) }
    #expect(try await rows() == ["private"])
    let changeSet = try #require(try await store.deleteAll(.screen).changeSet)
    #expect(try await rows() == [])
    try await store.undo(changeSet, .screen)
    #expect(try await rows() == ["private"])
  }

  @Test("TM-9 deletes 20,000 records as one change set and brings them back")
  func many() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let store = scratch.store
    _ = try await store.perform(.code) { transaction in
      for number in 1...20_000 {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text("Anna")
        user["lastName"] = .text("Nowak \(number)")
        try transaction.insert(user)
      }
    }
    let before = store.feed.last
    let changeSet = try #require(try await store.deleteAll(.screen).changeSet)
    #expect(try await store.count(User.all) == 0)
    #expect(store.feed.commits(after: before)?.map { $0.changes.byEntity["user"]?.isAny } == [true])
    try await store.undo(changeSet, .screen)
    #expect(try await store.count(User.all) == 20_000)
    #expect(try await store.fetch(User.all.searching("nowak 19999")).count == 1)
  }

  @Test("TM-9 can't be undone where a record came in the place of another, and says so")
  func inTheWay() async throws {
    let scratch = try Scratch()
    _ = try await scratch.person("Nora", "Lind", email: "nora@example.org")
    let changeSet = try #require(try await scratch.store.deleteAll(.screen).changeSet)
    _ = try await scratch.person("Nora", "Other", email: "nora@example.org")
    await #expect(throws: StoreError.self) { try await scratch.store.undo(changeSet, .screen) }
    #expect(try await scratch.store.fetch(User.all).map(\.lastName) == ["Other"])
  }
}
