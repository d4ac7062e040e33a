import Foundation
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// Lists and the look of the application.
extension ShapeScreenTests {
  @Test("Titles, second lines, order and sections of a list are chosen")
  func list() async throws {
    try await test { site in
      try await site.change(
        "kinds/books/list",
        [
          "title": "code", "title2": "title", "subtitle": "author", "value": "price", "sort": "pages",
          "descending": "true",
        ])
      let page = try await site.get("/shelf/books")
      let krabat = try #require(page.range(of: "Krabat"))
      let momo = try #require(page.range(of: "Momo"))
      #expect(krabat.lowerBound < momo.lowerBound && page.contains("Ende"))
      try await site.change("kinds/authors/list", ["title": "name", "sort": "name", "sectionbooks": "false"])
      #expect(try await !site.get("/shelf/authors/1").contains("Momo"))
      try await site.change("kinds/authors/list", ["title": "name", "sort": "name", "sectionbooks": "true"])
      #expect(try await site.get("/shelf/authors/1").contains("Momo"))
    }
  }

  @Test("Notes are switched on and off in the sheet of the list")
  func notes() async throws {
    try await test { site in
      try await site.change("kinds/authors/list", ["title": "name", "sort": "name", "section-notes": "true"])
      #expect(try await site.get("/shelf/authors/1").contains("Add note"))
      #expect(try await site.description().entity("author")?.hasNotes == true)
      try await site.change("kinds/authors/list", ["title": "name", "sort": "name", "section-notes": "false"])
      #expect(try await !site.get("/shelf/authors/1").contains("Add note"))
    }
  }

  @Test("Name, symbol and colour of the application and the order of its tabs")
  func look() async throws {
    try await test { site in
      try await site.change("look", ["title": "My shelf", "summary": "Books", "symbol": "book", "hue": "150"])
      #expect(try await site.get("/").contains("My shelf"))
      let first = try #require(try await site.description().writtenTabs.first)
      try await site.change("kinds/authors/move", ["before": first.path])
      #expect(try await site.description().tabs?.map(\.title) == ["Authors", "Books"])
    }
  }
}
