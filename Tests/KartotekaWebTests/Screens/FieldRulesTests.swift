import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Screens: the words, limits and default of a field")
struct FieldRulesTests {
  private static let shelf = """
    {"version":1,"name":"shelf","entities":[
     {"name":"book","attributes":[{"name":"title","required":true,"title":true},{"name":"pages","kind":"integer"},
      {"name":"code"},{"name":"price","kind":"decimal","scale":2},{"name":"lent","kind":"date"},
      {"name":"state","kind":"choice","choices":["new",{"value":"old","label":"Worn"}]},
      {"name":"sold","kind":"boolean"},{"name":"seen","kind":"timestamp"}]}]}
    """

  private func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.add("books", #"{"title":"Momo","pages":300,"code":"12","price":"9.90"}"#)
      try await site.add("books", #"{"title":"Krabat","pages":600,"code":"x7"}"#)
      try await body(site)
    }
  }

  private static func sheet(_ field: String, _ site: DesignedSite) async throws -> PageForm {
    try await site.shapeForm("kinds/books/fields/\(field)")
  }

  private static func attribute(_ name: String, _ site: DesignedSite) async throws -> AttributeDescription {
    try #require(try await site.description().entity("book")?.attributes.first { $0.name == name })
  }

  /// Loads a file: the text of the page that says what came of it.
  private static func load(_ content: String, _ site: DesignedSite) async throws -> String {
    let head = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"books.csv\"\r\n\r\n"
    let sent = try await site.client.execute(
      uri: "/shelf/import", method: .post,
      headers: [.contentType: "multipart/form-data; boundary=b", .acceptLanguage: "en"],
      body: ByteBuffer(string: head + content + "\r\n--b--\r\n"))
    let path = try #require(sent.headers[.location])
    _ = try await site.post(path, "load-1=on&unresolved=empty&scope=good")
    while true {
      let answer = try await site.get(path)
      if answer.status == .seeOther { return try await site.page(answer.location) }
      try #require(answer.text.contains("data-part=progress"), "\(answer.text.suffix(1_500))")
      await Task.yield()
    }
  }

