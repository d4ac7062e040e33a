import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("A list as a calendar that other programs read")
struct CalendarFeedTests {
  private static let english: HTTPFields = [.acceptLanguage: "en"]

  /// Makes an address.
  /// - Returns: its path, as the page shows it.
  private static func make(
    _ client: TestClient, _ query: String = "", _ headers: HTTPFields = english
  ) async throws -> String {
    let page = try await client.form("/school/courses/feed" + query, "", headers)
    #expect(page.status == .ok)
    let path = try #require(page.text.firstMatch(of: #/http://[^/"<]*(/ics/kc_[A-Za-z0-9_-]{43}\.ics)/#)).1
    #expect(page.text.contains("href=\"webcal://") && page.text.contains("<svg"))
    return String(path)
  }

  private static func test(_ body: @escaping @Sendable (TestClient, RunningApp) async throws -> Void) async throws {
    let school = try await School.open()
    try await Server([school], port: 0, logger: .quiet).application().test { client in try await body(client, school) }
  }

  private static func lines(_ calendar: TestResponse) -> [String] { calendar.text.components(separatedBy: "\r\n") }

  @Test("It has the list's records on their days, with a stable number, the last change and how often to read it")
  func content() async throws {
    try await Self.test { client, _ in
      let path = try await Self.make(client)
      let calendar = try await client.page(path)
      #expect(calendar.status == .ok && calendar.headers[.contentType] == "text/calendar; charset=utf-8")
      #expect(calendar.headers[.cacheControl] == "private, no-cache" && calendar.headers[.lastModified] != nil)
      let lines = Self.lines(calendar)
      #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 4)
      #expect(lines.contains("DTSTART;VALUE=DATE:20260901") && lines.contains("REFRESH-INTERVAL;VALUE=DURATION:PT1H"))
      #expect(lines.contains { $0.hasPrefix("X-WR-CALNAME:") } && lines.contains("SUMMARY:Algebra"))
      for name in ["UID:courses-1@", "DTSTAMP:", "LAST-MODIFIED:", "SEQUENCE:"] {
        #expect(lines.contains { $0.hasPrefix(name) }, "\(name)")
      }
      #expect(!calendar.text.replacing("\r\n", with: "").contains("\n") && lines.allSatisfy { $0.utf8.count <= 75 })
    }
  }

  @Test("It is the same until something changes, and a program that has it gets 304")
  func unchanged() async throws {
    try await Self.test { client, school in
      let path = try await Self.make(client)
      let first = try await client.page(path)
      let tag = try #require(first.headers[.eTag])
      let again = try await client.page(path, [.ifNoneMatch: tag])
      #expect(again.status == .notModified && again.body.readableBytes == 0 && again.headers[.eTag] == tag)
      #expect(try await client.page(path).text == first.text)
      let course = try #require(school.store.model.entity(named: "course"))
      _ = try await school.store.perform(.screen) { transaction in
        var algebra = try #require(try transaction.record(course, id: 1))
        algebra["name"] = .text("Geometry")
        try transaction.update(algebra)
      }
      let changed = try await client.page(path, [.ifNoneMatch: tag])
      #expect(changed.status == .ok && changed.text.contains("SUMMARY:Geometry"))
      func all(_ name: String, _ response: TestResponse) -> [String] {
        Self.lines(response).filter { $0.hasPrefix(name) }
      }
      #expect(all("UID:", changed) == all("UID:", first))
      let (before, after) = (all("SEQUENCE:", first), all("SEQUENCE:", changed))
      #expect(zip(before, after).filter { $0 != $1 }.count == 1)
    }
  }

  @Test("It has the list's filter, and is in the language of whoever made it")
  func shape() async throws {
    try await Self.test { client, _ in
      let path = try await Self.make(client, "?search=biology", [.acceptLanguage: "pl"])
      let calendar = try await client.page(path, [.acceptLanguage: "ru"])
      #expect(calendar.text.contains("SUMMARY:Biology") && !calendar.text.contains("SUMMARY:Algebra"))
      let refused = try await client.form("/school/courses/feed?where=nothing:eq:1", "", Self.english)
      #expect(refused.status != .ok && !refused.text.contains("/ics/"))
    }
  }

  @Test("It ends at once, its secret is nowhere, and other addresses are answered alike")
  func ended() async throws {
    try await Self.test { client, school in
      let path = try await Self.make(client)
      let other = try await Self.make(client)
      let feeds = try await CalendarFeed.all(in: school.store)
      #expect(feeds.count == 2 && feeds.allSatisfy { $0.person == nil && $0.id.count == 64 })
      let secret = path.dropFirst("/ics/".count).dropLast(".ics".count)
      #expect(!feeds.contains { "\($0)".contains(secret) })
      #expect(try await !client.page("/school/courses/feed", Self.english).text.contains(secret))
      let token = try #require(SecretToken(.calendar, text: secret))
      let id = try #require(try await CalendarFeed.feed(token, in: school.store)?.id)
      #expect(try await client.form("/school/courses/feed/end", "feed=\(id)").status == .seeOther)
      #expect(try await client.page(path).status == .notFound)
      #expect(try await client.page(other).status == .ok)
      for wrong in ["/ics/1", "/ics/kc_.ics", "/ics/kt_" + secret.dropFirst(3) + ".ics", path + "x"] {
        #expect(try await client.page(wrong).status == .notFound, "\(wrong)")
      }
    }
  }

