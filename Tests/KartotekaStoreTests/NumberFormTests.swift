import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("Percentages, durations and ratings in lists and formulas")
struct NumberFormTests {
  private struct Job: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let price = Attribute<Decimal>("Price", .scale(2))
    let discount = Attribute<Decimal>("Discount", .scale(3), .percent)
    let spent = Attribute<Int>("Spent", .duration)
    let stars = Attribute<Int>("Stars", .rating)
    let net = Computed<Job, Decimal>("Net", .scale(5)) { .formula("price * (1 - discount)") }
    let twice = Computed<Job, Int>("Twice", .duration) { .formula("spent + spent") }
  }

  private static let model = ModelDescription([Job.self])
  private static let job = model.entity(named: "job") ?? Job.declaration.description

  private func store() async throws -> Store {
    let store = try Store(inMemory: Self.model)
    _ = try await store.perform(.code) { transaction in
      for (name, price, discount, spent, stars) in [
        ("Roof", 10_000, 125, 90, 4), ("Door", 2_000, 50, 600, 5), ("Wall", 500, 1_000, 5, 1),
      ] as [(String, Int64, Int64, Int64, Int64)] {
        var job = AnyRecord(Self.job)
        job["name"] = .text(name)
        (job["price"], job["discount"]) = (.integer(price), .integer(discount))
        (job["spent"], job["stars"]) = (.integer(spent), .integer(stars))
        try transaction.insert(job)
      }
    }
    return store
  }

  private func names(_ store: Store, _ field: String, _ filter: ListOperator, _ values: [String]) async throws
    -> [Value]
  {
    var request = AnyFetchRequest("job")
    request.predicate = try ListCondition(field, filter, values).predicate(of: Self.job, in: Self.model)
    request.sort = [FetchSort(field)]
    return try await store.fetch(request).records.map { $0["name"] }
  }

  @Test("they are sorted and filtered as numbers, by the texts that people type")
  func filters() async throws {
    let store = try await store()
    #expect(try await names(store, "discount", .gte, ["10%"]) == [.text("Roof"), .text("Wall")])
    #expect(try await names(store, "discount", .lte, ["12.5"]) == [.text("Door"), .text("Roof")])
    #expect(try await names(store, "spent", .gt, ["1 h"]) == [.text("Roof"), .text("Door")])
    #expect(try await names(store, "spent", .eq, ["0:05"]) == [.text("Wall")])
    #expect(try await names(store, "stars", .gte, ["4"]) == [.text("Roof"), .text("Door")])
  }

  @Test("the text of a value in a filter finds the value again")
  func texts() throws {
    for (name, value, text) in [("discount", 125, "12.5%"), ("spent", 90, "1:30"), ("stars", 4, "4")]
      as [(String, Int64, String)]
    {
      let attribute = try #require(Self.job.attribute(name))
      #expect(FilterSubject.attribute(attribute).filterText(of: .integer(value)) == text)
    }
  }

  private func result(_ formula: String, _ store: Store) async throws -> String {
    let names = FormulaNames(Self.job, in: Self.model) { $0 }
    let formula = try names.read(formula)
    let type = try FormulaCheck(Self.model).type(of: formula, Self.job)
    let source = formula.source(of: Self.job, in: Self.model)
    let value = try await store.results(of: source, as: type.attribute, Self.job, ids: [1])[1] ?? .null
    return type.attribute.behavior.display(value, for: type.attribute, in: .english)
  }

  @Test(
    "a formula computes with the fraction, the minutes and the stars, and its result has the form that fits",
    arguments: [
      ("Price × (1 - Discount)", "87.50000"), ("Discount", "12.5%"), ("Discount + Discount", "25.0%"),
      ("Discount × 2", "0.250"),
      ("round(Discount, 2)", "13%"), ("Spent", "1:30"), ("Spent + 30", "2:00"), ("Spent ÷ 60", "1.5000"),
      ("greatest(Spent, 120)", "2:00"), ("if(Stars ≥ 4, Spent, 0)", "1:30"), ("Stars + 1", "5"), ("Net", "87.50000"),
      ("Twice", "3:00"),
    ])
  func formulas(_ formula: String, _ result: String) async throws {
    let shown = try await self.result(formula, try await store())
    #expect(shown == result)
  }

  @Test("a duration is no number of days")
  func noDays() async throws {
    let store = try await store()
    await #expect(throws: FormulaFault.self) { try await result("today + Spent", store) }
    #expect(try await result("today + 1 - today", store) == "1")
  }

  private struct Member: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let joined = Attribute<CalendarDate>("Joined")
    let latest = Computed<Member, Int>("Latest") { .formula("if(empty(joined), 2000, first(copy, 1990))") }
    let copy = Computed<Member, Int>("Copy") { .formula("began") }
    let began = Computed<Member, Int>("Began") { .formula("year(joined)") }
    let next = Computed<Member, Int>("Next") { .formula("greatest(began, 2000) + 1") }
    let since = Computed<Member, Int>("Since") { .formula("year(today) - began") }
    let days = Computed<Member, Int>("Days") { .formula("began * 365") }
    let month = Computed<Member, Int>("Month") { .formula("month(joined)") }
  }

  @Test("a computed value that is a year has the form of years, also where it is that of another one")
  func years() throws {
    let model = ModelDescription([Member.self])
    #expect(model.check() == [])
    let member = try #require(model.entity(named: "member"))
    let years = member.computed.filter { $0.attribute.form == .year }.map(\.name)
    #expect(years == ["latest", "copy", "began", "next"])
    let began = try #require(member.computed("began")?.attribute)
    #expect(FilterSubject.computed(began).result(of: .greatest).form == .year)
    #expect(FilterSubject.computed(began).result(of: .sum).form == nil)
  }

  @Test("the computed values of an application have the form that they are declared with")
  func computed() throws {
    #expect(Self.model.check() == [])
    let twice = try #require(Self.model.entity(named: "job")?.computed("twice"))
    #expect(
      try twice.source.result(of: Self.job, in: Self.model).form == .duration && twice.attribute.form == .duration)
  }
}
