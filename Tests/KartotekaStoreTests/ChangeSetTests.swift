import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

extension Store {
  /// The change set that a transaction was.
  fileprivate func changeSet(
    by origin: ChangeSet.Origin, _ body: @escaping @Sendable (Transaction) throws -> Void
  ) async throws -> Int64 {
    let changeSet = try await perform(origin, body).changeSet
    return try #require(changeSet)
  }
}

@Suite("Change sets: found, opened, foretold")
struct ChangeSetTests {
  private static func search(_ text: String) -> ChangeSetFilter.Search? {
    ChangeSetFilter.Search(text) { phrase in
      if case .text(let title)? = phrase.arguments["title"] { "\(phrase.key) \(title)" } else { phrase.key }
    }
  }

  private func importCourses(_ names: [String], into store: Store) async throws -> Int64? {
    try await store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(entity("course"))
      for name in names {
        for (position, column) in entity("course").columns.enumerated() {
          bulk.bind(column.name == "name" ? .text(name) : .null, at: position)
        }
        try bulk.insert()
      }
      try bulk.finish()
    }.changeSet
  }

  @Test("they are filtered by entity and origin, and searched by names and values without accents, page by page")
  func filter() async throws {
    let store = try Scratch().store
    let made = try await store.perform(.screen) { transaction in
      var names = ["Łucja", "Anna"].makeIterator()
      while let name = names.next() {
        var user = AnyRecord(entity("user"))
        (user["firstName"], user["lastName"]) = (.text(name), .text("Kowalska"))
        try transaction.insert(user)
      }
      transaction.name = "Two people"
    }.changeSet
    let course = try await store.perform(.api) { transaction in
      var course = AnyRecord(entity("course"))
      course["name"] = .text("Algebra")
      try transaction.insert(course)
    }.changeSet
    let imported = try await importCourses(["Biology"], into: store)
    func found(_ filter: ChangeSetFilter, before: HistoryPosition? = nil, limit: Int = 10) async throws -> [Int64?] {
      try await store.changeSets(filter, before: before, limit: limit).changeSets.map(\.id)
    }
    #expect(try await found(ChangeSetFilter()) == [imported, course, made])
    #expect(try await found(ChangeSetFilter(entity: entity("course"))) == [imported, course])
    #expect(try await found(ChangeSetFilter(origin: .import)) == [imported])
    // By what it is called, and by a value that its name doesn't tell.
    #expect(try await found(ChangeSetFilter(search: Self.search("PEOPLE two"))) == [made])
    #expect(try await found(ChangeSetFilter(search: Self.search("lucja kowalska"))) == [made])
    #expect(try await found(ChangeSetFilter(search: Self.search("firstName"))) == [])
    let first = try await store.changeSets(ChangeSetFilter(), limit: 2)
    #expect(first.next?.number == course)
    let rest = try await store.changeSets(ChangeSetFilter(), before: first.next, limit: 2)
    #expect(rest.changeSets.map(\.id) == [made] && rest.next == nil)
  }

  @Test("an import opens into its records, page by page, without those that are gone")
  func ranges() async throws {
    let scratch = try Scratch()
    let imported = try #require(try await importCourses(["A", "B", "C", "D"], into: scratch.store))
    _ = try await scratch.store.changeSet(by: .code) { try $0.delete(entity("course"), id: 3) }
    var (place, pages) = (ChangePage.Place?.none, [[RecordID]]())
    repeat {
      let page = try await scratch.store.changes(by: imported, after: place, limit: 2)
      #expect(page.total == 4)
      #expect(page.changes.allSatisfy { $0.operation == .insert && $0.last == nil })
      pages.append(page.changes.map(\.id))
      // As it comes back in an address.
      place = page.next.flatMap { ChangePage.Place($0.description) }
    } while place != nil
    #expect(pages == [[1, 2], [4]])
    #expect(ChangePage.Place("1") == nil && ChangePage.Place("0.1") == nil && ChangePage.Place("x.1") == nil)
  }

  @Test("the changes of a change set are read page by page in their order, links among them")
  func pages() async throws {
    let store = try Scratch().store
    let relationship = try #require(entity("course").relationship("students"))
    let changeSet = try await store.changeSet(by: .code) { transaction in
      var course = AnyRecord(entity("course"))
      course["name"] = .text("Algebra")
      let id = try #require(try transaction.insert(course).id)
      for number in 1...3 {
        var user = AnyRecord(entity("user"))
        (user["firstName"], user["lastName"]) = (.text("Anna"), .text("No. \(number)"))
        let person = try #require(try transaction.insert(user).id)
        try transaction.link(entity("course"), relationship, of: id, to: person)
      }
    }
    let all = try await store.changes(by: changeSet, after: nil, limit: 10)
    #expect(all.total == 7 && all.changes.count == 7 && all.next == nil)
    let first = try await store.changes(by: changeSet, after: nil, limit: 4)
    let rest = try await store.changes(by: changeSet, after: first.next, limit: 4)
    #expect(first.changes + rest.changes == all.changes && rest.next == nil)
  }

  @Test("a record's history has the links that were made from it, and none of another entity's record of that number")
  func ownLinks() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    let anna = try #require(try await scratch.person("Anna", "Nowak").id)
    let course = try #require(try await scratch.course("Algebra").id)
    let other = try #require(try await scratch.course("Biology").id)
    #expect(anna == course)
    let students = try #require(entity("course").relationship("students"))
    _ = try await store.perform(.screen) { try $0.link(entity("course"), students, of: course, to: anna) }
    let studies = try #require(entity("user").relationship("studies"))
    _ = try await store.perform(.screen) { try $0.link(entity("user"), studies, of: anna, to: other) }
    let ofAnna = try await store.history(of: entity("user"), id: anna)
    #expect(ofAnna.total == 2)
    #expect(ofAnna.items.first?.changes.flatMap(\.fields).map(\.name) == ["studies"])
    let ofCourse = try await store.history(of: entity("course"), id: course)
    #expect(ofCourse.total == 2)
    #expect(ofCourse.items.first?.changes.flatMap(\.fields).map(\.name) == ["students"])
  }
}