  @Test("A limit that is set on a field's sheet holds in a form, a cell, an import and the API, and OpenAPI has it")
  func limits() async throws {
    try await test { site in
      let form = try await Self.sheet("price", site)
      try await site.change(form.with("minimum", "0").with("maximum", "1,000").with("help", "Without tax"))
      let price = try await Self.attribute("price", site)
      #expect(price.minimum == .integer(0) && price.maximum == .integer(100_000) && price.help == "Without tax")
      let reason = "This has to be at least 0.00"
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"A","price":-1}"#, 422, has: [reason]).run(
        site.client)
      let new = try await site.form("/shelf/books", on: "/shelf/books/new")
      let refused = try await site.send(new.with("title", "A").with("price", "-1"))
      #expect(refused.status == .unprocessableContent && refused.text.contains(reason))
      #expect(
        refused.text.contains("aria-describedby=\"n-price-h n-price-e\"") && refused.text.contains(">Without tax<"))
      let cell = try await site.post("/shelf/books/cells", "1:price=-1")
      #expect(cell.status == .unprocessableContent && cell.text.contains(reason))
      let result = try await Self.load("title,price\nB,-1\nC,7\n", site)
      #expect(result.contains("with 1 row left over"), "\(result.suffix(3_000))")
      #expect(try await site.count("books") == 3)
      try await APICase.get(
        "/api/shelf/openapi.json", has: [#""minimum":0.00"#, #""maximum":1000.00"#, #""description":"Without tax""#]
      ).run(site.client)
      // One step of undo takes all of it back.
      let undone = try await site.post("/shelf/shape/revisions/1", "")
      #expect(undone.status == .seeOther, "\(undone.text.suffix(3_000))")
      let before = try await Self.attribute("price", site)
      #expect(before.minimum == .null && before.maximum == .null && before.help == nil)
    }
  }

  /// A form that is refused: the field, what is typed, and the words about it.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let field: String
    let typed: [String: String]
    let fault: String

    init(_ field: String, _ typed: [String: String], _ fault: String) {
      (self.field, self.typed, self.fault) = (field, typed, fault)
    }

    var testDescription: String { "\(field) \(typed)" }
  }

  @Test(
    "A rule that can't be is refused at its field, which is open, with all that was typed",
    arguments: [
      Refusal("price", ["minimum": "5", "maximum": "1"], "This is less than the least value"),
      Refusal("price", ["minimum": "much"], "This has to be a number"),
      Refusal("price", ["minimum": "0.123"], "This has to have at most 2 digits after the point"),
      Refusal("price", ["minimum": "1", "initial": "0.50"], "This has to be at least 1.00"),
      Refusal("lent", ["minimum": "2026-02-01", "maximum": "2026-01-01"], "This is before the earliest day"),
      Refusal(
        "lent", ["initial": "2026-01-01", "now": "true"], "New records begin with the current day already"),
      Refusal("code", ["minimumLength": "5", "maximumLength": "2"], "This is less than the fewest characters"),
      Refusal("code", ["maximumLength": "3", "initial": "long"], "This can have at most 3 characters"),
      Refusal("code", ["pattern": "(", "patternHint": "Letters"], "This is no regular expression"),
      Refusal("code", ["pattern": "a)|(b", "patternHint": "Letters"], "This is no regular expression"),
      Refusal("code", ["pattern": "([a-z]+)*", "patternHint": "Letters"], "Some texts take too long"),
      Refusal("code", ["pattern": "[a-z]+"], "This can't be empty"),
      Refusal("code", ["patternHint": "Letters"], "This can't be empty"),
      Refusal("code", ["unique": "true", "initial": "x"], "No two records have the same, so they can't begin"),
    ])
  func refusals(refusal: Refusal) async throws {
    try await test { site in
      let before = try await site.description()
      var form = try await Self.sheet(refusal.field, site)
      for (name, text) in refusal.typed { form = form.with(name, text) }
      let answer = try await site.send(form)
      #expect(answer.status == .unprocessableContent, "\(answer.location)")
      let text = answer.text.replacing("&#39;", with: "'")
      #expect(text.contains(refusal.fault), "\(text.suffix(4_000))")
      #expect(text.contains("<details class=\"group fold\" open"))
      let again = try #require(PageForm.form(form.action, in: answer.text))
      for (name, typed) in refusal.typed { #expect(again[name] == typed) }
      #expect(try await site.description() == before)
    }
  }

  @Test("The sheet is closed as long as none of its rules is wrong, and says which there are")
  func closed() async throws {
    try await test { site in
      let page = try await site.page("/shelf/shape/kinds/books/fields/price")
      #expect(page.contains("<details class=\"group fold\">"))
      try await site.change(try await Self.sheet("price", site).with("minimum", "0").with("help", "Without tax"))
      let other = try await site.page("/shelf/shape/kinds/books/fields/price")
      #expect(other.contains("<details class=\"group fold\">"))
      #expect(other.contains("Explanation below the field · Least value"))
      // No is a default, too.
      try await site.change(try await Self.sheet("sold", site).with("initial", "false").with("help", "To whom?"))
      let sold = try await site.page("/shelf/shape/kinds/books/fields/sold")
      #expect(sold.contains("Explanation below the field · New records begin with"))
    }
  }

  @Test("Records that break a limit stand in its way and are named; nothing is changed")
  func broken() async throws {
    try await test { site in
      let answer = try await site.send(try await Self.sheet("price", site).with("maximum", "5"))
      #expect(answer.status == .conflict && answer.text.contains("href=\"/shelf/books/1\""))
      #expect(answer.text.contains("1 record has a value in"), "\(answer.text.suffix(3_000))")
      let short = try await site.send(try await Self.sheet("title", site).with("maximumLength", "5"))
      #expect(short.status == .conflict && short.text.contains("href=\"/shelf/books/2\""))
      #expect(try await Self.attribute("price", site).maximum == .null)
    }
  }

  @Test("Of several records that break a limit or have no value, the list shows all; it is one press away")
  func brokenList() async throws {
    try await test { site in
      try await site.add("books", #"{"title":"Emil","price":"30.00"}"#)
      for (form, filter) in [
        (
          try await Self.sheet("price", site).with("minimum", "1").with("maximum", "5"),
          "any(price:lt:1.00;price:gt:5.00)"
        ),
        (try await Self.sheet("lent", site).with("required", "true"), "lent:null:true"),
      ] {
        let answer = try await site.send(form)
        #expect(answer.status == .conflict && answer.text.contains("All of them in the list"))
        let links = answer.text.matches(of: /href="(\/shelf\/books\?where=[^"]*)"/).map { String($0.1) }
        let link = try #require(links.first, "\(answer.text.suffix(3_000))")
        #expect(link.removingPercentEncoding == "/shelf/books?where=" + filter)
        let list = try await site.page(link)
        #expect(list.contains("Momo") && list.contains("Krabat") == (filter == "lent:null:true"))
      }
    }
  }

  @Test("Records with another form than a new pattern are counted and named before it is saved, and stay")
  func pattern() async throws {
    try await test { site in
      let form = try await Self.sheet("code", site).with("pattern", "[0-9]+").with("patternHint", "Digits alone")
      let asked = try await site.send(form)
      #expect(asked.status == .ok && asked.text.contains("1 record has another form in"), "\(asked.text.suffix(3_000))")
      #expect(asked.text.contains("href=\"/shelf/books/2\""))
      #expect(try await Self.attribute("code", site).pattern == nil)
      try await site.change(try #require(PageForm.form(form.action, in: asked.text)).with("_confirmed", "yes"))
      #expect(try await site.record("books/2").contains(#""code":"x7""#))
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"A","code":"b"}"#, 422, has: ["Digits alone"]).run(
        site.client)
      // Another change of the field does not ask again.
      try await site.change(try await Self.sheet("code", site).with("help", "On the back"))
    }
  }

  @Test("Texts that are no numbers of articles are counted and named before their field becomes one of such numbers")
  func articles() async throws {
    try await test { site in
      try await site.add("books", #"{"title":"Right","code":"9780306406157"}"#)
      try await site.add("books", #"{"title":"Hyphens","code":"978-0-306-40615-7"}"#)
      let asked = try await site.post("/shelf/shape/kinds/books/fields/code", "label=Code&kind=articleNumber")
      #expect(asked.status == .ok, "\(asked.text.suffix(3_000))")
      #expect(asked.text.contains("3 records have another form in"))
      for (id, isNamed) in [(1, true), (2, true), (3, false), (4, true)] {
        #expect(asked.text.contains("href=\"/shelf/books/\(id)\"") == isNamed, "\(id)")
      }
      #expect(try await Self.attribute("code", site).barcode == nil)
    }
  }

  @Test("That a pattern was compared with the first records alone is said, also if none of them has another form")
  func compared() {
    let code = AttributeDescription(name: "code", label: "Code", kind: .text)
    func titles(_ count: Int, _ compared: Int?) -> [String] {
      FieldRemarks.summary(of: count, in: code, comparing: compared, .english).map(\.title)
    }
    let first = "Only the first 100,000 records were compared."
    #expect(titles(0, nil).isEmpty && titles(0, 100_000) == [first])
    #expect(titles(1, nil).count == 1 && titles(2, 100_000).count == 2 && titles(2, 100_000).last == first)
  }

  @Test("Rules that a sheet would refuse stay while something else of the field changes, and are refused once they do")
  func described() async throws {
    try await DesignedSite.test(
      """
      {"version":1,"name":"shelf","entities":[{"name":"book","attributes":[{"name":"title","required":true,"title":true},
       {"name":"code","unique":true,"default":"x","maxLength":9,"pattern":"([a-z]+)*","patternHint":"Letters"}]}]}
      """
    ) { site in
      try await site.change(try await Self.sheet("code", site).with("help", "On the back"))
      let code = try await Self.attribute("code", site)
      #expect(code.help == "On the back" && code.pattern == "([a-z]+)*" && code.defaultValue == .text("x"))
      for (name, text, fault) in [
        ("initial", "y", "so they can't begin with the same"), ("pattern", "([a-y]+)*", "Some texts take too long"),
      ] {
        let answer = try await site.send(try await Self.sheet("code", site).with(name, text))
        let page = answer.text.replacing("&#39;", with: "'")
        #expect(answer.status == .unprocessableContent && page.contains(fault), "\(name)")
      }
    }
  }

  @Test("New records begin with a value, a choice, yes, the current day or the current moment")
  func defaults() async throws {
    try await test { site in
      try await site.change(try await Self.sheet("price", site).with("initial", "2.50"))
      try await site.change(try await Self.sheet("state", site).with("initial", "old"))
      try await site.change(try await Self.sheet("sold", site).with("initial", "true"))
      try await site.change(try await Self.sheet("lent", site).with("now", "true"))
      try await site.change(try await Self.sheet("seen", site).with("now", "true"))
      let new = try await site.form("/shelf/books", on: "/shelf/books/new")
      #expect(new["price"] == "2.50" && new["state"] == "old" && new["sold"] == "true")
      #expect(new["lent"] == CalendarDate.today.description && new["seen"]?.isEmpty == false)
      try await site.add("books", #"{"title":"A"}"#)
      let record = try await site.record("books/3")
      for part in [#""price":2.50"#, #""state":"old""#, #""sold":true"#] { #expect(record.contains(part), "\(record)") }
      for (field, rule) in [("price", "initial"), ("state", "initial"), ("sold", "initial"), ("lent", "now")] {
        try await site.change(
          try await Self.sheet(field, site).with(rule, rule == "now" ? "false" : ""))
      }
      let plain = try await site.form("/shelf/books", on: "/shelf/books/new")
      #expect(plain["price"] == "" && plain["state"] == "" && plain["sold"] == "" && plain["lent"] == "")
    }
  }

  @Test("A new field that has a default says how many records get it")
  func filled() async throws {
    try await test { site in
      let note = "records that exist have no value in it"
      #expect(try await site.page("/shelf/shape/kinds/books/new/integer").contains(note))
      let form = try await site.shapeForm("kinds/books/new/integer").with("label", "Copies").with("initial", "1")
      let unnamed = try await site.send(form.with("label", ""))
      #expect(unnamed.status == .unprocessableContent && !unnamed.text.contains(note))
      let asked = try await site.send(form)
      #expect(asked.status == .ok && asked.text.contains("2 records without"), "\(asked.text.suffix(3_000))")
      try await site.change(try #require(PageForm.form(form.action, in: asked.text)).with("_confirmed", "yes"))
      #expect(try await site.record("books/1").contains(#""copies":1"#))
    }
  }

  @Test("Limits stay the same numbers when a decimal gets more digits, and go with a kind that has none")
  func otherKind() async throws {
    try await test { site in
      try await site.change(
        try await Self.sheet("price", site).with("minimum", "1.5").with("initial", "2").with("help", "Without tax"))
      let scaled = try await Self.sheet("price", site).with("scale", "3")
      let converted = try await site.send(scaled)
      #expect(converted.text.contains("1 value of"))
      try await site.change(try #require(PageForm.form(scaled.action, in: converted.text)).with("_confirmed", "yes"))
      let price = try await Self.attribute("price", site)
      #expect(price.minimum == .integer(1_500) && price.defaultValue == .integer(2_000) && price.scale == 3)
      // As money it has the same.
      let money = try await Self.sheet("price", site).with("kind", "money")
      let asked = try await site.send(money)
      let next = try #require(PageForm.form(money.action, in: asked.text))
      try await site.change(next.with("currency", "EUR"))
      let amount = try await Self.attribute("price", site)
      #expect(amount.minimum == .integer(1_500) && amount.currency == "EUR" && amount.help == "Without tax")
      let text = try await Self.sheet("price", site).with("kind", "text")
      let question = try await site.send(text)
      try await site.change(try #require(PageForm.form(text.action, in: question.text)).with("_confirmed", "yes"))
      let plain = try await Self.attribute("price", site)
      #expect(plain.minimum == .null && plain.defaultValue == .text("2.000") && plain.help == "Without tax")
    }
  }

  @Test("A field is unique together with another one, unless records are in the way, which are named")
  func together() async throws {
    try await test { site in
      try await site.add("books", #"{"title":"Momo","pages":300}"#)
      let form = try await Self.sheet("title", site).with("together", "pages")
      let refused = try await site.send(form)
      #expect(refused.status == .conflict && refused.text.contains("href=\"/shelf/books/3\""))
      try await APICase.send(.patch, "/api/shelf/books/3", #"{"pages":301}"#, 200).run(site.client)
      try await site.change(form)
      #expect(try await site.description().entity("book")?.uniqueKeys == [["title", "pages"]])
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"Momo","pages":301}"#, 409).run(site.client)
      #expect(try await Self.sheet("title", site)["together"] == "pages")
      let other = try await site.send(try await Self.sheet("pages", site).with("together", "title"))
      #expect(other.status == .unprocessableContent && other.text.contains("The other field says so already"))
      try await site.change(try await Self.sheet("title", site).with("together", ""))
      try await site.add("books", #"{"title":"Momo","pages":301}"#)
      // Of two keys that a description has, the one that is chosen stays.
      try await site.describe { document in
        for index in document.entities.indices where document.entities[index].name == "book" {
          document.entities[index].uniqueKeys = [["lent", "seen"], ["lent", "code"]]
        }
      }
      try await site.change(try await Self.sheet("lent", site).with("together", "code"))
      #expect(try await site.description().entity("book")?.uniqueKeys == [["lent", "code"]])
    }
  }
}
