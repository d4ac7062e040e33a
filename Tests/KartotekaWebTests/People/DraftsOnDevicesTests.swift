import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("What is typed and not saved, on every device")
struct DraftsOnDevicesTests {
  private static let content = "content=%5B%5B%22title%22,%22Plums%22%5D%5D"

  private static func site(
    _ body: @escaping @Sendable (PeopleSite, TestClient) async throws -> Void
  ) async throws {
    let site = try await PeopleSite(withPasswords: ["Ada", "Rita", "Willi", "Otto"])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      try await body(site, client)
    }
  }

  private static func fields(_ form: String, version: Int = 0, browser: String = "phone") -> String {
    "form=\(form)+f+&version=\(version)&browser=\(browser)&\(content)"
  }

  @Test(
    "A form begun in one browser is offered in another one of the person, until it is saved there, and to nobody else")
  func offered() async throws {
    try await Self.site { site, client in
      var phone = try await site.session(of: "Willi", client)
      phone[.userAgent] = "Mozilla/5.0 (Linux; Android 15) Chrome/130"
      phone[.acceptLanguage] = "en"
      var desk = try await site.session(of: "Willi", client)
      let ada = try await site.session(of: "Ada", client)
      let kept = try await client.form("/apps/you/drafts/one", Self.fields("/school/courses/1"), phone)
      #expect(kept.status == .ok && kept.text == #"{"version":1}"#)
      desk[.acceptLanguage] = "pl"
      let list = try await client.page("/apps/you/drafts", desk)
      #expect(list.headers[.cacheControl] == "no-store" && list.headers[.contentType] == "application/json")
      #expect(
        list.text.contains(#""name":"one","form":"/school/courses/1 f ","version":1,"browser":"phone","ended":false"#))
      #expect(list.text.contains("(Chrome, Android) i nie zapisano.") && list.text.contains(#""continue":"Dalej""#))
      let draft = try await client.page("/apps/you/drafts/one", desk)
      #expect(draft.text == #"{"version":1,"content":"[[\"title\",\"Plums\"]]"}"#)
      let (others, foreign) = (
        try await client.page("/apps/you/drafts", ada), try await client.page("/apps/you/drafts/one", ada)
      )
      #expect(others.text.contains(#""drafts":[]"#) && foreign.status == .notFound)
      let late = try await client.form(
        "/apps/you/drafts/one", Self.fields("/school/courses/1", version: 7, browser: "desk"), desk)
      #expect(late.status == .conflict && late.text.contains("fault"))
      #expect(try await client.form("/apps/you/drafts/one", "version=1&browser=desk", desk).status == .ok)
      #expect(try await client.page("/apps/you/drafts/one", phone).status == .notFound)
      #expect(try await client.page("/apps/you/drafts", phone).text.contains(#""ended":true"#))
    }
  }

  @Test("Drafts are taken of forms that the person may send, and not from strangers, programs or other websites")
  func refusals() async throws {
    try await Self.site { site, client in
      let willi = try await site.session(of: "Willi", client)
      let path = "/apps/you/drafts/one"
      for address in [
        "/userscrud/users/1", "/nowhere/courses/1", "/apps/people", "/", "school/courses/1", "//school/courses",
      ] {
        let answer = try await client.form(path, Self.fields(address), willi)
        #expect(answer.status == .unprocessableContent, "\(address)")
      }
      let rita = try await site.session(of: "Rita", client)
      #expect(try await client.form(path, Self.fields("/school/courses/1"), rita).status == .unprocessableContent)
      let large = Self.fields("/school/courses/1").replacing("Plums", with: String(repeating: "x", count: 60_000))
      #expect(try await client.form(path, large, willi).status == .contentTooLarge)
      #expect(try await client.form("/apps/you/drafts/..%2Fx", Self.fields("/school/courses/1"), willi).status != .ok)
      #expect(try await client.form(path, Self.fields("/school/courses/1")).status == .unauthorized)
      let token = try await site.token(of: "Willi")
      #expect(try await client.form(path, Self.fields("/school/courses/1"), token).status == .forbidden)
      #expect(try await client.page("/apps/you/drafts", token).status == .forbidden)
      var foreign = willi
      foreign[.origin] = "https://evil.example"
      #expect(try await client.form(path, Self.fields("/school/courses/1"), foreign).status == .forbidden)
      #expect(try await client.page("/apps/you/drafts", willi).text.contains(#""drafts":[]"#))
    }
  }

  @Test("A draft of an application in which the person may change nothing any more is offered no more")
  func lostRole() async throws {
    try await Self.site { site, client in
      let willi = try await site.session(of: "Willi", client)
      #expect(try await client.form("/apps/you/drafts/one", Self.fields("/school/courses/1"), willi).status == .ok)
      let person = try #require(try await site.people.person(named: "Willi"))
      try await site.people.set(
        roles: ["school": .reads], isAdministrator: false, of: person.id, by: .machine("tests"))
      #expect(try await client.page("/apps/you/drafts", willi).text.contains(#""drafts":[]"#))
      #expect(try await client.page("/apps/you/drafts/one", willi).status == .notFound)
    }
  }

  @Test("Pages of applications name the address of drafts to people who are signed in; signing out leaves the drafts")
  func pages() async throws {
    try await Self.site { site, client in
      let willi = try await site.session(of: "Willi", client)
      #expect(try await client.page("/school/courses/1", willi).text.contains(#"data-drafts="/apps/you/drafts""#))
      #expect(try await !client.page("/apps/you", willi).text.contains("data-drafts"))
      #expect(try await client.form("/apps/you/drafts/one", Self.fields("/school/courses/1"), willi).status == .ok)
      #expect(try await client.form("/apps/sign-out", "", willi).status == .seeOther)
      let again = try await site.session(of: "Willi", client)
      #expect(try await client.page("/apps/you/drafts", again).text.contains(#""name":"one""#))
    }
    let site = try await PeopleSite([])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await !client.page("/school/courses/1").text.contains("data-drafts"))
      #expect(try await client.page("/apps/you/drafts").status == .notFound)
      #expect(try await client.form("/apps/you/drafts/one", Self.fields("/school/courses/1")).status == .notFound)
    }
  }
}
