import Foundation
import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaStore

/// A model in which each way to refer leads everywhere, also to itself.
private let web: ModelDescription = {
  func toOne(_ name: String, _ target: String, _ rule: DeleteRule, isRequired: Bool = false) -> RelationshipDescription
  {
    MigratedFile.toOne(name, target) {
      $0.deleteRule = rule
      $0.isRequired = isRequired
    }
  }
  func many(_ name: String, _ owner: String, _ target: String) -> RelationshipDescription {
    var relationship = RelationshipDescription(name: name, label: name, cardinality: .manyToMany, target: target)
    relationship.joinTable = owner + "s_" + name
    relationship.joinColumns = .init(own: owner + "_id", related: target + "_id")
    return relationship
  }
  let name = MigratedFile.attribute("name") { $0.isUnique = true }
  return ModelDescription(entities: [
    MigratedFile.entity(
      "person", [name, MigratedFile.attribute("age", .integer)],
      [toOne("boss", "person", .nullify), toOne("favourite", "task", .nullify), many("helps", "person", "task")]),
    MigratedFile.entity(
      "task", [name],
      [
        toOne("owner", "person", .cascade), toOne("whole", "task", .cascade), toOne("checker", "person", .deny),
        many("about", "task", "person"),
      ]),
  ])
}()

