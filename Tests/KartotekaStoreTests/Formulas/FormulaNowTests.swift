import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("The current moment in formulas")
struct FormulaNowTests {
  private struct Call: Entity {
    let name = Attribute<String>("Name", .title)
    let placed = Attribute<Date>("Placed at", .default(formula: "now"))
    let spent = Attribute<Int>("Spent", .duration)
    let isNew = Computed<Call, Bool>("New") { .formula("now - placed < hours(1)") }

    static var rules: [RuleDescription] { [RuleDescription("past", "placed <= now", "A call is in the past")] }
  }

  private static let model = ModelDescription([Call.self])
  private static let now = Date(timeIntervalSince1970: 1_790_000_040)

  private func entity() throws -> EntityDescription { try #require(Self.model.entity(named: "call")) }

  private func store(placed: [String?]) async throws -> Store {
    let store = try Store(inMemory: Self.model)
    let entity = try entity()
    _ = try await store.perform(.code) { transaction in
      for (index, text) in placed.enumerated() {
        var record = AnyRecord(entity)
        record["name"] = .text("Call \(index)")
        record["spent"] = .integer(90)
        if let text { record["placed"] = .text(text) }
        try transaction.insert(record)
      }
    }
    return store
  }

  private func at<T>(_ minutes: Double, _ body: () async throws -> T) async throws -> T {
    try await TaskMoment.$fixed.withValue(Self.now.addingTimeInterval(minutes * 60)) { try await body() }
  }

  private func placed(_ minutes: Double) -> String { Timestamp.text(Self.now.addingTimeInterval(minutes * 60)) }

  @Test(
    "Differences of moments are durations in minutes, and moments move by durations",
    arguments: [
      ("now - placed", .integer(1_530)), ("placed - now", .integer(-1_530)), ("minutes(now - placed)", .integer(1_530)),
      ("hours(now - placed)", .integer(255_000)), ("days(now - placed)", .integer(1)),
      ("days(placed - now)", .integer(-1)),
      ("hours(2)", .integer(120)), ("hours(1.5)", .integer(90)), ("minutes(30)", .integer(30)),
      ("now - placed > hours(24)", .integer(1)), ("hours(spent)", .integer(15_000)),
      ("now - placed + spent", .integer(1_620)),
      ("placed + hours(25.5) = now", .integer(1)), ("now - (now - placed) = placed", .integer(1)),
      ("empty(placed + minutes(9000000000))", .integer(1)), ("placed < now", .integer(1)), ("empty(now)", .integer(0)),
      ("now = now", .integer(1)),
    ] as [(String, Value)])
  func differences(text: String, expected: Value) async throws {
    let store = try await store(placed: [placed(-1_530)])
    let entity = try entity()
    let formula = try Formula(reading: text)
    #expect(try Formula(reading: formula.text) == formula)
    let type = try FormulaCheck(Self.model).type(of: formula, entity)
    let results = try await at(0) {
      try await store.results(of: .formula(formula), as: type.attribute, entity, ids: [1])
    }
    #expect(results[1] == expected)
  }

  @Test("Seconds do not count: minutes are those that clocks show")
  func seconds() throws {
    #expect(FormulaMath.minutes(from: "2026-05-01T10:05:50.000Z", to: "2026-05-01T10:06:10.000Z") == 1)
    #expect(FormulaMath.minutes(from: "2026-05-01T10:06:00.000Z", to: "2026-05-01T10:06:59.999Z") == 0)
    #expect(FormulaMath.moment("2026-05-01T10:05:50.000Z", minutes: -6) == "2026-05-01T09:59:50.000Z")
    #expect(FormulaMath.moment("9999-12-31T23:59:00.000Z", minutes: 1) == nil)
    #expect(FormulaMath.minutes(from: "soon", to: "2026-05-01T10:06:10.000Z") == nil)
  }

  @Test("A count, an aggregate and a list are not those of an earlier minute")
  func caches() async throws {
    let store = try await store(placed: [placed(-30), placed(-59), placed(-90)])
    let model = Self.model
    var request = AnyFetchRequest("call")
    request.predicate = .compare("isNew", .eq, [.integer(1)])
    var figures = AggregateRequest("call")
    figures.predicate = request.predicate
    figures.measures = [.count]
    let (asked, summed) = (request, figures)
    #expect(Dependencies(asked, in: model).isOfMoment && Dependencies(summed, in: model).isOfMoment)
    #expect(!Dependencies(AnyFetchRequest("call"), in: model).isOfMoment)
    for (minutes, count) in [(0.0, 2), (0.5, 2), (1, 1), (29, 1), (30, 0)] {
      try await at(minutes) {
        let counted = try await store.count(asked)
        let page = try await store.fetch(asked)
        let rows = try await store.aggregates([summed])
        #expect(counted == count && page.total == count && page.records.count == count)
        #expect(rows == [[AggregateRow(groups: [], measures: [.integer(Int64(count))])]])
      }
    }
  }

  @Test("A new record that begins with now is not after now, and a later moment is refused")
  func rules() async throws {
    let store = try await store(placed: [nil, nil])
    let entity = try entity()
    let record = try #require(try await store.record(entity, id: 1))
    guard case .text(let text) = record["placed"], let moment = Timestamp.date(text) else {
      Issue.record("There is no moment")
      return
    }
    #expect(abs(moment.timeIntervalSinceNow) < 60)
    let later = Timestamp.text(Date(timeIntervalSinceNow: 3_600))
    await #expect(throws: StoreError.self) { try await self.store(placed: [later]) }
  }
}
