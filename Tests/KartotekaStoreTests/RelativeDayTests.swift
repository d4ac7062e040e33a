import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Loan: Entity {
  let due = Attribute<CalendarDate>("Due", .default(.today + 28.days))
  let asked = Attribute<CalendarDate>("Asked", .default(.today - 1.days))
  let taken = Attribute<Date>("Taken")
  let back = Computed<Loan, CalendarDate>("Back") { .of(\.due) }
  let seen = Computed<Loan, Date>("Seen") { .of(\.taken) }
}

@Suite("Days relative to today")
struct RelativeDayTests {
  /// Each operator, with what it says of a day a number of days after the current one; nil for a record without a value.
  private static func conditions<P: DayProperty>(
    on path: KeyPath<Loan, P>
  ) -> [(condition: Condition<Loan>, holds: (Int?) -> Bool)] {
    [
      (path == .today, { $0 == 0 }), (path == .today + 1.days, { $0 == 1 }), (path != .today - 1.days, { $0 != -1 }),
      (path < .today, { $0.map { $0 < 0 } ?? false }), (path < .today + 2.days, { $0.map { $0 < 2 } ?? false }),
      (path <= .today, { $0.map { $0 <= 0 } ?? false }), (path > .today, { $0.map { $0 > 0 } ?? false }),
      (path > .today - 1.days - 1.days, { $0.map { $0 > -2 } ?? false }),
      (path >= .today + 1.days, { $0.map { $0 >= 1 } ?? false }),
    ]
  }

  @Test(
    "are compared with stored and computed days and moments in the time zone of the person, from the first moment of a day to the last",
    arguments: ["Pacific/Pago_Pago", "Pacific/Kiritimati"])
  func comparisons(name: String) async throws {
    let zone = try #require(TaskTimeZone.named(name))
    let store = try Store(inMemory: ModelDescription([Loan.self]))
    try await TaskTimeZone.$current.withValue(zone) { () async throws in
      let today = store.today
      var offsets: [RecordID: Int?] = [:]
      for offset in [-2, -1, 0, 1, 2] {
        let day = today.adding(days: offset)
        let first = try #require(Timestamp.date(Timestamp.beginning(of: day)))
        let next = try #require(Timestamp.date(Timestamp.beginning(of: day.adding(days: 1))))
        for moment in [first, next.addingTimeInterval(-0.001)] {
          var loan = Record<Loan>()
          (loan.due, loan.taken) = (day, moment)
          try await store.save(&loan)
          offsets[try #require(loan.id)] = .some(offset)
        }
      }
      var empty = Record<Loan>()
      (empty.due, empty.taken) = (nil, nil)
      try await store.save(&empty)
      offsets[try #require(empty.id)] = .some(nil)
      let all =
        Self.conditions(on: \.due) + Self.conditions(on: \.taken) + Self.conditions(on: \.back)
        + Self.conditions(on: \.seen)
      for (condition, holds) in all {
        let found = try await store.fetch(Loan.all.where(condition)).compactMap(\.id)
        let counted = try await store.count(Loan.all.where(condition))
        // Midnight may pass meanwhile.
        guard store.today == today else { return }
        let expected = offsets.filter { holds($0.value) }.map(\.key)
        #expect(Set(found) == Set(expected) && counted == expected.count, "\(condition.predicate)")
      }
    }
  }

  @Test("say what is compared, not the day on which the program started")
  func lowered() {
    #expect((\Loan.due < .today + 31.days).predicate == .day("due", .lt, 31))
    #expect((\Loan.back >= .today - 7.days).predicate == .day("back", .gte, -7))
    #expect((\Loan.taken <= .today).predicate == .moment("taken", .lt, 1))
    #expect((\Loan.seen == .today).predicate == .all([.moment("seen", .gte, 0), .moment("seen", .lt, 1)]))
  }

  @Test("as defaults are those of the day on which the record is made")
  func defaults() async throws {
    let store = try Store(inMemory: ModelDescription([Loan.self]))
    for name in ["Pacific/Pago_Pago", "Pacific/Kiritimati"] {
      let zone = try #require(TaskTimeZone.named(name))
      try await TaskTimeZone.$current.withValue(zone) { () async throws in
        let today = store.today
        var loan = Record<Loan>()
        try await store.save(&loan)
        guard store.today == today else { return }
        #expect(loan.due == today.adding(days: 28) && loan.asked == today.adding(days: -1))
        let written = try await store.perform(.code) { $0.today }.value
        #expect(written == today)
      }
    }
  }

  @Test("as far away as a number can say end nothing")
  func far() async throws {
    let store = try Store(inMemory: ModelDescription([Loan.self]))
    var loan = Record<Loan>()
    (loan.due, loan.taken) = (store.today, Date())
    try await store.save(&loan)
    let later: RelativeDay = .today + Int.max.days + Int.max.days
    let earlier: RelativeDay = .today - Int.max.days + Int.min.days - Int.max.days
    #expect(try await store.count(Loan.all.where(\.due < later && \.due > earlier)) == 1)
    #expect(try await store.count(Loan.all.where(\.taken < later && \.taken > earlier)) == 1)
    #expect(try await store.count(Loan.all.where(\.taken == later || \.taken == earlier)) == 0)
  }
}