@Suite("Undo compared with what was there")
struct UndoDifferentialTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  /// A thousandth of `KARTOTEKA_OPERATIONS` is the number of random histories, at most 200.
  static let seeds = 1...max(RandomTests.count(1, all: 6), min(200, RandomTests.operations(0) / 1_000))

  private static let tables = ["persons", "tasks", "persons_helps", "tasks_about"]

  private func state(_ store: Store) throws -> [String] {
    try store.blockingRead { database in
      try Self.tables.flatMap { table in
        try database.all(
          String.self, "SELECT '\(table)' || json_array(\(Self.columns(table))) FROM \(table) ORDER BY 1")
      }
    }
  }

  private static func columns(_ table: String) -> String {
    switch table {
    case "persons": "id, name, age, boss_id, favourite_id"
    case "tasks": "id, name, owner_id, whole_id, checker_id"
    case "persons_helps": "person_id, task_id"
    default: "task_id, person_id"
    }
  }

  /// Some changes as one change set; nil where the store refuses them, or they change nothing.
  private func change(
    _ store: Store, _ random: inout Random, _ number: Int, _ origin: ChangeSet.Origin = .code
  ) async throws -> Int64? {
    var next = random
    defer { random = next }
    let seed = next
    let count = Int.random(in: 1...4, using: &next)
    next = Random(state: seed.state &+ UInt64(number))
    let start = next
    do {
      return try await store.perform(origin) { transaction in
        var random = start
        for step in 0..<count {
          let entity = try #require(web.entities.randomElement(using: &random))
          let ids = try transaction.database.all(RecordID.self, "SELECT id FROM \(entity.table)")
          func any(_ name: String) throws -> Value {
            let table = name + "s"
            let ids = try transaction.database.all(RecordID.self, "SELECT id FROM \(table)")
            return Int.random(in: 0..<4, using: &random) == 0
              ? .null : ids.randomElement(using: &random).map { .integer($0) } ?? .null
          }
          func fill(_ record: inout AnyRecord) throws {
            for relationship in entity.relationships where relationship.cardinality == .toOne {
              if Bool.random(using: &random) { record[relationship.name] = try any(relationship.target) }
            }
            if Bool.random(using: &random) { record["name"] = .text("n\(Int.random(in: 0..<40, using: &random))") }
          }
          guard let id = ids.randomElement(using: &random), Int.random(in: 0..<10, using: &random) > 2 else {
            var record = AnyRecord(entity)
            try fill(&record)
            record["name"] = .text("new \(number).\(step)")
            try transaction.insert(record)
            continue
          }
          switch Int.random(in: 0..<10, using: &random) {
          case 0..<4:
            guard var record = try transaction.record(entity, id: id) else { continue }
            try fill(&record)
            try transaction.update(record)
          case 4..<6: try transaction.delete(entity, id: id)
          default:
            let many = try #require(entity.relationships.first { $0.cardinality == .manyToMany })
            guard case .integer(let other) = try any(many.target) else { continue }
            if Bool.random(using: &random) {
              try transaction.link(entity, many, of: id, to: other)
            } else {
              try transaction.unlink(entity, many, of: id, from: other)
            }
          }
        }
      }.changeSet
    } catch is StoreError {
      return nil
    }
  }

  @Test("The newest change sets can be undone one after the other, done again and undone again", arguments: Self.seeds)
  func newest(seed: Int) async throws {
    let store = try Store(inMemory: web)
    var random = Random(state: UInt64(seed) &* 7_919)
    for round in 0..<RandomTests.count(25, all: 60) {
      var done: [(changeSet: Int64, before: [String], after: [String])] = []
      for number in 0..<3 {
        let before = try state(store)
        guard let changeSet = try await change(store, &random, round * 10 + number) else { continue }
        done.append((changeSet, before, try state(store)))
      }
      for step in done.reversed() {
        #expect(try await store.obstacle(toUndoing: step.changeSet) == nil)
        try await store.undo(step.changeSet, .screen)
        try #require(try state(store) == step.before)
        guard let undoing = try await store.changeSet(step.changeSet)?.undoneBy else { continue }
        #expect(try await store.obstacle(toUndoing: undoing) == nil)
        try await store.undo(undoing, .screen)
        try #require(try state(store) == step.after)
        let again = try #require(try await store.changeSet(undoing)?.undoneBy)
        #expect(try await store.obstacle(toUndoing: again) == nil)
        try await store.undo(again, .screen)
        try #require(try state(store) == step.before)
      }
      // Something stays for the next round.
      for number in 5..<8 { _ = try await change(store, &random, round * 10 + number) }
    }
  }

  @Test(
    "Whether a change set can be undone is told as the undo then finds it, and a refused one changes nothing",
    arguments: Self.seeds)
  func announced(seed: Int) async throws {
    let store = try Store(inMemory: web)
    var random = Random(state: UInt64(seed) &* 104_729)
    var changeSets: [Int64] = []
    var (done, refused) = (0, 0)
    for round in 0..<250 {
      if let changeSet = try await change(store, &random, round) { changeSets.append(changeSet) }
      guard let changeSet = changeSets.suffix(12).randomElement(using: &random),
        try await store.changeSet(changeSet)?.undoneBy == nil
      else { continue }
      let before = try state(store)
      let obstacle = try await store.obstacle(toUndoing: changeSet)
      do {
        try await store.undo(changeSet, .screen)
        done += 1
        #expect(obstacle == nil, "seed \(seed), round \(round)")
        if let undoing = try await store.changeSet(changeSet)?.undoneBy { changeSets.append(undoing) }
      } catch let error as StoreError {
        refused += 1
        #expect(obstacle != nil, "seed \(seed), round \(round): \(error)")
        #expect(try state(store) == before)
      }
    }
    #expect(done > 10 && refused > 10)
  }

  // MARK: What stays

  /// What is there, by address: `persons/3`, `persons/3/name`, `persons/3/helps/4`.
  private func cells(_ store: Store) throws -> [String: String] {
    let sql = [
      "SELECT 'persons/' || id || '=there' FROM persons", "SELECT 'tasks/' || id || '=there' FROM tasks",
      """
      SELECT 'persons/' || t.id || '/' || j.key || '=' || coalesce(j.value, 'null') FROM persons t, \
      json_each(json_object('name', t.name, 'age', t.age, 'boss', t.boss_id, 'favourite', t.favourite_id)) j
      """,
      """
      SELECT 'tasks/' || t.id || '/' || j.key || '=' || coalesce(j.value, 'null') FROM tasks t, \
      json_each(json_object('name', t.name, 'owner', t.owner_id, 'whole', t.whole_id, 'checker', t.checker_id)) j
      """,
      "SELECT 'persons/' || person_id || '/helps/' || task_id || '=there' FROM persons_helps",
      "SELECT 'tasks/' || task_id || '/about/' || person_id || '=there' FROM tasks_about",
    ]
    let lines = try store.blockingRead { database in
      try sql.flatMap { try database.all(String.self, $0) }
    }
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let end = line.firstIndex(of: "=") ?? line.endIndex
        return (String(line[..<end]), String(line[line.index(after: end)...]))
      })
  }

  /// What was there before and after a change set, and before and after its undo.
  private struct Undone {
    let before, after, now, result: [String: String]
    let plan: UndoPlan
    let isForced: Bool

    /// The addresses where the undo did something else than to go back or to stay as the plan says.
    var faults: [String] {
      let stays = Set(plan.items.map(\.id))
      return Set(before.keys).union(after.keys).union(now.keys).union(result.keys).filter { address in
        let steps = address.split(separator: "/").map(String.init)
        let record = steps[0] + "/" + steps[1]
        let (was, became) = (before[address], after[address])
        let (is0, is1) = (now[address], result[address])
        let isKept = stays.contains(record) || stays.contains(address)
        // A field of a record that comes back can't go further than to the value with which it was deleted.
        if stays.contains(address), steps.count == 3, now[record] == nil { return false }
        if isKept, is1 != is0, result[record] != nil || now[record] == nil { return true }
        // A record that is gone has no fields and no links.
        if steps.count > 2, result[record] == nil { return is1 != nil }
        if steps.count == 3, now[record] == nil { return is1 != was }
        if is1 == is0 {
          // It had to go back, unless the plan says that it stays, or nothing was done to it.
          return was != became && is0 == became && !isKept
        }
        if steps.count == 4, is1 == nil, result[other(of: steps)] == nil { return false }
        // A reference to a record that goes is empty then, which may be what the change set has left of it.
        if steps.count == 3, let is0, result[target(of: steps, is0)] == nil, is1 == "null" || is1 == was {
          return false
        }
        // What has changed is as before, and was as after.
        return is1 != was || !isForced && is0 != became
      }.sorted()
    }

    private func other(of link: [String]) -> String { (link[0] == "persons" ? "tasks/" : "persons/") + link[3] }

    private func target(of field: [String], _ id: String) -> String {
      (["favourite", "whole"].contains(field[2]) ? "tasks/" : "persons/") + id
    }
  }

  private func undoAtOnce(
    _ store: Store, _ changeSet: Int64, _ choice: UndoChoice, _ plan: UndoPlan
  ) async throws -> Int64 {
    let outcome = try await store.undo(changeSet, choice, .screen)
    #expect(outcome.value == plan, "change set \(changeSet)")
    return try #require(outcome.changeSet)
  }

  private func undoInParts(
    _ store: Store, _ changeSet: Int64, _ choice: UndoChoice, _ plan: UndoPlan
  ) async throws -> Int64 {
    // Of each second one the first part makes the plan, as of those of many changes. That ends later if nothing goes back.
    let isPlannedLater = plan.goingBack > 0 && changeSet % 2 == 0
    var undo = try await store.beginUndo(
      changeSet, choosing: choice, .screen, planningUpTo: isPlannedLater ? 0 : .max)
    while !undo.isOver { undo = try #require(try await store.continueUndo(part: .zero)) }
    #expect(!undo.isTakenBack && undo.stayingCount == plan.staying, "change set \(changeSet)")
    return undo.undoing
  }

  @Test(
    "The undo of any change set does what its plan says: each field goes back or stays, and all of it can be done again",
    arguments: Self.seeds)
  func planned(seed: Int) async throws {
    let store = try Store(inMemory: web)
    var random = Random(state: UInt64(seed) &* 15_485_863)
    var done: [(changeSet: Int64, before: [String: String], after: [String: String])] = []
    var (whole, partial, refused) = (0, 0, 0)
    for round in 0..<150 {
      let before = try cells(store)
      if let changeSet = try await change(store, &random, round, .screen) {
        done.append((changeSet, before, try cells(store)))
      }
      guard Int.random(in: 0..<2, using: &random) == 0, let step = done.suffix(15).randomElement(using: &random),
        try await store.changeSet(step.changeSet)?.undoneBy == nil
      else { continue }
      let now = try cells(store)
      let isForced = Int.random(in: 0..<4, using: &random) == 0
      let choice: UndoChoice = isForced ? .puttingBackAll : .keeping()
      let plan = try await store.undoPlan(of: step.changeSet, choice)
      #expect(try cells(store) == now)
      let told = "seed \(seed), round \(round), change set \(step.changeSet)"
      let target = try #require(try await store.changeSet(step.changeSet))
      let bare = try await store.tryOut(as: .screen) { try UndoPlanner(target, choice, memory: 0, in: $0).plan() }
      #expect(bare == plan, "\(told)")
      // Lists of change sets say the same.
      let isUndoable = try await !store.undoable([target], as: .screen).isEmpty
      #expect(isForced || isUndoable == (plan.goingBack > 0), "\(told)")
      let isLong = Int.random(in: 0..<3, using: &random) == 0
      do {
        let undoing =
          try await isLong
          ? undoInParts(store, step.changeSet, choice, plan) : undoAtOnce(store, step.changeSet, choice, plan)
        let undone = Undone(
          before: step.before, after: step.after, now: now, result: try cells(store), plan: plan, isForced: isForced)
        let faults = undone.faults.map {
          "\($0): \(step.before[$0] ?? "-"), \(step.after[$0] ?? "-"); \(now[$0] ?? "-"), \(undone.result[$0] ?? "-")"
        }
        try #require(faults.isEmpty, "\(told): \(faults) \(plan.items.map(\.id))")
        #expect(!isForced || plan.items.allSatisfy { !$0.canBePutBack }, "\(told)")
        #expect(
          try store.blockingRead { try $0.all(String.self, "SELECT \"table\" FROM pragma_foreign_key_check") } == [])
        let isWhole = plan.staying == 0
        #expect(try await (store.changeSet(step.changeSet)?.undoneBy == undoing) == isWhole, "\(told)")
        #expect(try await store.undos(of: step.changeSet).contains { $0.id == undoing }, "\(told)")
        if isWhole { whole += 1 } else { partial += 1 }
        guard Bool.random(using: &random) else { continue }
        try await store.undo(undoing, .screen)
        try #require(try cells(store) == now, "\(told)")
      } catch let error as StoreError {
        refused += 1
        #expect(plan.goingBack == 0, "\(told): \(error)")
        #expect(try cells(store) == now, "\(told)")
      }
    }
    #expect(whole > 10 && partial > 5 && refused > 5, "\(whole) \(partial) \(refused)")
  }
}
