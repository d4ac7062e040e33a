import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("What people may do")
struct RightsTests {
  /// The addresses that answer everybody. Another one needs a reason here.
  private static let open = [
    "GET /api/description.schema.json": "the same for all servers",
    "GET /apps/link": "the key in the address is the right", "POST /apps/link": "the key in the form is the right",
    "POST /apps/link/passkey": "the key in the form is the right",
    "POST /apps/link/passkey/options": "the key in the form is the right",
    "GET /apps/sign-in": "where strangers sign in", "POST /apps/sign-in": "where strangers sign in",
    "POST /apps/sign-in/code": "where strangers sign in", "POST /apps/sign-in/passkey": "where strangers sign in",
    "POST /apps/sign-in/passkey/options": "where strangers sign in",
    "POST /apps/sign-out": "ends the own session alone",
    "GET /assets/offline": "holds nothing", "GET /assets/worker.js": "a file of the program",
    "GET /assets/{file}": "a file of the program", "GET /assets/outlines.{version}/{file}": "a file of the program",
    "GET /ics/{file}": "the address is a secret with the rights of the person who made it",
    "GET /manifest.webmanifest": "browsers load it without cookies",
    "GET /{app}/icon.png": "browsers load it without cookies",
    "GET /{app}/icon.svg": "browsers load it without cookies",
    "GET /{app}/manifest.webmanifest": "browsers load it without cookies",
    "POST /examples": "keeps a choice in a cookie", "POST /language": "keeps the language in a cookie",
    "POST /shortcuts": "keeps a choice in a cookie",
  ]

  /// The least role for a need: the place of its holder in the list of those who ask.
  private static let least: [Need: Int] = [
    .public: 0, .see: 2, .own: 2, .keep: 2, .export: 2, .change: 3, .import: 3, .act: 3, .design: 4, .administer: 5,
  ]

  // Answers instead of all rows, so that nothing is done.
  private static let reached = HTTPResponse.Status(code: 299)

  @Test(
    "Each address answers a stranger, somebody without a role, a reader, a writer, a shaper and an administrator by its need",
    arguments: [false, true])
  func rows(withSessions: Bool) async throws {
    let names = ["Otto", "Rita", "Willi", "Sara", "Ada"]
    let site = try await PeopleSite(withPasswords: withSessions ? Set(names) : [])
    var server = site.server
    server.middleware = [{ _, _ in Response(status: Self.reached) }]
    var headers: [HTTPFields] = [[:]]
    for name in names {
      guard withSessions else {
        headers.append(try await site.token(of: name))
        continue
      }
      let session = try await site.people.signIn(
        name: name, password: PeopleSite.password, device: "", from: ThrottleSource(address: "192.0.2.1"))
      headers.append([.cookie: "kartoteka=\(session.key)"])
    }
    let asking = headers
    let rows = server.table.filter { $0.path.description != "/health" && $0.path.description != "health" }
    #expect(Set(rows.map(\.need)) == Set(Need.allCases))
    try await server.application().test { client in
      for row in rows {
        let name = APIAddress.name(in: row.path.description) ?? ""
        // Otto is a shaper there, and the others are nobody.
        if name == "userscrud" { continue }
        let path = "/" + row.path.map { "\($0)".hasPrefix("{") ? "1" : "\($0)" }.joined(separator: "/")
        // A stranger has neither session nor token: both runs would ask the same.
        for (place, fields) in asking.enumerated() where place > 0 || !withSessions {
          let status = try await client.execute(uri: path, method: row.method, headers: fields).status
          let expected = Self.expected(row, in: name, place, withSession: withSessions)
          #expect(status == expected, "\(row.line) as \(place): \(status.code)")
        }
      }
    }
    let open = rows.filter { $0.need == .public && APIAddress.name(in: $0.path.description) != "userscrud" }.map {
      row in
      (row as? ScreenRoute)?.outline.split(separator: " ").prefix(2).joined(separator: " ")
        ?? "\(row.method.rawValue) \(row.path.description)"
    }
    #expect(Set(open) == Set(Self.open.keys))
  }

  private static func expected(
    _ row: any AddressRow, in app: String, _ place: Int, withSession: Bool = false
  ) -> HTTPResponse.Status {
    if row.need == .public { return reached }
    if place == 0 {
      return row.method == .get && row is ScreenRoute ? .seeOther : .unauthorized
    }
    // Outside of applications everybody who is known may see something.
    if app != "school", place == 1, row.need == .see { return reached }
    if app == "school", place == 1 { return .notFound }
    // A program does not change accounts.
    if row.need == .own { return withSession ? reached : .forbidden }
    return place >= least[row.need] ?? 6 ? reached : .forbidden
  }

