import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Invoice: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let due = Attribute<CalendarDate>("Due", .required)
  let isOverdue = Computed<Invoice, Bool>("Overdue") { .holds(\.due < .today) }
}

@Suite("Cached values that depend on the day")
struct CachedDayTests {
  // Where it is never the same day.
  private static let names = (west: "Pacific/Pago_Pago", east: "Pacific/Kiritimati")

  @Test("The day that code asks a store for is a dependency of what it writes")
  func asked() async throws {
    let store = try Store(inMemory: ModelDescription([Invoice.self]))
    let (today, read) = await Dependencies.tracking { store.today }
    #expect(read == .day)
    #expect(today.days(since: .today).magnitude <= 1)
  }

  @Test(
    "Aggregates and counts of a computed condition are those of the person's day, also when they were asked for before")
  func days() async throws {
    let west = try #require(TaskTimeZone.named(Self.names.west))
    let east = try #require(TaskTimeZone.named(Self.names.east))
    let store = try Store(inMemory: ModelDescription([Invoice.self]))
    let now = Date()
    let today = CalendarDate(now, in: west)
    let invoice = try #require(store.model.entity(named: "invoice"))
    _ = try await store.perform(.code) { transaction in
      var record = AnyRecord(invoice)
      (record["name"], record["due"]) = (.text("A"), .text(today.description))
      try transaction.insert(record)
    }
    let isOverdue = FetchPredicate.compare("isOverdue", .eq, [.integer(1)])
    var (aggregate, fetch) = (AggregateRequest("invoice"), AnyFetchRequest("invoice"))
    (aggregate.predicate, fetch.predicate) = (isOverdue, isOverdue)
    for (zone, count) in [(west, 0), (east, 1), (west, 0)] {
      try await TaskTimeZone.$current.withValue(zone) { () async throws in
        // Midnight may pass meanwhile.
        guard CalendarDate(Date(), in: west) == today else { return }
        #expect(try await store.aggregates([aggregate])[0].map(\.measures) == [[.integer(Int64(count))]])
        #expect(try await store.count(fetch) == count)
      }
    }
  }
}
