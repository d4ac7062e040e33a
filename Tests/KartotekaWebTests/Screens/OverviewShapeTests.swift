import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Overviews that are put together on the screen")
struct OverviewShapeTests {
  private static let market = """
    {"version":1,"name":"market","entities":[
     {"name":"sale","attributes":[{"name":"title","required":true,"title":true},
      {"name":"stage","kind":"choice","choices":["open","paid"]},
      {"name":"amount","kind":"decimal","scale":2,"currency":"EUR"},{"name":"day","kind":"date"}]}],
     "tabs":[{"title":"Sales","screen":{"list":{"entity":"sale","title":["title"],"search":["title"],"sort":["title"]}}}]}
    """
  private static let view = "sale?layout=chart:month:day,sum:amount"

  // A site with an overview of one chart.
  private static func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(market) { site in
      for (title, amount, day) in [("Tea", "10.50", "2024-01-05"), ("Milk", "4.25", "2024-01-31")] {
        try await site.add("sales", "{\"title\":\"\(title)\",\"amount\":\"\(amount)\",\"day\":\"\(day)\"}")
      }
      try await APICase.send(
        .post, "/api/market/views",
        #"{"entity":"sales","name":"By month","layout":"chart:month:day,sum:amount"}"#, 201
      ).run(site.client)
      let new = try await site.shapeForm("overviews")
      try await site.change(new.with("name", "At a glance").with("view", view).with("form", "chart"))
      try await body(site)
    }
  }

  private static func titles(_ site: DesignedSite) async throws -> [String] {
    try await site.description().overviews.first?.overview.panels.map(\.title) ?? []
  }

  // The address of a form that moves a part.
  private static func move(_ number: Int, on page: String) throws -> String {
    let actions = page.matches(of: /action="([^"]*\/parts\/\d+\/move[^"]*)"/).map { String($0.1) }
    return try #require(actions.first { $0.contains("/parts/\(number)/") }, "\(actions)").replacing("&amp;", with: "&")
  }

  @Test("A chart, a number and the first records stand beside each other, and lead to their lists")
  func parts() async throws {
    try await Self.test { site in
      let path = "overviews/overview/parts/new"
      try await site.change(
        try await site.shapeForm(path).with("view", "sale?").with("form", "list").with("title", "Newest"))
      try await site.change(
        try await site.shapeForm(path).with("view", "sale?").with("form", "figure").with("wide", "true"))
      let page = try await site.page("/market/overview")
      #expect(page.contains("January 2024: €14.75, 2 sales") && page.contains("Sales: By month"))
      #expect(page.contains("Newest") && page.contains("Milk") && page.contains("All 2"))
      #expect(page.contains("aria-label=\"Sales: 2\"") && page.contains("panel span"))
      let shape = try await site.page("/market/shape")
      #expect(shape.contains("At a glance") && shape.contains("3 parts"))
    }
  }

  @Test("Parts are moved; a press that was made for another order asks")
  func order() async throws {
    try await Self.test { site in
      let path = "overviews/overview/parts/new"
      for title in ["One", "Two"] {
        try await site.change(try await site.shapeForm(path).with("view", "sale?").with("title", title))
      }
      #expect(try await Self.titles(site) == ["Sales: By month", "One", "Two"])
      let page = try await site.page("/market/shape/overviews/overview")
      let moved = try await site.post(try Self.move(2, on: page), "by=-2")
      #expect(moved.status == .seeOther)
      #expect(try await Self.titles(site) == ["Two", "Sales: By month", "One"])
      // From the page before that.
      let late = try await site.post(try Self.move(2, on: page), "by=-1")
      #expect(late.status == .conflict)
      #expect(try await Self.titles(site) == ["Two", "Sales: By month", "One"])
    }
  }

  @Test("A removed field takes the parts with it that need it; the last part takes the overview")
  func removal() async throws {
    try await Self.test { site in
      var document = try await site.description()
      #expect(document.overviews.count == 1)
      try document.addPart(ViewDescription("All", of: "sale"), to: "overview")
      try document.removeField("amount", of: "sale")
      #expect(document.overviews.first?.overview.panels.map(\.title) == ["All"])
      try document.removePart(0, of: "overview")
      #expect(document.overviews.isEmpty && document.list(of: "sale") != nil)
      let question = try await site.get("/market/shape/overviews/overview/delete")
      #expect(question.status == .ok && question.text.contains("Delete the overview"))
    }
  }

  @Test("A view of unknown fields, of no list and without a name is refused")
  func refused() async throws {
    try await Self.test { site in
      let new = try await site.shapeForm("overviews")
      #expect(try await site.send(new.with("name", "")).status == .unprocessableContent)
      var document = try await site.description()
      let fault = #expect(throws: ShapeFault.self) { try document.addOverview("", ViewDescription("A", of: "sale")) }
      #expect(fault?.field == "title")
      try document.addPart(ViewDescription("A", of: "sale", view: "sort=colour"), to: "overview")
      #expect(document.check().count == 1)
    }
  }
}
