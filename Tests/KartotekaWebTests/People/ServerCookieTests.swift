import HTTPTesting
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The cookies of one server of a machine")
struct ServerCookieTests {
  @Test(
    "A cookie has the port that the browser sees, since browsers send cookies to all ports of a host",
    arguments: [
      ("localhost:8080", "kartoteka-8080"), ("127.0.0.1:65535", "kartoteka-65535"), ("[::1]:8080", "kartoteka-8080"),
      ("records.example", "kartoteka"), ("[::1]", "kartoteka"), ("localhost:", "kartoteka"),
      ("localhost:80a", "kartoteka"), ("localhost:123456", "kartoteka"), ("localhost:8080; x=1", "kartoteka"),
    ])
  func names(_ authority: String, _ name: String) {
    let head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
    #expect(ServerCookie.name("kartoteka", for: Request(head: head, body: .init(buffer: ByteBuffer()))) == name)
  }

  @Test(
    "A cookie is found by its exact name, the first one of several, with all that is behind its first equals sign",
    arguments: [
      ("key=a", "a"), ("other=b; key=a", "a"), ("other=b;key=a;", "a"), ("xkey=b; key-2=c; key=a=1", "a=1"),
      ("key=a; key=b", "a"), ("key=", ""), ("key", nil), ("Key=a", nil), ("", nil), (";;=; key", nil), ("a=key=b", nil),
      ("ключ=ж; key=ж", "ж"),
    ] as [(String, String?)])
  func value(_ header: String, _ value: String?) {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
    head.headerFields[.cookie] = header
    #expect(Request(head: head, body: .init(buffer: ByteBuffer())).cookie("key") == value)
  }

  @Test("The changes that can be undone and an administrator's session for backups are those of one server of the host")
  func others() async throws {
    let app = try await School.open()
    func request(_ cookie: String, _ authority: String) -> Request {
      var head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/school/courses")
      head.headerFields[.cookie] = cookie
      return Request(head: head, body: .init(buffer: ByteBuffer()))
    }
    let cookies = "undo-school-8080=7~~\(app.feed.log); undo-school=8~~\(app.feed.log); backups-8080=a; backups=b"
    for (authority, done, session) in [
      ("localhost:8080", [7], "a"), ("localhost", [8], "b"), ("localhost:8081", [], nil as String?),
    ] as [(String, [Int64], String?)] {
      let request = request(cookies, authority)
      #expect(UndoStack(of: request, to: app).done == done)
      #expect(BackupsScreen.session(in: request) == session)
    }
    let asked = ScreenRequest(request(cookies, "localhost:8080"), app: app, catalogue: app.catalogue)
    let stored = asked.changeSets.stored(after: .add(9), for: app, in: asked.undoCookie)
    #expect(stored.hasPrefix("undo-school-8080=9.7~~"))
  }

  @Test("Whoever signs in after somebody else is told from them by identity, also by the cookie of an earlier version")
  func lastPerson() async throws {
    let site = try await PeopleSite(["Ada", "Willi"])
    let ada = try #require(try await site.people.person(named: "Ada"))
    let willi = try #require(try await site.people.person(named: "Willi"))
    // No. 1 of another data folder at the same port.
    let elsewhere = try await PeopleSite(["Ada"])
    let other = try #require(try await elsewhere.people.person(named: "Ada"))
    #expect(ada.id == other.id)
    func request(_ cookie: String?) -> Request {
      var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost:8080", path: "/apps/sign-in")
      head.headerFields[.cookie] = cookie
      return Request(head: head, body: .init(buffer: ByteBuffer()))
    }
    func isOfAnother(_ person: Person, _ cookie: String?) -> Bool {
      LastPersonCookie.isOfAnother(than: person, in: request(cookie))
    }
    #expect(!isOfAnother(ada, nil))
    let set = String(LastPersonCookie.header(ada, to: request(nil)).prefix { $0 != ";" })
    #expect(set == "kartoteka-person-8080=\(ada.authorID)")
    #expect(!isOfAnother(ada, set) && isOfAnother(willi, set) && isOfAnother(other, set))
    let earlier = "kartoteka-person=\(ada.id)"
    #expect(!isOfAnother(ada, earlier) && isOfAnother(willi, earlier))
    // That of this server is the newer one.
    #expect(!isOfAnother(ada, "kartoteka-person=\(willi.id); " + set))
    withExtendedLifetime((site, elsewhere)) {}
  }

  @Test("The browser removes what it keeps of the previous person, also at the first sign-in after an update")
  func clearing() async throws {
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"])
    let name = try #require(HTTPField.Name("Clear-Site-Data"))
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try #require(try await site.people.person(named: "Ada"))
      for (who, clears) in [("Ada", false), ("Willi", true)] {
        let answer = try await client.form(
          "/apps/sign-in", "name=\(who)&password=\(PeopleSite.encoded)", [.cookie: "kartoteka-person=\(ada.id)"])
        #expect(answer.status == .seeOther && (answer.headers[name] != nil) == clears, "\(who)")
      }
    }
  }
}
