import HTTPTypes
import KartotekaApplication
import KartotekaModel
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Percentages, durations and ratings on screens and in the API")
struct NumberFormScreenTests {
  private static let work = """
    {"version":1,"name":"work","entities":[
     {"name":"job","attributes":[{"name":"title","required":true,"title":true},
      {"name":"discount","kind":"decimal","scale":3,"form":"percent","max":1},
      {"name":"spent","kind":"integer","form":"duration"},
      {"name":"stars","kind":"integer","form":"rating","min":1,"max":5}]}],
     "tabs":[{"title":"Jobs","screen":{"list":{"entity":"job","title":["title"],"search":["title"],"sort":["title"]}}}]}
    """

  private func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(Self.work) { site in
      try await site.add("jobs", #"{"title":"Roof","discount":0.125,"spent":90,"stars":4}"#)
      try await site.add("jobs", #"{"title":"Door","discount":"5 %","spent":"10 h","stars":5}"#)
      try await body(site)
    }
  }

  @Test("A table shows them as people read them, and its filters take what people type")
  func table() async throws {
    try await test { site in
      let columns = "?layout=table&columns=title,discount,spent,stars"
      let table = try await site.page("/work/jobs" + columns)
      for text in ["12.5%", "5.0%", "1:30", "10:00", "★★★★☆", "★★★★★"] { #expect(table.contains(text), "\(text)") }
      for filter in ["discount:gte:10%25", "spent:lt:2%20h", "stars:eq:4"] {
        let found = try await site.page("/work/jobs" + columns + "&where=" + filter)
        #expect(found.contains("1:30") && !found.contains("10:00"), "\(filter)")
      }
      let figures = try await site.page("/work/jobs" + columns + "&figures=sum:spent,avg:discount,avg:stars")
      for text in ["11:30", "8.75%", "4.50"] { #expect(figures.contains(text), "\(text)") }
    }
  }

  @Test("A form shows the digits beside the sign and a choice of stars; what is typed is stored")
  func forms() async throws {
    try await test { site in
      let page = try await site.page("/work/jobs/1")
      #expect(page.contains("4 ★★★★</option>") && page.contains("5 ★★★★★</option>"))
      let form = try await site.form("/work/jobs/1")
      #expect(form["discount"] == "12.5" && form["spent"] == "1:30" && form["stars"] == "4")
      // What was not changed stays.
      try await site.change(form.with("title", "Roofs"))
      let same = try await site.record("jobs/1")
      for part in [#""discount":0.125"#, #""spent":90"#, #""stars":4"#] { #expect(same.contains(part), "\(same)") }
      try await site.change(
        try await site.form("/work/jobs/1").with("discount", "7,5 %").with("spent", "1 h 5 min").with("stars", "2"))
      let record = try await site.record("jobs/1")
      for part in [#""discount":0.075"#, #""spent":65"#, #""stars":2"#] { #expect(record.contains(part), "\(record)") }
      for (name, text, fault) in [
        ("discount", "120", "This has to be at most 100.0%"), ("discount", "1.25", "after the point"),
        ("spent", "1:75", "This has to be a duration in hours and minutes"), ("stars", "6", "This has to be at most 5"),
      ] {
        let answer = try await site.send(try await site.form("/work/jobs/1").with(name, text))
        #expect(answer.status == .unprocessableContent && answer.text.contains(fault), "\(name) \(text)")
        #expect(answer.text.contains(text), "\(name) \(text)")
      }
    }
  }

  @Test("The sheet of a filter offers stars, and keeps what is typed")
  func filter() async throws {
    try await test { site in
      let sheet = try await site.page("/work/jobs/filter?field=stars")
      #expect(sheet.contains("5 ★★★★★</option>") && sheet.contains("is at least"))
      // The ratings that there are, most stars first.
      let (five, four) = (try #require(sheet.range(of: ">★★★★★")), try #require(sheet.range(of: ">★★★★☆")))
      #expect(five.lowerBound < four.lowerBound && !sheet.contains(">★★★☆☆"))
      #expect(sheet.replacing("%3A", with: ":").contains("stars:in:4"))
      let chip = try await site.page("/work/jobs?where=discount:gte:10%25")
      #expect(chip.contains("10.0%"))
    }
  }

  @Test("Groups, charts and their numbers have the form; the numbers of a chart as a file are plain")
  func groups() async throws {
    try await test { site in
      let groups = try await site.page("/work/jobs?group=stars")
      #expect(groups.contains("★★★★☆") && groups.contains("★★★★★"))
      let chart = "layout=chart:stars,avg:discount"
      #expect(try await site.page("/work/jobs?" + chart).contains("12.50%"))
      let json = try await site.page("/work/export/jobs.json?as=shown&" + chart)
      #expect(json.contains("0.1250"))
      _ = try JSONParser.parse(json)
      let csv = try await site.page("/work/export/jobs.csv?as=shown&columns=title,discount,spent,stars")
      #expect(csv.contains("Roof,12.5%,1:30,4"))
    }
  }

  @Test("OpenAPI says what the numbers are, with their limits")
  func openAPI() async throws {
    try await test { site in
      let document = try await site.page("/api/work/openapi.json")
      for words in ["a percentage: 0.25 is 25 %", "A duration in minutes", "A number of stars", "0.250"] {
        #expect(document.contains(words), "\(words)")
      }
      _ = try JSONParser.parse(document)
    }
  }

  @Test("A field becomes a percentage, a duration or a rating, and keeps its numbers")
  func conversion() async throws {
    try await test { site in
      for kind in ["decimal", "percent"] {
        let form = try await site.shapeForm("kinds/jobs/fields/discount")
        let again = try await site.send(form.with("kind", kind))
        let retyped = try #require(PageForm.form(form.action, in: again.text), "\(again.status)")
        #expect(retyped["scale"] == (kind == "percent" ? "1" : "3"))
        var answer = try await site.send(retyped)
        if answer.status == .ok, let asked = PageForm.form(form.action, in: answer.text) {
          answer = try await site.send(asked.with("_confirmed", "yes"))
        }
        #expect(answer.status == .seeOther, "\(kind): \(answer.text.suffix(1_500))")
        let shown = try #require(try await site.description().entity("job")?.attributes.first { $0.name == "discount" })
        #expect(shown.form == (kind == "percent" ? .percent : nil) && shown.scale == 3)
        #expect(shown.maximum == .integer(1_000) && shown.defaultValue == .null)
        #expect(try await site.record("jobs/1").contains(#""discount":0.125"#))
      }
    }
  }

  private static func attribute(_ name: String, _ site: DesignedSite) async throws -> AttributeDescription {
    try #require(try await site.description().entity("job")?.attributes.first { $0.name == name })
  }

  // Sends a form, and again where a question is asked.
  private static func change(_ form: PageForm, _ site: DesignedSite) async throws {
    let answer = try await site.send(form)
    if answer.status == .seeOther { return }
    let asked = try #require(PageForm.form(form.action, in: answer.text), "\(answer.text.suffix(2_000))")
    try await site.change(asked.with("_confirmed", "yes"))
  }

  @Test("Limits and the default of a percentage stay the same percentages when it gets more digits")
  func digits() async throws {
    try await test { site in
      let form = try await site.shapeForm("kinds/jobs/fields/discount")
      #expect(form["maximum"] == "100.0")
      try await site.change(form.with("minimum", "2.5 %").with("initial", "25").with("placeholder", "10"))
      let first = try await Self.attribute("discount", site)
      #expect(first.minimum == .integer(25) && first.defaultValue == .integer(250) && first.placeholder == "10")
      try await Self.change(try await site.shapeForm("kinds/jobs/fields/discount").with("scale", " 2 "), site)
      let discount = try await Self.attribute("discount", site)
      #expect(discount.scale == 4 && discount.minimum == .integer(250) && discount.maximum == .integer(10_000))
      #expect(discount.defaultValue == .integer(2_500))
      #expect(try await site.form("/work/jobs", on: "/work/jobs/new")["discount"] == "25.00")
    }
  }

  @Test("A kind that is chosen and taken back leaves the digits and the limits in the form and in the field")
  func takenBack() async throws {
    try await test { site in
      let form = try await site.shapeForm("kinds/jobs/fields/discount")
      let other = try #require(
        PageForm.form(form.action, in: try await site.send(form.with("kind", "decimal")).text))
      #expect(other["maximum"] == "1.000")
      let answer = try await site.send(other.with("kind", "percent").with("label", ""))
      #expect(answer.status == .unprocessableContent)
      let again = try #require(PageForm.form(form.action, in: answer.text))
      #expect(again["maximum"] == "100.0" && again["scale"] == "1" && again["_kind"] == "percent")
      try await site.change(again.with("label", "Discount").with("minimum", "2.5"))
      let discount = try await Self.attribute("discount", site)
      #expect(discount.scale == 3 && discount.minimum == .integer(25) && discount.maximum == .integer(1_000))
    }
  }

  @Test("A limit is read with the digits that the field has by now, if somebody else has changed them")
  func changedMeanwhile() async throws {
    try await test { site in
      let form = try await site.shapeForm("kinds/jobs/fields/discount")
      try await Self.change(form.with("scale", "2"), site)
      try await Self.change(form.with("minimum", "2.5"), site)
      let discount = try await Self.attribute("discount", site)
      #expect(discount.scale == 4 && discount.minimum == .integer(250) && discount.maximum == .integer(10_000))
    }
  }

  @Test("A duration becomes a whole number and back with its limits and its default, and a rating has a default")
  func minutes() async throws {
    try await test { site in
      let form = try await site.shapeForm("kinds/jobs/fields/spent")
      try await site.change(form.with("maximum", "10 h").with("initial", "1:00").with("help", "At the desk"))
      for kind in ["integer", "duration"] {
        try await Self.change(try await site.shapeForm("kinds/jobs/fields/spent").with("kind", kind), site)
        let spent = try await Self.attribute("spent", site)
        #expect(spent.form == (kind == "duration" ? .duration : nil) && spent.help == "At the desk")
        #expect(spent.maximum == .integer(600) && spent.defaultValue == .integer(60), "\(kind)")
      }
      let stars = try await site.shapeForm("kinds/jobs/fields/stars")
      let refused = try await site.send(stars.with("initial", "6"))
      #expect(refused.status == .unprocessableContent && refused.text.contains("This has to be at most 5"))
      try await site.change(stars.with("initial", "3"))
      #expect(try await Self.attribute("stars", site).defaultValue == .integer(3))
      // A description may have ratings from none.
      try await site.describe { document in
        for index in document.entities.indices where document.entities[index].name == "job" {
          let stars = document.entities[index].attributes.firstIndex { $0.name == "stars" }
          if let stars { document.entities[index].attributes[stars].minimum = .integer(0) }
        }
      }
      try await site.change(try await site.shapeForm("kinds/jobs/fields/stars").with("initial", "0"))
      #expect(try await Self.attribute("stars", site).defaultValue == .integer(0))
    }
  }

  @Test("The list of the records that break a limit has it in the form that the field had before")
  func obstacles() async throws {
    try await test { site in
      let form = try await site.shapeForm("kinds/jobs/fields/discount")
      let retyped = try #require(
        PageForm.form(form.action, in: try await site.send(form.with("kind", "decimal")).text))
      let answer = try await site.send(retyped.with("maximum", "0.01"))
      #expect(answer.status == .conflict, "\(answer.text.suffix(2_000))")
      let links = answer.text.matches(of: /href="(\/work\/jobs\?where=[^"]*)"/).map { String($0.1) }
      let link = try #require(links.first, "\(answer.text.suffix(2_000))")
      #expect(link.removingPercentEncoding?.contains("discount:gt:1.0%") == true, "\(link)")
      let list = try await site.page(link)
      #expect(list.contains("Roof") && list.contains("Door"))
    }
  }

  @Test("An empty duration shows the example of its attribute, else that of its place, else one of its own")
  func example() {
    var spent = AttributeDescription(name: "spent", label: "Spent", kind: .integer)
    spent.form = .duration
    func shown(_ placeholder: String?) -> String {
      html { html in
        IntegerKind().writeControl(
          FormField(column: .attribute(spent), id: "n-spent", text: "", placeholder: placeholder), to: &html)
      }
    }
    #expect(shown(nil).contains("placeholder=\"1:30\"") && shown("Hours").contains("placeholder=\"Hours\""))
    spent.placeholder = "0:15"
    #expect(shown("Hours").contains("placeholder=\"0:15\""))
  }
}
