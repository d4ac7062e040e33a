import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("The stored decisions of an undo in parts")
struct UndoDecisionsTests {
  @Test("Decisions are stored as runs of changes and found again")
  func decisions() throws {
    let field = UndoDecisions.Decision(dropped: ["last_name"], forced: ["email"], stays: true)
    var all: [Int64: UndoDecisions.Decision] = [7: field, 9: field, 10: field, 30: .init(dropped: [], forcesAll: true)]
    for number in Int64(100)...10_000 { all[number] = .init() }
    all[5_000] = .init(stays: true)
    var made = UndoDecisions()
    // Not each number is one of the change set.
    let numbers = (Int64(0)...10_001).reversed().filter { $0 % 1_000 != 3 }
    for number in numbers {
      made.goOn(to: number)
      guard let decision = all[number] else { continue }
      // The last of several decisions counts.
      if number % 3 == 0 { made.decide(field) }
      made.decide(decision)
    }
    let data = try JSONEncoder().encode(made)
    #expect(data.count < 1_000)
    let read = try JSONDecoder().decode(UndoDecisions.self, from: data)
    #expect(read == made)
    for number in numbers { #expect(read[number] == all[number] && made[number] == all[number], "\(number)") }
  }

  @Test("Decisions and records of an undo that an earlier version has begun are read")
  func earlier() throws {
    let text = #"[{"dropped":["a"],"forced":[],"forcesAll":false,"stays":true,"runs":[3,5,9,9]}]"#
    let read = try JSONDecoder().decode(UndoDecisions.self, from: Data(text.utf8))
    let decision = UndoDecisions.Decision(dropped: ["a"], stays: true)
    for number in Int64(1)...10 { #expect(read[number] == ([3, 4, 5, 9].contains(number) ? decision : nil)) }
    let keys = try JSONDecoder().decode(UndoKeys.self, from: Data(#"{"users":[4,900],"courses":[]}"#.utf8))
    #expect(keys.count == 2 && keys.contains("users", 900) && keys.ids(of: "users") == [4, 900])
  }

  @Test("Of an undo that an earlier version has begun only the images of one without ranges are still planned")
  func earlierUndo() throws {
    func undo(_ more: String) throws -> LongUndo {
      let text = """
        {"origin":1,"deed":1,"undoing":2,"done":0,"total":300000,"isTakenBack":false,"isOver":false,\
        "areRangesUnchanged":false,"next":9223372036854775807,"logEnd":7,"way":"screen","staying":{"users":[4,9]},\
        "logged":{},\(more)}
        """
      return try JSONDecoder().decode(LongUndo.self, from: Data(text.utf8))
    }
    let images = try undo(#""hasRanges":false,"isWholly":false"#)
    #expect(images.isUnplanned && images.staying?.ids(of: "users") == [4, 9] && images.stayingCount == 2)
    #expect(try !undo(#""hasRanges":true,"isWholly":false"#).isUnplanned)
    #expect(try !undo(#""hasRanges":false,"isWholly":true"#).isUnplanned)
    #expect(try JSONDecoder().decode(LongUndo.self, from: JSONEncoder().encode(images)) == images)
  }

  @Test("An undo that a later version has begun is neither gone on with nor lost, until it is over")
  func later() async throws {
    let scratch = try Scratch()
    let changed = try await scratch.store.perform(.code) { transaction in
      for number in 1...3 {
        var user = AnyRecord(entity("user"))
        (user["firstName"], user["lastName"]) = (.text("Anna \(number)"), .text("Nowak"))
        try transaction.insert(user)
      }
    }
    let changeSet = try #require(changed.changeSet)
    let undo = try await scratch.store.beginUndo(changeSet, choosing: .keeping(), .screen)
    let known = try await scratch.store.longUndo()
    #expect(known == undo)
    // A later form, and one of which nothing is known.
    for text in [#"json_set(value, '$.form', 99)"#, #"json_set(value, '$.form', 1, '$.decisions', 'packed')"#] {
      _ = try await scratch.store.perform(.code) { transaction in
        try RawStatement(
          "UPDATE \(MetaTable.unfinished) SET value = \(text) WHERE key = 'undo'", in: transaction.database
        ).run()
      }
      let (read, next) = try await (scratch.store.longUndo(), scratch.store.continueUndo())
      #expect(read == nil && next == nil)
      await #expect(throws: StoreError.self) { try await scratch.store.beginUndo(changeSet, .screen) }
      // Nor is it done beside that one.
      for id in [changeSet, undo.undoing] {
        await #expect(throws: StoreError.self) { try await scratch.store.undo(id, .keeping(), .screen) }
      }
    }
    _ = try await scratch.store.perform(.code) { transaction in
      try RawStatement(
        "UPDATE \(MetaTable.unfinished) SET value = json_set(value, '$.isOver', json('true')) WHERE key = 'undo'",
        in: transaction.database
      ).run()
    }
    let again = try await scratch.store.beginUndo(changeSet, .screen)
    #expect(again.original == changeSet)
  }
}
