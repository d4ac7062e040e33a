import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Screens: states of records, made with formulas")
struct StateShapeTests {
  private static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"bill","attributes":[{"name":"title","required":true,"title":true},
      {"name":"stage","kind":"choice","choices":["open","paid"]},
      {"name":"amount","kind":"decimal","scale":2},{"name":"due","kind":"date"}],
      "relationships":[{"name":"client","to":"client","onDelete":"nullify"}],
      "states":[{"name":"named","label":"Named","when":{"reads":[["title"],"Zoo"]}},
       {"name":"large","label":"Large","tone":"care","when":{"compare":["amount","gt",50000]}}]},
     {"name":"client","attributes":[{"name":"name","required":true,"title":true}],
      "relationships":[{"name":"bills","kind":"toMany","to":"bill","inverse":"client"}]}]}
    """

  private static func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(shop) { site in
      try await site.add("clients", #"{"name":"Anna"}"#)
      for (title, stage, amount, due) in [
        ("Tea", "open", "10.00", "2020-01-05"), ("Milk", "paid", "700.00", "2020-01-31"),
        ("Bread", "open", "3.00", "2999-03-01"),
      ] {
        try await site.add(
          "bills", #"{"title":"\#(title)","stage":"\#(stage)","amount":"\#(amount)","due":"\#(due)","client":1}"#)
      }
      try await body(site)
    }
  }

  private static func new(_ site: DesignedSite, _ label: String, _ formula: String, _ tone: String = "bad") async throws
    -> PageForm
  {
    try await site.shapeForm("kinds/bills/new-state").with("label", label).with("formula", formula).with("tone", tone)
  }

  private static func names(_ site: DesignedSite) async throws -> [String] {
    try await site.description().entities[0].states.map(\.name)
  }

  @Test("A state with a formula is a badge in rows, a chip, a filter and a group of the list, and in the API")
  func made() async throws {
    try await Self.test { site in
      try await site.change(try await Self.new(site, "Late", "Due < today and Stage = \"open\""))
      let states = try await site.description().entities[0].states
      #expect(states.map(\.name) == ["named", "large", "late"])
      #expect(states[2].condition == .formula(Formula("due < today and stage = \"open\"")) && states[2].tone == .bad)
      let list = try await site.page("/shop/bills")
      #expect(list.contains("Late") && list.contains("pill") && list.contains("only=late"))
      let late = try await site.page("/shop/bills?only=late")
      #expect(late.contains("Tea") && !late.contains("Bread"))
      let filtered = try await site.page("/shop/bills?where=state:eq:late")
      #expect(filtered.contains("Tea") && !filtered.contains("Milk"))
      let grouped = try await site.page("/shop/bills?group=state&layout=table")
      #expect(grouped.contains("Late") && grouped.contains("Large"))
      try await APICase.get("/api/shop/bills?state=late", has: ["Tea", #""state":"late""#]).run(site.client)
      try await APICase.get("/api/shop/bills/3", has: [#""state":null"#]).run(site.client)
      let text = try await APICase.get("/api/shop/description").run(site.client)
      #expect(String(buffer: text.body).replacing(" ", with: "").contains(#""formula":"due<todayand"#))
      let swift = SwiftDeclaration(try await site.description())
      #expect(swift.text.contains("formula: \"due < today and stage = \\\"open\\\"\""))
    }
  }

  @Test("A formula over related records makes a state that follows their changes")
  func related() async throws {
    try await Self.test { site in
      let form = try await site.shapeForm("kinds/clients/new-state").with("label", "Good")
      try await site.change(form.with("formula", "sum(Bills, Amount) > 700").with("tone", "good"))
      try await APICase.get("/api/shop/clients?state=good", has: ["Anna"]).run(site.client)
      try await APICase.send(.patch, "/api/shop/bills/2", #"{"amount":"1.00"}"#, 200).run(site.client)
      try await APICase.get("/api/shop/clients?state=good", has: [#""total":0"#]).run(site.client)
      let page = try await site.page("/shop/clients")
      #expect(!page.contains("class=\"pill"))
    }
  }

  @Test("Try says for which records the formula is yes and stores nothing; what is wrong stands at its place")
  func tried() async throws {
    try await Self.test { site in
      let find = { (form: PageForm) in form.with(FormIntent.find.name, FormIntent.find.value) }
      let tried = try await site.send(find(try await Self.new(site, "", "Amount < 20")))
      #expect(tried.status == .ok && tried.text.contains("The formula is yes for 2 records: Tea, Bread"))
      let none = try await site.send(find(try await Self.new(site, "", "Amount < 0")))
      #expect(none.text.contains("The formula is yes for no record"))
      let number = try await site.send(find(try await Self.new(site, "", "Amount × 2")))
      #expect(number.status == .ok && number.text.contains("here has to be yes or no"))
      let unknown = try await site.send(try await Self.new(site, "Late", "Amount > 1 and Dew < today"))
      #expect(unknown.status == .unprocessableContent && unknown.text.contains("Dew: There is no field"))
      #expect(unknown.text.contains("data-from=15 data-to=18"), "\(unknown.text.suffix(3_000))")
      let sign = try await site.send(try await Self.new(site, "Late", "Amount > 1 ? 2"))
      #expect(sign.text.contains("“?” in Amount &gt; 1 [?] 2") || sign.text.contains("“?” in Amount > 1 [?] 2"))
      #expect(try await Self.names(site) == ["named", "large"])
    }
  }

  @Test("A declared condition is shown as its formula and kept until it is changed; one without a formula stays")
  func declared() async throws {
    try await Self.test { site in
      let page = try await site.page("/shop/shape/kinds/bills")
      #expect(page.contains("Amount &gt; 500.00") || page.contains("Amount > 500.00"))
      #expect(page.contains("By a condition of the description, which stays as it is"))
      let fixed = try await site.shapeForm("kinds/bills/states/named")
      #expect(fixed["formula"] == nil)
      try await site.change(fixed.with("label", "Of the zoo").with("tone", "void"))
      let large = try await site.shapeForm("kinds/bills/states/large")
      #expect(large["formula"] == "Amount > 500.00")
      try await site.change(large.with("tone", "good"))
      var states = try await site.description().entities[0].states
      #expect(states[0] == StateDescription("named", "Of the zoo", tone: .void, condition: .reads(["title"], "Zoo")))
      #expect(states[1].tone == .good && states[1].condition == .compare("amount", .gt, [.integer(50_000)]))
      try await site.change(try await site.shapeForm("kinds/bills/states/large").with("formula", "Amount > 5"))
      states = try await site.description().entities[0].states
      #expect(states[1].condition == .formula(Formula("amount > 5")))
    }
  }

  @Test("States are moved, and one without a formula takes the rest; each change can be undone")
  func moved() async throws {
    try await Self.test { site in
      try await site.change(try await Self.new(site, "Rest", "", "plain"))
      try await site.change(try await Self.new(site, "Late", "Due < today"))
      // Behind the others, but before the one that takes the rest.
      #expect(try await Self.names(site) == ["named", "large", "late", "rest"])
      try await APICase.get("/api/shop/bills/2", has: [#""state":"large""#]).run(site.client)
      let moved = try await site.post("/shop/shape/kinds/bills/states/late/move", "by=-1")
      #expect(moved.status == .seeOther)
      #expect(try await Self.names(site) == ["named", "late", "large", "rest"])
      try await APICase.get("/api/shop/bills/2", has: [#""state":"late""#]).run(site.client)
      let revision = try await site.form("/shop/shape/revisions/3")
      let page = try await site.page("/shop/shape/revisions")
      #expect(page.contains("bills have other states") || page.contains("Bills have other states"))
      var answer = try await site.send(revision)
      if answer.status == .ok, let asked = PageForm.form("/shop/shape/revisions/3", in: answer.text) {
        answer = try await site.send(asked.with("_confirmed", "yes"))
      }
      #expect(answer.status == .seeOther)
      #expect(try await Self.names(site) == ["named", "large", "late", "rest"])
    }
  }

  @Test("Deleting a state takes what overviews say of it, and deleting a field the states that need it")
  func deleted() async throws {
    try await Self.test { site in
      try await site.change(try await Self.new(site, "Late", "Due < today"))
      try await site.describe { document in
        _ = try? document.addOverview(
          "At a glance", ViewDescription("Late ones", of: "bill", view: "where=state:eq:late"))
      }
      let page = try await site.page("/shop/shape/kinds/bills/states/late/delete")
      #expect(page.contains("Delete Late"))
      let question = try await site.form("/shop/shape/kinds/bills/states/late/delete")
      try await site.change(question.with("_confirmed", "yes"))
      #expect(try await Self.names(site) == ["named", "large"])
      #expect(try await site.description().overviews.isEmpty)
      try await site.change(try await Self.new(site, "Late", "Due < today"))
      let field = try await site.page("/shop/shape/kinds/bills/fields/due/delete")
      #expect(field.contains("This goes with it: Late"))
      try await site.change(
        try await site.form("/shop/shape/kinds/bills/fields/due/delete").with("_confirmed", "yes"))
      #expect(try await Self.names(site) == ["named", "large"])
    }
  }

  @Test("Colours of a choice and states of one's own stay in the order that a person gave them")
  func colours() async throws {
    try await Self.test { site in
      try await site.change(try await site.shapeForm("kinds/bills/fields/stage").with("tone0", "care"))
      #expect(try await Self.names(site) == ["named", "large", "open"])
      #expect(try await site.post("/shop/shape/kinds/bills/states/open/move", "by=-2").status == .seeOther)
      let form = try await site.shapeForm("kinds/bills/fields/stage")
      try await site.change(form.with("tone0", "bad").with("tone1", "good"))
      #expect(try await Self.names(site) == ["open", "paid", "named", "large"])
      try await site.change(try await site.shapeForm("kinds/bills/fields/stage").with("tone0", ""))
      #expect(try await Self.names(site) == ["paid", "named", "large"])
    }
  }

  @Test(
    "A state whose formula is a value of a choice colours its column on the board, and is the value's colour on its sheet"
  )
  func formulaColour() async throws {
    try await Self.test { site in
      try await site.change(try await Self.new(site, "Waiting", "Stage = \"open\"", "care"))
      let board = try await site.page("/shop/bills?layout=board:stage")
      #expect(board.contains("lane care") && !board.contains("lane bad"))
      let sheet = try await site.shapeForm("kinds/bills/fields/stage")
      #expect(sheet["tone0"] == "care" && (sheet["tone1"] ?? "").isEmpty)
      try await site.change(sheet.with("tone0", "bad"))
      let states = try await site.description().entities[0].states
      #expect(states.map(\.name) == ["named", "large", "waiting"])
      #expect(states[2].condition == .formula(Formula("stage = \"open\"")) && states[2].tone == .bad)
      #expect(states[2].label == "Waiting")
      let recoloured = try await site.page("/shop/bills?layout=board:stage")
      #expect(recoloured.contains("lane bad"))
      try await site.change(try await site.shapeForm("kinds/bills/fields/stage").with("tone0", ""))
      #expect(try await Self.names(site) == ["named", "large"])
    }
  }

  @Test("A new colour moves no state of its field past others, and the sheet has that of a value's first state")
  func colourBetween() async throws {
    try await Self.test { site in
      try await site.change(try await Self.new(site, "Settled", "Stage = \"paid\"", "good"))
      #expect(try await site.post("/shop/shape/kinds/bills/states/settled/move", "by=-1").status == .seeOther)
      try await site.change(try await Self.new(site, "Waiting", "Stage = \"open\"", "care"))
      let names = ["named", "settled", "large", "waiting"]
      #expect(try await Self.names(site) == names)
      let sheet = try await site.shapeForm("kinds/bills/fields/stage")
      #expect(sheet["tone0"] == "care" && sheet["tone1"] == "good")
      try await site.change(sheet.with("tone0", "bad"))
      let states = try await site.description().entities[0].states
      #expect(states.map(\.name) == names && states[3].tone == .bad && states[1].tone == .good)
      try await site.change(try await Self.new(site, "Done", "\"paid\" = Stage", "void"))
      let first = try await site.shapeForm("kinds/bills/fields/stage")
      #expect(first["tone1"] == "good")
    }
  }

  @Test("A second press of Add on the sheet of a state stores nothing more and is no fault")
  func addedTwice() async throws {
    try await Self.test { site in
      let form = try await Self.new(site, "Late", "Due < today")
      try await site.change(form)
      let again = try await site.send(form)
      #expect(again.status == .seeOther, "\(again.text.suffix(2_000))")
      #expect(try await Self.names(site) == ["named", "large", "late"])
    }
  }

  @Test("What was typed in the sheet of a state that somebody deleted meanwhile stays, and can be added as a new one")
  func deletedMeanwhile() async throws {
    try await Self.test { site in
      try await site.change(try await Self.new(site, "Late", "Due < today"))
      let typed = try await site.shapeForm("kinds/bills/states/late").with("formula", "Due < today - 7")
      try await site.change(
        try await site.form("/shop/shape/kinds/bills/states/late/delete").with("_confirmed", "yes"))
      let kept = try await site.send(typed)
      #expect(kept.status == .conflict && kept.text.contains("Somebody has deleted this state meanwhile"))
      let new = try #require(PageForm.form("/shop/shape/kinds/bills/new-state", in: kept.text))
      #expect(new["formula"] == "Due < today - 7" && new["label"] == "Late" && new["tone"] == "bad")
      var answer = try await site.send(new)
      if let asked = PageForm.form(new.action, in: answer.text), answer.status != .seeOther {
        answer = try await site.send(asked.with("_confirmed", "yes"))
      }
      #expect(answer.status == .seeOther, "\(answer.text.suffix(2_000))")
      let state = try await site.description().entities[0].states.last
      #expect(state?.condition == .formula(Formula("due < today - 7")) && state?.tone == .bad)
    }
  }

  @Test("Two states have no equal names, and no field is called as states are in the API")
  func refused() async throws {
    try await Self.test { site in
      let twice = try await site.send(try await Self.new(site, "large", "Amount > 1"))
      #expect(twice.status == .unprocessableContent && twice.text.contains("Another state has this name"))
      let gone = try await site.get("/shop/shape/kinds/bills/states/gone")
      #expect(gone.status == .notFound)
      var document = try await site.description()
      document.entities[1].attributes.append(AttributeDescription(name: "state", label: "State", kind: .text))
      let fault = #expect(throws: ShapeFault.self) {
        try document.setState(StateDescription("good", "Good", formula: "empty(name)"), of: "client")
      }
      #expect(fault?.phrase == "Records have no states where a field is called state in the API")
    }
  }
}
