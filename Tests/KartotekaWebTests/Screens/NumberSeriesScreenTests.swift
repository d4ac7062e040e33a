import HTTPTypes
import KartotekaApplication
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens and API: number series")
struct NumberSeriesScreenTests {
  private static let shelf = """
    {"version":1,"name":"shelf","entities":[
     {"name":"bill","attributes":[{"name":"title","required":true,"title":true},{"name":"number","series":"R-{000}"},
      {"name":"code"}]}],
     "tabs":[{"title":"Bills","screen":{"list":{"entity":"bill","title":["title"],"search":["title"],"sort":["title"]}}}]}
    """

  private func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.add("bills", #"{"title":"Ada"}"#)
      try await body(site)
    }
  }

  /// Sends a form of the shape, whose question has these words, and confirms it.
  private func confirm(_ site: DesignedSite, _ form: PageForm, asking words: String...) async throws {
    let asked = try await site.send(form)
    #expect(asked.status == .ok, "\(asked.text.suffix(2_000))")
    for word in words { #expect(asked.text.contains(word), "\(word) in \(asked.text.suffix(2_500))") }
    let question = try #require(PageForm.form(form.action, in: asked.text))
    try await site.change(question.with("_confirmed", "yes"))
  }

  @Test("The form of a new record says the next number, and a taken one keeps what was typed and offers the next")
  func forms() async throws {
    try await test { site in
      let page = try await site.page("/shelf/bills/new")
      #expect(page.contains("next: R-002") && !page.contains(/name="?number"?[^>]*required/))
      let form = try await site.form("/shelf/bills", on: "/shelf/bills/new")
      // Somebody else saves meanwhile.
      try await site.add("bills", #"{"title":"Eva"}"#)
      let refused = try await site.send(form.with("title", "Jan").with("number", "R-002").with("code", "x7"))
      #expect(refused.status == .conflict || refused.status == .unprocessableContent)
      #expect(refused.text.contains("Another record has this number"), "\(refused.text.suffix(3_000))")
      for word in ["R-003", "Jan", "R-002", "x7", "Open Eva"] {
        #expect(refused.text.contains(word), "\(word) in \(refused.text.suffix(3_000))")
      }
      let again = try #require(PageForm.form("/shelf/bills", in: refused.text))
      #expect(try await site.send(again.with("number", "")).status == .seeOther)
      #expect(try await site.record("bills/3").contains(#""number":"R-003""#))
      // A new record that doesn't mention it.
      #expect(try await site.send(form.with("title", "Zoe")).status == .seeOther)
      #expect(try await site.record("bills/4").contains(#""number":"R-004""#))
      // The card takes another number, and keeps the one that it has where it is emptied.
      let card = try await site.form("/shelf/bills/1")
      _ = try await site.send(card.with("number", "").with("title", "Ada 2"))
      #expect(try await site.record("bills/1").contains(#""number":"R-001""#))
      #expect(try await site.record("bills/1").contains("Ada 2"))
      // Emptied it would keep its number, so that the next one is no remedy for another record's.
      let other = try await site.form("/shelf/bills/1")
      let taken = try await site.send(other.with("number", "R-003").with("code", "y8"))
      #expect(taken.status == .conflict || taken.status == .unprocessableContent)
      for word in ["Another card has this already", "Open Jan", "R-003", "y8"] {
        #expect(taken.text.contains(word), "\(word) in \(taken.text.suffix(3_000))")
      }
      #expect(!taken.text.contains("Empty the field"))
      #expect(try await site.record("bills/1").contains(#""number":"R-001""#))
    }
  }

  @Test("The API gives numbers to single records and batches, once for a repeated request, and takes free ones")
  func api() async throws {
    try await test { site in
      try await APICase.send(
        .post, "/api/shelf/bills", #"{"title":"Own","number":"R-100"}"#, 201, has: [#""number":"R-100""#]
      ).run(site.client)
      try await APICase.send(.post, "/api/shelf/bills", #"{"title":"Taken","number":"R-001"}"#, 409, has: ["number"])
        .run(site.client)
      try await APICase.send(
        .post, "/api/shelf/bills", #"{"title":"Null","number":null}"#, 201, has: [#""number":"R-101""#]
      ).run(site.client)
      try await APICase.send(
        .post, "/api/shelf/batch",
        #"{"operations":[{"create":"bills","values":{"title":"a"}},{"create":"bills","values":{"title":"b"}}]}"#, 200
      ).run(site.client)
      #expect(try await site.record("bills/5").contains(#""number":"R-103""#))
      let key: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "once"]
      for _ in 0..<2 {
        try await APICase.send(
          .post, "/api/shelf/bills", #"{"title":"Once"}"#, 201, has: [#""number":"R-104""#], headers: key
        ).run(site.client)
      }
      #expect(try await site.count("bills") == 6)
      try await APICase.send(.patch, "/api/shelf/bills/1", #"{"number":null}"#, 200, has: [#""number":"R-001""#])
        .run(site.client)
      try await APICase.get("/api/shelf/openapi.json", has: ["The next number of the series R-{000}"]).run(site.client)
      try await APICase.get("/api/shelf/description", has: [#""R-{000}""#]).run(site.client)
    }
  }

  @Test("A field becomes a series: the question says which numbers the records get, and texts stay texts afterwards")
  func shape() async throws {
    try await test { site in
      try await site.add("bills", #"{"title":"Eva","code":"B-7"}"#)
      let sheet = try await site.page("/shelf/shape/kinds/bills/new/series")
      #expect(sheet.contains("The 2 records that exist get numbers") && sheet.contains("{year}-{0000}"))
      #expect(!sheet.contains(/name="?(required|unique)/))
      let refused = try await site.send(
        try await site.shapeForm("kinds/bills/new/series").with("label", "Running").with("series", "{day}-{0}"))
      #expect(refused.status == .unprocessableContent && refused.text.contains("be in a pattern"))
      let form = try await site.shapeForm("kinds/bills/new/series").with("label", "Running").with("series", "L{00}")
      try await confirm(site, form, asking: "2 records", "L01", "L02")
      #expect(try await site.record("bills/2").contains(#""running":"L02""#))
      let other = try await site.shapeForm("kinds/bills/fields/running").with("series", "M{00}")
      try await confirm(site, other, asking: "The next number is M01", "stay as they are")
      try await site.add("bills", #"{"title":"Jan"}"#)
      #expect(try await site.record("bills/3").contains(#""running":"M01""#))
      // A text with unique values, and back.
      let code = try await site.shapeForm("kinds/bills/fields/code").with("kind", "series").with("series", "B-{0}")
      let typed = try #require(PageForm.form(code.action, in: try await site.send(code).text))
      try await confirm(site, typed.with("series", "B-{0}"), asking: "2 records", "B-8", "B-9")
      #expect(try await site.record("bills/1").contains(#""code":"B-8""#))
      #expect(try await site.record("bills/3").contains(#""code":"B-9""#))
      try await site.change(try await site.shapeForm("kinds/bills/fields/code").with("kind", "text"))
      let changed = try await site.description().entity("bill")?.attributes.first { $0.name == "code" }
      #expect(changed?.series == nil && changed?.isUnique == true)
      #expect(try await site.record("bills/2").contains(#""code":"B-7""#))
    }
  }
}
