import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("Plans of undos that are read again and again")
struct UndoPlanCacheTests {
  private let store: Store
  private let reads: Counter

  init() throws {
    let reads = Counter()
    var options = StoreOptions()
    options.sqlLog = .statements
    // The images of a change set, a batch at a time.
    options.log = { line in
      if line.contains("FROM kartoteka_changes"), line.contains("ORDER BY id DESC LIMIT 500") { reads.add() }
    }
    self.reads = reads
    store = try Store(inMemory: school, options: options)
  }

  private func rename(_ ids: ClosedRange<RecordID>, _ name: String) async throws -> Int64 {
    let renamed = try await store.perform(.screen) { transaction in
      for id in ids {
        var user = try #require(try transaction.record(entity("user"), id: id))
        user["lastName"] = .text(name)
        try transaction.update(user)
      }
    }
    return try #require(renamed.changeSet)
  }

  private func people(_ count: Int) async throws -> Int64 {
    _ = try await store.perform(.code) { transaction in
      for number in 1...count {
        var user = AnyRecord(entity("user"))
        (user["firstName"], user["lastName"]) = (.text("Anna \(number)"), .text("Nowak"))
        try transaction.insert(user)
      }
    }
    return try await rename(1...RecordID(count), "Kot")
  }

  @Test("A plan is made once until anything changes, and lists its first items")
  func cached() async throws {
    let changeSet = try await people(20)
    _ = try await rename(3...9, "Lis")
    reads.reset()
    let whole = try await store.undoPlan(of: changeSet)
    let once = reads.count
    #expect(once > 0)
    reads.reset()
    let plan = try await store.undoPlan(of: changeSet, listing: 5)
    for _ in 1...3 { #expect(try await store.undoPlan(of: changeSet, listing: 5) == plan) }
    #expect(reads.count == once)
    #expect(plan.goingBack == whole.goingBack && plan.staying == 7 && plan.canPutBackAny)
    #expect(plan.items == Array(whole.items.prefix(5)) && plan.furtherItems == 2)
    _ = try await rename(15...15, "Wilk")
    #expect(try await store.undoPlan(of: changeSet, listing: 5).staying == 8)
    try await store.undo(changeSet, .puttingBackAll, .screen)
    await #expect(throws: StoreError.cannotUndo("This has been undone already")) {
      try await store.undoPlan(of: changeSet, listing: 5)
    }
  }

  @Test("The obstacle of a change set that is shown again is found once, and is gone when it is")
  func obstacle() async throws {
    let changeSet = try await people(4)
    let later = try await rename(1...4, "Lis")
    #expect(try await store.obstacle(toUndoingAnyOf: changeSet) != nil)
    reads.reset()
    #expect(try await store.obstacle(toUndoingAnyOf: changeSet) != nil)
    #expect(reads.count == 0)
    try await store.undo(later, .screen)
    #expect(try await store.obstacle(toUndoingAnyOf: changeSet) == nil)
  }

  @Test("A list of change sets examines so many changes, and says of the others what they say themselves")
  func listed() async throws {
    let first = try await people(4)
    let second = try await rename(1...4, "Lis")
    _ = try await rename(1...4, "Wilk")
    let changeSets = [
      try #require(try await store.changeSet(first)), try #require(try await store.changeSet(second)),
    ]
    #expect(try await store.undoable(changeSets, as: .screen).isEmpty)
    reads.reset()
    #expect(try await store.undoable(changeSets, as: .api, examining: 1) == [second])
    let once = reads.count
    #expect(once > 0)
    #expect(try await store.undoable(changeSets, as: .screen, examining: 0) == [first, second])
    #expect(reads.count == once)
  }

  @Test("A change set that is being undone has no plan")
  func underWay() async throws {
    let changeSet = try await people(200)
    #expect(try await store.undoPlan(of: changeSet, listing: 5).goingBack == 200)
    _ = try await store.beginUndo(changeSet, .screen)
    await #expect(throws: StoreError.cannotUndo("This is being undone")) {
      try await store.undoPlan(of: changeSet, listing: 5)
    }
  }
}
