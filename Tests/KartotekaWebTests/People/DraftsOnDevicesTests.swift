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
    "form=\(form)+f+&version=\(version)&browser=\(browser)&typed=1&\(content)"
  }

  // The address in the pages of a person.
  private static func path(of name: String, _ site: PeopleSite) async throws -> String {
    let person = try #require(try await site.people.person(named: name))
    return "/apps/you/drafts/\(try #require(person.identity))"
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
      let (path, adas) = (try await Self.path(of: "Willi", site), try await Self.path(of: "Ada", site))
      let kept = try await client.form(path + "/one", Self.fields("/school/courses/1"), phone)
      #expect(kept.status == .ok && kept.text == #"{"version":1}"#)
      desk[.acceptLanguage] = "pl"
      let list = try await client.page(path, desk)
      #expect(list.headers[.cacheControl] == "no-store" && list.headers[.contentType] == "application/json")
      #expect(
        list.text.contains(#""name":"one","form":"/school/courses/1 f ","version":1,"browser":"phone","ended":false"#))
      #expect(list.text.contains("(Chrome, Android) i nie zapisano.") && list.text.contains(#""continue":"Dalej""#))
      let draft = try await client.page(path + "/one", desk)
      #expect(draft.text == #"{"version":1,"content":"[[\"title\",\"Plums\"]]"}"#)
      let (others, foreign) = (
        try await client.page(adas, ada), try await client.page(adas + "/one", ada)
      )
      #expect(others.text.contains(#""drafts":[]"#) && foreign.status == .notFound)
      let late = try await client.form(
        path + "/one", Self.fields("/school/courses/1", version: 7, browser: "desk"), desk)
      #expect(late.status == .conflict && late.text.contains("fault"))
      #expect(
        try await client.form(path + "/one", "form=/school/courses/1+f+&version=1&browser=desk", desk).status == .ok)
      #expect(try await client.page(path + "/one", phone).status == .notFound)
      #expect(try await client.page(path, phone).text.contains(#""ended":true"#))
    }
  }

  @Test("Drafts are taken of forms that the person may send, and not from strangers, programs or other websites")
  func refusals() async throws {
    try await Self.site { site, client in
      let willi = try await site.session(of: "Willi", client)
      let drafts = try await Self.path(of: "Willi", site)
      let path = drafts + "/one"
      for address in [
        "/userscrud/users/1", "/nowhere/courses/1", "/apps/people", "/", "school/courses/1", "//school/courses",
      ] {
        let answer = try await client.form(path, Self.fields(address), willi)
        #expect(answer.status == .unprocessableContent, "\(address)")
      }
      let rita = try await site.session(of: "Rita", client)
      let ritas = try await Self.path(of: "Rita", site)
      #expect(
        try await client.form(ritas + "/one", Self.fields("/school/courses/1"), rita).status == .unprocessableContent)
      let large = Self.fields("/school/courses/1").replacing("Plums", with: String(repeating: "x", count: 60_000))
      #expect(try await client.form(path, large, willi).status == .contentTooLarge)
      #expect(try await client.form(drafts + "/..%2Fx", Self.fields("/school/courses/1"), willi).status != .ok)
      #expect(try await client.form(path, Self.fields("/school/courses/1")).status == .unauthorized)
      let token = try await site.token(of: "Willi")
      #expect(try await client.form(path, Self.fields("/school/courses/1"), token).status == .forbidden)
      #expect(try await client.page(drafts, token).status == .forbidden)
      var foreign = willi
      foreign[.origin] = "https://evil.example"
      #expect(try await client.form(path, Self.fields("/school/courses/1"), foreign).status == .forbidden)
      #expect(try await client.page(drafts, willi).text.contains(#""drafts":[]"#))
    }
  }

  @Test("A page of one person that is still open gives nothing to the person who has signed in since, and gets nothing")
  func otherPage() async throws {
    try await Self.site { site, client in
      let willi = try await site.session(of: "Willi", client)
      let ada = try await site.session(of: "Ada", client)
      let (own, adas) = (try await Self.path(of: "Willi", site), try await Self.path(of: "Ada", site))
      let form = Self.fields("/school/courses/1")
      #expect(try await client.form(adas + "/one", form, willi).status == .notFound)
      #expect(try await client.form(own + "/one", form, willi).status == .ok)
      for path in [own, own + "/one", "/apps/you/drafts/0", "/apps/you/drafts/x", "/apps/you/drafts/nil"] {
        #expect(try await client.page(path, ada).status == .notFound, "\(path)")
      }
      let end = "form=/school/courses/1+f+&version=1&browser=phone"
      #expect(try await client.form(own + "/one", end, ada).status == .notFound)
      #expect(try await client.page(adas, ada).text.contains(#""drafts":[]"#))
      #expect(try await client.page(own + "/one", willi).text.contains("Plums"))
    }
  }

  @Test("The parts of a form, as scripts send them, are taken with any letters up to the limit")
  func parts() async throws {
    try await Self.site { site, client in
      var willi = try await site.session(of: "Willi", client)
      willi[.contentType] = "multipart/form-data; boundary=b"
      let path = try await Self.path(of: "Willi", site) + "/one"
      let typed = #"[["title",""# + String(repeating: "я", count: 29_900) + #""]]"#
      let values = [
        ("browser", "phone"), ("form", "/school/courses/1 f "), ("version", "0"), ("typed", "1"), ("content", typed),
      ]
      let parts = values.map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }
      let body = ByteBuffer(string: parts.joined() + "--b--\r\n")
      // What browsers send beyond the end of a page.
      #expect(body.readableBytes <= 65_536)
      let answer = try await client.execute(uri: path, method: .post, headers: willi, body: body)
      #expect(answer.status == .ok)
      let kept = try await client.page(path, willi)
      #expect(kept.text.contains(String(repeating: "я", count: 29_900)))
    }
  }

  @Test("A draft of an application in which the person may change nothing any more is offered no more")
  func lostRole() async throws {
    try await Self.site { site, client in
      let willi = try await site.session(of: "Willi", client)
      let path = try await Self.path(of: "Willi", site)
      #expect(try await client.form(path + "/one", Self.fields("/school/courses/1"), willi).status == .ok)
      let person = try #require(try await site.people.person(named: "Willi"))
      try await site.people.set(
        roles: ["school": .reads], isAdministrator: false, of: person.id, by: .machine("tests"))
      #expect(try await client.page(path, willi).text.contains(#""drafts":[]"#))
      #expect(try await client.page(path + "/one", willi).status == .notFound)
    }
  }

  @Test("Pages of applications name the address of drafts to people who are signed in; signing out leaves the drafts")
  func pages() async throws {
    try await Self.site { site, client in
      let willi = try await site.session(of: "Willi", client)
      let path = try await Self.path(of: "Willi", site)
      let ada = try await site.session(of: "Ada", client)
      let adas = try await Self.path(of: "Ada", site)
      #expect(try await client.page("/school/courses/1", willi).text.contains("data-drafts=\"\(path)\""))
      #expect(try await client.page("/school/courses/1", ada).text.contains("data-drafts=\"\(adas)\""))
      #expect(try await !client.page("/apps/you", willi).text.contains("data-drafts"))
      #expect(try await client.form(path + "/one", Self.fields("/school/courses/1"), willi).status == .ok)
      #expect(try await client.form("/apps/sign-out", "", willi).status == .seeOther)
      let again = try await site.session(of: "Willi", client)
      #expect(try await client.page(path, again).text.contains(#""name":"one""#))
    }
    let site = try await PeopleSite([])
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      #expect(try await !client.page("/school/courses/1").text.contains("data-drafts"))
      #expect(try await client.page("/apps/you/drafts/1").status == .notFound)
      #expect(try await client.form("/apps/you/drafts/1/one", Self.fields("/school/courses/1")).status == .notFound)
    }
  }
}
