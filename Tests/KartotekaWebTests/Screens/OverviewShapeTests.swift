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

  @Test("A number is the sum, the average or an extreme of a field, without a view that has it")
  func figures() async throws {
    try await Self.test { site in
      let path = "overviews/overview/parts/new"
      for (figure, title) in [("sum:amount", "Sold"), ("max:day", "Last")] {
        let new = try await site.shapeForm(path).with("view", "sale?").with("form", "figure")
        try await site.change(new.with("figure", "sale?" + figure).with("title", title))
      }
      let panels = try await site.description().overviews.first?.overview.panels ?? []
      let sold = ViewDescription("Sold", of: "sale", view: "figures=sum:amount", form: .figure)
      #expect(panels.dropFirst().first == .view(sold))
      let page = try await site.page("/market/overview")
      #expect(page.contains("€14.75") && page.contains("Amount: sum") && page.contains("Sold"))
      // The sheet has it chosen, and keeps it with another title.
      let form = try await site.shapeForm("overviews/overview/parts/1")
      #expect(form["figure"] == "sale?sum:amount" && form["view"] == "sale?")
      try await site.change(form.with("title", "All in all"))
      try await site.change(try await site.shapeForm("overviews/overview/parts/1").with("figure", "sale?avg:amount"))
      #expect(try await site.page("/market/overview").contains("€7.38"))
      // Without a figure it is the number of records again.
      try await site.change(try await site.shapeForm("overviews/overview/parts/1").with("figure", ""))
      #expect(try await site.page("/market/overview").contains("aria-label=\"All in all: 2\""))
      let list = try await site.send(
        try await site.shapeForm(path).with("form", "list").with("figure", "sale?sum:amount"))
      #expect(list.status == .unprocessableContent && list.text.contains("Only a number is of a field"))
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
      let late = try await site.post(try Self.move(2, on: page), "by=1")
      #expect(late.status == .conflict)
      #expect(try await Self.titles(site) == ["Two", "Sales: By month", "One"])
    }
  }

  @Test("A press and a form from before somebody moved the parts mean the part that they were made for")
  func moved() async throws {
    try await Self.test { site in
      let parts = "/market/shape/overviews/overview/parts"
      for title in ["One", "Two"] {
        try await site.change(
          try await site.shapeForm("overviews/overview/parts/new").with("view", "sale?").with("title", title))
      }
      let page = try await site.page("/market/shape/overviews/overview")
      let removal = try #require(
        try await site.page(parts + "/2").firstMatch(of: /href="([^"]*parts\/2\/delete[^"]*)"/)?.1
      ).replacing("&amp;", with: "&")
      let form = try await site.shapeForm("overviews/overview/parts/2")
      #expect(try await site.post(try Self.move(2, on: page), "by=-2").status == .seeOther)
      #expect(try await Self.titles(site) == ["Two", "Sales: By month", "One"])
      // Each asks, names the part and leads to where it stands now.
      let moving = try await site.post(try Self.move(2, on: page), "by=1")
      #expect(moving.text.contains("Move Two") && moving.text.contains(parts + "/0/move"))
      let removing = try await site.get(String(removal))
      #expect(removing.text.contains("Remove Two") && removing.text.contains(parts + "/0/delete"))
      let naming = try await site.send(form.with("title", "Newest"))
      #expect(naming.status == .conflict)
      let question = try #require(PageForm.form(parts + "/0", in: naming.text))
      #expect(try await site.send(question).status == .seeOther)
      #expect(try await Self.titles(site) == ["Newest", "Sales: By month", "One"])
      // The part that the first press meant is no longer there as it was.
      #expect(try await site.post(try Self.move(2, on: page), "by=-1").status == .conflict)
      #expect(try await Self.titles(site) == ["Newest", "Sales: By month", "One"])
    }
  }

  @Test("A part that has the title of its view gets that of another one with it; a title of its own stays")
  func titles() async throws {
    try await Self.test { site in
      let path = "overviews/overview/parts/0"
      try await site.change(try await site.shapeForm(path).with("view", "sale?"))
      #expect(try await Self.titles(site) == ["Sales"])
      try await site.change(try await site.shapeForm(path).with("title", "All of them"))
      try await site.change(try await site.shapeForm(path).with("view", Self.view))
      #expect(try await Self.titles(site) == ["All of them"])
      try await site.change(try await site.shapeForm(path).with("title", ""))
      #expect(try await Self.titles(site) == ["Sales: By month"])
    }
  }

  @Test("Tabs are moved before each other: over tabs that are no rows, and the second one of a kind by itself")
  func tabs() async throws {
    try await Self.test { site in
      func paths() async throws -> [String] { try await site.description().writtenTabs.map(\.path) }
      let sale = try #require(try await paths().first)
      try await site.describe { document in
        let table = TableDescription(entity: "sale", columns: ["title"])
        let days = CalendarDescription(entity: "sale", start: "day")
        document.tabs =
          document.writtenTabs + [
            TabDescription(path: "second", title: "Second", symbol: .list, screen: .table(table)),
            TabDescription(path: "days", title: "Days", symbol: .clock, screen: .calendar(days)),
          ]
      }
      #expect(try await paths() == [sale, "overview", "second", "days"])
      let page = try await site.page("/market/shape")
      #expect(page.contains("data-place=\"second\"") && page.contains("kinds/sales/move?tab=second"))
      try await site.change(try #require(Self.button("kinds/sales/move?tab=second", sale, page)))
      #expect(try await paths() == ["second", sale, "overview", "days"])
      let moved = try await site.post("/market/shape/overviews/overview/move", "before=\(sale)")
      #expect(moved.status == .seeOther)
      #expect(try await paths() == ["second", "overview", sale, "days"])
      let last = try await site.post("/market/shape/kinds/sales/move?tab=second", "before=")
      #expect(last.status == .seeOther)
      #expect(try await paths() == ["overview", sale, "days", "second"])
      // One that is gone meanwhile is no place, and a second tab that is gone is not the first one.
      #expect(try await site.post("/market/shape/kinds/sales/move", "before=gone").status == .seeOther)
      #expect(try await site.post("/market/shape/kinds/sales/move?tab=gone", "before=second").status == .notFound)
      #expect(try await paths() == ["overview", sale, "days", "second"])
    }
  }

  // The form with a press of the button that moves a row before another one.
  private static func button(_ address: String, _ before: String, _ page: String) -> PageForm? {
    PageForm.form("/market/shape/" + address, in: page)?.with("before", before)
  }

  @Test(
    "A kind of record with the name of an overview gets another address; the last tab gives way to standard ones")
  func names() async throws {
    try await Self.test { site in
      var document = try await site.description()
      try document.addEntity(one: "overview", many: "overviews", fields: [])
      let paths = document.writtenTabs.map(\.path)
      #expect(Set(paths).count == paths.count && paths.contains("overview"), "\(paths)")
      #expect(document.check().isEmpty)
      document.tabs = document.tabs?.filter { $0.path == "overview" }
      try document.removeOverview("overview")
      #expect(document.tabs == nil)
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
