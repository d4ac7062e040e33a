import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@Suite("States that are made on the screen")
struct StateMeanwhileTests {
  private static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"bill","attributes":[{"name":"title","required":true,"title":true},
      {"name":"stage","kind":"choice","choices":["open","paid"]},
      {"name":"amount","kind":"decimal","scale":2},{"name":"due","kind":"date"}],
      "states":[{"name":"late","label":"Late","tone":"bad","when":{"formula":"due < today"}},
       {"name":"paid","label":"Settled","tone":"good","when":{"compare":["stage","eq","paid"]}},
       {"name":"dear","label":"Dear","when":{"formula":"amount > 100"}}],
      "rules":[{"name":"little","formula":"amount < 1000","message":"Too much"}]}],
     "tabs":[{"title":"Bills","screen":{"list":{"entity":"bill","title":["title"],"search":["title"],"sort":["title"]}}}]}
    """

  private static func document() throws -> AppDocument { try AppDocument(json: Array(shop.utf8)) }

  private static func names(_ document: AppDocument) -> [String] {
    document.entity("bill")?.states.map(\.name) ?? []
  }

  @Test("The state of all other records is one, and stays behind all others")
  func rest() throws {
    var document = try Self.document()
    try document.setState(StateDescription("new", "New"), of: "bill")
    #expect(throws: ShapeFault.self) { try document.setState(StateDescription("other", "Other"), of: "bill") }
    try document.setState(StateDescription("soon", "Soon", formula: "due = today"), of: "bill")
    #expect(Self.names(document) == ["late", "paid", "dear", "soon", "new"])
    try document.moveState("new", of: "bill", by: -2)
    try document.moveState("paid", of: "bill", by: 9)
    #expect(Self.names(document) == ["late", "dear", "soon", "paid", "new"])
    try document.removeState("new", of: "bill")
    // One that loses its formula comes behind the others.
    try document.setState(StateDescription("late", "Late", tone: .bad), of: "bill")
    #expect(Self.names(document) == ["dear", "soon", "paid", "late"])
  }

  @Test("Of two declared states with equal names one gets another colour, and no new one gets that name")
  func equalNames() throws {
    var document = try Self.document()
    let place = try #require(document.entities.firstIndex { $0.name == "bill" })
    document.entities[place].states[2].label = "LATE"
    try document.setState(StateDescription("dear", "LATE", tone: .care, formula: "amount > 100"), of: "bill")
    #expect(document.entity("bill")?.states[2].tone == .care)
    #expect(throws: ShapeFault.self) {
      try document.setState(StateDescription("later", "late", formula: "due = today"), of: "bill")
    }
  }

  @Test("A coloured value's state keeps the name that somebody gave it, and has the value's otherwise")
  func colours() throws {
    var document = try Self.document()
    let former = try #require(document.entity("bill")).attributes[1].choices
    try document.setTones(["open": .care, "paid": .void], of: "stage", of: "bill", former: former)
    let place = try #require(document.entities.firstIndex { $0.name == "bill" })
    document.entities[place].attributes[1].choices = [Choice("open", "Waiting"), Choice("paid", "Paid")]
    try document.setTones(["open": .bad, "paid": .void], of: "stage", of: "bill", former: former)
    let labels = document.entity("bill")?.states.filter { $0.name != "late" && $0.name != "dear" }.map(\.label)
    #expect(labels.map(Set.init) == ["Waiting", "Settled"])
  }

  @Test("What one person has not changed on the sheet stays as another one has changed it meanwhile")
  func meanwhile() async throws {
    try await DesignedSite.test(Self.shop) { site in
      let path = "kinds/bills/states/late"
      let (one, other) = (try await site.shapeForm(path), try await site.shapeForm(path))
      try await site.change(other.with("label", "Overdue"))
      let asked = try await site.send(one.with("tone", "care"))
      #expect(asked.status == .conflict && asked.text.contains("Somebody else has changed the application meanwhile."))
      try await site.change(try #require(PageForm.form(one.action, in: asked.text)).with("_confirmed", "yes"))
      let state = try await site.description().entity("bill")?.states.first { $0.name == "late" }
      #expect(state?.label == "Overdue" && state?.tone == .care)
    }
  }

  @Test("A field of another kind says which states and rules go with its numbers, and changes nothing before")
  func otherKind() async throws {
    try await DesignedSite.test(Self.shop) { site in
      try await site.add("bills", #"{"title":"Tea","amount":"10.00"}"#)
      let before = try await site.description()
      let form = try await site.shapeForm("kinds/bills/fields/amount")
      let asked = try await site.send(form.with("kind", "text"))
      let lines = asked.text.split(separator: "This goes with it: ").dropFirst().first?.prefix(200) ?? ""
      #expect(lines.contains("Dear") && lines.contains("Too much"), "\(asked.status) \(lines)")
      #expect(try await site.description() == before)
    }
  }

  @Test("A field whose sum an overview shows says so before it is deleted")
  func overview() async throws {
    try await DesignedSite.test(Self.shop) { site in
      let new = try await site.shapeForm("overviews")
      let figure = new.with("name", "At a glance").with("view", "bill?").with("form", "figure")
      try await site.change(figure.with("figure", "bill?sum:amount").with("title", "Turnover"))
      let view = try await site.description().overviews.first?.overview.panels.first?.title
      #expect(view == "Turnover")
      let asked = try await site.get("/shop/shape/kinds/bills/fields/amount/delete")
      #expect(asked.text.contains("This goes with it: ") && asked.text.contains("Turnover"))
    }
  }
}