  @Test("An application has a limited number of them, and a list without days has none")
  func limits() async throws {
    try await Self.test { client, school in
      let course = try #require(school.store.model.entity(named: "course"))
      for _ in 1...CalendarFeed.most {
        _ = try await CalendarFeed.make(of: course, "", title: "Courses", language: "en", for: nil, in: school.store)
      }
      let refused = try await client.form("/school/courses/feed", "", Self.english)
      #expect(refused.status == .conflict && refused.text.contains("There are too many addresses already."))
      #expect(try await client.form("/school/people/feed", "").status == .notFound)
    }
  }

  @Test("It ends with its application: a later one of the same name has none")
  func removed() async throws {
    let diary = """
      {"version":1,"name":"diary","title":"Diary","entities":[{"name":"visit","attributes":[\
      {"name":"title","required":true,"title":true},{"name":"day","kind":"date"}]}]}
      """
    try await DesignedSite.test(diary) { site in
      let page = try await site.client.form("/diary/visits/feed", "", Self.english)
      let path = String(try #require(page.text.firstMatch(of: #/\/ics\/kc_[A-Za-z0-9_-]{43}\.ics/#)).0)
      #expect(try await site.client.page(path).status == .ok)
      let removed = try await site.client.execute(uri: "/api/diary?confirm=diary", method: .delete)
      #expect(removed.status.kind == .successful)
      #expect(try await site.client.page(path).status == .notFound)
      try await APICase.send(.post, "/api/apps", diary, 201).run(site.client)
      #expect(try await site.client.page(path).status == .notFound)
    }
  }

  @Test("Somebody of the same number elsewhere neither sees nor ends it, and one of an earlier version is called ended")
  func lists() async throws {
    let site = try await PeopleSite(withPasswords: ["Rita", "Willi"])
    let school = try #require(site.server.apps.first)
    let rita = try #require(try await site.people.person(named: "Rita"))
    let willi = try #require(try await site.people.person(named: "Willi"))
    let course = try #require(school.store.model.entity(named: "course"))
    func make(_ title: String, by author: Author?) async throws {
      _ = try await Author.$current.withValue(author) {
        try await CalendarFeed.make(of: course, "", title: title, language: "en", for: rita.id, in: school.store)
      }
    }
    try await make("Of another server", by: willi.author)
    try await make("Of an earlier version", by: nil)
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let session = try await site.session(of: "Rita", client)
      func feeds() async throws -> [CalendarFeed] { try await CalendarFeed.all(in: school.store) }
      for page in ["/apps/you", "/school/courses/feed"] {
        let text = try await client.page(page, session).text
        #expect(!text.contains("Of another server"), "\(page)")
        #expect(text.contains("Of an earlier version") && text.contains("No longer answers since an update"), "\(page)")
      }
      for path in ["/apps/you/feeds/end", "/school/courses/feed/end"] {
        let other = try #require(try await feeds().first { $0.identity != nil })
        #expect(try await client.form(path, "feed=\(other.id)", session).status == .seeOther)
        let left = try await feeds()
        #expect(left.contains(other), "\(path)")
      }
      let earlier = try #require(try await feeds().first(where: \.hasEnded))
      #expect(try await client.form("/apps/you/feeds/end", "feed=\(earlier.id)", session).status == .seeOther)
      let left = try await feeds()
      #expect(left.map(\.title) == ["Of another server"])
    }
  }

  @Test("It has the rights of the person who made it, and ends with them; nobody else sees or ends it")
  func rights() async throws {
    let site = try await PeopleSite(withPasswords: ["Rita", "Willi"])
    try await site.server.application().test { client in
      let rita = try await site.session(of: "Rita", client)
      let willi = try await site.session(of: "Willi", client)
      let path = try await Self.make(client, "", rita)
      #expect(try await client.page(path).status == .ok)
      let account = try await client.page("/apps/you", rita).text
      let id = try #require(account.firstMatch(of: #/name="?feed"? value="?([0-9a-f]{64})/#)).1
      #expect(try await !client.page("/apps/you", willi).text.contains(id))
      #expect(try await client.form("/apps/you/feeds/end", "feed=\(id)", willi).status == .seeOther)
      #expect(try await client.form("/school/courses/feed/end", "feed=\(id)", willi).status == .seeOther)
      #expect(try await client.page(path).status == .ok)
      // A program can't make one, whose end it would not see.
      let program = try await client.form("/school/courses/feed", "", site.token(of: "Rita"))
      #expect(program.status == .forbidden)
      let person = try #require(try await site.people.person(named: "Rita"))
      try await site.people.set(roles: [:], isAdministrator: false, of: person.id, by: .machine("tests"))
      #expect(try await client.page(path).status == .notFound)
      try await site.people.set(roles: ["school": .reads], isAdministrator: false, of: person.id, by: .machine("tests"))
      #expect(try await client.page(path).status == .ok)
      let second = try await Self.make(client, "", willi)
      let other = try #require(try await site.people.person(named: "Willi"))
      try await site.people.remove(other.id, by: .machine("tests"))
      #expect(try await client.page(second).status == .notFound)
      let again = try await site.session(of: "Rita", client)
      #expect(try await client.form("/apps/you/feeds/end", "feed=\(id)", again).status == .seeOther)
      #expect(try await client.page(path).status == .notFound)
    }
  }
}
