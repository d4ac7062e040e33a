import Foundation
import KartotekaModel
import Testing

@testable import KartotekaServices

@Suite struct PlaceTests {
  private let portugal = CountryCode("PT")

  @Test("TM-8 finds cities with Geoapify: in the country that was asked for, each once, none in an impossible place")
  func geoapify() async throws {
    try await StandIn.run(.json(Sample.cities)) { standIn in
      let found = try await Net(standIn).geoapify()
        .places(matching: " Lisb ", in: portugal, limit: 5, language: .russian)
      let place = try #require(found.places.first)
      #expect(found.places.count == 1 && found.problem == nil && found.credit == .geoapify)
      #expect(place.id == "geoapify:51d3f1" && place.name == "Lisbon" && place.region == "Lisbon District")
      #expect(place.country == portugal && place.position == Coordinate("38.7077507,-9.1365919"))
      let question = try #require(standIn.questions.first)
      #expect(question.path == "/v1/geocode/autocomplete")
      #expect(
        question.query == [
          "text": "Lisb", "type": "city", "filter": "countrycode:pt", "lang": "ru", "limit": "5", "format": "json",
          "apiKey": Net.key,
        ])
      #expect(question.headers[.authorization] == nil)
    }
  }

  @Test("TM-8 finds cities anywhere when no country is named, and asks nothing about nothing")
  func anywhere() async throws {
    try await StandIn.run(.json(Sample.cities)) { standIn in
      let geoapify = try Net(standIn).geoapify()
      let found = try await geoapify.places(matching: "lisb", in: nil, limit: 500, language: .english)
      #expect(found.places.map(\.countryCode) == ["PT", "ES"])
      #expect(standIn.questions.first?.query["filter"] == nil && standIn.questions.first?.query["limit"] == "20")
      #expect(try await geoapify.places(matching: "  ", in: nil, limit: 5, language: .english).places.isEmpty)
      #expect(try await geoapify.places(matching: "lisb", in: nil, limit: 0, language: .english).places.isEmpty)
      #expect(standIn.questions.count == 1)
    }
  }

  @Test(
    "TM-8 does not take for places what Geoapify does not document",
    arguments: [Reply.page, .broken, .json(#"{"features":[]}"#), .json(#"{"results":[{"city":"Lisbon"}]}"#)])
  func unreadable(reply: Reply) async throws {
    try await StandIn.run(reply) { standIn in
      await #expect(throws: ServiceError("Geoapify", .unreadable)) {
        try await Net(standIn).geoapify().places(matching: "lisb", in: portugal, limit: 5, language: .english)
      }
    }
  }

  // MARK: - Two services

  private func fallback(_ net: Net, key: String? = Net.key) throws -> FallbackPlaces {
    FallbackPlaces(try net.geoapify(key), else: Atlas(), network: net.network)
  }

  private func ask(_ places: FallbackPlaces, _ text: String = "lisb") async throws -> FoundPlaces {
    try await places.places(matching: text, in: portugal, limit: 5, language: .english)
  }

  @Test("TM-8 has places from Geoapify when it has a key, and says so")
  func first() async throws {
    try await StandIn.run(.json(Sample.cities)) { standIn in
      let found = try await ask(fallback(Net(standIn)))
      #expect(found.credit == .geoapify && found.places.map(\.id) == ["geoapify:51d3f1"] && found.problem == nil)
    }
  }

  @Test("TM-8 has places from what is built in without a key, and complains of nothing")
  func noKey() async throws {
    try await StandIn.run(.json(Sample.cities)) { standIn in
      let found = try await ask(fallback(Net(standIn), key: nil))
      #expect(found == Atlas.found && standIn.questions.isEmpty)
    }
  }

  @Test("TM-8 has places from what is built in where Geoapify knows none")
  func nothing() async throws {
    try await StandIn.run(.json(#"{"results":[]}"#)) { standIn in
      let found = try await ask(fallback(Net(standIn)))
      #expect(found == Atlas.found)
    }
  }

  @Test("TM-8 has places from what is built in when Geoapify fails, and leaves it alone for a while")
  func failing() async throws {
    try await StandIn.run(.status(401), .json(Sample.cities)) { standIn in
      let net = Net(standIn)
      let places = try fallback(net)
      for text in ["lis", "lisb"] {
        let found = try await ask(places, text)
        #expect(found.places == Atlas.found.places && found.credit == .geoNames)
        #expect(found.problem == ServiceError("Geoapify", .unauthorized))
      }
      #expect(standIn.questions.count == 1)
      net.clock.advance(by: .seconds(30))
      #expect(try await ask(places).credit == .geoapify)
    }
  }

  @Test("TM-8 leaves Geoapify alone for as long as it asks for")
  func rateLimited() async throws {
    try await StandIn.run(.status(429, [.retryAfter: "600"]), .json(Sample.cities)) { standIn in
      let net = Net(standIn)
      let places = try fallback(net)
      #expect(try await ask(places).problem?.retryAt == net.clock.now.addingTimeInterval(600))
      net.clock.advance(by: .seconds(599))
      #expect(try await ask(places).credit == .geoNames)
      #expect(standIn.questions.count == 1)
      net.clock.advance(by: .seconds(1))
      #expect(try await ask(places).credit == .geoapify)
    }
  }

  @Test("TM-8 waits for Geoapify no longer than somebody who types would")
  func slow() async throws {
    try await StandIn.run(.silent) { standIn in
      let net = Net(standIn)
      let places = try fallback(net)
      let found = Task { try await ask(places) }
      await standIn.asked(1)
      await net.clock.limited(to: .seconds(2))
      net.clock.advance(by: .seconds(2))
      #expect(try await found.value.problem == ServiceError("Geoapify", .timedOut))
      let cancelled = Task { try await ask(fallback(net)) }
      await standIn.asked(2)
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
  }

  /// Knows one place.
  private struct Atlas: PlaceService {
    static let found: FoundPlaces = {
      guard let country = CountryCode("PT"), let position = Coordinate("38.7,-9.1") else {
        return FoundPlaces(places: [], credit: .geoNames)
      }
      let place = FoundPlace(id: "geonames:1", name: "Lisboa", region: nil, country: country, position: position)
      return FoundPlaces(places: [place], credit: .geoNames)
    }()

    let credit = ServiceCredit.geoNames

    func places(
      matching text: String, in country: CountryCode?, limit: Int, language: Language
    ) async throws -> FoundPlaces { Self.found }
  }
}
