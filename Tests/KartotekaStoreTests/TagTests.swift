import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Tags")
struct TagTests {
  private struct Item: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let tags = ManyToMany<Tag>("Tags", tags: true)
  }

  private struct Tag: Entity {
    let name = Attribute<String>("Name", .required, .unique, .title)
    let items = ManyToMany<Item>("Items", inverse: \.tags)
  }

  private let store: Store
  private let item: EntityDescription
  private let tag: EntityDescription
  private let tags: RelationshipDescription

  init() throws {
    let model = ModelDescription([Item.self, Tag.self])
    #expect(model.check().isEmpty)
    store = try Store(inMemory: model)
    item = try #require(model.entity(named: "item"))
    tag = try #require(model.entity(named: "tag"))
    tags = try #require(item.relationship("tags"))
  }

  /// Adds an item with tags.
  private func add(_ name: String, _ names: [String]) async throws -> (id: RecordID, changeSet: Int64) {
    let outcome = try await store.perform(.screen) { [item, tags] transaction in
      var record = AnyRecord(item)
      record["name"] = .text(name)
      let id = try transaction.insert(record).id ?? 0
      try transaction.changeTags(item, tags, of: id, adding: names, removing: [])
      return id
    }
    return (outcome.value, try #require(outcome.changeSet))
  }

  private func names(of id: RecordID) async throws -> [String] {
    let ids = try await store.related(tags, of: [id])[id] ?? []
    var names: [String] = []
    for id in ids {
      if case .text(let name)? = try await store.record(tag, id: id)?["name"] { names.append(name) }
    }
    return names.sorted()
  }

  private func count() async throws -> Int { try await store.count(AnyFetchRequest("tag")) }

  @Test("A new name makes a tag; one that differs in case, spaces or form alone is the one that is there")
  func making() async throws {
    let (one, _) = try await add("One", ["To do", "йод"])
    let (two, _) = try await add("Two", ["to  DO", "И\u{306}од", "иод", "łąka", "laka"])
    #expect(try await names(of: one) == ["To do", "йод"])
    #expect(try await names(of: two) == ["To do", "иод", "йод", "laka", "łąka"].sorted())
    #expect(try await count() == 5)
  }

  @Test("Undo of the record takes the tag back, and doing it again brings both back")
  func undo() async throws {
    let (one, changeSet) = try await add("One", ["new"])
    let undone = try await store.undo(changeSet, .screen)
    #expect(try await store.record(item, id: one) == nil)
    #expect(try await count() == 0)
    _ = try await store.undo(try #require(undone.changeSet), .screen)
    #expect(try await names(of: one) == ["new"])
  }

  @Test("A tag that somebody else's record has stays, and so does that record's link")
  func undoOfUsed() async throws {
    let (one, changeSet) = try await add("One", ["shared", "alone"])
    let (two, _) = try await add("Two", ["shared"])
    let error = await #expect(throws: StoreError.self) { try await store.undo(changeSet, .screen) }
    guard case .cannotUndo = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    _ = try await store.undo(changeSet, .keeping(), .screen)
    #expect(try await store.record(item, id: one) == nil)
    #expect(try await names(of: two) == ["shared"])
    #expect(try await count() == 1)
  }

  @Test("Tags of an existing record: what was added and removed, and the change set is that of the record")
  func changing() async throws {
    let (one, _) = try await add("One", ["a", "b"])
    let outcome = try await store.perform(.screen) { [item, tags] transaction in
      try transaction.changeTags(item, tags, of: one, adding: ["C", "a"], removing: ["B", "unknown"])
    }
    #expect(try await names(of: one) == ["C", "a"])
    let number = try #require(outcome.changeSet)
    let changeSet = try #require(try await store.changeSet(number))
    #expect(changeSet.name.key == "Changed {title}")
    _ = try await store.undo(changeSet.id, .screen)
    #expect(try await names(of: one) == ["a", "b"])
    #expect(try await count() == 2)
  }

  @Test("A name that the tags refuse changes nothing")
  func refused() async throws {
    let (one, _) = try await add("One", ["a"])
    let long = String(repeating: "x", count: 100_000)
    await #expect(throws: StoreError.self) {
      try await store.perform(.screen) { [item, tags] transaction in
        try transaction.changeTags(item, tags, of: one, adding: ["new", long], removing: ["a"])
      }
    }
    #expect(try await names(of: one) == ["a"])
    #expect(try await count() == 1)
  }
}
