import Foundation
import HTTPTesting
import Hummingbird
import Kartoteka
import Logging
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaWeb

private struct Town: Entity {
  let name = Attribute<String>("Name", .required, .title, .length(1...120))
  let number = Attribute<String>("Number")
}

private struct Street: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

/// An application with a list that is searched, and a table, which has no search.
private let atlas = App("atlas", title: "Atlas", symbol: .map, hue: 205, entities: [Town.self, Street.self]) {
  Tab("Towns", symbol: .pin) {
    List(Town.self, title: \.name, subtitle: \.number).searching(\.name, \.number).sorted(by: \.name)
  }
  Tab("Streets", symbol: .list) { Table(Street.self, columns: \.name) }
}

/// The address book and the atlas.
private struct Site {
  private let server: Server

  init() async throws {
    let people = try Store(inMemory: usersCRUD.description.model)
    let places = try Store(inMemory: atlas.description.model)
    server = Server(
      [RunningApp(usersCRUD, on: people), RunningApp(atlas, on: places)], logger: Logger(label: "test"))
    for (first, last) in [("Anna", "Kowalska"), ("Zofia", "Łódźka")] {
      var user = Record<User>()
      user.any["firstName"] = .text(first)
      user.any["lastName"] = .text(last)
      user.any["phone"] = .text("+48 225 550 1472")
      user.any["address"] = .text("Rynek 1")
      try await people.save(&user)
    }
    for name in ["Łódź", "Lodz <1>"] + (1...6).map({ "Kowal \($0)" }) {
      var town = Record<Town>()
      town.name = name
      try await places.save(&town)
    }
    var street = Record<Street>()
    street.name = "Kowalska Street"
    try await places.save(&street)
  }

  func get(_ path: String, language: String = "en") async throws -> TestResponse {
    try await server.application().test { client in
      try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: language])
    }
  }

  func text(_ path: String, language: String = "en") async throws -> String {
    String(buffer: try await get(path, language: language).body)
  }
}

@Suite("The search over all applications")
struct GlobalSearchTests {
  @Test("It finds records of all entities, by application, each with a link to it")
  func finds() async throws {
    let page = try await Site().text("/search?q=kowal")
    #expect(page.contains("<h2 class=over>Towns · Atlas</h2>"))
    #expect(page.contains("Kowalska") && page.contains(#"href="/userscrud/users/1""#))
    #expect(page.contains(#"href="/atlas/towns/3""#))
    #expect(page.contains("Streets · Atlas") && page.contains("Kowalska Street"))
  }

  @Test("Of each entity it shows five records, and leads to the list with all")
  func limit() async throws {
    let page = try await Site().text("/search?q=kowal&part=found")
    #expect(page.matches(of: /href="\/atlas\/towns\/\d+"/).count == 5)
    #expect(page.contains(#"href="/atlas/towns?search=kowal""#))
    #expect(!page.contains("<html"))
  }

  @Test("The records of the application that one comes from are first")
  func first() async throws {
    let site = try await Site()
    func places(_ address: String) async throws -> (Substring.Index?, Substring.Index?) {
      let page = try await site.text(address)[...]
      return (page.firstRange(of: "userscrud/users/")?.lowerBound, page.firstRange(of: "atlas/towns/")?.lowerBound)
    }
    let (people, towns) = try await places("/search?q=kowal&part=found")
    #expect(try #require(people) < #require(towns))
    let (others, own) = try await places("/search?q=kowal&app=atlas&part=found")
    #expect(try #require(own) < #require(others))
  }

  @Test("Accents and case don't matter, what was found is escaped, and nothing found is said")
  func words() async throws {
    let site = try await Site()
    let page = try await site.text("/search?q=LODZ")
    #expect(page.contains("Łódź") && page.contains("Lodz &lt;1&gt;") && page.contains("Łódźka"))
    #expect(try await site.text("/search?q=%3Cb%3E").contains("Nothing found for “&lt;b&gt;”"))
    #expect(try await site.text("/search?q=").contains("Names, numbers, or parts of them"))
    #expect(try await site.text("/search?q=qqqq", language: "pl").contains("Szukaj wszędzie"))
  }

  @Test("A script gets it as a sheet; the first screen and every page lead to it")
  func sheet() async throws {
    let site = try await Site()
    let sheet = try await site.text("/search?part=list&app=atlas")
    #expect(sheet.contains("id=\"everything\"") && !sheet.contains("<html"))
    for path in ["/", "/atlas/towns"] {
      #expect(try await site.text(path).contains(#"href="/search" data-part=everything"#), "\(path)")
    }
  }

  @Test("The API answers with application, entity, number and title of each")
  func api() async throws {
    let site = try await Site()
    let answer = try await site.get("/api/search?q=lodzka")
    #expect(answer.status == .ok)
    let body = String(buffer: answer.body)
    #expect(body.contains(#""app":"userscrud""#) && body.contains(#""entity":"users""#))
    #expect(
      body.contains(#""href":"\/api\/userscrud\/users\/2""#) || body.contains(#""href":"/api/userscrud/users/2""#))
    #expect(try await site.text("/api/search?q=kowal&limit=2").matches(of: /"entity":"towns"/).count == 2)
    #expect(try await site.get("/api/search?q=a&limit=0").status == .badRequest)
    #expect(try await site.get("/api/search?q=a&more=1").status == .badRequest)
    #expect(try await site.text("/api/search").contains(#""items":[]"#))
  }
}
