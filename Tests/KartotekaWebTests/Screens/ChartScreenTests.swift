import Foundation
import HTTPTesting
import HTTPTypes
import KartotekaModel
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Lists as charts")
struct ChartScreenTests {
  private static let sales = """
    {"version":1,"name":"market","entities":[
     {"name":"sale","attributes":[{"name":"title","required":true,"title":true},
      {"name":"stage","kind":"choice","choices":["open","paid"]},
      {"name":"amount","kind":"decimal","scale":2,"currency":"EUR"},{"name":"day","kind":"date"}]}],
     "tabs":[{"title":"Sales","screen":{"list":{"entity":"sale","title":["title"],"search":["title"],"sort":["title"]}}}]}
    """

  private static func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(sales) { site in
      let rows = [
        ("Tea", "open", "10.50", "2024-01-05"), ("Tea & <milk>", "paid", "4.25", "2024-01-31"),
        ("Bread", "paid", "3.00", "2024-03-01"), ("Cake", "", "7.00", ""),
      ]
      for (title, stage, amount, day) in rows {
        let values = [("title", title), ("stage", stage), ("amount", amount), ("day", day)].filter { !$0.1.isEmpty }
        try await site.add("sales", "{" + values.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}")
      }
      try await body(site)
    }
  }

  // The address of the link with a description.
  private static func link(_ label: String, in page: String) throws -> String {
    let links = page.matches(of: /<a[^>]* href="([^"]*)" aria-label="([^"]*)"/)
    let link = try #require(links.first { $0.2 == label }, "\(label) of \(links.map(\.2))")
    return String(link.1).replacing("&amp;", with: "&")
  }

  @Test("A bar leads to exactly its records, with the search and the filter of the list")
  func bar() async throws {
    try await Self.test { site in
      let page = try await site.page("/market/sales?layout=chart:month:day,sum:amount&search=tea")
      #expect(page.contains("Amount: sum · Day by month"))
      let records = try await site.page(try Self.link("January 2024: €14.75, 2 sales", in: page))
      #expect(records.contains("2 sales") && records.contains("Tea &amp; &lt;milk") && !records.contains("Bread"))
      // Months between have a place, and records without a day a link.
      let all = try await site.page("/market/sales?layout=chart:month:day")
      #expect(all.contains("February 2024: 0 sales") && all.contains("empty: 1"))
      let narrowed = try await site.page("/market/sales?layout=chart:month:day&where=stage:eq:paid")
      #expect(narrowed.contains("January 2024: 1 sale") && !narrowed.contains("empty: 1"))
    }
  }

  @Test("A pivot table has the totals of its rows and columns, and each cell leads to its records")
  func pivot() async throws {
    try await Self.test { site in
      let page = try await site.page("/market/sales?layout=chart:month:day,sum:amount,by:stage,pivot")
      let rows = page.matches(of: /<tr[^>]*>(.*?)<\/tr>/).map { row in
        row.1.matches(of: />([^<]+)</).map { String($0.1) }
      }
      #expect(rows.first == ["Day by month", "open", "paid", "empty", "Total"])
      #expect(rows.contains(["January 2024", "€10.50", "€4.25", "–", "€14.75"]), "\(rows)")
      #expect(rows.last == ["Total", "€10.50", "€7.25", "€7.00", "€24.75"], "\(rows)")
      let cell = try await site.page(try Self.link("January 2024, paid: €4.25, 1 sale", in: page))
      #expect(cell.contains("1 sale") && cell.contains("milk"))
      let total = try await site.page(try Self.link("paid: €7.25, 2 sales", in: page))
      #expect(total.contains("2 sales"))
    }
  }

  @Test("The sheet makes a chart of what is chosen, and says why it makes none", arguments: ["bars", "lines"])
  func sheet(_ form: String) async throws {
    try await Self.test { site in
      let view = try await site.form("/market/sales/view").with("do", "chart")
      let answer = try await site.send(view)
      #expect(answer.location.hasPrefix("/market/sales/chart"))
      let sheet = try await site.page("/market/sales/chart?search=tea")
      #expect(
        sheet.contains("Day by quarter") && sheet.contains("Amount: average") && sheet.contains("Number of records"))
      let fields = try await site.form("/market/sales/chart", on: answer.location)
      #expect(fields["by"] == "month:day" && fields["and"] == "" && fields["form"] == "bars" && fields["order"] == "")
      let chosen = try await site.send(
        fields.with("figure", "sum:amount").with("by", "stage").with("form", form).with("do", "done"))
      if form == "lines" {
        #expect(chosen.status == .unprocessableContent)
        #expect(chosen.text.contains("Lines and areas need a day, a moment or a number on their axis."))
      } else {
        #expect(chosen.status == .seeOther && chosen.location.contains("layout=chart"), "\(chosen.location)")
        #expect(try await site.page(chosen.location).contains("paid: €7.25, 2 sales"))
      }
    }
  }

  @Test("The sheet puts the groups with the greatest figures first, also months")
  func order() async throws {
    try await Self.test { site in
      let fields = try await site.form("/market/sales/chart", on: "/market/sales/chart")
      let chosen = try await site.send(
        fields.with("figure", "").with("form", "pivot").with("order", "greatest").with("do", "done"))
      #expect(chosen.status == .seeOther)
      let page = try await site.page(chosen.location)
      let places = ["January 2024", "March 2024", "February 2024"].compactMap { page.firstRange(of: $0)?.lowerBound }
      #expect(places.count == 3 && places == places.sorted())
    }
  }

  @Test("All forms are drawn, also of one group and of none", arguments: ListChart.Form.allCases)
  func forms(_ form: ListChart.Form) async throws {
    try await Self.test { site in
      let path = "/market/sales?layout=chart:month:day,by:stage,\(form.rawValue)"
      let page = try await site.page(path)
      #expect(page.contains("Sales · Day by month × Stage") && page.contains(form == .pivot ? "class=pivot" : "legend"))
      #expect(try await site.page(path + "&search=bread").contains("March 2024"))
      #expect(try await site.page(path + "&search=nothing").contains("Nothing found"))
    }
  }

  @Test("The numbers are a table in CSV, a spreadsheet and JSON")
  func numbers() async throws {
    try await Self.test { site in
      let query = "?as=shown&layout=chart:stage,sum:amount,by:month:day"
      let csv = try await site.page("/market/export/sales.csv" + query)
      #expect(
        csv == """
          Stage,January 2024,February 2024,March 2024,empty,Total\r
          open,10.50,,,,10.50\r
          paid,4.25,,3.00,,7.25\r
          empty,,,,7.00,7.00\r
          Total,14.75,,3.00,7.00,24.75\r\n
          """)
      let json = try await site.page("/market/export/sales.json" + query)
      #expect(json.contains("\"Total\":24.75"))
      let sheet = try await site.get("/market/export/sales.xlsx" + query)
      #expect(sheet.status == .ok && sheet.headers[.contentType]?.contains("spreadsheetml") == true)
    }
  }

  @Test("The picture is an SVG file of its own, whatever the values are", arguments: ListChart.Form.allCases)
  func picture(_ form: ListChart.Form) async throws {
    try await Self.test { site in
      for chart in ["month:day,by:title", "month:day"] {
        let answer = try await site.get("/market/sales/chart.svg?layout=chart:\(chart),\(form.rawValue)")
        #expect(answer.headers[.contentType] == "image/svg+xml")
        #expect(answer.text.contains("Sales · Day by month") && answer.text.hasSuffix("</svg>\n"))
        #expect(
          answer.text.components(separatedBy: "<text").count == answer.text.components(separatedBy: "</text>").count)
        #expect(chart == "month:day" || answer.text.contains("Tea &amp; &lt;milk&gt;"))
      }
    }
  }

  @Test("Of a search with a slip the links, the picture and the numbers find what the chart shows")
  func slip() async throws {
    try await Self.test { site in
      let query = "layout=chart:month:day,sum:amount&search=braed"
      let page = try await site.page("/market/sales?" + query)
      #expect(page.contains("Shown instead"))
      let link = try Self.link("March 2024: €3.00, 1 sale", in: page)
      #expect(link.contains("search=bread"))
      let picture = try await site.get("/market/sales/chart.svg?layout=chart:stage,sum:amount&search=braed")
      #expect(picture.status == .ok && picture.text.contains("€3.00"))
      #expect(try await site.page("/market/export/sales.csv?as=shown&" + query).contains("March 2024,3.00"))
    }
  }

  @Test("A chart of unknown fields has no picture, and its export is the records")
  func unknown() async throws {
    try await Self.test { site in
      let picture = try await site.get("/market/sales/chart.svg?layout=chart:none")
      #expect(picture.status == .notFound)
      let csv = try await site.page("/market/export/sales.csv?as=shown&layout=chart:none")
      #expect(csv.contains("Bread") && csv.contains("Tea"))
    }
  }

  @Test("Values with one title have a number each in JSON")
  func titles() async throws {
    try await DesignedSite.test(Self.sales) { site in
      try await site.add("sales", "{\"title\":\"Total\",\"amount\":\"1.25\"}")
      try await site.add("sales", "{\"title\":\"Tea\",\"amount\":\"2.11\"}")
      let query = "?as=shown&layout=chart:stage,sum:amount,by:title,pivot"
      let json = try await site.page("/market/export/sales.json" + query)
      #expect(json.contains("\"Total\":1.25") && json.contains("\"Total 2\":3.36"), "\(json)")
    }
  }

  @Test("A chart is kept as a view and read by the API, which refuses one of unknown fields")
  func view() async throws {
    try await Self.test { site in
      try await APICase.send(
        .post, "/api/market/views", #"{"entity":"sales","name":"By month","layout":"chart:month:day,sum:amount"}"#, 201
      ).run(site.client)
      #expect(try await site.page("/market/sales/view").contains("By month"))
      try await APICase.send(
        .post, "/api/market/views", #"{"entity":"sales","name":"None","layout":"chart:month:nothing"}"#, 422
      ).run(site.client)
    }
  }

  @Test("Groups beyond those that are shown are one, which opens the rest")
  func others() async throws {
    try await DesignedSite.test(Self.sales) { site in
      for number in 1...30 {
        try await site.add("sales", "{\"title\":\"Title \(number)\",\"amount\":\"\(number).00\"}")
      }
      let page = try await site.page("/market/sales?layout=chart:title,sum:amount")
      #expect(page.contains("Title 30: €30.00, 1 sale") && !page.contains("Title 9: €9.00, 1 sale"))
      let rest = try await site.page(try Self.link("Others: €55.00, 10 sales", in: page))
      #expect(rest.contains("10 sales") && rest.contains("Title 9<") && !rest.contains("Title 30<"))
    }
  }
}
