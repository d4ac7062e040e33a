import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

// Boats and their trips: computed values of every kind.
struct Boat: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let trips = ToMany<Trip>("Trips", inverse: \.boat)
  let lastTrip = Computed<Boat, CalendarDate>("Last trip") { .greatest(\.trips, of: \.day) }
  let longest = Computed<Boat, Int>("Longest") { .greatest(\.trips, of: \.minutes, where: \.day >= .year(2026)) }
  let count = Computed<Boat, Int>("Trips") { .count(\.trips) }
  let isUsed = Computed<Boat, Bool>("Used") { .exists(\.trips, where: \.minutes > 60) }

  static var states: [StateDescription] {
    [
      StateDescription("used", "Used", when: \Boat.isUsed == true),
      StateDescription("old", "Old", when: \Boat.lastTrip < .year(2025)),
      StateDescription("unused", "Unused"),
    ]
  }
}

extension CalendarDate {
  fileprivate static func year(_ year: Int) -> CalendarDate {
    CalendarDate(year: year, month: 1, day: 1) ?? .today
  }
}

struct Trip: Entity {
  let day = Attribute<CalendarDate>("Day")
  let months = Attribute<Int>("Months")
  let starts = Attribute<Date>("Starts")
  let minutes = Attribute<Int>("Minutes")
  let note = Attribute<String>("Note")
  let boat = ToOne<Boat>("Boat", required: true, onDelete: .cascade)
  let title = Computed<Trip, String>("Title", .title) {
    .joined(.text("Trip"), .of(\.boat, \Boat.name), .of(\.note), separator: ", ")
  }
  let back = Computed<Trip, CalendarDate>("Back") { .of(\.day).adding(.months, .of(\.months)) }
  let next = Computed<Trip, CalendarDate>("Next") { .of(\.day).adding(.days, .of(\.months)) }
  let ends = Computed<Trip, Date>("Ends") { .of(\.starts).adding(.minutes, .of(\.minutes)) }
  let isLong = Computed<Trip, Bool>("Long") { .holds(\.minutes > 60) }
}

struct Repair: Entity {
  let hours = Attribute<Int>("Hours")
  let minutes = Computed<Repair, Int>("Minutes") { .of(\.hours) * 60 }
  let rest = Computed<Repair, Decimal>("Rest", .scale(2)) { 100 - .of(\.hours) * .constant(1250, scale: 2) }
}

@Suite("Computed values of every kind")
struct ComputedKindTests {
  private let store: Store
  private let trip: EntityDescription

  init() throws {
    let model = ModelDescription([Boat.self, Trip.self])
    #expect(model.check() == [])
    store = try Store(inMemory: model)
    trip = try #require(model.entity(named: "trip"))
  }

  @discardableResult
  private func boat(_ name: String) async throws -> RecordID {
    var boat = Record<Boat>()
    boat.name = name
    try await store.save(&boat)
    return try #require(boat.id)
  }

  @discardableResult
  private func add(_ boat: RecordID, _ change: (inout Record<Trip>) -> Void = { _ in }) async throws -> RecordID {
    var trip = Record<Trip>()
    trip.boat = boat
    change(&trip)
    try await store.save(&trip)
    return try #require(trip.id)
  }

  private func value(_ name: String, of id: RecordID) async throws -> Value? {
    let computed = try await store.computed(trip, ids: [id])[id]
    return trip.computed.firstIndex { $0.name == name }.flatMap { computed?.values[$0] }
  }

  private func boats(
    _ condition: Condition<Boat>? = nil, sort: String? = nil, _ collation: Collation = .root
  ) async throws -> [String] {
    var request = AnyFetchRequest("boat")
    request.predicate = condition?.predicate
    request.collation = collation
    if let sort { request.sort = [FetchSort(sort)] }
    return try await store.fetch(request).records.map { $0.title(in: .english) }
  }

  @Test("a day some months later is the day that Swift computes, also where the month lacks the day")
  func months() async throws {
    let id = try await boat("Anna")
    for start in stride(from: 0, to: 800, by: 7) {
      let day = CalendarDate.year(2023).adding(days: start)
      for months in [-25, -1, 0, 1, 11, 13] {
        let trip = try await add(id) { ($0.day, $0.months) = (day, months) }
        #expect(try await value("back", of: trip) == .text(day.adding(months: months).description), "\(day) \(months)")
        #expect(try await value("next", of: trip) == .text(day.adding(days: months).description))
      }
    }
  }

  @Test("numbers are computed with constants, whole and decimal")
  func constants() async throws {
    let model = ModelDescription([Repair.self])
    #expect(model.check() == [])
    let store = try Store(inMemory: model)
    var repair = Record<Repair>()
    repair.hours = 3
    try await store.save(&repair)
    let entity = try #require(model.entity(named: "repair"))
    let values = try await store.computed(entity, ids: [repair.id ?? 0])[repair.id ?? 0]?.values
    #expect(values == [.integer(180), .integer(6_250)])
  }

