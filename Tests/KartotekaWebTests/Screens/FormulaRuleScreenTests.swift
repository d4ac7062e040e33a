import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Screens: rules, conditions of fields and defaults that are formulas")
struct FormulaRuleScreenTests {
  private static let travel = """
    {"version":1,"name":"travel","entities":[
     {"name":"trip","attributes":[{"name":"title","required":true,"title":true},
      {"name":"departed","label":"Departure","kind":"date"},{"name":"returned","label":"Return","kind":"date"},
      {"name":"byCar","label":"By car","kind":"boolean"},{"name":"plate","label":"Number plate"}]}]}
    """

  private func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(Self.travel) { site in
      try await site.add("trips", #"{"title":"Gdańsk","departed":"2026-05-01","returned":"2026-05-03"}"#)
      try await site.add("trips", #"{"title":"Wrong","departed":"2026-05-09","returned":"2026-05-03"}"#)
      try await body(site)
    }
  }

  private static func rule(_ site: DesignedSite) async throws -> PageForm {
    try await site.shapeForm("kinds/trips/rules/new")
      .with("formula", "Return ≥ Departure").with("message", "Return must be after departure")
  }

  // Adds the rule in spite of the record that breaks it.
  private static func addRule(_ site: DesignedSite) async throws {
    try await site.describe { document in
      document.entities[0].rules = [
        RuleDescription("returnMustBeAfterDeparture", "returned >= departed", "Return must be after departure")
      ]
    }
  }

  @Test("A new rule says how many records break it and names them, before it is there")
  func counted() async throws {
    try await test { site in
      let answer = try await site.send(try await Self.rule(site))
      #expect(answer.status == .ok)
      #expect(answer.text.contains("1 record breaks the rule"))
      #expect(answer.text.contains("Wrong"))
      let rules = try await site.description().entities[0].rules
      #expect(rules.isEmpty)
    }
  }

  @Test("A form, the API, a batch and a cell keep the rule, and the problem of the API names it with its fields")
  func kept() async throws {
    try await test { site in
      try await Self.addRule(site)
      try await APICase.send(
        .post, "/api/travel/trips", #"{"title":"Late","departed":"2026-05-09","returned":"2026-05-03"}"#, 422,
        has: [#""rules":{"returnMustBeAfterDeparture":["returned","departed"]}"#, "Return must be after departure"]
      ).run(site.client)
      try await APICase.send(
        .post, "/api/travel/batch",
        #"{"operations":[{"create":"trips","values":{"title":"L","departed":"2026-05-09","returned":"2026-05-03"}}]}"#,
        422, has: ["Return must be after departure"]
      ).run(site.client)
      // One that broke it before is refused at its next change, and mended by it.
      try await APICase.send(.patch, "/api/travel/trips/2", #"{"title":"Still wrong"}"#, 422).run(site.client)
      try await APICase.send(.patch, "/api/travel/trips/2", #"{"returned":"2026-05-10"}"#, 200).run(site.client)
      let form = try await site.form("/travel/trips/1").with("returned", "2026-04-01")
      let answer = try await site.send(form)
      #expect(answer.status != .seeOther)
      #expect(answer.text.contains("Return must be after departure"))
      #expect(answer.text.contains("2026-04-01"))
      let empty = try await site.send(form.with("returned", ""))
      #expect(empty.status == .seeOther)
    }
  }

  @Test("Conditions and defaults are designed on a field's sheet, and the form is told what they come to")
  func followed() async throws {
    try await test { site in
      let plate = try await site.shapeForm("kinds/trips/fields/plate")
      try await site.change(plate.with("shownIf", "By car").with("requiredIf", "By car"))
      let back = try await site.shapeForm("kinds/trips/fields/returned")
      try await site.change(back.with("initialFormula", "Departure + 14"))
      let attributes = try await site.description().entities[0].attributes
      #expect(attributes[4].shownIf == Formula("byCar"))
      #expect(attributes[2].defaultSource == .formula(Formula("departed + 14")))
      let page = try await site.page("/travel/trips/new")
      #expect(page.contains("data-follow="))
      #expect(page.contains("data-unseen"))
      let answer = try await site.post(
        "/travel/trips/follow", "title=X&departed=2026-06-01&byCar=true&plate=&_touched=departed")
      #expect(answer.text.contains("data-followed=\"returned\""))
      #expect(answer.text.contains("2026-06-15"))
      #expect(!answer.text.contains("data-unseen"))
      #expect(answer.text.contains("data-needed"))
      try await APICase.send(.post, "/api/travel/trips", #"{"title":"Car","byCar":true}"#, 422, has: ["plate"]).run(
        site.client)
      try await APICase.send(.post, "/api/travel/trips", #"{"title":"A","departed":"2026-06-01"}"#, 201).run(
        site.client)
      let record = try await site.record("trips/3")
      #expect(record.contains("2026-06-15"))
      try await APICase.send(
        .post, "/api/travel/trips", #"{"title":"B","departed":"2026-06-01","returned":null}"#, 201
      ).run(site.client)
      let other = try await site.record("trips/4")
      #expect(other.contains(#""returned":null"#))
    }
  }

  @Test(
    "A field that had no value yet gets that of its formula when its form is sent, and one that was emptied stays empty"
  )
  func unfollowed() async throws {
    try await test { site in
      try await site.describe { document in
        document.entities[0].attributes[2].defaultSource = .formula(Formula("departed + 14"))
      }
      // Without scripts, or by Return before the answer.
      let form = try await site.form("/travel/trips", on: "/travel/trips/new")
      #expect(form["_begun"] == "")
      let answer = try await site.send(form.with("title", "Hel").with("departed", "2026-06-01"))
      #expect(answer.status == .seeOther)
      let hel = try await site.record("trips/3")
      #expect(hel.contains(#""returned":"2026-06-15""#))
      // A form that comes back with a value.
      let typed = try await site.form("/travel/trips", on: "/travel/trips/new").with("returned", "2026-06-20")
      let again = try await site.send(typed.with("departed", "2026-06-01").with("title", ""))
      #expect(again.status == .unprocessableContent)
      let back = try #require(PageForm.form("/travel/trips", in: again.text))
      #expect(back["_begun"] == "returned")
      let emptied = try await site.send(back.with("title", "Sopot").with("returned", ""))
      #expect(emptied.status == .seeOther)
      let sopot = try await site.record("trips/4")
      #expect(sopot.contains(#""returned":null"#))
    }
  }

  @Test("A field that gets another kind keeps the formula that new records begin with")
  func otherKind() async throws {
    try await test { site in
      try await site.describe { document in
        var stops = AttributeDescription(name: "stops", label: "Stops", kind: .integer)
        stops.defaultSource = .formula(Formula("length(title)"))
        document.entities[0].attributes.append(stops)
      }
      let form = try await site.shapeForm("kinds/trips/fields/stops")
      let again = try await site.send(form.with("kind", "decimal"))
      let retyped = try #require(PageForm.form(form.action, in: again.text), "\(again.status)")
      var answer = try await site.send(retyped)
      if answer.status == .ok, let asked = PageForm.form(form.action, in: answer.text) {
        answer = try await site.send(asked.with("_confirmed", "yes"))
      }
      #expect(answer.status == .seeOther)
      let field = try await site.description().entities[0].attributes[5]
      #expect(field.kind == .decimal)
      #expect(field.defaultSource == .formula(Formula("length(title)")))
    }
  }

  @Test("A text becomes a day at once, though its sheet had no field for the current day")
  func day() async throws {
    try await test { site in
      try await site.change(try await site.shapeForm("kinds/trips/fields/plate").with("kind", "date"))
      let field = try await site.description().entities[0].attributes[4]
      #expect(field.kind == .date && field.defaultSource == nil && !field.isRequired && !field.isUnique)
    }
  }

  @Test("Try on a field's sheet says what its conditions and its default come to, and what is wrong with them")
  func tried() async throws {
    try await test { site in
      func tried(_ path: String, _ values: [String: String]) async throws -> DesignedSite.Answer {
        var form = try await site.shapeForm(path).with(FormIntent.find.name, FormIntent.find.value)
        for (name, value) in values { form = form.with(name, value) }
        return try await site.send(form)
      }
      let plate = "kinds/trips/fields/plate"
      let shown = try await tried(plate, ["shownIf": "Return < Departure"])
      #expect(
        shown.status == .ok && shown.text.contains("Shown if (a formula): The formula is yes for 1 record: Wrong"))
      let begun = try await tried(plate, ["initialFormula": "Title & \"-1\""])
      #expect(begun.text.contains("In the first records: Gdańsk-1; Wrong-1"))
      let wrong = try await tried(plate, ["requiredIf": "Return - Departure"])
      #expect(wrong.status == .ok && wrong.text.contains("here has to be yes or no"))
      // A new field has no name yet, which is no fault while its formula is typed.
      let new = try await tried("kinds/trips/new/text", ["label": "", "shownIf": "By car"])
      #expect(new.status == .ok && new.text.contains("The formula is yes for no record"))
      #expect(try await site.description().entities[0].attributes.allSatisfy { $0.shownIf == nil })
    }
  }

  @Test("A rule that is tried says of how many records that is true, if not all could be compared")
  func bounded() async throws {
    try await test { site in
      let form = try await Self.rule(site).with(FormIntent.find.name, FormIntent.find.value)
      let tried = try await site.send(form)
      #expect(tried.status == .ok && tried.text.contains("1 record breaks the rule"))
      #expect(!tried.text.contains("were compared"))
    }
  }

  @Test("A formula that is no condition is refused at its field, and fields that show each other are named")
  func refused() async throws {
    try await test { site in
      let plate = try await site.shapeForm("kinds/trips/fields/plate")
      let number = try await site.send(plate.with("shownIf", "Return - Departure"))
      #expect(number.status == .unprocessableContent)
      #expect(number.text.contains("yes or no"))
      try await site.change(plate.with("shownIf", "By car"))
      let car = try await site.shapeForm("kinds/trips/fields/byCar")
      let circle = try await site.send(car.with("shownIf", "empty(Number plate)"))
      #expect(circle.text.contains("need each other"))
    }
  }

  @Test("Deleting a field says which rules and conditions go with it, and they go")
  func deleted() async throws {
    try await test { site in
      try await Self.addRule(site)
      let plate = try await site.shapeForm("kinds/trips/fields/plate")
      try await site.change(plate.with("shownIf", "empty(Return)"))
      let question = try await site.form("/travel/shape/kinds/trips/fields/returned/delete")
      let page = try await site.page("/travel/shape/kinds/trips/fields/returned/delete")
      #expect(page.contains("the rule “Return must be after departure”"))
      #expect(page.contains("the condition that shows Number plate"))
      try await site.change(question.with("_confirmed", "yes"))
      let entity = try await site.description().entities[0]
      #expect(entity.rules.isEmpty)
      #expect(entity.attributes.allSatisfy { $0.shownIf == nil })
    }
  }
}
