import Foundation
import KartotekaModel
import Testing

@testable import KartotekaServices

@Suite struct ServiceErrorTests {
  private static let all: [ServiceError.Reason] = [
    .noKey, .unauthorized, .rateLimited(until: nil), .rateLimited(until: Date(timeIntervalSince1970: 90)),
    .unavailable(status: 500), .unreachable, .timedOut, .unreadable, .refused(status: 404), .tooLarge(limit: 10),
    .notAPicture, .tooManyPixels, .forbiddenAddress,
  ]

  @Test("TM-7 has a sentence of its own for each failure, and something to do about it")
  func phrases() {
    let say = Localizer(language: .english, catalogue: Catalogue())
    let errors = Self.all.map { ServiceError("Pexels", $0) }
    #expect(Set(errors.map(\.phrase)).count == errors.count - 1)
    for error in errors {
      #expect(say(error.phrase).contains("Pexels") && !say(error.remedy()).isEmpty)
    }
    let say90 = { (seconds: Double) in
      let now = Date(timeIntervalSince1970: 90 - seconds)
      return say(ServiceError("Pexels", .rateLimited(until: Date(timeIntervalSince1970: 90))).remedy(at: now))
    }
    #expect(say90(61) == "Try again in 2 minutes." && say90(7_201) == "Try again in 3 hours.")
    #expect(say90(3 * 86_400) == "Try again in 3 days." && say90(-1) == "Try again in a few minutes.")
  }

  @Test("TM-7 can be kept and read again, for a job that goes on later", arguments: all)
  func codable(reason: ServiceError.Reason) throws {
    let error = ServiceError("Pexels", reason)
    #expect(try JSONDecoder().decode(ServiceError.self, from: JSONEncoder().encode(error)) == error)
    #expect(
      error.isTransient
        == ["rateLimited", "unavailable", "unreachable", "timedOut"].contains { "\(reason)".hasPrefix($0) })
  }

  @Test("TM-8 shows the key in no error and no line of the log, nor what was looked for")
  func secrecy() async throws {
    let replies: [Reply] = [
      .json(Sample.cities), .status(401), .status(500), .page, .broken, .brokenOff, .endless,
      .status(302, [.location: "/elsewhere"]),
    ]
    for reply in replies {
      try await StandIn.run(reply) { standIn in
        let net = Net(standIn)
        var said: [String] = []
        do {
          _ = try await net.geoapify().places(matching: "Gdańsk", in: nil, limit: 5, language: .polish)
        } catch { said = ["\(error)", String(reflecting: error), error.localizedDescription] }
        let lines = said + net.log.lines
        #expect(net.log.lines.contains { $0.contains("Geoapify") && $0.contains("/v1/geocode/autocomplete") })
        #expect(!lines.contains { $0.contains(Net.key) || $0.contains("Gda") })
      }
    }
  }

  @Test(
    "TM-8 says which variable is wrong when it points to no stand-in",
    arguments: [
      "http://example.org", "ftp://127.0.0.1", "127.0.0.1:80", "http://user@127.0.0.1", "https://", "nonsense",
      "http://127.0.0.1.example.org", "http://127.0.0.1/?x=1",
    ])
  func standInError(address: String) throws {
    let network = ServiceNetwork(environment: ["PEXELS_URL": address, "GEOAPIFY_URL": address])
    #expect(throws: StandInError(variable: "PEXELS_URL")) { try Pexels(network: network) { nil } }
    #expect(throws: StandInError(variable: "GEOAPIFY_URL")) { try Geoapify(network: network) { nil } }
  }

  @Test("TM-8 sends requests to the services themselves unless the environment names others")
  func addresses() throws {
    let pexels = try ServiceDescription.pexels.endpoint([:])
    let geoapify = try ServiceDescription.geoapify.endpoint(["GEOAPIFY_URL": ""])
    #expect([pexels, geoapify].map(\.absoluteString) == ["https://api.pexels.com", "https://api.geoapify.com"])
    for address in ["http://localhost:8081", "http://[::1]:8081", "https://example.org/pexels"] {
      let standIn = try ServiceDescription.pexels.endpoint(["PEXELS_URL": address])
      #expect(standIn.absoluteString == address)
    }
  }
}
