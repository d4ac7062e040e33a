import HTTPTesting
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// Kinds of record, relationships and computed values.
extension ShapeScreenTests {
  @Test(
    "A new kind of record has a list at once; names that exist are refused; deleting it brings back what was before")
  func kinds() async throws {
    try await test { site in
      try await site.change("new", ["one": "city", "many": ""])
      try await site.add("cities", #"{"name":"Berlin"}"#)
      #expect(try await site.get("/shelf/cities").contains("Berlin"))
      for name in ["Book", "author", "", "42"] {
        #expect(try await site.send("new", ["one": name]).status == .unprocessableContent, "\(name)")
      }
      for name in ["shape", "setting", "import", "more"] { try await site.change("new", ["one": name, "many": ""]) }
      let entities = try await site.description().entities
      #expect(entities.suffix(4).allSatisfy { !ReservedNames.paths.contains($0.plural) }, "\(entities.map(\.plural))")
      for entity in entities { _ = try await site.get("/shelf/\(entity.plural)") }
      try await site.change(
        "kinds/cities/names", ["one": "town", "many": "towns", "tab": "Towns", "symbol": "city"])
      #expect(try await site.get("/shelf/cities").contains("1 town"))
      try await site.change("kinds/cities/delete", [:], asking: "1 record of towns is removed")
      _ = try await site.get("/shelf/cities", .notFound)
      #expect(try await site.get("/shelf/books").contains("Momo"))
    }
  }

  @Test("The related kind of record can be deleted with all that leads to it")
  func deleteRelated() async throws {
    try await test { site in
      try await site.change("kinds/authors/delete", [:], asking: "1 record of authors is removed")
      #expect(try await site.description().entity("book")?.relationships == [])
      let last = try await site.send("kinds/books/delete", [:], confirmed: true)
      #expect(last.status != .seeOther && last.text.contains("at least one kind of record"))
    }
  }

  @Test("Relationships to one, to many and between many, and to itself, with their other sides")
  func links() async throws {
    try await test { site in
      let rule = "nullify"
      try await site.change(
        "kinds/books/new/link?to=author", ["label": "Editor", "number": "toOne", "back": "Edited", "rule": "deny"])
      try await site.change(
        "kinds/books/new/link?to=book", ["label": "Sequel of", "number": "toOne", "back": "Sequels", "rule": rule])
      try await site.change(
        "kinds/books/new/link?to=author", ["label": "Fans", "number": "manyToMany", "back": "Favourites", "rule": rule])
      try await site.change(
        "kinds/authors/new/link?to=book", ["label": "Owned", "number": "toMany", "back": "Owner", "rule": rule])
      try await APICase.send(
        .patch, "/api/shelf/books/2", #"{"editor":1,"sequelOf":1,"owner":1}"#, 200
      ).run(site.client)
      try await APICase.send(.put, "/api/shelf/books/2/fans", #"{"ids":[1]}"#, 204).run(site.client)
      try await APICase.delete("/api/shelf/authors/1", 409).run(site.client)
      let page = try await site.get("/shelf/authors/1")
      for words in ["Edited", "Favourites", "Owned"] { #expect(page.contains(words), "\(words)") }
      #expect(try await site.get("/shelf/books/1").contains("Sequels"))
      let taken = try await site.send(
        "kinds/books/new/link?to=author", ["label": "Author", "number": "toOne", "back": "X", "rule": rule])
      #expect(taken.status == .unprocessableContent && taken.text.contains("already"))
      let back = try await site.send(
        "kinds/books/new/link?to=author", ["label": "Third", "number": "toOne", "back": "name", "rule": rule])
      #expect(back.status == .unprocessableContent && back.text.contains("called name already"))
      try await site.change("kinds/books/fields/fans/delete", [:], asking: "1 link is removed")
      #expect(
        try await site.description().entity("author")?.relationships.map(\.label) == ["Books", "Edited", "Owned"])
    }
  }

  @Test("A required relationship is refused where records have none, and in a circle")
  func requiredLink() async throws {
    try await test { site in
      let refused = try await site.send(
        "kinds/books/fields/author", ["label": "Author", "rule": "deny", "required": "true"])
      #expect(refused.status == .conflict && refused.text.contains("/shelf/books/2"))
      let circle = try await site.send(
        "kinds/books/new/link?to=book",
        ["label": "Parent", "number": "toOne", "back": "Children", "rule": "deny", "required": "true"])
      #expect(circle.status != .seeOther)
    }
  }

  @Test("A computed value is tried out before it is added, and follows its fields")
  func computed() async throws {
    try await test { site in
      let path = "kinds/books/new/computed"
      let find = (FormIntent.find.name, FormIntent.find.value)
      let tried = try await site.send(
        path, ["label": "", "form": "own", "formula": "round(price * 1.23, 2)", find.0: find.1])
      #expect(
        tried.status == .ok && tried.text.contains("In the first records: 12.18; empty"), "\(tried.text.suffix(1_500))")
      for (formula, word) in [
        ("nothing * 2", "nothing: There is no field “nothing”"),
        ("Title + 1", "This is a text; here has to be a number"),
        ("Price *", "A value is missing at the end"), ("Price & (1", "A closing bracket is missing"),
        ("", "empty"),
      ] {
        let refused = try await site.send(path, ["label": "X", "form": "own", "formula": formula])
        #expect(refused.status == .unprocessableContent && refused.text.contains(word), "\(formula)")
      }
      try await site.change(path, ["label": "Gross", "form": "own", "formula": "round(price * 1.23, 2)"])
      try await site.has(#""gross":12.18"#)
      try await site.change("kinds/authors/new/computed", ["label": "Number of books", "form": "count:books"])
      try await site.change("kinds/authors/new/computed", ["label": "Worth", "form": "sum:books:price"])
      try await site.has(#""numberOfBooks":1"#, #""worth":9.9"#, of: "authors/1")
      try await site.change("kinds/authors/fields/worth", ["label": "Pages", "form": "sum:books:pages"])
      try await site.has(#""worth":300"#, of: "authors/1")
      // A form without a formula ignores none; a count is shown as the formula that a person goes on writing.
      let counted = "kinds/authors/new/computed"
      let ignored = try await site.send(counted, ["label": "X", "form": "count:books", "formula": "2 * 2"])
      #expect(ignored.status == .unprocessableContent && ignored.text.contains("Here is no formula"))
      #expect(try await site.get("/shelf/shape/kinds/authors/fields/numberOfBooks").contains("count(Books)"))
      try await site.change(
        "kinds/authors/fields/numberOfBooks",
        ["label": "Number of books", "form": "own", "formula": "count(Books) × 10"])
      try await site.has(#""numberOfBooks":10"#, of: "authors/1")
      try await site.change("kinds/authors/new/integer", ["label": "Born"])
      try await APICase.send(.patch, "/api/shelf/authors/1", #"{"born":1929}"#, 200).run(site.client)
      try await site.change(path, ["label": "Of the author", "form": "of:author:born"])
      try await site.change(path, ["label": "Half", "form": "own", "formula": "round(pages * 0.5, 0)"])
      try await site.has(#""half":150"#, #""ofTheAuthor":1929"#)
      try await site.change("kinds/authors/fields/worth/delete", [:], asking: "Delete")
      try await site.has(of: "authors/1", lacks: ["worth"])
    }
  }

  @Test("A formula has labels on the screen and names in the description, and stays right when a label changes")
  func formula() async throws {
    try await test { site in
      let path = "kinds/books/new/computed"
      let size = "if(Pages ≥ 500, \"thick\", \"thin\") & \" by \" & Author.Name"
      try await site.change(path, ["label": "Size", "form": "own", "formula": size])
      try await site.has(#""size":"thin by Ende""#)
      let source = try await site.description().entity("book")?.computed.last?.source.formula?.text
      #expect(source == "if(pages >= 500, \"thick\", \"thin\") & \" by \" & author.name")
      try await site.change("kinds/books/fields/pages", ["label": "Sheets", "kind": "integer"])
      #expect(try await site.get("/shelf/shape/kinds/books/fields/size").contains("if(Sheets ≥ 500"))
      // Other computed values, also of related records.
      try await site.change(path, ["label": "Twice the size", "form": "own", "formula": "Double × 2"])
      try await site.change(
        "kinds/authors/new/computed", ["label": "Worth", "form": "own", "formula": "sum(Books, Twice the size) ÷ 8"])
      try await site.has(#""twiceTheSize":1200"#)
      try await site.has(#""worth":150"#, of: "authors/1")
      let sorted = try await site.get("/api/shelf/books?sort=-size&filter%5Bsize%5D=thin%20by%20Ende")
      #expect(sorted.contains("Momo") && !sorted.contains("Krabat"))
      let circle = try await site.send(
        "kinds/books/fields/double", ["label": "Double", "form": "own", "formula": "Twice the size + 1"])
      #expect(circle.status == .unprocessableContent && circle.text.contains("These need each other"))
      let page = try await site.send("kinds/books/fields/pages/delete", [:])
      #expect(page.text.contains("Size") && page.text.contains("Twice the size"))
    }
  }

  @Test("A formula may have as many characters as the documents say, as a value and as a condition")
  func longFormula() async throws {
    try await test { site in
      let path = "kinds/books/new/computed"
      let long = "Pages" + String(repeating: " + Pages", count: 180)
      #expect(long.count > 1_400)
      try await site.change(path, ["label": "Many pages", "form": "own", "formula": long])
      try await site.has(#""manyPages":54300"#)
      try await site.change(
        "kinds/books/fields/price", ["label": "Price", "kind": "decimal", "scale": "2", "shownIf": long + " > 0"])
      #expect(try await site.description().entity("book")?.attributes.contains { $0.shownIf != nil } == true)
      let longer = try await site.send(
        path, ["label": "X", "form": "own", "formula": "\"" + String(repeating: "x", count: 4_000) + "\""])
      #expect(longer.status == .unprocessableContent && longer.text.contains("A formula has at most 4"))
    }
  }

  @Test("A number of days after a date is a computed date")
  func later() async throws {
    try await test { site in
      try await site.change("kinds/books/new/date", ["label": "Lent"])
      let path = "kinds/books/new/computed"
      #expect(try await site.get("/shelf/shape/" + path).contains("A number of days after Lent"))
      let refused = try await site.send(path, ["label": "Due", "form": "later:lent", "formula": "price * 2"])
      #expect(refused.status == .unprocessableContent && refused.text.contains("whole number of days"))
      try await site.change(path, ["label": "Due", "form": "later:lent", "formula": "pages - 286"])
      let book = try await site.description().entity("book")
      #expect(book?.computed.last?.attribute.kind == .date)
      try await APICase.send(.patch, "/api/shelf/books/1", #"{"lent":"2026-02-20"}"#, 200).run(site.client)
      try await site.has(#""due":"2026-03-06""#)
      #expect(try await site.get("/shelf/shape/kinds/books").contains("Lent, plus days: Pages - 286"))
      #expect(try await site.get("/shelf/shape/kinds/books/fields/due").contains("Pages - 286"))
    }
  }
}
