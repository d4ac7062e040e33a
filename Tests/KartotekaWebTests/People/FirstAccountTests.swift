import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("The first account of a server without people")
struct FirstAccountTests {
  private static let address = "/apps/first-account"

  @Test("Somebody at the machine makes the first account, is signed in, and everybody else has to sign in")
  func made() async throws {
    let site = try await PeopleSite([])
    try await site.server.application().test { client in
      let home = try await client.page("/")
      #expect(home.text.contains(#"href="/apps/first-account""#))
      let page = try await client.page(Self.address)
      #expect(page.status == .ok && page.text.contains("Everybody has to sign in from then on"))
      let short = try await client.form(Self.address, "name=Ada&password=plum")
      #expect(short.status == .unprocessableContent && short.text.contains(#"value="Ada""#))
      #expect(try await site.people.isEmpty)
      let made = try await client.form(Self.address, "name=Ada&password=\(PeopleSite.encoded)")
      #expect(made.status == .seeOther && made.headers[.location] == "/apps/people")
      let ada: HTTPFields = [.cookie: try #require(made.cookie("kartoteka"))]
      let people = try await client.page("/apps/people", ada)
      #expect(people.status == .ok)
      let stranger = try await client.page("/school/courses")
      #expect(stranger.status == .seeOther)
      // Once.
      let second = try await client.form(Self.address, "name=Eve&password=\(PeopleSite.encoded)")
      #expect(second.status == .unauthorized)
      let again = try await client.form(Self.address, "name=Eve&password=\(PeopleSite.encoded)", ada)
      #expect(again.status == .notFound)
      // The browser's Back from the page that follows.
      let back = try await client.page(Self.address, ada)
      #expect(back.status == .seeOther && back.headers[.location] == "/apps/people")
      let later = try await client.page("/", ada)
      #expect(!later.text.contains("first-account"))
    }
  }

  @Test(
    "Somebody elsewhere, behind a proxy or by another name of the machine is offered none and makes none",
    arguments: [
      ["Host": "kartoteka.local"], ["X-Forwarded-For": "192.0.2.1"], ["Forwarded": "for=192.0.2.1"],
      ["X-Real-IP": "192.0.2.1"], ["Via": "1.1 proxy"],
    ])
  func elsewhere(headers: [String: String]) async throws {
    let site = try await PeopleSite([])
    var fields = HTTPFields()
    for (name, value) in headers where name != "Host" { fields[try #require(HTTPField.Name(name))] = value }
    let host = headers["Host"] ?? "localhost"
    try await Server(
      site.server.apps, port: 0, names: ["kartoteka.local"], logger: .quiet
    ).with(site.people).application().test { [fields] client in
      for (method, body) in [("GET", ""), ("POST", "name=Eve&password=\(PeopleSite.encoded)")] {
        var request = "\(method) \(Self.address) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
        for field in fields { request += "\(field.name): \(field.value)\r\n" }
        request += "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let answer = try await RawConnection.ask(client.port, request + body)
        #expect(answer.hasPrefix("HTTP/1.1 404"), "\(answer.prefix(200))")
        if method == "GET" {
          let home = try await RawConnection.ask(
            client.port, request.replacing(Self.address + " ", with: "/ "))
          #expect(home.hasPrefix("HTTP/1.1 200") && !home.contains("first-account"))
        }
      }
      let isEmpty = try await site.people.isEmpty
      #expect(isEmpty)
    }
  }

  @Test("A server that has lost its people makes no first account on the screen")
  func lost() async throws {
    let site = try await PeopleSite([])
    site.people.mark.set()
    try await site.server.application().test { client in
      let answer = try await client.form(Self.address, "name=Eve&password=\(PeopleSite.encoded)")
      #expect(answer.status == .serviceUnavailable)
      let all = try await site.people.all()
      #expect(all.isEmpty)
    }
  }
}

extension Server {
  fileprivate func with(_ people: People) -> Server {
    var server = self
    server.people = people
    return server
  }
}
