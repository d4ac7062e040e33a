import HTTPTypes
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Travellers

@Suite("Travellers: the summary, by the API")
struct SummaryTests {
  @Test("TR-10 rows appear, change and disappear with users and cities")
  func follows() async throws {
    let site = try await Site(demo: false)
    func rows() async throws -> [String] {
      try await site.api(.get, "/travellers").items.map {
        "\($0.number("user") ?? 0) \($0.text("userName") ?? "") \($0.text("cityName") ?? "")"
      }
    }
    for name in ["Anna", "Wen"] { _ = try await site.api(.post, "/users", #"{"name":"\#(name)"}"#) }
    #expect(try await rows() == [])
    for body in [#"{"name":"Oslo","user":1}"#, #"{"name":"Kyoto","user":2}"#] {
      #expect(try await site.api(.post, "/cities", body).status == 201)
    }
    #expect(try await rows() == ["1 Anna Oslo", "2 Wen Kyoto"])
    _ = try await site.api(.patch, "/users/1", #"{"name":"Hanna"}"#)
    #expect(try await rows() == ["1 Hanna Oslo", "2 Wen Kyoto"])
    _ = try await site.api(.patch, "/cities/2", #"{"user":1}"#)
    #expect(try await rows() == ["1 Hanna Oslo", "1 Hanna Kyoto"])
    _ = try await site.api(.delete, "/cities/1")
    #expect(try await rows() == ["1 Hanna Kyoto"])
  }

  @Test("TR-10 nobody writes it by hand: writing is no method of its addresses")
  func isReadOnly() async throws {
    let site = try await Site()
    let body = #"{"user":1,"userName":"Anna","cityName":"Oslo"}"#
    let requests: [(HTTPRequest.Method, String)] = [
      (.post, ""), (.put, ""), (.patch, "/1"), (.delete, "/1"), (.put, "/1"), (.delete, ""),
    ]
    for (method, path) in requests {
      let answer = try await site.api(method, "/travellers" + path, body)
      #expect(answer.status == 405, "\(method)")
      #expect(answer.headers[.allow] == "GET, HEAD, OPTIONS")
    }
    #expect(try await site.store.count(Traveller.all) == 38)
    for path in ["/travellers/travellers", "/travellers/travellers/1", "/travellers/travellers/1/delete"] {
      #expect([404, 405].contains(try await site.page(.post, path, "userName=Eve").status))
    }
    #expect(try await site.api(.get, "/travellers/1").json.text("userName") == "Anna Kowalska")
    guard case .object(let paths) = try await site.api(.get, "/openapi.json").json["paths"],
      case .object(let rows) = paths["/api/travellers/travellers"],
      case .object(let row) = paths["/api/travellers/travellers/{id}"]
    else {
      Issue.record("not described")
      return
    }
    #expect(rows.map(\.key) == ["get"] && row.map(\.key) == ["parameters", "get"])
  }

  @Test("TR-11 it is filtered by user, by city, by both")
  func filters() async throws {
    let site = try await Site()
    func total(_ query: String) async throws -> Int64? {
      try await site.api(.get, "/travellers?" + query).json.number("total")
    }
    #expect(try await total("filter[userName]=Anna%20Kowalska") == 4)
    #expect(try await total("filter[user]=1") == 4)
    #expect(try await total("filter[cityName]=Reykjav%C3%ADk") == 2)
    #expect(try await total("filter[userName]=Yuki%20Tanaka&filter[cityName]=Reykjav%C3%ADk") == 1)
    #expect(try await total("filter[userName]=Wen%20Li&filter[cityName]=Reykjav%C3%ADk") == 0)
    #expect(try await total("filter[userName][contains]=kow") == 4)
  }

  @Test("TR-6, TR-11 every column sorts both ways", arguments: ["id", "user", "userName", "cityName"])
  func sorts(column: String) async throws {
    let site = try await Site()
    let ties = column == "id" ? ["", ""] : [",id", ",-id"]
    let up = try await site.api(.get, "/travellers?sort=\(column)\(ties[0])&limit=100").items
    let down = try await site.api(.get, "/travellers?sort=-\(column)\(ties[1])&limit=100").items
    #expect(up.count == 38)
    #expect(down.map { $0.number("id") } == up.map { $0.number("id") }.reversed())
    if let numbers = up.map({ $0.number(column) }) as? [Int] { #expect(numbers == numbers.sorted()) }
    if column == "userName" { #expect(up.first?.text(column) == "Anna Kowalska") }
  }
}
