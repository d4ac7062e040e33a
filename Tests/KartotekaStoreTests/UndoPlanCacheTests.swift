import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("Plans of undos that are read again and again")
struct UndoPlanCacheTests {
  private let store: Store
  private let reads: Counter
  private let gate: Gate

  /// Something before which reading waits.
  private final class Gate: Sendable {
    let isShut = Mutex(false)

    func pass() { while isShut.withLock({ $0 }) { usleep(1_000) } }
  }

  /// - Parameter url: nil for a store in memory.
  init(at url: URL? = nil) throws {
    let (reads, gate) = (Counter(), Gate())
    var options = StoreOptions()
    options.sqlLog = .statements
    // The images of a change set, a batch at a time.
    options.log = { line in
      if line.contains("FROM kartoteka_changes"), line.contains("ORDER BY id DESC LIMIT 500") {
        reads.add()
        gate.pass()
      }
    }
    (self.reads, self.gate) = (reads, gate)
    store = try url.map { try Store(school, at: $0, options: options) } ?? Store(inMemory: school, options: options)
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

  @Test("A plan goes on if who has asked for it first has gone, and the next one gets it")
  func goesOn() async throws {
    let changeSet = try await people(20)
    reads.reset()
    let whole = try await store.undoPlan(of: changeSet)
    let once = reads.count
    reads.reset()
    gate.isShut.withLock { $0 = true }
    let first = Task { [store] in try await store.undoPlan(of: changeSet, listing: 5) }
    while reads.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    gate.isShut.withLock { $0 = false }
    #expect(try await store.undoPlan(of: changeSet, listing: 5) == whole.listing(5))
    #expect(reads.count == once)
  }

  @Test("The plan of an undo that is cancelled meanwhile ends, and all is as before")
  func cancelled() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Readers of a file keep nobody from writing.
    let other = try UndoPlanCacheTests(at: folder.appending(path: "school.sqlite"))
    let changeSet = try await other.people(2_000)
    let undo = try await other.store.beginUndo(changeSet, choosing: .keeping(), .screen, planningUpTo: 0)
    other.reads.reset()
    other.gate.isShut.withLock { $0 = true }
    let (ends, end) = AsyncStream<Void>.makeStream()
    let plan = Task { [store = other.store] in
      try await store.planUndo(undo, .screen, lookingEvery: .milliseconds(5), givenUp: { end.finish() })
    }
    while other.reads.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let back = try await other.store.cancelUndo()
    for await _ in ends {}
    other.gate.isShut.withLock { $0 = false }
    let planned = try await plan.value
    // No batch is read after that.
    #expect(back?.isTakenBack == true && planned == nil && other.reads.count == 1)
    while let undo = try await other.store.longUndo(), !undo.isOver { _ = try await other.store.continueUndo() }
    #expect(try await other.store.longUndo()?.isTakenBack == true)
    #expect(try await other.store.undoPlan(of: changeSet).goingBack == 2_000)
  }

  @Test("A plan that takes long is waited for no longer, and is shown then although others have written meanwhile")
  func awaited() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let other = try UndoPlanCacheTests(at: folder.appending(path: "school.sqlite"))
    let changeSet = try await other.people(20)
    func ask(_ patience: Duration = .milliseconds(1)) async throws -> AwaitedUndoPlan {
      try await other.store.undoPlan(of: changeSet, listing: 5, within: patience)
    }
    other.reads.reset()
    other.gate.isShut.withLock { $0 = true }
    var shown: AwaitedUndoPlan
    repeat {
      shown = try await ask()
      #expect(shown == .underWay(share: 0))
    } while other.reads.count == 0
    shown = try await ask()
    #expect(shown == .underWay(share: 0))
    _ = try await other.rename(3...9, "Lis")
    other.gate.isShut.withLock { $0 = false }
    guard case .made(let now) = try await ask(.seconds(600)) else {
      Issue.record("It is made")
      return
    }
    #expect(now.staying == 7)
    // Where somebody writes all the time, there is no newer one.
    _ = try await other.rename(15...15, "Wilk")
    other.gate.isShut.withLock { $0 = true }
    guard case .made(let earlier) = try await ask() else {
      Issue.record("It was made")
      return
    }
    #expect(earlier.goingBack == 20 && earlier.staying == 0)
    other.gate.isShut.withLock { $0 = false }
    shown = try await ask(.seconds(600))
    #expect(shown != .underWay(share: 0))
    // What was undone is in no earlier plan.
    try await other.store.undo(changeSet, .keeping(), .screen)
    other.gate.isShut.withLock { $0 = true }
    shown = try await ask()
    #expect(shown == .underWay(share: 0))
    other.gate.isShut.withLock { $0 = false }
    guard case .made(let rest) = try await ask(.seconds(600)) else {
      Issue.record("It is made")
      return
    }
    #expect(rest.goingBack == 0 && rest.staying == 8)
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
