import KartotekaApplication
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP

@Suite("Files that keep texts in UTF-16")
struct UTF16FileTests {
  private static let names = [
    "Anna", "anna b", "Émile", "Łucja", "Ñandú", "Ömer", "Zażółć", "Žofie", "Анна", "Ёлкин", "山田", "Ａnna", "Ġorġ",
    "Āda",
  ]

  private func store(_ encoding: String) throws -> (shop: OpenedShop, store: Store) {
    let values = Self.names.map { "('\($0)')" }.joined(separator: ", ")
    let shop = try OpenedShop(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES people);
      INSERT INTO people (name) VALUES \(values); UPDATE people SET boss = 15 - id;
      """, encoding: encoding)
    return (shop, try shop.open().store)
  }

  private func names(_ store: Store, _ request: AnyFetchRequest) async throws -> [String] {
    var request = request
    var names: [String] = []
    while true {
      let page = try await store.fetch(request)
      names += page.records.map { if case .text(let text) = $0["name"] { text } else { "" } }
      guard let next = page.next, names.count < 100 else { return names }
      request.position = .after(next)
    }
  }

  @Test("Search, filters, orders and pages are those of a file in UTF-8", arguments: ["UTF-16le", "UTF-16be"])
  func reads(_ encoding: String) async throws {
    let (plain, odd) = (try store("UTF-8"), try store(encoding))
    let people = try #require(plain.store.model.entities.first).name
    var requests: [AnyFetchRequest] = []
    for sort in ["name", "-name", "boss.name", "-boss.name"] {
      var request = AnyFetchRequest(people)
      request.sort = [FetchSort(sort.hasPrefix("-") ? String(sort.dropFirst()) : sort, ascending: !sort.hasPrefix("-"))]
      request.limit = 3
      requests.append(request)
    }
    for search in ["anna", "zolc", "элк", "елк", "山", "emile", "a"] {
      var request = AnyFetchRequest(people)
      (request.search, request.limit) = (search, 2)
      requests.append(request)
    }
    for predicate: FetchPredicate in [
      .compare("name", .prefix, [.text("an")]), .compare("name", .contains, [.text("ó")]),
      .compare("name", .eq, [.text("Zażółć")]), .reads(["name"], "zazolc"), .not(.reads(["name"], "anna")),
    ] {
      var request = AnyFetchRequest(people)
      (request.predicate, request.limit) = (predicate, 2)
      requests.append(request)
    }
    for request in requests {
      let expected = try await names(plain.store, request)
      #expect(try await names(odd.store, request) == expected, "\(request.sort) \(request.search)")
      #expect(try await odd.store.count(request) == expected.count)
    }
    #expect(try await names(odd.store, requests[0]).count == Self.names.count)
    #expect(try await names(odd.store, requests[4]).contains("Anna"))
  }
}
