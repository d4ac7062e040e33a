import Courses
import Foundation
import Kartoteka
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Northwind
import RandomTests
import Testing
import TravelMap
import Travellers
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: forms of an application's shape change what a person has changed, and nothing else")
struct ShapeFormsTests {
  private func test(_ json: String, _ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(json, body)
  }

  // What the forms of the shape can't show, beside what they can.
  static let odd = """
    {"version":1,"name":"odd","hue":123,"symbol":"find","entities":[
     {"name":"thing","nouns":{"one":"Thing","many":"Things"},
      "attributes":[{"name":"title","required":true,"title":true},{"name":"size","kind":"real"},
       {"name":"country","kind":"country","unique":true},{"name":"weight","kind":"decimal","scale":3,"unique":true},
       {"name":"flag","kind":"boolean","default":true},{"name":"place","kind":"coordinate","unique":true},
       {"name":"status","kind":"choice","unique":true,
        "choices":["a = b",{"value":"c","label":"See = saw"},"old"]},
       {"name":"amount","kind":"decimal","scale":2,"currency":"EUR"},{"name":"isOpen","kind":"boolean","required":true}],
      "relationships":[{"name":"owner","to":"person","required":true,"onDelete":"deny"}],
      "computed":[{"attribute":{"name":"line","writable":"never"},"formula":{"join":{"parts":["title","owner.name"]}}},
       {"attribute":{"name":"twice","kind":"decimal","scale":2,"currency":"EUR"},"formula":"amount * 2"}],
      "states":[{"name":"old","label":"Old","tone":"bad","when":{"compare":["status","eq","old"]}}]},
     {"name":"person","plural":"people","attributes":[{"name":"name","required":true,"title":true}],
      "relationships":[{"name":"things","kind":"toMany","to":"thing","inverse":"owner"}],
      "computed":[{"attribute":{"name":"open","kind":"decimal","scale":2,"currency":"EUR"},
       "formula":{"sum":{"over":"things","of":"amount","where":{"compare":["isOpen","eq",true]}}}},
       {"attribute":{"name":"all","kind":"decimal","scale":2,"currency":"EUR"},
       "formula":{"sum":{"over":"things","of":"amount"}}}]}],
     "tabs":[
      {"title":"Things","symbol":"find","screen":{"list":{"entity":"thing","title":["title","line"],
       "subtitle":["twice","owner","status"],"card":{"omitted":["flag"]}}}},
      {"title":"People","screen":{"list":{"entity":"person","title":["name"],"subtitle":["open"],"sort":["name"]}}}]}
    """