  @Test("a moment some minutes later has the stored form of moments, and missing parts give no value")
  func moments() async throws {
    let id = try await boat("Anna")
    let start = Date(timeIntervalSince1970: 1_795_510_800.125)
    let whole = try await add(id) { ($0.starts, $0.minutes) = (start, 90) }
    #expect(try await value("ends", of: whole) == .text(Timestamp.text(start.addingTimeInterval(5_400))))
    let part = try await add(id) { $0.starts = start }
    #expect(try await value("ends", of: part) == .null)
    #expect(try await value("isLong", of: part) == .integer(0))
    #expect(try await value("isLong", of: whole) == .integer(1))
    let far = try await add(id) { ($0.day, $0.months) = (CalendarDate(iso: "9999-12-01"), 2) }
    #expect(try await value("back", of: far) == .null)
  }

  @Test("a text omits missing parts, and is the title of the record on reads, in lists and of included records")
  func titles() async throws {
    let id = try await boat("Łódka ' ?")
    let plain = try await add(id)
    let noted = try await add(id) { $0.note = "Kraków" }
    #expect(try await store.record(trip, id: plain)?.title(in: .english) == "Trip, Łódka ' ?")
    #expect(try await store.record(trip, id: noted)?.title(in: .english) == "Trip, Łódka ' ?, Kraków")
    let page = try await store.fetch(AnyFetchRequest("trip"))
    #expect(page.records.map { $0.title(in: .english) }.last == "Trip, Łódka ' ?, Kraków")
    #expect(try await value("title", of: noted) == .text("Trip, Łódka ' ?, Kraków"))
  }

  @Test("the name of a change set has the computed title, of new and of deleted records")
  func changeSets() async throws {
    let id = try await boat("Anna")
    let trip = try await add(id) { $0.note = "Rome" }
    let deleting = try await store.perform(.code) { transaction in
      let record = try #require(try transaction.record(Trip.self, id: trip))
      try transaction.delete(record)
    }
    let number = try #require(deleting.changeSet)
    let changeSet = try #require(try await store.changeSet(number))
    #expect(Localizer.english(changeSet.name).contains("Trip, Anna, Rome"))
  }

  @Test("lists sort by computed texts in the language's order, and filter by parts of them")
  func texts() async throws {
    for (name, note) in [("Lena", "a"), ("Łucja", "b"), ("Maria", "c")] {
      try await add(boat(name)) { $0.note = note }
    }
    var request = AnyFetchRequest("trip")
    request.sort = [FetchSort("title")]
    request.collation = .polish
    let sorted = try await store.fetch(request).records.map { $0.title(in: .english) }
    #expect(sorted == ["Trip, Lena, a", "Trip, Łucja, b", "Trip, Maria, c"])
    request.sort = [FetchSort("title", ascending: false)]
    request.limit = 2
    let first = try await store.fetch(request)
    request.position = .after(try #require(first.next))
    #expect(try await store.fetch(request).records.map { $0.title(in: .english) } == ["Trip, Lena, a"])
    var filter = AnyFetchRequest("trip")
    filter.predicate = .compare("title", .contains, [.text("lucja")])
    #expect(try await store.fetch(filter).records.count == 1)
    filter.predicate = .compare("title", .prefix, [.text("TRIP, M")])
    #expect(try await store.fetch(filter).records.count == 1)
  }

  @Test("values of related records are filtered, sorted and decide states")
  func related() async throws {
    let (anna, bo) = (try await boat("Anna"), try await boat("Bo"))
    try await boat("Cyd")
    try await add(anna) { ($0.day, $0.minutes) = (CalendarDate(iso: "2026-03-01"), 30) }
    try await add(anna) { ($0.day, $0.minutes) = (CalendarDate(iso: "2025-03-01"), 90) }
    try await add(bo) { ($0.day, $0.minutes) = (CalendarDate(iso: "2024-03-01"), 10) }
    #expect(try await boats(\.lastTrip == CalendarDate(iso: "2026-03-01")) == ["Anna"])
    #expect(try await boats(\.lastTrip == nil) == ["Cyd"])
    #expect(try await boats(\.longest == 30) == ["Anna"])
    #expect(try await boats(\.count > 1) == ["Anna"])
    #expect(try await boats(\.isUsed == false, sort: "lastTrip") == ["Cyd", "Bo"])
    let entity = try #require(store.model.entity(named: "boat"))
    let states = try await store.computed(entity, ids: [1, 2, 3]).mapValues(\.state?.name)
    #expect(states == [1: "used", 2: "old", 3: "unused"])
  }

  @Test("a title that is computed from another record depends on that record's entity")
  func dependencies() async throws {
    let id = try await boat("Anna")
    let trip = try await add(id)
    let (_, read) = try await Dependencies.tracking { try await store.record(self.trip, id: trip) }
    #expect(read == .entities(["trip", "boat"]))
    #expect(Dependencies(AnyFetchRequest("trip"), in: store.model) == .entities(["trip", "boat"]))
  }
}
