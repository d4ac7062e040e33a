import Foundation
import HTTPTesting
import HTTPTypes
import Kartoteka
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Views and own pages as tabs")
struct ViewTabTests {
  private struct Loan: Entity {
    enum Stage: String, ChoiceValue { case lent, back }

    let title = Attribute<String>("Title", .required, .title, .length(1...40))
    let due = Attribute<CalendarDate>("Due")
    let stage = Attribute<Stage>("Stage", .required, .default(.lent))
  }

  private static let late = Subset("late", "Too late", where: \Loan.due < .today)

  private static let hours = OwnPage("hours", title: "Opening hours", symbol: .clock) { _ in
    Markup { $0.paragraph("From ten to six") }
  }

  // A page that is a tab may be declared among the pages, too.
  private static let app = App(
    "library", title: "Library", symbol: .book, hue: 120, entities: [Loan.self], pages: [hours]
  ) {
    Tab(hours)
    Tab("Overdue", symbol: .alert) { ListView(late).sorted(by: \.due) }
    Tab("Loans", symbol: .book) { List(Loan.self, title: \.title, subtitle: \.due).sorted(by: \.title) }
    Tab("Stages", symbol: .list, path: "stages") { ListView(Loan.self).board(by: \.stage) }.underMore()
  }

  private func visit(_ body: @Sendable (TestClient) async throws -> Void) async throws {
    #expect(Self.app.check() == [])
    let store = try Store(inMemory: Self.app.description.model)
    for (title, day) in [("Requiem", "2020-01-31"), ("Messiah", "2020-01-30"), ("Elijah", "2999-01-31")] {
      var loan = Record<Loan>()
      (loan.title, loan.due) = (title, CalendarDate(iso: day))
      try await store.save(&loan)
    }
    try await Server([RunningApp(Self.app, on: store)], logger: .quiet).application().test { client in
      try await body(client)
    }
  }

  private func get(_ path: String, _ client: TestClient) async throws -> TestResponse {
    try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"])
  }

  // The links of the tab bar, and that of the current page.
  private func tabs(_ page: String) throws -> (links: [String], current: String?) {
    let start = try #require(page.range(of: "class=tabs")).upperBound
    let end = try #require(page.range(of: "</ul>", range: start..<page.endIndex)).lowerBound
    let bar = String(page[start..<end])
    let links = bar.matches(of: /<a href="?([^" >]*)"?( aria-current="?page"?)?/).map {
      (String($0.1).replacing("&amp;", with: "&"), $0.2 != nil)
    }
    return (links.map(\.0), links.first { $0.1 }?.0)
  }

  @Test("a view of some records is a tab in its place, and the current one while the list is in its state")
  func view() async throws {
    try await visit { client in
      let led = try await get("/library/loan-late", client)
      let address = "/library/loans?only=late&sort=due"
      #expect(led.status == .seeOther && led.headers[.location] == address, "\(led.headers)")
      let page = String(buffer: try await get(address, client).body)
      let (links, current) = try tabs(page)
      #expect(links.contains("/library/pages/hours"))
      #expect(current == address, "\(links)")
      let first = try #require(page.range(of: "Messiah"))
      let second = try #require(page.range(of: "Requiem"))
      #expect(first.lowerBound < second.lowerBound && !page.contains("Elijah"))
      let list = String(buffer: try await get("/library/loans", client).body)
      #expect(try tabs(list).current == "/library/loans")
      #expect(list.contains("Elijah"))
    }
  }

  @Test("the first tab is where the application opens, also if it is an own page or a view")
  func first() async throws {
    try await visit { client in
      let start = try await get("/library", client)
      #expect(start.headers[.location] == "/library/pages/hours")
      let page = String(buffer: try await get("/library/pages/hours", client).body)
      #expect(page.contains("From ten to six"))
      let (links, current) = try tabs(page)
      #expect(current == "/library/pages/hours")
      #expect(links.filter { $0 == current }.count == 1, "\(links)")
    }
  }

  @Test("a view under More leads to the list in its layout")
  func more() async throws {
    try await visit { client in
      let more = String(buffer: try await get("/library/more", client).body)
      #expect(more.contains("/library/loans?layout=board:stage") || more.contains("layout=board%3Astage"))
      let board = try await get("/library/stages", client)
      #expect(board.status == .seeOther)
    }
  }

  @Test("a page is code: the written description of an application leaves its tab out, and can be read")
  func written() throws {
    let document = try AppDocument(json: Array(Self.app.document.json.utf8))
    #expect(document.tabs?.map(\.title) == ["Overdue", "Loans", "Stages"])
    #expect(Self.app.description.tabs.map(\.title) == ["Opening hours", "Overdue", "Loans", "Stages"])
  }

  @Test("a described application has views as tabs, and loses one with the field that it needs")
  func described() async throws {
    let json = """
      {"version":1,"name":"market","entities":[
       {"name":"sale","attributes":[{"name":"title","required":true,"title":true},
        {"name":"stage","kind":"choice","choices":["open","paid"]}]}],
       "tabs":[{"title":"Sales","screen":{"list":{"entity":"sale","title":["title"]}}},
        {"title":"Stages","screen":{"view":{"entity":"sale","view":"layout=board:stage"}}}]}
      """
    try await DesignedSite.test(json) { site in
      #expect(try await site.get("/market/sale-view").location.hasPrefix("/market/sales?layout=board"))
      var document = try await site.description()
      #expect(document.tabs?.count == 2)
      try document.removeField("stage", of: "sale")
      #expect(document.tabs?.map(\.title) == ["Sales"])
    }
  }
}
