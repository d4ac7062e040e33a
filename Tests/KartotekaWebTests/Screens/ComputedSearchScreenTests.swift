import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: computed texts in the search")
struct ComputedSearchScreenTests {
  private static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"thing","attributes":[{"name":"title","label":"Title","required":true,"title":true},
      {"name":"price","label":"Price","kind":"decimal","scale":2},{"name":"paid","label":"Paid","kind":"boolean"}]}]}
    """

  private static func search(_ text: String, _ site: DesignedSite) async throws -> String {
    String(buffer: try await APICase.get("/api/shop/things?search=\(text)").run(site.client).body)
  }

  // Two things, and a computed value of them as a person adds it.
  private static func test(_ formula: String, _ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(shop) { site in
      try await site.add("things", #"{"title":"Pen","price":2,"paid":true}"#)
      try await site.add("things", #"{"title":"Ink","price":3,"paid":false}"#)
      let form = try await site.shapeForm("kinds/things/new/computed")
      try await site.change(form.with("label", "Stage").with("form", "own").with("formula", formula))
      try await body(site)
    }
  }

  @Test("A computed text is found by the list, the API and the search over everything, until its box is not ticked")
  func found() async throws {
    try await Self.test(#"if(Paid, "settled", "open")"#) { site in
      let described = try await site.description()
      #expect(described.entities[0].computed.first?.attribute.isSearched == true)
      let api = try await Self.search("settled", site)
      #expect(api.contains("Pen") && !api.contains("Ink") && api.contains(#""total":1"#))
      let list = try await site.page("/shop/things?search=settled")
      #expect(list.contains("Pen") && !list.contains(">Ink<") && list.contains("Stage"))
      let everywhere = try await site.page("/search?q=settled")
      #expect(everywhere.contains("Pen") && !everywhere.contains("Ink"))
      let all = String(buffer: try await APICase.get("/api/search?q=settled").run(site.client).body)
      #expect(all.contains("Pen") && !all.contains("Ink"))
      let sheet = try await site.shapeForm("kinds/things/fields/stage")
      try await site.change(sheet.with("searched", "false"))
      let without = try await site.description()
      #expect(without.entities[0].computed.first?.attribute.isSearched == false)
      let gone = try await Self.search("settled", site)
      #expect(!gone.contains("Pen"))
      try await site.change(try await site.shapeForm("kinds/things/fields/stage").with("searched", "true"))
      let again = try await Self.search("settled", site)
      #expect(again.contains("Pen"))
    }
  }

  @Test("A number is not searched, and a text that becomes one leaves the search, also that of a list that names it")
  func numbers() async throws {
    try await Self.test("Price × 2") { site in
      let described = try await site.description()
      #expect(described.entities[0].computed.first?.attribute.isSearched == false)
      let sheet = try await site.shapeForm("kinds/things/fields/stage")
      try await site.change(sheet.with("formula", #"if(Paid, "settled", "open")"#).with("searched", "true"))
      let text = try await site.description()
      #expect(text.entities[0].computed.first?.attribute.isSearched == true)
      try await site.describe { document in
        document.changeLists(of: "thing") { $0.searched.append("stage") }
        document.entities[0].computed[0].attribute.isSearched = false
      }
      let named = try await Self.search("settled", site)
      #expect(named.contains("Pen") && !named.contains("Ink"))
      let again = try await site.shapeForm("kinds/things/fields/stage")
      try await site.change(again.with("formula", "Price × 3"))
      let number = try await site.description()
      #expect(number.entities[0].computed.first?.attribute.isSearched == false)
      #expect(!number.searches(number.entities[0].computed[0], of: "thing"))
    }
  }

  @Test("A slow computed text says that searches wait for it, too, as long as its box is ticked")
  func slow() async throws {
    try await ComputationCost.$slow.withValue(0) {
      try await DesignedSite.test(Self.shop) { site in
        let things = (1...500).map { #"{"create":"things","values":{"title":"Thing \#($0)","price":2}}"# }
        try await APICase.send(.post, "/api/shop/batch", #"{"operations":[\#(things.joined(separator: ","))]}"#, 200)
          .run(site.client)
        let form = try await site.shapeForm("kinds/things/new/computed").with("label", "Stage").with("form", "own")
          .with("formula", #"if(Paid, "settled", "open")"#)
        let ticked = try await site.send(form)
        #expect(ticked.status == .ok && ticked.text.contains("So does each search"), "\(ticked.text.suffix(2_000))")
        let plain = try await site.send(form.with("searched", "false"))
        #expect(plain.text.contains("compute it for all 500 records") && !plain.text.contains("So does each search"))
      }
    }
  }
}
