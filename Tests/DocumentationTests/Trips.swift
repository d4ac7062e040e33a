import Kartoteka
import Testing

// docs/LIBRARY.md shows the entity.
struct Trip: Entity {
  static var rules: [RuleDescription] {
    [RuleDescription("returnsLater", "returned >= departed", "Return must be after departure")]
  }
  let departed = Attribute<CalendarDate>("Departure")
  let returned = Attribute<CalendarDate>("Return", .default(formula: "departed + 14"))
  let byCar = Attribute<Bool>("By car")
  let plate = Attribute<String>("Number plate", .shown(if: "byCar"), .required(if: "byCar"))
}

private let trips = App("trips", title: "Trips", symbol: .map, hue: 1, entities: [Trip.self]) {
  Tab("Trips", symbol: .map) { List(Trip.self, title: \.plate) }
}

@Suite("The trips of docs/LIBRARY.md")
struct TripTests {
  @Test("A trip has a return by its formula, keeps its rule, and needs a plate where it is made by car")
  func rules() async throws {
    #expect(trips.check() == [])
    let store = try Store(inMemory: trips)
    var trip = Record<Trip>()
    trip.departed = CalendarDate(iso: "2026-05-01")
    try await store.save(&trip)
    let returned = trip.returned
    #expect(returned == CalendarDate(iso: "2026-05-15"))
    trip.returned = CalendarDate(iso: "2026-04-30")
    let late = trip
    let broken = await #expect(throws: StoreError.self) {
      var trip = late
      try await store.save(&trip)
    }
    guard case .invalid(let faults)? = broken else {
      Issue.record("\(broken as Any)")
      return
    }
    #expect(faults.map(\.rule) == ["returnsLater", "returnsLater"])
    var other = Record<Trip>()
    other.byCar = true
    let car = other
    await #expect(throws: StoreError.self) {
      var trip = car
      try await store.save(&trip)
    }
  }
}
