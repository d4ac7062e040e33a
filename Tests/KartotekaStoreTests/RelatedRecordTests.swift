import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Singer: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let voice = Attribute<String>("Voice")
}

private struct Score: Entity {
  let title = Attribute<String>("Title", .required, .title)
}

private struct Lending: Entity {
  let day = Attribute<CalendarDate>("Day", .required, .default(.today))
  let score = ToOne<Score>("Score", required: true)
  let singer = ToOne<Singer>("Singer")
}

@Suite("Related records of typed records")
struct RelatedRecordTests {
  private let store: Store

  init() throws { store = try Store(inMemory: ModelDescription([Lending.self, Singer.self, Score.self])) }

  /// Lendings of the score of that number to a singer of the same number, the last one to nobody.
  private func lend(_ count: Int) async throws {
    _ = try await store.perform(.code) { transaction in
      for number in 1...count {
        var (singer, score, lending) = (Record<Singer>(), Record<Score>(), Record<Lending>())
        (singer.name, score.title) = ("Singer \(number)", "Score \(number)")
        try transaction.insert(&singer)
        try transaction.insert(&score)
        (lending.score, lending.singer) = (score.id, number == count ? nil : singer.id)
        try transaction.insert(&lending)
      }
    }
  }

  @Test(
    "a fetch brings the records that it includes, by one statement for each relationship, whatever their number",
    arguments: [3, 40])
  func included(count: Int) async throws {
    try await lend(count)
    let recorder = StatementRecorder()
    let lendings = try await StatementRecorder.$current.withValue(recorder) {
      try await store.fetch(Lending.all.including(\.score).including(\.singer).limit(100))
    }
    #expect(lendings.count == count)
    for lending in lendings {
      let number = try #require(lending.id)
      let title = try lending[\.score][\.title]
      #expect(title == "Score \(number)")
      guard number < count else { continue }
      let name = try lending[\.singer][\.name]
      #expect(name == "Singer \(number)")
    }
    #expect(recorder.statements.count { $0.sql.contains("\"scores\"") || $0.sql.contains("\"singers\"") } == 2)
    let within = try await store.perform(.code) { transaction in
      try transaction.fetch(Lending.all.including(\.score).limit(100)).map { try $0[\.score][\.title] }
    }
    #expect(within.value == (1...count).map { "Score \($0)" })
  }

  @Test("a transaction and the store have the record to which a relationship leads, as it is now")
  func related() async throws {
    try await lend(2)
    let lendings = try await store.fetch(Lending.all.limit(10))
    let last = try #require(lendings.last)
    #expect(try await store.related(\.score, of: last)?.title == "Score 2")
    #expect(try await store.related(\.singer, of: last) == nil)
    let changed = try await store.perform(.code) { transaction in
      var score = try transaction.related(\.score, of: last)
      score?.title = "Requiem"
      if let score { try transaction.update(score) }
      let other = try transaction.related(\.singer, of: last)
      return (try transaction.related(\.score, of: last)?.title, other == nil)
    }
    #expect(changed.value == ("Requiem", true))
  }

  @Test("a value that isn't there is a fault of its field, and one that is needs no question mark")
  func values() async throws {
    try await lend(1)
    let lending = try #require(try await store.fetch(Lending.all.including(\.singer)).first)
    let day: CalendarDate = try lending[\.day]
    #expect(day == lending.day)
    #expect(throws: FieldFault("singer", "This can't be empty")) { _ = try lending[\.singer] }
    let singer = try #require(try await store.fetch(Singer.all).first)
    #expect(throws: FieldFault("voice", "This can't be empty")) { _ = try singer[\.voice] }
    #expect(throws: FieldFault("day", "This can't be empty")) {
      var empty = Record<Lending>()
      empty.day = nil
      _ = try empty[\.day]
    }
  }

  @Test("a record that was not fetched is an error that says what to add")
  func unfetched() async throws {
    try await lend(2)
    var lending = try #require(try await store.fetch(Lending.all.including(\.singer)).first)
    let error = #expect(throws: (any Error).self) { _ = try lending[\.score] }
    let advice = "\(try #require(error))"
    #expect(advice.contains(".including(\\.score)") && advice.contains("related(\\.score, of:)"))
    // It leads to another record than the one that was fetched.
    lending.singer = 2
    let other = #expect(throws: (any Error).self) { _ = try lending[\.singer] }
    let found = "\(try #require(other))"
    #expect(found.contains("no singer 2") && found.contains("is gone") && !found.contains(".including"))
  }
}
