import HTTPTypes
import KartotekaModel
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: fields that forms leave out")
struct HiddenFieldTests {
  private static let shelf = """
    {"version":1,"name":"shelf","entities":[
     {"name":"book","attributes":[{"name":"title","required":true,"title":true},{"name":"code"},
      {"name":"state","kind":"choice","required":true,"default":"new","choices":["new","old"]}]}],
     "tabs":[{"title":"Books","screen":{"list":{"entity":"book","title":["title"],"search":["title"],"sort":["title"]}}}]}
    """

  private func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.add("books", #"{"title":"Momo","code":"12","state":"old"}"#)
      for field in ["code", "state"] {
        try await site.change(try await site.shapeForm("kinds/books/fields/\(field)").with("unseen", "true"))
      }
      try await body(site)
    }
  }

  @Test("Neither the form of a new record nor a record's page has one, and saving keeps its value")
  func forms() async throws {
    try await test { site in
      let hidden = try #require(try await site.description().entity("book")?.attributes.dropFirst())
      #expect(hidden.map(\.isHiddenInForms) == [true, true])
      #expect(try await site.description().json.contains(#""hidden""#))
      let new = try await site.form("/shelf/books", on: "/shelf/books/new")
      #expect(new["title"] == "" && new["code"] == nil && new["state"] == nil)
      try await site.change(new.with("title", "Krabat"))
      #expect(try await site.record("books/2").contains(#""state":"new""#))
      let form = try await site.form("/shelf/books/1")
      #expect(form["code"] == nil && form["state"] == nil)
      try await site.change(form.with("title", "Momo 2"))
      let record = try await site.record("books/1")
      for part in [#""title":"Momo 2""#, #""code":"12""#, #""state":"old""#] {
        #expect(record.contains(part), "\(record)")
      }
    }
  }

  @Test("Tables with their cells, the API and OpenAPI have it")
  func lists() async throws {
    try await test { site in
      let table = try await site.page("/shelf/books?layout=table&columns=title,code,state")
      #expect(table.contains(/<td[^>]*data-label="?Code"?[^>]*>12</), "\(table.suffix(2_000))")
      let cell = try await site.post("/shelf/books/cells", "1:code=77")
      #expect(cell.status.kind == .successful || cell.status.kind == .redirection, "\(cell.status)")
      #expect(try await site.record("books/1").contains(#""code":"77""#))
      try await APICase.send(.patch, "/api/shelf/books/1", #"{"code":"78"}"#, 200, has: [#""code":"78""#]).run(
        site.client)
      let document = String(buffer: try await APICase.get("/api/shelf/openapi.json").run(site.client).body)
      #expect(document.contains(/"code":\{[^{}]*"title":"Code"/))
      #expect(document.contains(/"state":\{[^{}]*"title":"State"/))
    }
  }

  @Test("What an address gives a new record is kept in the form that leaves the field out")
  func given() async throws {
    try await test { site in
      let new = try await site.form("/shelf/books", on: "/shelf/books/new?state=old")
      #expect(new["state"] == "old")
      try await site.change(new.with("title", "Krabat"))
      #expect(try await site.record("books/2").contains(#""state":"old""#))
    }
  }

  private static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"product","attributes":[{"name":"name","required":true,"title":true}]},
     {"name":"sale","attributes":[{"name":"note","required":true,"title":true},
       {"name":"source","kind":"choice","required":true,"default":"desk","choices":["desk","web"],"hidden":true},
       {"name":"made","kind":"timestamp","stamp":"createdAt"}],
      "relationships":[{"name":"lines","kind":"toMany","to":"line","inverse":"sale"}]},
     {"name":"line","attributes":[{"name":"remark","title":true},{"name":"quantity","kind":"integer","required":true},
       {"name":"changed","kind":"timestamp","stamp":"changedAt"}],
      "relationships":[{"name":"sale","to":"sale","required":true,"onDelete":"cascade","inverse":"lines"},
       {"name":"product","to":"product","required":true,"onDelete":"deny"}]}],
     "tabs":[{"title":"Products","screen":{"list":{"entity":"product","title":["name"],"search":["name"],"sort":["name"]}}},
      {"title":"Sales","screen":{"list":{"entity":"sale","title":["note"],"search":["note"],"sort":["note"],
       "lines":{"relationship":"lines","item":"product","quantity":"quantity","fields":["note","source"]}}}}]}
    """

  @Test("A form with lines keeps what an address gives, in each step; the record and its lines have their stamps")
  func lines() async throws {
    try await DesignedSite.test(Self.shop) { site in
      try await site.add("products", #"{"name":"Chai"}"#)
      let new = try await site.form("/shop/sales", on: "/shop/sales/new?source=web").with("note", "Alfreds")
      #expect(new["source"] == "web")
      let adding = FormIntent.addLine(1)
      let step = try await site.send(new.with(adding.name, adding.value))
      let form = try #require(PageForm.form("/shop/sales", in: step.text), "\(step.text.suffix(3_000))")
      #expect(form["source"] == "web" && form[FormName.line(.item, 0)] == "1")
      try await site.change(form)
      let sale = try await site.record("sales/1")
      #expect(sale.contains(#""source":"web""#) && sale.contains(/"made":"20/), "\(sale)")
      let line = try await site.record("lines/1")
      #expect(line.contains(/"changed":"20/), "\(line)")
      // A saved record keeps it, too.
      try await site.change(try await site.form("/shop/sales/1", on: "/shop/sales/1/edit").with("note", "Berglund"))
      #expect(try await site.record("sales/1").contains(#""source":"web""#))
    }
  }

  @Test("A form shows one whose value is refused, so that it can be mended")
  func refused() async throws {
    try await test { site in
      try await site.describe { document in
        for entity in document.entities.indices {
          for index in document.entities[entity].attributes.indices
          where document.entities[entity].attributes[index].name == "code" {
            document.entities[entity].attributes[index].pattern = "[a-z]+"
            document.entities[entity].attributes[index].patternHint = "Small letters"
          }
        }
      }
      let form = try await site.form("/shelf/books/1")
      let answer = try await site.send(form.with("title", "Momo 3"))
      #expect(answer.status == .unprocessableContent && answer.text.contains("Small letters"), "\(answer.status)")
      let shown = try #require(PageForm.form(form.action, in: answer.text))
      #expect(shown["code"] == "12")
      try await site.change(shown.with("code", "momo"))
      #expect(try await site.record("books/1").contains(#""code":"momo""#))
    }
  }

  @Test(
    "A required field without a value that new records begin with can't be hidden, and a hidden one keeps that value")
  func required() async throws {
    try await test { site in
      let fault = "A required field can be hidden only if new records begin with a value"
      let title = try await site.shapeForm("kinds/books/fields/title")
      #expect(title["unseen"] != "true")
      let refused = try await site.send(title.with("unseen", "true"))
      #expect(refused.status == .unprocessableContent && refused.text.contains(fault), "\(refused.text.suffix(2_000))")
      let state = try await site.send(try await site.shapeForm("kinds/books/fields/state").with("initial", ""))
      #expect(state.status == .unprocessableContent && state.text.contains(fault), "\(state.text.suffix(2_000))")
      let page = try await site.page("/shelf/shape/kinds/books")
      #expect(page.contains("hidden in forms"))
      try await site.change(try await site.shapeForm("kinds/books/fields/code").with("unseen", "false"))
      #expect(try await site.form("/shelf/books", on: "/shelf/books/new")["code"] == "")
    }
  }
}
