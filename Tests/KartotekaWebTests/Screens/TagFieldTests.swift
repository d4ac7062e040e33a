import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: tags")
struct TagFieldTests {
  private static let shelf = """
    {"version":1,"name":"shelf","entities":[
     {"name":"book","attributes":[{"name":"title","required":true,"unique":true,"title":true},
      {"name":"pages","kind":"integer","max":1000}]}]}
    """

  private func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.change(try await site.shapeForm("kinds/books/new/tags"))
      try await body(site)
    }
  }

  private static func add(_ title: String, _ tags: String, _ site: DesignedSite) async throws -> DesignedSite.Answer {
    let form = try await site.form("/shelf/books", on: "/shelf/books/new")
    return try await site.change(form.with("title", title).with("tags", tags))
  }

  /// The names of all tags.
  private static func tags(_ site: DesignedSite) async throws -> [String] {
    try await site.record("tags?limit=100").matches(of: /"name":"([^"]*)"/).map { String($0.1) }.sorted()
  }

  private static func field(_ id: Int, _ site: DesignedSite) async throws -> String? {
    try await site.form("/shelf/books/\(id)")["tags"]
  }

  @Test("The sheet makes the kind of record and the relationship in one step, which undo takes back")
  func sheet() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      let kinds = try await site.page("/shelf/shape/kinds/books")
      #expect(kinds.contains("/shelf/shape/kinds/books/new/tags"))
      try await site.change(try await site.shapeForm("kinds/books/new/tags").with("label", "Topics"))
      let made = try await site.description()
      let book = try #require(made.entity("book"))
      let topics = try #require(book.relationships.first)
      #expect(topics.isTags && topics.label == "Topics" && topics.cardinality == .manyToMany)
      let tag = try #require(made.entity(topics.target))
      #expect(tag.nouns == Nouns("tag", "tags") && tag.attributes.map(\.isColour) == [false, true])
      #expect(tag.attributes[0].isUnique && tag.attributes[0].isRequired)
      #expect(made.writtenTabs.first { $0.screen.entity == tag.name }?.isUnderMore == true)
      #expect(made.description.model.check().isEmpty)
      // A second kind of record uses the same tags.
      try await site.change(try await site.form("/shelf/shape/new").with("one", "film"))
      let form = try await site.shapeForm("kinds/films/new/tags")
      try await site.change(form.with("target", tag.name))
      let both = try await site.description()
      #expect(both.entity("film")?.relationships.first?.target == tag.name)
      #expect(both.entities.count == 3)
    }
  }

  @Test("Typed names are saved with the record, and new ones make tags; a form shows them again")
  func typing() async throws {
    try await test { site in
      _ = try await Self.add("Momo", "Time, to  do; йод,", site)
      _ = try await Self.add("Krabat", "time, TO DO, иод", site)
      #expect(try await Self.tags(site) == ["Time", "to do", "йод", "иод"].sorted())
      #expect(try await Self.field(1, site) == "Time, to do, йод")
      #expect(try await Self.field(2, site) == "Time, to do, иод")
      let form = try await site.form("/shelf/books/1")
      try await site.change(form.with("tags", "new, йод").with("pages", "300"))
      #expect(try await Self.field(1, site) == "йод, new")
      #expect(try await site.record("books/1").contains(#""pages":300"#))
      #expect(try await Self.field(2, site) == "Time, to do, иод")
    }
  }

  @Test("A refused form shows what was typed, and makes no tag")
  func refused() async throws {
    try await test { site in
      _ = try await Self.add("Momo", "old", site)
      let form = try await site.form("/shelf/books/1")
      let answer = try await site.send(form.with("tags", "old, new").with("pages", "5000"))
      #expect(answer.status == .unprocessableContent)
      #expect(PageForm.form(form.action, in: answer.text)?["tags"] == "old, new")
      let long = String(repeating: "x", count: 81)
      let refused = try await site.send(form.with("tags", "old, other, " + long))
      #expect(refused.status == .unprocessableContent, "\(refused.status)")
      #expect(PageForm.form(form.action, in: refused.text)?["tags"] == "old, other, " + long)
      // Another record has the title, which the database alone knows.
      let new = try await site.form("/shelf/books", on: "/shelf/books/new")
      let taken = try await site.send(new.with("title", "Momo").with("tags", "third"))
      #expect(taken.status.kind == .clientError)
      #expect(try await Self.tags(site) == ["old"])
    }
  }

  @Test("Two forms of one record merge: each adds and removes its own tags")
  func merging() async throws {
    try await test { site in
      _ = try await Self.add("Momo", "a, b", site)
      let (one, other) = (try await site.form("/shelf/books/1"), try await site.form("/shelf/books/1"))
      try await site.change(one.with("tags", "a, b, c"))
      try await site.change(other.with("tags", "b, C, d"))
      #expect(try await Self.field(1, site) == "b, c, d")
      #expect(try await Self.tags(site) == ["a", "b", "c", "d"])
    }
  }

  @Test("The question after a conflict keeps what each has added and removed")
  func conflict() async throws {
    try await test { site in
      _ = try await Self.add("Momo", "a, b", site)
      let (one, other) = (try await site.form("/shelf/books/1"), try await site.form("/shelf/books/1"))
      try await site.change(one.with("title", "Momo 1").with("tags", "b, c"))
      let asked = try await site.send(other.with("title", "Momo 2").with("tags", "a, d"))
      #expect(asked.status == .conflict)
      // The sheet's form saves; the page below it has the older version still.
      var isSaved = false
      for form in PageForm.all(in: asked.text) where form.action == other.action && !isSaved {
        #expect(form["tags"] == "a, d")
        isSaved = try await site.send(form).status == .seeOther
      }
      #expect(isSaved)
      #expect(try await site.record("books/1").contains(#""title":"Momo 2""#))
      #expect(try await Self.field(1, site) == "c, d")
    }
  }

  @Test("A record with more tags than a field takes can be changed, and tags be taken out")
  func many() async throws {
    try await test { site in
      _ = try await Self.add("Momo", "", site)
      let names = (10..<70).map { String(repeating: "x", count: 73) + String($0) }
      _ = try await Self.load("title,tags\nMomo,\(names.joined(separator: ";"))\n", site)
      let form = try await site.form("/shelf/books/1")
      let text = try #require(form["tags"])
      #expect(text == names.joined(separator: ", ") && text.count > 4_000)
      try await site.change(form.with("pages", "300"))
      let again = try await site.form("/shelf/books/1")
      #expect(try await site.send(again.with("tags", text + ", more")).status == .unprocessableContent)
      try await site.change(again.with("tags", names.dropFirst().joined(separator: ", ")))
      #expect(try await Self.field(1, site) == names.dropFirst().joined(separator: ", "))
    }
  }

  @Test("Lists, tables, boards and the record's page show tags in their colours")
  func chips() async throws {
    try await test { site in
      _ = try await Self.add("Momo", "urgent, calm", site)
      let urgent = try await site.record("tags?filter[name]=urgent").firstMatch(of: /"id":(\d+)/)?.1 ?? ""
      try await APICase.send(.patch, "/api/shelf/tags/\(urgent)", #"{"colour":"bad"}"#, 200).run(site.client)
      for path in ["books", "books/1", "books?layout=table&columns=title,tags"] {
        let page = try await site.page("/shelf/" + path)
        #expect(page.contains(/class="tag bad"[^>]*>urgent</), "\(path)")
        #expect(page.contains(/class="tag"[^>]*>calm</) || page.contains(/class=tag>calm</), "\(path)")
      }
      #expect(try await site.page("/shelf/books/1").contains(/<datalist[^>]*>.*urgent/))
    }
  }

  /// Loads a file, and answers with the page of its preview and that of its result.
  private static func load(_ content: String, _ site: DesignedSite) async throws -> (preview: String, result: String) {
    let head = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"books.csv\"\r\n\r\n"
    let sent = try await site.client.execute(
      uri: "/shelf/import", method: .post,
      headers: [.contentType: "multipart/form-data; boundary=b", .acceptLanguage: "en"],
      body: ByteBuffer(string: head + content + "\r\n--b--\r\n"))
    let path = try #require(sent.headers[.location])
    var preview = try await site.page(path)
    while preview.contains("Counting what they would change") {
      await Task.yield()
      preview = try await site.page(path)
    }
    _ = try await site.post(path, "load-1=on&unresolved=empty&scope=good")
    while true {
      let answer = try await site.get(path)
      if answer.status == .seeOther { return (preview, try await site.page(answer.location)) }
      try #require(answer.text.contains("data-part=progress"), "\(answer.text.suffix(1_500))")
      await Task.yield()
    }
  }

  @Test("An import matches and makes tags as its preview says, and rejected rows make none")
  func imports() async throws {
    try await test { site in
      _ = try await Self.add("Momo", "Old", site)
      let file = """
        title,pages,tags
        Krabat,300,"old, new; NEW; иод"
        Emil,5000,"rejected"
        Momo,,"йод"
        """
      let (preview, result) = try await Self.load(file, site)
      let words = "New in Tags: 3 (new, иод, йод)"
      #expect(preview.contains(words), "\(preview.suffix(3_000))")
      #expect(result.contains(words), "\(result.suffix(3_000))")
      #expect(try await Self.tags(site) == ["Old", "new", "иод", "йод"].sorted())
      #expect(try await Self.field(1, site) == "йод")
      #expect(try await Self.field(2, site) == "Old, new, иод")
    }
  }

  @Test("An exported list is loaded again without a change, and one change in it makes one tag")
  func roundTrip() async throws {
    try await test { site in
      _ = try await Self.add("Momo", "2024, to do, 7", site)
      _ = try await Self.add("Krabat", "7", site)
      let answer = try await site.get("/shelf/export/books.csv?as=shown&columns=title,tags")
      #expect(answer.status == .ok, "\(answer.status) \(answer.location)")
      #expect(answer.text.contains("2024; to do; 7"), "\(answer.text)")
      let (_, same) = try await Self.load(answer.text, site)
      #expect(same.contains("nothing was changed"), "\(same.suffix(2_000))")
      #expect(try await Self.tags(site).count == 3)
      let (_, changed) = try await Self.load(answer.text.replacing("2024; to do", with: "2024; done"), site)
      #expect(changed.contains("New in Tags: 1 (done)"), "\(changed.suffix(2_000))")
      #expect(try await Self.field(1, site) == "2024, 7, done")
    }
  }
}