  @Test("A token of a shaper that only reads is answered as a reader at each address, and keeps nothing")
  func readOnlyRows() async throws {
    let site = try await PeopleSite()
    var server = site.server
    server.middleware = [{ _, _ in Response(status: Self.reached) }]
    let headers = try await site.token(of: "Sara", isReadOnly: true)
    let rows = server.table.filter { $0.path.description != "/health" && $0.path.description != "health" }
    try await server.application().test { client in
      for row in rows {
        let name = APIAddress.name(in: row.path.description) ?? ""
        if name == "userscrud" { continue }
        let path = "/" + row.path.map { "\($0)".hasPrefix("{") ? "1" : "\($0)" }.joined(separator: "/")
        let status = try await client.execute(uri: path, method: row.method, headers: headers).status
        let expected = row.need == .keep ? .forbidden : Self.expected(row, in: name, 2)
        #expect(status == expected, "\(row.line): \(status.code)")
      }
    }
  }

  @Test("No address changes a record or an account when it is read")
  func reading() async throws {
    let site = try await PeopleSite(["Ada", "Rita"], withPasswords: ["Ada"])
    // A stream has no end.
    let rows = site.server.table.filter { $0.method == .get && !$0.path.description.hasSuffix("changes") }
    try await site.server.application().test { (client: TestClient) async throws -> Void in
      let ada = try await site.session(of: "Ada", client)
      func state() async throws -> [String] {
        var texts = try await site.people.events().map { "\($0)" }
        for name in ["school/changesets", "school/courses", "school/people", "school/views", "userscrud/changesets"] {
          texts.append(try await client.page("/api/" + name, ada).text)
        }
        return try await texts + site.people.all().map { "\($0)" }
      }
      let before = try await state()
      #expect(before.contains { $0.contains("Algebra") })
      for row in rows {
        let path = row.path.map { "\($0)".hasPrefix("{") ? "1" : "\($0)" }.joined(separator: "/")
        _ = try await client.page("/" + path, ada)
      }
      #expect(try await state() == before)
    }
  }

  @Test("A token has no more rights than it was made with: an application, or reading alone")
  func tokens() async throws {
    let site = try await PeopleSite(["Ada", "Sara"])
    let reading = try await site.token(of: "Ada", isReadOnly: true)
    let limited = try await site.token(of: "Ada", apps: ["userscrud"])
    try await site.server.application().test { client in
      func status(_ method: HTTPRequest.Method, _ uri: String, _ fields: HTTPFields) async throws -> UInt {
        UInt(try await client.execute(uri: uri, method: method, headers: fields).status.code)
      }
      #expect(try await status(.get, "/api/school/courses", reading) == 200)
      #expect(try await status(.delete, "/api/school/courses/1", reading) == 403)
      #expect(try await status(.delete, "/api/school", reading) == 403)
      #expect(try await status(.get, "/api/userscrud/users", limited) == 200)
      #expect(try await status(.get, "/api/school/courses", limited) == 404)
      #expect(try await status(.delete, "/api/userscrud", limited) == 403)
      #expect(try await status(.get, "/apps/people", limited) == 403)
      let wrong = try await client.page("/api/school/courses", [.authorization: "Bearer kt_wrong"])
      #expect(wrong.status == .unauthorized)
      #expect(wrong.headers[.wwwAuthenticate] == #"Bearer realm="kartoteka", error="invalid_token""#)
    }
  }