@Suite("What stands in the way of an undo")
struct ObstacleTests {
  /// What is foretold is what the undo says.
  private func agrees(_ store: Store, _ changeSet: Int64, isFree: Bool) async throws {
    let before = try await store.lastChangeSet()?.id
    let told = try await store.obstacle(toUndoing: changeSet)
    #expect(try await store.lastChangeSet()?.id == before)
    do {
      try await store.undo(changeSet, .screen)
      #expect(told == nil && isFree)
    } catch StoreError.cannotUndo(let reason) {
      #expect(told == reason && !isFree)
    }
  }

  @Test("nothing, where a record was added, changed and linked by the same change set")
  func none() async throws {
    let scratch = try Scratch()
    let anna = try #require(try await scratch.person("Anna", "Nowak").id)
    let students = try #require(entity("course").relationship("students"))
    let changeSet = try await scratch.store.changeSet(by: .code) { transaction in
      var course = AnyRecord(entity("course"))
      course["name"] = .text("Algebra")
      course = try transaction.insert(course)
      let id = try #require(course.id)
      course["name"] = .text("Logic")
      try transaction.update(course)
      try transaction.link(entity("course"), students, of: id, to: anna)
      try transaction.unlink(entity("course"), students, of: id, from: anna)
      var badge = AnyRecord(entity("badge"))
      var owner = AnyRecord(entity("user"))
      (owner["firstName"], owner["lastName"]) = (.text("Jan"), .text("Kos"))
      badge["number"] = .integer(1)
      badge["owner"] = .integer(try #require(try transaction.insert(owner).id))
      try transaction.insert(badge)
    }
    try await agrees(scratch.store, changeSet, isFree: true)
  }

  @Test("a later change of the same value, and not of another one")
  func changed() async throws {
    let scratch = try Scratch()
    var anna = try await scratch.person("Anna", "Byron")
    let added = try #require(try await scratch.store.lastChangeSet()?.id)
    anna.lastName = "Lovelace"
    try await scratch.store.save(&anna)
    let renamed = try #require(try await scratch.store.lastChangeSet()?.id)
    anna.email = "anna@example.org"
    try await scratch.store.save(&anna)
    try await agrees(scratch.store, added, isFree: false)
    try await agrees(scratch.store, renamed, isFree: true)
    // It is undone now.
    try await agrees(scratch.store, renamed, isFree: false)
  }

  @Test("a record that refers to an added one, and a deleted record that a restored one refers to")
  func references() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    let anna = try await scratch.person("Anna", "Byron")
    let added = try #require(try await store.lastChangeSet()?.id)
    var badge = Record<Badge>()
    badge.number = 7
    badge.owner = anna.id
    try await store.save(&badge)
    try await agrees(store, added, isFree: false)
    try await store.delete(badge)
    let deleted = try #require(try await store.lastChangeSet()?.id)
    try await store.delete(anna)
    try await agrees(store, deleted, isFree: false)
  }

  @Test("a change of an imported record")
  func imported() async throws {
    let scratch = try Scratch()
    let changeSet = try await scratch.store.changeSet(by: .import) { transaction in
      let bulk = try transaction.bulkInsert(entity("course"))
      for (position, column) in entity("course").columns.enumerated() {
        bulk.bind(column.name == "name" ? .text("A") : .null, at: position)
      }
      try bulk.insert()
      try bulk.finish()
    }
    #expect(try await scratch.store.obstacle(toUndoing: changeSet) == nil)
    var course = try #require(try await scratch.store.record(Course.self, id: 1))
    course.subject = "Maths"
    try await scratch.store.save(&course)
    try await agrees(scratch.store, changeSet, isFree: false)
  }
}

@Suite("Deleted records")
struct DeletedRecordTests {
  private static func search(_ text: String) -> ChangeSetFilter.Search? { ChangeSetFilter.Search(text) { $0.key } }

