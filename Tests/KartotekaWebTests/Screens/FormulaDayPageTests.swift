import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaStore
import Testing

@testable import KartotekaModel
@testable import KartotekaWeb

@Suite("Pages with formulas of today, in several time zones")
struct FormulaDayPageTests {
  private static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"thing","attributes":[{"name":"title","label":"Title","required":true,"title":true}],
      "computed":[{"attribute":{"name":"stamp","label":"Stamp","kind":"text","searched":true},
       "formula":"\\"seen on \\" & today"}]}]}
    """
  // Where it is never the same day.
  private static let zones = ["Pacific/Pago_Pago", "Pacific/Kiritimati"]

  private static func days() throws -> [String] {
    try zones.map { CalendarDate(Date(), in: try #require(TaskTimeZone.named($0))).description }
  }

  private static func text(_ path: String, _ zone: String, _ site: DesignedSite) async throws -> String {
    let response = try await site.client.execute(
      uri: path, method: .get, headers: [.cookie: "time-zone=\(zone)", .acceptLanguage: "en"])
    #expect(response.status == .ok, "\(path)")
    return String(buffer: response.body)
  }

  @Test(
    "A page, a table and a search are of the person's day, the API is of the server's, also when another zone asked before"
  )
  func asked() async throws {
    try await DesignedSite.test(Self.shop) { site in
      try await site.add("things", #"{"title":"Pen"}"#)
      let (days, here) = (try Self.days(), CalendarDate(Date(), in: TaskTimeZone.current).description)
      #expect(days[0] != days[1])
      var answers: [(path: String, text: String, has: String, lacks: String?)] = []
      for _ in 0..<2 {
        for (place, zone) in Self.zones.enumerated() {
          let (day, other) = ("seen on \(days[place])", "seen on \(days[1 - place])")
          for path in ["/shop/things/1", "/shop/things?layout=table&columns=title,stamp"] {
            answers.append((path, try await Self.text(path, zone, site), day, other))
          }
          let search = "/shop/things?search=seen%20"
          answers.append((search, try await Self.text(search + days[place], zone, site), "Pen", nil))
          answers.append((search, try await Self.text(search + days[1 - place], zone, site), "search", "Pen"))
          answers.append(("API", try await Self.text("/api/shop/things/1", zone, site), "seen on \(here)", nil))
        }
      }
      // Midnight may have passed meanwhile.
      guard try Self.days() == days, CalendarDate(Date(), in: TaskTimeZone.current).description == here else { return }
      for answer in answers {
        #expect(answer.text.contains(answer.has), "\(answer.path)")
        if let lacks = answer.lacks { #expect(!answer.text.contains(lacks), "\(answer.path)") }
      }
    }
  }
}
