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
    #expect(rest.goingBack == 0 && rest.items.map(\.id) == plan.items.map(\.id))
    try await store.undo(changeSet, .keeping(puttingBack: ["users/\(anna)/email"]), .screen)
    let now = try #require(try await store.record(entity("user"), id: anna))
    #expect(now["firstName"] == .text("Anna") && now["email"] == .text("a@example.org"))
    #expect(try await store.changeSet(changeSet)?.undoneBy != nil)
  }

  @Test("A field that somebody changed back between two changes of an import goes back, too", .timeLimit(.minutes(1)))
  func changedBackBetween() async throws {
    let anna = try #require(try await scratch.person("Anna", "Nowak", email: "a@example.org").id)
    let (changes, others) = (Counter(), Counter())
    let work = Task { [store] in
      try await store.performInParts(.import, part: .zero) { part -> Bool? in
        if changes.count == 1, others.count == 0 { return nil }
        var record = try #require(try part.transaction.record(entity("user"), id: anna))
        record["firstName"] = .text("Changed \(changes.count)")
        try part.transaction.update(record)
        changes.add()
        return changes.count == 2 ? true : nil
      }
    }
    while changes.count == 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
    _ = try await change("user", anna, [["firstName": .text("Anna")]])
    others.add()
    let changeSet = try #require(try await work.value.changeSet)
    let plan = try await store.undoPlan(of: changeSet)
    #expect(plan.items.isEmpty && plan.goingBack == 1)
    #expect(try await store.undo(changeSet, .keeping(), .screen).value == plan)
    #expect(try await store.record(entity("user"), id: anna)?["firstName"] == .text("Anna"))
  }

  @Test("A link that the change set made and took away, and that somebody made since, stays")
  func link() async throws {
    let course = try #require(try await scratch.course("Algebra").id)
    let anna = try #require(try await scratch.person("Anna", "Nowak").id)
    let students = try #require(entity("course").relationship("students"))
    let outcome = try await store.perform(.screen) { transaction in
      try transaction.link(entity("course"), students, of: course, to: anna)
      try transaction.unlink(entity("course"), students, of: course, from: anna)
    }
    _ = try await store.perform(.screen) { try $0.link(entity("course"), students, of: course, to: anna) }
    let changeSet = try #require(outcome.changeSet)
    await #expect(throws: StoreError.self) { try await store.undo(changeSet, .keeping(), .screen) }
    #expect(try await store.related(students, of: course) == [anna])
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