  @Test("they are found by their values, without those that belong to another one, until they are back")
  func found() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    let jan = try await scratch.person("Jan", "Śliwa")
    let course = try await scratch.course("Algebra", teacher: jan)
    let id = try #require(course.id)
    let students = try #require(entity("course").relationship("students"))
    _ = try await store.perform(.code) { transaction in
      var lesson = AnyRecord(entity("lesson"))
      (lesson["title"], lesson["course"]) = (.text("One"), .integer(id))
      try transaction.insert(lesson)
      try transaction.link(entity("course"), students, of: id, to: try #require(jan.id))
    }
    try await store.delete(course)
    try await store.delete(jan)
    let all = try await store.deletedRecords(limit: 10)
    #expect(all.records.map(\.record.entity.name) == ["user", "course"] && all.next == nil)
    #expect(try await store.deletedRecords(of: entity("course"), limit: 10).records.map(\.record.id) == [id])
    #expect(try await store.deletedRecords(Self.search("sliwa JAN"), limit: 10).records.map(\.record.id) == [jan.id])
    #expect(try await store.deletedRecords(Self.search("firstName"), limit: 10).records.isEmpty)
    let first = try await store.deletedRecords(limit: 1)
    let rest = try await store.deletedRecords(before: first.next, limit: 1)
    #expect((first.records + rest.records).map(\.number) == all.records.map(\.number))

    // The course refers to a teacher who is not there.
    let algebra = try #require(all.records.last)
    await #expect(throws: StoreError.self) { try await store.bringBack(algebra.number, .screen) }
    _ = try await store.bringBack(try #require(all.records.first).number, .screen)
    _ = try await store.bringBack(algebra.number, .screen)
    #expect(try await store.deletedRecords(limit: 10).records.isEmpty)
    #expect(try await store.count(AnyFetchRequest("lesson")) == 1)
    #expect(try await store.related(students, of: id) == [try #require(jan.id)])
    // Nothing else was done by the change set: this is its undo.
    #expect(try await store.changeSet(algebra.changeSet.id)?.undoneBy != nil)
    await #expect(throws: StoreError.self) { try await store.bringBack(algebra.number, .screen) }
  }

  @Test("one of several that a change set deleted comes back with what went with it, and can be taken away again")
  func oneOfSeveral() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    let jan = try await scratch.person("Jan", "Kos")
    let course = try await scratch.course("Algebra", teacher: jan)
    let other = try await scratch.course("Biology")
    let students = try #require(entity("course").relationship("students"))
    let ids = try [#require(course.id), #require(other.id), #require(jan.id)]
    _ = try await store.perform(.screen) { transaction in
      for number in 1...2 {
        var lesson = AnyRecord(entity("lesson"))
        (lesson["title"], lesson["course"]) = (.text("Lesson \(number)"), .integer(ids[0]))
        try transaction.insert(lesson)
      }
      try transaction.link(entity("course"), students, of: ids[0], to: ids[2])
    }
    let emptied = try await store.changeSet(by: .screen) { transaction in
      try transaction.delete(entity("user"), id: ids[2])
      for id in ids.prefix(2) { try transaction.delete(entity("course"), id: id) }
    }
    let deleted = try await store.deletedRecords(limit: 10).records
    #expect(deleted.map(\.record.id) == [ids[1], ids[0], ids[2]])
    // The course had lost its teacher before it was deleted.
    let back = try await store.bringBack(deleted[1].number, .screen)
    #expect(try await store.count(AnyFetchRequest("course")) == 1)
    #expect(try await store.count(AnyFetchRequest("lesson")) == 2)
    #expect(try await store.changeSet(emptied)?.undoneBy == nil)
    let changeSet = try #require(back.changeSet)
    #expect(try await store.changeSet(changeSet)?.name == Phrase("Brought back {title}", ["title": .text("Algebra")]))
    _ = try await store.bringBack(deleted[2].number, .screen)
    // The links and the reference that went with the person.
    #expect(try await store.related(students, of: ids[0]) == [ids[2]])
    #expect(try await store.record(Course.self, id: ids[0])?.teacher == ids[2])
    await #expect(throws: StoreError.self) { try await store.undo(changeSet, .screen) }
    #expect(try await store.deletedRecords(limit: 10).records.map(\.record.id) == [ids[1]])
  }
}

@Suite("Change sets of several transactions")
struct ChangeSetGroupTests {
  @Test("the transactions of a group are one change set with its name, which one undo takes back")
  func group() async throws {
    let scratch = try Scratch()
    let store = scratch.store
    let group = ChangeSetGroup(named: "Both")
    try await ChangeSetGroup.$current.withValue(group) {
      _ = try await scratch.person("Anna", "Nowak")
      group.name = "Both of them"
      _ = try await scratch.person("Jan", "Kos")
    }
    let changeSet = try #require(group.changeSet)
    #expect(try await store.lastChangeSet()?.id == changeSet)
    #expect(try await store.changeSet(changeSet)?.name == "Both of them")
    try await store.undo(changeSet, .screen)
    #expect(try await store.count(AnyFetchRequest("user")) == 0)
    // A change set that was undone meanwhile stays undone.
    try await ChangeSetGroup.$current.withValue(group) { _ = try await scratch.person("Ewa", "Lis") }
    #expect(try #require(group.changeSet) > changeSet)
    #expect(try await store.changeSet(changeSet)?.undoneBy != nil)
  }
}
