import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Land: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

private struct Composer: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let land = ToOne<Land>("Land")

  let shout = Computed<Composer, String>("Shout") { .formula("name & \"!\"") }
}

private struct Score: Entity {
  let title = Attribute<String>("Title", .required, .title)
  let price = Attribute<Decimal>("Price", .scale(2))
  let composer = ToOne<Composer>("Composer")
  let loans = ToMany<Loan>("Loans", inverse: \.score)

  let lent = Computed<Score, Int>("Lent") { .count(\.loans, where: \.returned == nil) }
  let lastDue = Computed<Score, CalendarDate>("Last due") { .greatest(\.loans, of: \.due) }
}

private struct Loan: Entity {
  let due = Attribute<CalendarDate>("Due", .required)
  let returned = Attribute<CalendarDate>("Returned")
  let score = ToOne<Score>("Score", .required)

  let work = Computed<Loan, String>("Work") { .formula("score.composer.name") }
  let isLate = Computed<Loan, Bool>("Late") { \.due < .today && \.returned == nil }
  let fee = Computed<Loan, Decimal>("Fee", .scale(2)) { .formula("score.price * 2") }
}

@Suite("Computed values, records of two steps and titles of typed records")
struct FetchedValueTests {
  private let store: Store

  init() throws { store = try Store(inMemory: ModelDescription([Loan.self, Score.self, Composer.self, Land.self])) }

  /// Loans of a score each, which has a composer of the only country and a price; the last score has neither.
  private func lend(_ count: Int) async throws {
    _ = try await store.perform(.code) { transaction in
      var land = Record<Land>()
      land.name = "Poland"
      try transaction.insert(&land)
      for number in 1...count {
        var (composer, score, loan) = (Record<Composer>(), Record<Score>(), Record<Loan>())
        (composer.name, composer.land) = ("Composer \(number)", land.id)
        try transaction.insert(&composer)
        score.title = "Score \(number)"
        if number < count { (score.composer, score.price) = (composer.id, Decimal(number)) }
        try transaction.insert(&score)
        (loan.score, loan.due) = (score.id, CalendarDate(iso: number == 1 ? "2020-01-31" : "2999-01-31"))
        try transaction.insert(&loan)
      }
    }
  }

  private func statements<T: Sendable>(
    naming tables: String..., body: @Sendable () async throws -> T
  ) async throws -> (value: T, count: Int) {
    let recorder = StatementRecorder()
    let value = try await StatementRecorder.$current.withValue(recorder, operation: body)
    let names = tables.map { "\"\($0)\"" }
    return (value, recorder.statements.count { statement in names.contains { statement.sql.contains($0) } })
  }

  @Test(
    "a fetch brings the computed values that it names, by one statement, whatever their number", arguments: [3, 40])
  func computed(count: Int) async throws {
    try await lend(count)
    let (loans, questions) = try await statements(naming: "loans") {
      try await store.fetch(Loan.all.computing(\.work).computing(\.isLate).computing(\.fee).limit(100))
    }
    #expect(questions <= 3)
    #expect(try loans.map { try $0[\.isLate] } == (1...count).map { $0 == 1 })
    #expect(try loans.dropLast().map { try $0[\.work] } == (1..<count).map { "Composer \($0)" })
    #expect(try loans.dropLast().map { try $0.fee } == (1..<count).map { Decimal($0 * 2) })
    let last = try #require(loans.last)
    #expect(try last.fee == nil)
    #expect(throws: FieldFault("fee", "This can't be empty")) { _ = try last[\.fee] }
  }

  @Test("within a transaction computed values are those of its own changes, also of a single record")
  func within() async throws {
    try await lend(2)
    let found = try await store.perform(.code) { transaction in
      var loan = try #require(try transaction.fetch(Loan.all.computing(\.isLate).limit(1)).first)
      let before = try loan[\.isLate]
      loan.returned = CalendarDate(iso: "2020-02-01")
      try transaction.update(loan)
      // The record says what was fetched.
      let kept = try loan[\.isLate]
      let score = try #require(try transaction.related(\.score, of: loan))
      return (before, kept, try transaction.computed(\.isLate, of: loan), try transaction.computed(\.lent, of: score))
    }.value
    #expect(found == (true, true, false, 0))
    let score = try #require(try await store.fetch(Score.all.limit(1)).first)
    #expect(try await store.computed(\.lastDue, of: score) == CalendarDate(iso: "2020-01-31"))
    #expect(try await store.computed(\.lent, of: Record<Score>()) == nil)
  }

  @Test("a computed value that was not asked for is an error that says what to add")
  func unfetched() async throws {
    try await lend(1)
    let loan = try #require(try await store.fetch(Loan.all.computing(\.work)).first)
    let error = #expect(throws: (any Error).self) { _ = try loan.isLate }
    let advice = "\(try #require(error))"
    #expect(advice.contains(".computing(\\.isLate)") && advice.contains("computed(\\.isLate, of:)"), "\(advice)")
    #expect(throws: (any Error).self) { _ = try Record<Loan>()[\.isLate] }
  }