  @Test("An application without a role is nowhere: it answers as one that does not exist, and no list has it")
  func unseen() async throws {
    let site = try await PeopleSite(["Ada", "Rita", "Otto"])
    let (otto, rita) = (try await site.token(of: "Otto"), try await site.token(of: "Rita"))
    let ada = try await site.token(of: "Ada")
    let number = try #require(try await site.people.person(named: "Rita")).authorID
    try await site.server.application().test { client in
      let person = #"{"firstName":"Anna","lastName":"Kowalska","phone":"+48225551472","address":"Rynek 1"}"#
      var json = ada
      json[.contentType] = "application/json"
      let made = try await client.execute(
        uri: "/api/userscrud/users", method: .post, headers: json, body: ByteBuffer(string: person))
      #expect(made.status == .created)
      for path in ["", "/courses", "/courses/1", "/nothing", "/settings"] {
        for start in ["", "/api"] {
          let (known, unknown) = (
            try await client.page("\(start)/school\(path)", otto), try await client.page("\(start)/nosuch\(path)", otto)
          )
          #expect(known.status == .notFound && unknown.status == .notFound)
          #expect(known.text.replacing("school", with: "nosuch") == unknown.text, "\(start)\(path)")
          let options = try await client.execute(uri: "\(start)/school\(path)", method: .options, headers: otto)
          #expect(options.status == .notFound && options.headers[.allow] == nil)
        }
      }
      #expect(try await client.page("/", rita).text.contains("href=\"/school\""))
      #expect(try await !client.page("/", rita).text.contains("userscrud"))
      #expect(try await client.page("/api", rita).text.contains("userscrud") == false)
      #expect(try await client.page("/api", otto).text.contains("school") == false)
      #expect(try await client.page("/api/search?q=kowalska", otto).text.contains("Kowalska"))
      #expect(try await client.page("/api/search?q=kowalska", ada).text.contains("Kowalska"))
      #expect(try await !client.page("/api/search?q=kowalska", rita).text.contains("Kowalska"))
      #expect(try await client.page("/search?q=kowalska", otto).text.contains("Kowalska"))
      #expect(try await !client.page("/search?q=kowalska", rita).text.contains("users/1"))
      #expect(
        try await client.page("/api/me", rita).text
          == #"{"person":{"id":\#(number),"name":"Rita"},"administrator":false,"apps":[{"name":"school","may":["see","export"]}]}"#
      )
    }
  }

  @Test("Pages of a reader lead to nothing that is refused, and those of others are not mistaken for them")
  func offers() async throws {
    let site = try await PeopleSite(["Ada", "Rita", "Willi"])
    let (rita, willi) = (try await site.token(of: "Rita"), try await site.token(of: "Willi"))
    let needs = AddressNeeds(site.server.table, apps: ["school", "userscrud"])
    try await site.server.application().test { client in
      #expect(try await client.page("/school/courses", willi).text.contains("/school/courses/new"))
      var open = ["/"]
      var known = Set(open)
      while let page = open.popLast() {
        let response = try await client.page(page, rita)
        #expect(response.status.code < 400, "\(page)")
        if let location = response.headers[.location], known.insert(location).inserted { open.append(location) }
        guard response.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
        #expect(!response.text.contains("/new"), "\(page)")
        let used = #/<(?<tag>\w+)[^>]*? (?:href|action|formaction)="?(?<to>/[^"\s>]*)[^>]*>/#
        for match in response.text.matches(of: used) {
          let address = String(match.to).replacing("&amp;", with: "&")
          let sends = match.tag == "button" || match.0.contains("method=post")
          let need = needs.need(sends ? .post : .get, address: address) ?? .see
          // A token has no pages of a person's own.
          if match.tag == "a", address.hasPrefix("/school"), !address.contains("?"), need != .own,
            known.insert(address).inserted
          {
            open.append(address)
          }
          #expect([.public, .see, .export, .own, .keep].contains(need), "\(page): \(address)")
        }
      }
      #expect(known.count > 10)
      #expect(try await client.page("/school/courses", willi).text.contains("/school/courses/new"))
    }
  }

  @Test("A server whose people are nobody answers as one without people")
  func nobody() async throws {
    let site = try await PeopleSite([])
    var without = site.server
    without.people = nil
    func answers(_ server: Server) async throws -> [String] {
      try await server.application().test { client in
        var answers: [String] = []
        for uri in ["/", "/school", "/school/courses", "/school/more", "/api", "/health", "/nowhere"] {
          // Somebody at the machine itself is offered the first account.
          let response = try await client.page(uri, [.via: "1.1 proxy"])
          let headers = response.headers.filter { $0.name != .eTag && $0.name != .date }
          answers.append("\(uri) \(response.status) \(headers) \(response.text)".replacing(#/after=[^"]*/#, with: ""))
        }
        return answers
      }
    }
    let (own, others) = (try await answers(site.server), try await answers(without))
    for (one, other) in zip(own, others) { #expect(one == other) }
    try await site.server.application().test { client in
      for address in ["/apps/sign-in", "/apps/you"] {
        let status = try await client.page(address).status
        #expect(status == .notFound)
      }
      let status = try await client.form("/apps/people/invite", "").status
      #expect(status == .notFound)
    }
  }
}