  // The applications of the program and the one with everything, as designed ones of another name.
  private static let designs: [(name: String, json: String)] = {
    var designs = [travellers, usersCRUD, northwind, travelMap, courses].map { app in
      var document = AppDocument(app.description, catalogue: app.catalogue)
      document.name = "own-" + document.name
      return (document.name, document.json)
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../GeneratedDeclarationTests/everything.json").standardizedFileURL
    if let text = try? String(contentsOf: file, encoding: .utf8) { designs.append(("everything", text)) }
    return designs + [("odd", odd)]
  }()

  @Test(
    "A form that is saved untouched leaves the description as it is, and each link of the shape leads somewhere",
    arguments: ["everything", "odd"]
      + (RandomTests.doesAll
        ? ["own-travellers", "own-userscrud", "own-northwind", "own-travelmap", "own-courses"] : []))
  func untouched(name: String) async throws {
    let json = try #require(Self.designs.first { $0.name == name }).json
    try await test(json) { site in
      let before = try await site.description()
      var (waiting, seen): ([String], Set<String>) = (["/\(name)/shape"], [])
      var count = 0
      while let path = waiting.popLast() {
        guard seen.insert(path).inserted else { continue }
        let page = try await site.page(path)
        for match in page.matches(of: /href="?([^\s">?#]+)/) {
          let href = String(match.1)
          // What is behind a question, or adds something, has no form that changes nothing.
          let others = ["/delete", "/new", "/new-state", "/new-filter", "/new-group", "/revisions", "shape/overviews"]
          let isOther = others.contains { href.contains("shape" + $0) || href.hasSuffix($0) }
          if href.hasPrefix("/\(name)/shape"), !isOther, !href.contains("/new/") { waiting.append(href) }
        }
        guard let form = PageForm.form(path, in: page) else { continue }
        count += 1
        let answer = try await site.send(form)
        #expect(answer.status == .seeOther, "\(path): \(answer.text.suffix(1_500))")
        #expect(!answer.location.contains("changed="), "\(path)")
      }
      #expect(count > before.entities.count * 2)
      #expect(try await site.description() == before)
    }
  }

  @Test("Another label is all that changes of a field, a relationship and a computed value")
  func labels() async throws {
    try await test(Self.odd) { site in
      let before = try await site.description()
      for (kind, fields) in [
        (
          "things",
          ["title", "size", "country", "weight", "flag", "place", "status", "amount", "isOpen", "owner", "line"]
        ),
        ("people", ["name", "things", "open", "all"]),
      ] {
        for field in fields {
          let path = "kinds/\(kind)/fields/\(field)"
          let form = try await site.shapeForm(path)
          try await site.change(form.with("label", "New " + field))
        }
      }
      var after = try await site.description()
      func rename(_ label: String) -> String { label.replacing("New ", with: "") }
      for index in after.entities.indices {
        for place in after.entities[index].attributes.indices {
          let attribute = after.entities[index].attributes[place]
          #expect(attribute.label == "New " + attribute.name)
          after.entities[index].attributes[place].label = before.entities[index].attributes[place].label
        }
        for place in after.entities[index].relationships.indices {
          after.entities[index].relationships[place].label = before.entities[index].relationships[place].label
        }
        for place in after.entities[index].computed.indices {
          after.entities[index].computed[place].attribute.label = before.entities[index].computed[place].attribute.label
        }
      }
      #expect(after == before)
    }
  }

  @Test("A condition of a sum, a uniqueness and a choice can still be changed by a choice of its own")
  func chosen() async throws {
    try await test(Self.odd) { site in
      let sum = try await site.shapeForm("kinds/people/fields/open")
      try await site.change(sum.with("form", "count:things"))
      try await site.change(try await site.shapeForm("kinds/things/fields/status").with("unique", "false"))
      let status = try await site.shapeForm("kinds/things/fields/status")
      #expect(status["choices"] == "a = b\nc = See = saw\nold")
      try await site.change(status.with("choices", "a = b\nc = See = saw").with("tone0", "good"))
      let document = try await site.description()
      #expect(document.entity("person")?.computed[0].source == .sum("things", .constant(1, scale: 0), where: nil))
      let field = try #require(document.entity("thing")?.attributes.first { $0.name == "status" })
      #expect(!field.isUnique && field.choices == [Choice("a = b"), Choice("c", "See = saw")])
      // The state of a choice that is gone is gone with it.
      #expect(document.tones(of: "status", of: "thing") == ["a = b": .good])
    }
  }

  @Test("A line of a list keeps what the form can't choose beside what is chosen")
  func lines() async throws {
    try await test(Self.odd) { site in
      let form = try await site.shapeForm("kinds/things/list")
      #expect(form["title2"] == "line" && form["subtitle"] == "twice" && form["subtitle2"] == "owner")
      try await site.change(form.with("sort", "title").with("title2", ""))
      let list = try #require(try await site.description().list(of: "thing"))
      #expect(list.title == ["title"] && list.subtitle == ["twice", "owner", "status"])
      #expect(list.sort == [FetchSort("title")] && list.card.omitted == ["flag"])
    }
  }

  @Test("Of a form that was opened before another change, only what the person has changed is saved, after a question")
  func merged() async throws {
    try await test(Self.odd) { site in
      let form = try await site.shapeForm("kinds/things/fields/title").with("label", "Heading")
      try await site.change(try await site.shapeForm("kinds/things/fields/title").with("hidden", "true"))
      let asked = try await site.send(form)
      #expect(asked.status == .conflict && asked.text.contains("Somebody else has changed the application meanwhile."))
      try await site.change(try #require(PageForm.form(form.action, in: asked.text)).with("_confirmed", "yes"))
      let document = try await site.description()
      #expect(document.isHidden("title", of: "thing"))
      #expect(document.entity("thing")?.attributes[0].label == "Heading")
    }
  }

  @Test("Undo of a change takes back that change alone, after a question if there was another one since")
  func undo() async throws {
    try await test(Self.odd) { site in
      func add(_ label: String) async throws -> PageForm {
        let form = try await site.shapeForm("kinds/things/new/text").with("label", label)
        let answer = try await site.send(form)
        #expect(answer.status == .seeOther)
        let page = try await site.page(answer.location)
        return try #require(PageForm.all(in: page).first { $0.action.contains("/revisions/") })
      }
      func fields() async throws -> [String] {
        try await site.description().entity("thing")?.attributes.map(\.name).suffix(2) ?? []
      }
      let alpha = try await add("Alpha")
      _ = try await add("Beta")
      #expect(try await fields() == ["alpha", "beta"])
      let asked = try await site.send(alpha)
      #expect(asked.status == .conflict && asked.text.contains("Somebody else has changed the application meanwhile."))
      let question = try #require(PageForm.form(alpha.action, in: asked.text))
      try await site.change(question.with("_confirmed", "yes"))
      #expect(try await fields() == ["isOpen", "beta"])
      // Pressed again, it has nothing to take back.
      try await site.change(alpha)
      #expect(try await fields() == ["isOpen", "beta"])
      // The last change is taken back at once.
      try await site.change(try await add("Gamma"))
      #expect(try await fields() == ["isOpen", "beta"])
    }
  }

  @Test("The undo of a new field names the computed value that another person has made of it")
  func undoWithDependents() async throws {
    try await test(Self.odd) { site in
      let answer = try await site.send(try await site.shapeForm("kinds/things/new/integer").with("label", "Rent"))
      let page = try await site.page(answer.location)
      let undo = try #require(PageForm.all(in: page).first { $0.action.contains("/revisions/") })
      let computed = try await site.shapeForm("kinds/things/new/computed").with("label", "Gross").with("form", "own")
      try await site.change(computed.with("formula", "rent * 2"))
      let asked = try await site.send(undo)
      #expect(asked.text.contains("This goes with it: Gross"))
    }
  }

  @Test("Undo of a change that another one has built upon is refused, and changes nothing")
  func refusedUndo() async throws {
    try await test(Self.odd) { site in
      let answer = try await site.send(try await site.shapeForm("kinds/things/new/text").with("label", "Alpha"))
      let page = try await site.page(answer.location)
      let undo = try #require(PageForm.all(in: page).first { $0.action.contains("/revisions/") })
      try await site.change(try await site.shapeForm("kinds/things/fields/alpha").with("label", "Omega"))
      let before = try await site.description()
      #expect(try await site.send(undo).status == .conflict)
      #expect(try await site.description() == before)
    }
  }
}