  @Test("a fetch brings records of two steps, by one statement for each step", arguments: [3, 40])
  func steps(count: Int) async throws {
    try await lend(count)
    let (loans, questions) = try await statements(naming: "scores", "composers") {
      try await store.fetch(Loan.all.including(\.score, \.composer).including(\.score).limit(100))
    }
    #expect(questions == 2)
    #expect(
      try loans.dropLast().map { try $0[\.score][\.composer][\.name] } == (1..<count).map { "Composer \($0)" })
    #expect(throws: FieldFault("composer", "This can't be empty")) { _ = try loans[count - 1][\.score][\.composer] }
    let near = try #require(try await store.fetch(Loan.all.including(\.score)).first)
    let error = #expect(throws: (any Error).self) { _ = try near[\.score][\.composer] }
    let advice = "\(try #require(error))"
    #expect(advice.contains(".including(\\.score, \\.composer)"), "\(advice)")
  }

  @Test("a fetch brings records of three steps, by one statement for each step")
  func threeSteps() async throws {
    try await lend(5)
    let (loans, questions) = try await statements(naming: "scores", "composers", "lands") {
      try await store.fetch(Loan.all.including(\.score, \.composer, \.land).limit(100))
    }
    #expect(questions == 3)
    #expect(try loans.dropLast().allSatisfy { try $0[\.score][\.composer][\.land][\.name] == "Poland" })
    let near = try #require(try await store.fetch(Loan.all.including(\.score, \.composer)).first)
    let error = #expect(throws: (any Error).self) { _ = try near[\.score][\.composer][\.land] }
    let advice = "\(try #require(error))"
    #expect(advice.contains(".including(\\.score, \\.composer, \\.land)"), "\(advice)")
  }

  @Test(
    "a fetch brings computed values of the records that it includes, by one statement for each relationship",
    arguments: [3, 40])
  func computedOfIncluded(count: Int) async throws {
    try await lend(count)
    let request = Loan.all.computing(\.score, \.lent).computing(\.score, \.lastDue).computing(\.work)
      .computing(\.score, \.composer, \.shout).limit(100)
    let (loans, questions) = try await statements(naming: "scores", "composers") { try await store.fetch(request) }
    // The scores, their values, the composers, their values, and the work of the loans.
    #expect(questions <= 5)
    #expect(try loans.map { try $0[\.score][\.lent] } == Array(repeating: 1, count: count))
    #expect(try loans.first?[\.score].lastDue == CalendarDate(iso: "2020-01-31"))
    #expect(
      try loans.dropLast().map { try $0[\.score][\.composer][\.shout] } == (1..<count).map { "Composer \($0)!" })
    #expect(try loans.dropLast().map { try $0[\.work] } == (1..<count).map { "Composer \($0)" })
    let within = try await store.perform(.code) { try $0.fetch(request).map { try $0[\.score][\.lent] } }
    #expect(within.value == Array(repeating: 1, count: count))
  }

  @Test("a computed value of a related record that was not asked for is an error that says what to add")
  func unfetchedOfIncluded() async throws {
    try await lend(2)
    let loan = try #require(try await store.fetch(Loan.all.including(\.score).computing(\.work)).first)
    let error = #expect(throws: (any Error).self) { _ = try loan[\.score].lent }
    let advice = "\(try #require(error))"
    #expect(advice.contains(".computing(\\.score, \\.lent)") && advice.contains("computed(\\.lent, of:)"), "\(advice)")
  }

  @Test("a transaction has all records of a to-many relationship as they are within it, in the order of their ids")
  func toMany() async throws {
    let found = try await store.perform(.code) { transaction in
      var score = Record<Score>()
      score.title = "Mass"
      try transaction.insert(&score)
      for day in 0..<1_100 {
        var loan = Record<Loan>()
        (loan.score, loan.due) = (score.id, CalendarDate(iso: "2020-01-31")?.adding(days: day))
        try transaction.insert(&loan)
      }
      return try transaction.related(\.loans, of: score).compactMap(\.id)
    }.value
    #expect(found == Array(1...1_100))
  }

  @Test("the titles of related records of many come by one question, whatever their number", arguments: [3, 40])
  func titles(count: Int) async throws {
    try await lend(count)
    let loans = try await store.fetch(Loan.all.limit(100))
    let (titles, questions) = try await statements(naming: "scores") { try await store.titles(\.score, of: loans) }
    #expect(questions <= 2)
    #expect(loans.compactMap { $0.score.flatMap { titles[$0] } } == (1...count).map { "Score \($0)" })
    #expect(try await store.titles(\.score, of: [Record<Loan>]()) == [:])
  }

  @Test("a cached page depends on what its computed values and records of two steps are made of")
  func dependencies() async throws {
    let model = store.model
    let plain = Dependencies(Loan.all.any, in: model)
    #expect(!plain.entities.contains("composer") && !plain.isOfDay)
    #expect(Dependencies(Loan.all.computing(\.work).any, in: model).entities.isSuperset(of: ["score", "composer"]))
    #expect(Dependencies(Loan.all.computing(\.isLate).any, in: model).isOfDay)
    #expect(Dependencies(Loan.all.including(\.score, \.composer).any, in: model).entities.contains("composer"))
    #expect(Dependencies(Loan.all.including(\.score, \.composer, \.land).any, in: model).entities.contains("land"))
    let near = Dependencies(Score.all.computing(\.composer, \.shout).any, in: model)
    #expect(near.entities.contains("composer") && !near.isOfDay)
  }
}
