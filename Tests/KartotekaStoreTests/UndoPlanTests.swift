import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("What stays when a change set is undone, and can be tried again")
struct UndoPlanTests {
  private let scratch: Scratch
  private var store: Store { scratch.store }

  init() async throws { scratch = try Scratch() }

  private func change(_ name: String, _ id: RecordID, _ values: [[String: Value]]) async throws -> Int64 {
    let outcome = try await store.perform(.screen) { transaction in
      for values in values {
        var record = try #require(try transaction.record(entity(name), id: id))
        for (name, value) in values { record[name] = value }
        try transaction.update(record)
      }
    }
    return try #require(outcome.changeSet)
  }

  @Test("A field that was changed twice goes back at once, and is no rest of a part that was undone")
  func twice() async throws {
    let anna = try #require(try await scratch.person("Anna", "Nowak", email: "a@example.org").id)
    let changeSet = try await change(
      "user", anna, [["firstName": .text("B")], ["firstName": .text("C"), "email": .text("c@example.org")]])
    _ = try await change("user", anna, [["email": .text("d@example.org")]])
    let plan = try await store.undoPlan(of: changeSet)
    #expect(plan.items.map(\.id) == ["users/\(anna)/email"] && plan.items.first?.before == .text("a@example.org"))
    #expect(plan.items.first?.now == .text("d@example.org"))
    #expect(try await store.undo(changeSet, .keeping(), .screen).value == plan)
    let rest = try await store.undoPlan(of: changeSet)
    #expect(rest.goingBack == 0 && rest.items == plan.items)
    try await store.undo(changeSet, .keeping(puttingBack: ["users/\(anna)/email"]), .screen)
    let now = try #require(try await store.record(entity("user"), id: anna))
    #expect(now["firstName"] == .text("Anna") && now["email"] == .text("a@example.org"))
    #expect(try await store.changeSet(changeSet)?.undoneBy != nil)
  }

  @Test("A new record that was changed since stays as a whole, and goes as a whole when it is put back")
  func added() async throws {
    let outcome = try await store.perform(.screen) { transaction in
      var user = AnyRecord(entity("user"))
      (user["firstName"], user["lastName"]) = (.text("Anna"), .text("Nowak"))
      let added = try transaction.insert(user)
      user = added
      user["lastName"] = .text("Kos")
      try transaction.update(user)
      return added.id ?? 0
    }
    let changeSet = try #require(outcome.changeSet)
    _ = try await change("user", outcome.value, [["lastName": .text("Later")]])
    let item = "users/\(outcome.value)"
    let plan = try await store.undoPlan(of: changeSet)
    #expect(plan.items.map(\.id) == [item] && plan.goingBack == 0)
    await #expect(throws: StoreError.self) { try await store.undo(changeSet, .keeping(), .screen) }
    await #expect(throws: StoreError.self) {
      try await store.undo(changeSet, .keeping(puttingBack: [item + "/lastName"]), .screen)
    }
    let all = try await store.undo(changeSet, .keeping(puttingBack: [item]), .screen).value
    #expect(all.items.isEmpty && all.goingBack == 1)
    #expect(try await store.count(User.all) == 0)
    #expect(try await store.changeSet(changeSet)?.undoneBy != nil)
  }

  @Test("What was undone in two times can be undone again when one of them is done again")
  func redone() async throws {
    let anna = try #require(try await scratch.person("Anna", "Nowak", email: "a@example.org").id)
    let changeSet = try await change(
      "user", anna, [["firstName": .text("B"), "email": .text("b@example.org")]])
    _ = try await change("user", anna, [["email": .text("c@example.org")]])
    _ = try await store.undo(changeSet, .keeping(), .screen)
    let rest = try #require(try await store.undo(changeSet, .puttingBackAll, .screen).changeSet)
    #expect(try await store.changeSet(changeSet)?.undoneBy == rest)
    try await store.undo(rest, .screen)
    #expect(try await store.changeSet(changeSet)?.undoneBy == nil)
    #expect(try await store.undoPlan(of: changeSet).items.map(\.id) == ["users/\(anna)/email"])
  }
}
