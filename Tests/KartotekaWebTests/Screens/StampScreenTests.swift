import HTTPTypes
import KartotekaApplication
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens and API: fields that only the store writes")
struct StampScreenTests {
  private static let shelf = """
    {"version":1,"name":"shelf","entities":[
     {"name":"book","attributes":[{"name":"title","required":true,"title":true}]}],
     "tabs":[{"title":"Books","screen":{"list":{"entity":"book","title":["title"],"search":["title"],"sort":["title"]}}}]}
    """

  private func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.add("books", #"{"title":"Momo"}"#)
      for kind in FieldShape.Kind.stamps {
        try await site.change(try await site.shapeForm("kinds/books/new/\(kind.rawValue)"))
      }
      try await body(site)
    }
  }

  @Test("A field is added with its own name; the records that exist get their history's moments")
  func adding() async throws {
    try await test { site in
      let book = try #require(try await site.description().entity("book"))
      #expect(book.attributes.dropFirst().map(\.label) == ["Created at", "Created by", "Changed at", "Changed by"])
      #expect(book.attributes.dropFirst().map(\.stamp) == [.createdAt, .createdBy, .changedAt, .changedBy])
      #expect(book.attributes.dropFirst().allSatisfy { $0.writability == .never && !$0.isRequired })
      let json = try await site.description().json
      #expect(json.contains(#""stamp""#) && !json.contains(#""writable""#))
      let record = try await site.record("books/1")
      #expect(record.contains(/"createdAt":"20/) && record.contains(/"changedAt":"20/), "\(record)")
      // Without accounts nobody is known.
      #expect(record.contains(#""createdBy":null"#), "\(record)")
      let sheet = try await site.page("/shelf/shape/kinds/books/new/createdAt")
      #expect(sheet.contains("The 1 record that exists gets what its history says"))
      #expect(!sheet.contains(/name="?required/))
    }
  }

  @Test("Forms and cells show it and take nothing for it; a card and a table have it")
  func screens() async throws {
    try await test { site in
      let new = try await site.form("/shelf/books", on: "/shelf/books/new")
      #expect(new["createdAt"] == nil && new["changedBy"] == nil)
      let card = try await site.page("/shelf/books/1")
      #expect(card.contains(/<output id="?f-createdAt"?>[^<]*\d/), "\(card.suffix(3_000))")
      let before = try await site.record("books/1")
      _ = try await site.post("/shelf/books/cells", "1:createdBy=Nemo")
      #expect(try await site.record("books/1") == before)
      let table = try await site.page("/shelf/books?layout=table&columns=title,createdAt,changedAt,changedBy")
      #expect(table.contains(/<td[^>]*data-label="?Created at"?[^>]*>[^<]*\d/), "\(table.suffix(2_000))")
      #expect(table.contains(/<td[^>]*data-label="?Changed at"?[^>]*>[^<]*\d/))
      // Without accounts nobody is known.
      #expect(table.contains(/<td[^>]*data-label="?Changed by"?[^>]*><\/td>/))
    }
  }

  @Test("The API ignores what is sent for it and says so in OpenAPI")
  func api() async throws {
    try await test { site in
      try await site.add("books", #"{"title":"Krabat","createdAt":"2001-01-01T00:00:00Z","createdBy":"Nemo"}"#)
      let made = try await site.record("books/2")
      #expect(!made.contains("2001") && !made.contains("Nemo"), "\(made)")
      try await APICase.send(
        .patch, "/api/shelf/books/2", #"{"title":"Krabat 2","changedBy":"Nemo"}"#, 200, has: ["Krabat 2"]
      ).run(site.client)
      #expect(!(try await site.record("books/2")).contains("Nemo"))
      try await APICase.get(
        "/api/shelf/openapi.json", has: ["The server sets it; a value that is sent is ignored."]
      ).run(site.client)
    }
  }

  /// Makes a change, after its question if it has one.
  @discardableResult
  private func confirm(_ site: DesignedSite, _ form: PageForm) async throws -> DesignedSite.Answer {
    let answer = try await site.send(form)
    guard let question = PageForm.form(form.action, in: answer.text) else {
      #expect(answer.status == .seeOther, "\(form.action): \(answer.text.suffix(2_000))")
      return answer
    }
    return try await site.change(question.with("_confirmed", "yes"))
  }

  @Test("It can become an ordinary field and no field becomes one; removing it and undoing that brings it back")
  func changing() async throws {
    try await test { site in
      let form = try await site.shapeForm("kinds/books/fields/createdAt")
      #expect(form["required"] == nil && form["unique"] == nil)
      let title = try await site.page("/shelf/shape/kinds/books/fields/title")
      // It is neither a kind for other fields nor part of what is unique.
      for kind in FieldShape.Kind.stamps { #expect(!title.contains("value=\"\(kind.rawValue)\"")) }
      let forced = try await site.shapeForm("kinds/books/fields/title")
      _ = try await site.send(forced.with("kind", "createdBy"))
      #expect(try await site.description().entity("book")?.attributes.first?.stamp == nil)
      let before = try await site.record("books/1")
      let removed = try await confirm(site, try await site.shapeForm("kinds/books/fields/createdAt/delete"))
      #expect(!(try await site.record("books/1")).contains("createdAt"))
      let page = try await site.page(removed.location)
      try await confirm(site, try #require(PageForm.all(in: page).first { $0.action.contains("/revisions/") }))
      #expect(try await site.record("books/1") == before)
      let back = try await site.description().entity("book")?.attributes
      #expect(back?.first { $0.name == "createdAt" }?.stamp == .createdAt)
      try await confirm(
        site, try await site.shapeForm("kinds/books/fields/createdAt").with("kind", "timestamp"))
      let attributes = try await site.description().entity("book")?.attributes
      let changed = try #require(attributes?.first { $0.name == "createdAt" })
      #expect(changed.stamp == nil && changed.writability == .always)
      #expect(try await site.record("books/1") == before)
    }
  }
}
