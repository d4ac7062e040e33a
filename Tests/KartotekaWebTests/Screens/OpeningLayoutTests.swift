import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Tabs that open in a layout")
struct OpeningLayoutTests {
  private static func market(_ layout: String) -> String {
    """
    {"version":1,"name":"market","entities":[
     {"name":"sale","attributes":[{"name":"title","required":true,"title":true},
      {"name":"stage","kind":"choice","choices":["open","paid"]},
      {"name":"amount","kind":"decimal","scale":2,"currency":"EUR"},{"name":"day","kind":"date"}]}],
     "tabs":[{"title":"Sales","screen":{"list":{"entity":"sale","title":["title"],"search":["title"],"sort":["title"]\(layout)}}}]}
    """
  }

  private static let chart = #","layout":"chart:month:day,sum:amount""#

  // The address of the first tab.
  private static func tab(_ page: String) throws -> String {
    let tabs = page[(try #require(page.range(of: "class=tabs"))).upperBound...]
    let links = tabs.matches(of: /href="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    return try #require(links.first { $0.hasPrefix("/market/sales") }, "\(links)")
  }

  @Test("A declared chart is what the application and its tab open with; the list's own address has rows")
  func declared() async throws {
    try await DesignedSite.test(Self.market(Self.chart)) { site in
      try await site.add("sales", #"{"title":"Tea","amount":"10.50","day":"2024-01-05"}"#)
      let first = try await site.get("/market")
      #expect(first.location.hasPrefix("/market/sales?layout=chart"), "\(first.location)")
      let page = try await site.page(first.location)
      #expect(page.contains("Amount: sum · Day by month"))
      #expect(try Self.tab(page) == first.location)
      let rows = try await site.page("/market/sales")
      #expect(!rows.contains("Day by month") && rows.contains("Tea"))
      #expect(try await site.description().list(of: "sale")?.layout == "chart:month:day,sum:amount")
    }
  }

  @Test("The sheet of the list offers charts of kept views; a removed field takes the layout with it")
  func chosen() async throws {
    try await DesignedSite.test(Self.market("")) { site in
      try await site.add("sales", #"{"title":"Tea","amount":"10.50","day":"2024-01-05"}"#)
      try await APICase.send(
        .post, "/api/market/views", #"{"entity":"sales","name":"By stage","layout":"chart:stage,sum:amount"}"#, 201
      ).run(site.client)
      try await APICase.send(
        .post, "/api/market/views", #"{"entity":"sales","name":"By month","layout":"chart:month:day,by:stage"}"#, 201
      ).run(site.client)
      let sheet = try await site.page("/market/shape/kinds/sales/list")
      #expect(sheet.contains("Chart: Amount: sum · Stage") && sheet.contains("Board by Stage"))
      let form = try await site.shapeForm("kinds/sales/list")
      try await site.change(form.with("layout", "chart:stage,sum:amount"))
      let first = try await site.get("/market")
      #expect(try await site.page(first.location).contains("Amount: sum · Stage"))
      try await site.describe { document in
        document.changeLists(of: "sale") { $0.layout = nil }
      }
      #expect(try await site.get("/market").location == "/market/sales")
      try await site.change(try await site.shapeForm("kinds/sales/list").with("layout", "chart:month:day,by:stage"))
      var document = try await site.description()
      #expect(document.list(of: "sale")?.layout == "chart:month:day,by:stage")
      try document.removeField("stage", of: "sale")
      #expect(document.list(of: "sale")?.layout == nil && document.list(of: "sale") != nil)
    }
  }
}
