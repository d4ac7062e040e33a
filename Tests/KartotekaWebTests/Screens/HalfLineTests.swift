import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: fields of half a line")
struct HalfLineTests {
  private static let shelf = """
    {"version":1,"name":"shelf","entities":[
     {"name":"book","attributes":[{"name":"title","required":true,"title":true},{"name":"code"},
      {"name":"shelf"},{"name":"row","width":"half"},{"name":"note"}]}]}
    """

  @Test("The sheet of a field sets its width, and the forms of new and stored records have two of them side by side")
  func sheet() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.add("books", #"{"title":"Momo"}"#)
      for field in ["code", "shelf"] {
        let form = try await site.shapeForm("kinds/books/fields/\(field)")
        #expect(form["half"] != "true")
        try await site.change(form.with("half", "true"))
      }
      let attributes = try #require(try await site.description().entity("book")?.attributes)
      #expect(attributes.map(\.width) == [nil, .half, .half, .half, nil])
      // The third one has nothing beside it.
      let classes = ["field", "field half", "field half second", "field half", "field"]
      for (path, prefix) in [("/shelf/books/new", "n-"), ("/shelf/books/1", "f-")] {
        let page = try await site.page(path)
        #expect(page.contains("group halves"))
        let found = page.matches(of: /class="?(field[a-z ]*)"?[^>]*><label[^>]* for="?([a-z]-[a-z]+)/)
          .filter { $0.2.hasPrefix(prefix) }.map { String($0.1) }
        #expect(found == classes, "\(path)")
      }
      #expect(try await site.page("/shelf/shape/kinds/books").contains("half a line in forms"))
      try await site.change(try await site.shapeForm("kinds/books/fields/code").with("half", "false"))
      let changed = try #require(try await site.description().entity("book")?.attributes)
      #expect(changed.map(\.width) == [nil, nil, .half, .half, nil])
    }
  }

  @Test("Another kind and label keep the width, and a description with an unknown width is refused")
  func kept() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      let form = try await site.shapeForm("kinds/books/fields/row")
      #expect(form["half"] == "true")
      try await site.change(form.with("label", "Board").with("kind", "integer"))
      let row = try await site.description().entity("book")?.attributes[3]
      #expect(row?.width == .half && row?.kind == .integer && row?.label == "Board")
    }
    #expect(throws: (any Error).self) {
      try AppDocument(json: Array(Self.shelf.replacing(#""width":"half""#, with: #""width":"third""#).utf8))
    }
  }
}
