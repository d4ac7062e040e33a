import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("What a person has on every device")
struct PersonalSettingsTests {
  private static func site(
    _ body: @escaping @Sendable (PeopleSite, TestClient) async throws -> Void
  ) async throws {
    let site = try await PeopleSite(withPasswords: ["Ada", "Willi", "Sara"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      try await body(site, client)
    }
  }

  /// The headers of a browser in a time zone.
  private static func browser(_ session: HTTPFields, in zone: String = "Asia/Tokyo") -> HTTPFields {
    [.cookie: (session[.cookie] ?? "") + "; time-zone=\(zone)", .acceptLanguage: "en"]
  }

  @Test("A chosen time zone holds in each browser of the person, whatever that of the browser is, and in nobody else's")
  func timeZone() async throws {
    try await Self.site { site, client in
      let school = try #require(site.server.apps.first)
      var course = try #require(try await school.store.record(School.Course.self, id: 1))
      course.changed = Timestamp.date("2026-07-01T12:00:00Z")
      try await school.store.save(&course)
      let desk = Self.browser(try await site.session(of: "Willi", client))
      let phone = Self.browser(try await site.session(of: "Willi", client), in: "Europe/Lisbon")
      let sara = Self.browser(try await site.session(of: "Sara", client))
      func text(_ headers: HTTPFields) async throws -> String {
        try await client.page("/school/courses/1", headers).text
      }
      #expect(try await text(desk).contains("value=\"2026-07-01T21:00\""))
      let account = try await client.page("/apps/you", desk).text
      #expect(account.contains(#"<option value="America/New_York">America/New York</option>"#))
      let chosen = try await client.form("/apps/you", "name=Willi&language=&time-zone=America/New_York", desk)
      #expect(chosen.status == .seeOther)
      for browser in [desk, phone] {
        let page = try await text(browser)
        #expect(page.contains("value=\"2026-07-01T08:00\""))
        // The script of such a page does not ask for that of the browser.
        #expect(!page.contains("data-zone="))
      }
      #expect(try await text(sara).contains("value=\"2026-07-01T21:00\""))
      #expect(try await client.page("/apps/you", phone).text.contains(#"value="America/New_York" selected"#))
      // A form of a page that was open before has no such field.
      #expect(try await client.form("/apps/you", "name=Willi&language=", desk).status == .seeOther)
      #expect(try await text(phone).contains("value=\"2026-07-01T08:00\""))
      for zone in ["", "Mars/Base"] {
        #expect(try await client.form("/apps/you", "name=Willi&language=&time-zone=\(zone)", desk).status == .seeOther)
        #expect(try await text(phone).contains("value=\"2026-07-01T13:00\""), "\(zone)")
      }
    }
  }

  @Test("The page after a form of an account or of the server says what was done, and not after a refusal")
  func done() async throws {
    try await Self.site { site, client in
      let ada = try await site.session(of: "Ada", client)
      func next(_ answer: TestResponse, _ headers: HTTPFields) async throws -> String {
        try await client.page(try #require(answer.headers[.location]), headers).text
      }
      let saved = try await client.form("/apps/you", "name=Ada&language=", ada)
      #expect(try await next(saved, ada).contains("It is saved."))
      let settings = try await client.form("/apps/settings", "idle=480&absolute=1440", ada)
      #expect(try await next(settings, ada).contains("It is saved."))
      for path in ["/apps/you", "/apps/settings", "/apps/you?done=x"] {
        #expect(try await !client.page(path, ada).text.contains("It is saved."))
      }
      let refused = try await client.form("/apps/you", "name=&language=", ada)
      #expect(refused.status == .unprocessableContent && !refused.text.contains("It is saved."))
      let changed = try await client.form(
        "/apps/you/password", "old=\(PeopleSite.encoded)&password=another+garden+with+pears", ada)
      let session: HTTPFields = [.cookie: try #require(changed.cookie("kartoteka"))]
      #expect(try await next(changed, session).contains("The password is changed."))
    }
  }

  @Test("A refused form of an account has the cursor, so that its fault is in view on a long page")
  func refusedForm() async throws {
    try await Self.site { site, client in
      let willi = try await site.session(of: "Willi", client)
      let password = try await client.form("/apps/you/password", "old=wrong&password=another+garden+with+pears", willi)
      let isInPassword = password.text.contains(/<input id="old"[^>]*autofocus/)
      let name = try await client.form("/apps/you", "name=&language=", willi)
      let isInName = name.text.contains(/<input id="name"[^>]*autofocus/)
      #expect(isInPassword && isInName && !name.text.contains(/<input id="old"[^>]*autofocus/))
      #expect(try await !client.page("/apps/you", willi).text.contains("autofocus"))
    }
  }

  @Test("Who chooses the time zone of the browser gets a page that no longer asks for it, not the cached one")
  func sameTimeZone() async throws {
    try await Self.site { site, client in
      var desk = Self.browser(try await site.session(of: "Willi", client))
      let before = try await client.page("/school/courses/1", desk)
      #expect(before.text.contains("data-zone="))
      #expect(try await client.form("/apps/you", "name=Willi&language=&time-zone=Asia/Tokyo", desk).status == .seeOther)
      desk[.ifNoneMatch] = before.headers[.eTag]
      let after = try await client.page("/school/courses/1", desk)
      #expect(after.status == .ok && !after.text.contains("data-zone="))
    }
  }

  @Test("Shortcuts of a single key that a person has switched off are off on each device of theirs, and on again")
  func shortcuts() async throws {
    try await Self.site { site, client in
      let (desk, phone) = (try await site.session(of: "Willi", client), try await site.session(of: "Willi", client))
      let sara = try await site.session(of: "Sara", client)
      func areOff(_ headers: HTTPFields) async throws -> Bool {
        try await client.page("/school/courses", headers).text.contains("data-shortcuts=off")
      }
      let before = try await areOff(phone)
      #expect(!before)
      #expect(try await client.form("/shortcuts", "shortcuts=off&returnTo=/school", desk).status == .seeOther)
      let (off, others) = (try await areOff(phone), try await areOff(sara))
      #expect(off && !others)
      #expect(try await client.form("/shortcuts", "shortcuts=on&returnTo=/school", phone).status == .seeOther)
      // The cookie of the first device still says off.
      let old: HTTPFields = [.cookie: (desk[.cookie] ?? "") + "; single-keys=off"]
      let again = try await areOff(old)
      #expect(!again)
    }
  }

  @Test("Before a required second factor a choice holds in the browser alone, and no choice is in the audit list")
  func choicesBeforeFactor() async throws {
    try await Self.site { site, client in
      let session = try await site.session(of: "Willi", client)
      let before = try await site.people.events().count
      #expect(try await client.form("/shortcuts", "shortcuts=off&returnTo=/school", session).status == .seeOther)
      #expect(try await client.form("/language", "language=pl&returnTo=/school", session).status == .seeOther)
      let willi = try await site.people.person(named: "Willi")
      #expect(willi?.preferences.singleKeys == false && willi?.preferences.language == "pl")
      #expect(try await site.people.events().count == before)
      try await site.people.set(
        PeopleSettings(idle: 60, absolute: 60, requiresFactor: true), by: .machine("tests"))
      let keys = try await client.form("/shortcuts", "shortcuts=on&returnTo=/school", session)
      #expect(keys.status == .seeOther && keys.cookie("single-keys") != nil)
      let language = try await client.form("/language", "language=ru&returnTo=/school", session)
      #expect(language.status == .seeOther && language.cookie("language") == "language=ru")
      let after = try await site.people.person(named: "Willi")
      #expect(after?.preferences == willi?.preferences)
    }
  }

  @Test("A change that was made on one device is undone on another one of the person, and done again on the first")
  func undo() async throws {
    try await Self.site { site, client in
      let (desk, phone) = (try await site.session(of: "Willi", client), try await site.session(of: "Willi", client))
      let sara = try await site.session(of: "Sara", client)
      func list(_ headers: HTTPFields) async throws -> String {
        try await client.page("/school/courses", headers).text
      }
      let none = try await list(phone)
      #expect(!none.contains("class=undo "))
      #expect(try await client.form("/school/courses/3/delete", "", desk).status == .seeOther)
      let (own, other) = (try await list(phone), try await list(sara))
      let undo = try #require(own.firstMatch(of: /action="(\/school\/changesets\/\d+\/undo)" class=undoes>/)?.1)
      #expect(!other.contains("class=undo "))
      #expect(try await client.form(String(undo), "returnTo=/school/courses", phone).status == .seeOther)
      let school = try #require(site.server.apps.first)
      #expect(try await school.store.record(School.Course.self, id: 3) != nil)
      let undone = try await list(desk)
      let redo = try #require(undone.firstMatch(of: /action="(\/school\/changesets\/\d+\/undo)" class=redoes>/)?.1)
      #expect(try await client.form(String(redo), "returnTo=/school/courses", desk).status == .seeOther)
      #expect(try await school.store.record(School.Course.self, id: 3) == nil)
    }
  }

  @Test("Of two devices that change something, each page offers to undo the last change, and then the one before")
  func order() async throws {
    try await Self.site { site, client in
      let (desk, phone) = (try await site.session(of: "Willi", client), try await site.session(of: "Willi", client))
      // Each device sends back the cookie of its own last change.
      func delete(_ id: Int, _ headers: HTTPFields) async throws -> HTTPFields {
        let answer = try await client.form("/school/courses/\(id)/delete", "", headers)
        return [.cookie: (headers[.cookie] ?? "") + "; " + (try #require(answer.cookie("undo-school")))]
      }
      let first = try await delete(3, desk)
      let second = try await delete(4, phone)
      var numbers: [Int64] = []
      for _ in 1...2 {
        let page = try await client.page("/school/courses", first).text
        let undo = try #require(page.firstMatch(of: /action="\/school\/changesets\/(\d+)\/undo" class=undoes/)?.1)
        numbers.append(try #require(Int64(undo)))
        let done = try await client.form("/school/changesets/\(undo)/undo", "returnTo=/school/courses", second)
        #expect(done.status == .seeOther)
      }
      #expect(numbers.count == 2 && numbers[0] > numbers[1])
      let school = try #require(site.server.apps.first)
      for id: RecordID in [3, 4] { #expect(try await school.store.record(School.Course.self, id: id) != nil) }
    }
  }
}
