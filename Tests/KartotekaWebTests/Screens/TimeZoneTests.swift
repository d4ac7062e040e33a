import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("The person's time zone")
struct TimeZoneTests {
  private let app: RunningApp

  init() async throws { app = try await School.open() }

  private func test(_ body: @escaping @Sendable (TestClient) async throws -> Void) async throws {
    // The server's own zone.
    try await TaskTimeZone.$current.withValue(try #require(TaskTimeZone.named("Asia/Tokyo"))) {
      try await Server([app], logger: Logger(label: "test")).application().test(body)
    }
  }

  private func set(_ moment: String) async throws {
    var course = try #require(try await app.store.record(School.Course.self, id: 1))
    course.changed = Timestamp.date(moment)
    try await app.store.save(&course)
  }

  private func stored() async throws -> String? {
    try await app.store.record(School.Course.self, id: 1)?.changed.map { Timestamp.text($0) }
  }

  private func headers(_ zone: String) -> HTTPFields { [.cookie: "time-zone=\(zone)", .acceptLanguage: "en"] }

  private func page(_ client: TestClient, _ zone: String) async throws -> String {
    try await client.execute(uri: "/school/courses/1", method: .get, headers: headers(zone)) {
      String(buffer: $0.body)
    }
  }

  @Test("English days and times have the form of the browser's region, also from the cache")
  func regions() async throws {
    try await set("2026-11-27T12:09:00Z")
    try await test { client in
      func page(_ languages: String) async throws -> String {
        let headers: HTTPFields = [.acceptLanguage: languages, .cookie: "time-zone=Asia/Tokyo"]
        return try await client.execute(uri: "/school/courses/1/history", method: .get, headers: headers) {
          String(buffer: $0.body)
        }
      }
      for _ in 1...2 {
        let (american, british) = (try await page("en-US,en;q=0.9"), try await page("en-GB,en;q=0.9"))
        #expect(american.contains("lang=en-US") || american.contains("lang=\"en-US\""))
        #expect(american.contains("\u{202f}AM") || american.contains("\u{202f}PM"))
        #expect(!british.contains("\u{202f}AM") && !british.contains("\u{202f}PM"))
        #expect(!british.contains("en-US"))
      }
    }
  }

  // The form of a page with other values, as a browser in a zone sends it.
  private func post(
    _ client: TestClient, _ page: String, _ moment: String, from zone: String
  ) async throws -> HTTPResponse.Status {
    let hidden = try ["_etag", "_base", "_zone"].map { name in
      let match = try #require(page.firstMatch(of: try Regex("name=\"?\(name)\"? value=\"([^\"]+)\"")), "\(name)")
      return (name, String(match[1].substring ?? "").replacing("&quot;", with: "\""))
    }
    let fields = hidden + [("changed", moment), ("isOpen", "true")]
    return try await client.execute(
      uri: "/school/courses/1", method: .post,
      headers: [
        .cookie: "time-zone=\(zone)", .contentType: "multipart/form-data; boundary=xyz", .acceptLanguage: "en",
      ], body: ByteBuffer(bytes: Album.form(fields, files: []))
    ).status
  }

  @Test("A form shows a moment in the browser's zone, else in the server's, also from the cache; the API in UTC")
  func shown() async throws {
    try await set("2026-07-01T12:00:00Z")
    try await test { client in
      for _ in 0..<2 {
        for (zone, time) in [
          ("Europe/Warsaw", "2026-07-01T14:00"), ("America/New_York", "2026-07-01T08:00"),
          ("Asia/Kathmandu", "2026-07-01T17:45"), ("Mars/Base", "2026-07-01T21:00"), ("", "2026-07-01T21:00"),
        ] {
          let page = try await page(client, zone)
          #expect(page.contains("value=\"\(time)\""), "\(zone)")
        }
        try await client.execute(uri: "/api/school/courses/1", method: .get, headers: headers("Europe/Warsaw")) {
          #expect(String(buffer: $0.body).contains("\"changed\":\"2026-07-01T12:00:00.000Z\""))
        }
      }
    }
  }

  @Test("What is typed is of the zone that the form was shown in, wherever the person is when they send it")
  func typed() async throws {
    try await set("2026-07-01T12:00:00Z")
    try await test { client in
      let page = try await page(client, "Europe/Warsaw")
      #expect(try await post(client, page, "2026-01-15T10:30", from: "America/New_York") == .seeOther)
    }
    #expect(try await stored() == "2026-01-15T09:30:00.000Z")
  }

  @Test("A form that is sent as it came changes nothing, also in the hour that clocks show twice")
  func untouched() async throws {
    try await set("2026-10-25T01:30:00Z")
    try await test { client in
      let page = try await page(client, "Europe/Warsaw")
      #expect(page.contains("value=\"2026-10-25T02:30\""))
      #expect(try await post(client, page, "2026-10-25T02:30", from: "Europe/Warsaw") == .seeOther)
    }
    #expect(try await stored() == "2026-10-25T01:30:00.000Z")
  }

  @Test("An export for people gives moments in their zone with the offset")
  func export() async throws {
    try await set("2026-07-01T12:00:00Z")
    try await test { client in
      try await client.execute(uri: "/school/export/courses.csv", method: .get, headers: headers("Asia/Kathmandu")) {
        #expect(String(buffer: $0.body).contains("2026-07-01T17:45:00.000+05:45"))
      }
    }
  }

  @Test("The store's threads tell the day in the zone of the task that asks")
  func today() async throws {
    let (east, west) = try (
      #require(TaskTimeZone.named("Pacific/Kiritimati")), #require(TaskTimeZone.named("Pacific/Pago_Pago"))
    )
    // They are 25 hours apart.
    let day = TaskTimeZone.$current.withValue(east) { CalendarDate.today }
    var course = try #require(try await app.store.record(School.Course.self, id: 1))
    course.starts = day
    try await app.store.save(&course)
    var request = AnyFetchRequest("course")
    request.predicate = .day("starts", .eq, 0)
    let asked = request
    let store = app.store
    for (zone, count) in [(east, 1), (west, 0)] {
      let seen = try await TaskTimeZone.$current.withValue(zone) {
        let counted = try await store.count(asked)
        let fetched = try await store.fetch(asked).total
        let written = try await store.perform(.code) { _ in CalendarDate.today }.value
        return (counted: counted, fetched: fetched, isToday: written == CalendarDate.today)
      }
      #expect(seen.counted == count && seen.fetched == count && seen.isToday)
    }
  }
}
