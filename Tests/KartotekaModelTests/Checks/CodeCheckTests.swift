import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@Suite("The check of what an application declares in code")
struct CodeCheckTests {
  private struct Answer: Codable, Sendable { let number: Int }

  private func rules(
    actions: [Action] = [], rules: [Rule] = [], hooks: [Hook] = [], pages: [OwnPage] = [], blocks: [RecordBlock] = [],
    routes: [Route] = [], migrations: [MigrationStep] = [], jobs: [Job] = [], more: [any Entity.Type] = []
  ) -> [String] {
    let app = App(
      "library", title: "Library", symbol: .book, hue: 120, entities: [Person.self, Shelf.self] + more,
      actions: actions, jobs: jobs, rules: rules, hooks: hooks, pages: pages, blocks: blocks, routes: routes,
      migrations: migrations
    ) {
      Tab("People", symbol: .people) { List(Person.self, title: \.lastName) }
    }
    let faults = app.check()
    #expect(faults.allSatisfy { $0.problem.hasSuffix(".") && $0.hint.hasSuffix(".") && $0.place != nil })
    return faults.map(\.rule)
  }

  /// Somebody with a loan, derived from the loans.
  private struct Reader: Entity {
    let name = Attribute<String>("Name", .required, .title, .length(1...80))

    static var derivation: DerivationDescription? {
      Derivation(of: Reader.self, from: Loan.self).taking(\.name, from: \.name).description
    }
  }

  private struct Loan: Entity {
    let name = Attribute<String>("Name", .required, .title, .length(1...80))
  }

  private struct Page: Entity { let number = Attribute<Int>("Number", .title) }

  private func page(_ name: String, title: String = "Page", symbol: Symbol = .book) -> OwnPage {
    OwnPage(name, title: title, symbol: symbol) { _ in Markup { $0.paragraph("") } }
  }

  private func route(_ path: String) -> Route {
    Route(.get, path, summary: "Answers") { _ -> Answer in Answer(number: 1) }
  }

  private enum Common { static let note = Attribute<String>("Note", .length(1...80)) }

  private struct Visit: Entity {
    let name = Attribute<String>("Name", .required, .title, .length(1...80))
    let note = Common.note
  }

  private struct Letter: Entity {
    let note = Common.note
    let name = Attribute<String>("Name", .required, .title, .length(1...80))
  }

  @Test("an attribute belongs to one entity, and is not declared once for several")
  func shared() {
    #expect(rules(more: [Visit.self]) == [])
    #expect(rules(more: [Visit.self, Letter.self]) == ["property-shared"])
  }

  private struct Price: Entity {
    let name = Attribute<String>("Name", .required, .title, .length(1...80))
    let amount = Attribute<Decimal>("Amount", .atLeast(0))
    let whole = Attribute<Decimal>("Whole", .scale(0))
  }

  private struct Amount: Entity {
    let name = Attribute<String>("Name", .required, .title, .length(1...80))
    let euros = Attribute<Decimal>("Euros", .atLeast(1), .currency("EUR"))
    let yen = Attribute<Decimal>("Yen", .currency("JPY"))
    let dinars = Attribute<Decimal>("Dinars", .currency("KWD"))
    let litre = Attribute<Decimal>("Price of a litre", .scale(3), .currency("EUR"))
    let share = Attribute<Decimal>("Price of a share", .currency("EUR"), .scale(4))
  }

  @Test("a decimal says its digits or its currency, whose digits it has then")
  func digits() {
    #expect(rules(more: [Price.self]) == ["decimal-digits-stated"])
    #expect(rules(more: [Amount.self]) == [])
    let amounts = Amount.declaration.description.attributes.dropFirst()
    #expect(amounts.map(\.scale) == [2, 0, 3, 3, 4])
    // One euro, and not one cent.
    #expect(amounts.first?.minimum == .integer(100))
  }

  @Test("rules, hooks and blocks are for entities of the application, whose records are saved and have pages")
  func entities() {
    let derived = [Loan.self, Reader.self] as [any Entity.Type]
    #expect(rules(rules: [Rule(for: Loan.self) { _ in }], more: derived) == [])
    #expect(rules(rules: [Rule(for: Reader.self) { _ in }], more: derived) == ["code-entity-written"])
    #expect(rules(hooks: [Hook.afterSaving(Reader.self) { _ in }], more: derived) == ["code-entity-written"])
    #expect(rules(blocks: [RecordBlock(on: Person.self, title: "") { _, _ in nil }]) == ["block-title-given"])
    #expect(rules(blocks: [RecordBlock(on: Shelf.self, title: "Load") { _, _ in nil }]) == ["block-has-page"])
    #expect(rules(rules: [Rule(for: Course.self) { _ in }]) == ["code-entity-exists"])
    #expect(rules(hooks: [Hook.beforeSaving(Course.self) { _ in }]) == ["code-entity-exists"])
    #expect(rules(blocks: [RecordBlock(on: Course.self, title: "Block") { _, _ in nil }]) == ["code-entity-exists"])
    #expect(rules(rules: [Rule(for: Person.self) { _ in }]) == [])
  }

  @Test("pages have names for addresses, each once, and symbols without scripts")
  func pages() {
    #expect(rules(pages: [page("load"), page("visits-today")]) == [])
    #expect(rules(pages: [page("My page")]) == ["page-name-valid"])
    #expect(rules(pages: [page("load"), page("load")]) == ["page-names-unique"])
    #expect(rules(pages: [page("load", symbol: Symbol("paw", svg: "<script>1</script>"))]) == ["symbols-sound"])
    let drawings = ["M1 1h2", "M2 2h2"].map { Symbol("paw", svg: "<path d=\"\($0)\"/>") }
    #expect(
      rules(pages: [page("load", symbol: drawings[0]), page("rest", symbol: drawings[1])]) == ["symbols-sound"])
    #expect(rules(pages: [page("load", title: " ")]) == ["page-title-given"])
    #expect(rules(pages: [page("load")], more: [Page.self]) == ["page-name-valid"])
    #expect(rules(pages: [page("load"), page("load/{person}"), page("load/{person}/days")]) == [])
    #expect(rules(pages: [page("load/{person}"), page("load/{reader}")]) == ["page-names-unique"])
    for name in ["{person}", "load/{person}/{person}", "load/", "load/{a person}", ""] {
      #expect(rules(pages: [page(name)]) == ["page-name-valid"], "\(name)")
    }
    let inTabBar = OwnPage("load/{person}", title: "Load", symbol: .book, isInTabBar: true) { _ in Markup { _ in } }
    #expect(rules(pages: [inTabBar]) == ["page-name-valid"])
    #expect(rules(more: [Page.self]) == [])
  }

  @Test("routes have paths that are free, each once")
  func routes() {
    #expect(rules(routes: [route("loads"), route("loads/{day}")]) == [])
    for path in ["people", "batch", "views", "Loads", "loads/", "{day}", "loads/{day}/{day}", ""] {
      #expect(rules(routes: [route(path)]) == ["route-path-free"], "\(path)")
    }
    #expect(rules(routes: [route("loads"), route("loads")]) == ["route-path-free"])
    #expect(rules(routes: [route("loads/{day}"), route("loads/{number}")]) == ["route-path-free"])
  }

  @Test("the query of a route is a structure of single values, and only requests with a body have one")
  func inputs() {
    struct Days: Codable, Sendable { let days: [String] }
    func asking<Query: Codable & Sendable>(_ type: Query.Type) -> Route {
      Route(.get, "loads", summary: "Answers", query: type) { _, _ -> Answer in Answer(number: 1) }
    }
    func sending(_ method: Route.Method) -> Route {
      Route(method, "loads", summary: "Answers", body: Answer.self) { _, body -> Answer in body }
    }
    #expect(rules(routes: [asking(Answer.self)]) == [])
    #expect(rules(routes: [asking(Days.self)]) == ["route-input-possible"])
    #expect(rules(routes: [asking(String.self)]) == ["route-input-possible"])
    #expect(rules(routes: [sending(.put)]) == [])
    #expect(rules(routes: [sending(.get)]) == ["route-input-possible"])
  }

  @Test("actions answer one thing, and propose values for what they ask")
  func actions() {
    let action = Action("lend", title: "Lend", on: Person.self) { _, _ in ActionResult("Lent") }
    let asking = action.asking("count", Attribute<Int>("Count"))
    func proposing(_ action: Action) -> Action { action.proposing("count") { (_: Record<Person>) in 1 } }
    #expect(rules(actions: [proposing(asking).answeringFile()]) == [])
    #expect(rules(actions: [proposing(action)]) == ["action-sound"])
    #expect(rules(actions: [action.answering(Answer.self).answeringFile()]) == ["action-sound"])
  }

  private struct Lending: ActionInput {
    let count = Attribute<Int>("Count", .required, .range(1...9))
    let note = Attribute<String>("Note")
    let shelf = ToOne<Shelf>("Shelf", required: true)
  }

  private struct Odd: ActionInput {
    let number = 5
    var computed: Attribute<Int> { Attribute<Int>("Computed") }
  }

  @Test("an action reads the inputs that it declares by key paths, and required ones without an optional")
  func typedInputs() async throws {
    let lend = Action("lend", title: "Lend", on: Person.self, asking: Lending.self) { _, person, input in
      let (count, shelf) = (try input[\.count], try input[\.shelf])
      #expect(input.count == count && input.shelf == shelf)
      return ActionResult(Phrase("\(person.lastName ?? "-") \(count) \(shelf) \(input.note ?? "-")"))
    }
    .proposing(\Lending.count) { (_: Record<Person>) in 2 }
    #expect(lend.description.inputs.map(\.name) == ["count", "note"])
    #expect(lend.description.related.map(\.name) == ["shelf"])
    #expect(rules(actions: [lend]) == [])
    let store = try Store(inMemory: ModelDescription([Person.self, Shelf.self]))
    var (person, shelf) = (Record<Person>(), Record<Shelf>())
    (person.firstName, person.lastName, shelf.number) = ("Ada", "Lovelace", 7)
    (person.phone, person.address) = ("+48 601 234 567", "A street")
    try await store.save(&person)
    try await store.save(&shelf)
    #expect(lend.initialInputs(on: person.any)["count"] == .integer(2))
    var inputs: [String: Value] = ["count": .integer(3), "shelf": .integer(shelf.id ?? 0)]
    func run(_ inputs: [String: Value]) async throws -> String {
      try await lend.run(ActionCall(on: store, .api, record: person.any, inputs: inputs)).message.key
    }
    #expect(try await run(inputs) == "Lovelace 3 1 -")
    inputs["note"] = .text("soon")
    #expect(try await run(inputs) == "Lovelace 3 1 soon")
    await #expect(throws: ActionError.self) { try await run(["count": .integer(3)]) }

    let all = Action("odd", title: "Odd", onAll: Person.self, asking: Odd.self) { _, input in
      #expect(input.computed == nil)
      return ActionResult("Done")
    }
    #expect(rules(actions: [all]) == ["action-sound"])
  }

  @Test("jobs with a schedule have names, each once, and times that come")
  func schedules() {
    func job(_ name: String, _ schedule: JobSchedule = .day(at: 3)) -> Job { Job(name, every: schedule) { _ in } }
    #expect(rules(jobs: [job("close"), job("remind", .day(at: 23, 59)), job("look", .minutes(1440))]) == [])
    #expect(rules(jobs: [job("Close it")]) == ["job-name-valid"])
    #expect(rules(jobs: [job("close"), job("close")]) == ["job-names-unique"])
    let lend = Action("close", title: "Lend", on: Person.self) { _, _ in ActionResult("Lent") }
    #expect(rules(actions: [lend], jobs: [job("close")]) == ["job-names-unique"])
    let ofRecords = Job(
      "close", title: "Close", doing: "Closing", failure: "It could not be closed", on: Person.self
    ) { _, _ in "Closed" }
    #expect(rules(jobs: [ofRecords]) == [])
    #expect(rules(jobs: [ofRecords, job("close")]) == ["job-names-unique"])
    for schedule: JobSchedule in [.day(at: 24), .day(at: -1), .day(at: 3, 60), .minutes(0), .minutes(1441)] {
      #expect(rules(jobs: [job("close", schedule)]) == ["job-schedule-possible"])
    }
  }

  @Test("migration steps have names, each once")
  func migrations() {
    func step(_ name: String) -> MigrationStep { MigrationStep(name) { _ in } }
    #expect(rules(migrations: [step("split"), step("join")]) == [])
    #expect(rules(migrations: [step("split"), step("split")]) == ["migration-names-unique"])
    #expect(rules(migrations: [step("")]) == ["migration-names-unique"])
  }

  @Test("a fault names the line of the page, action or tab that has it")
  func places() {
    let line: UInt = #line
    let pages = [page("My page"), OwnPage("rest", title: "", symbol: .book) { _ in Markup { $0.paragraph("") } }]
    let app = App(
      "library", title: "Library", symbol: .book, hue: 120, entities: [Person.self],
      actions: [
        Action("Lend", title: "Lend", on: Person.self) { _, _ in ActionResult("Lent") }
      ], pages: pages
    ) {
      Tab("People", symbol: .people) { List(Person.self, title: \.lastName) }
      Tab("All", symbol: .people, path: "My people") { List(Person.self, title: \.lastName) }
    }
    let lines = Dictionary(app.check().map { ($0.rule, $0.place?.line) }, uniquingKeysWith: { first, _ in first })
    #expect(lines["page-title-given"] == Int(line) + 1)
    #expect(lines["action-name-valid"] == Int(line) + 5)
    #expect(lines["tab-paths-valid"] == Int(line) + 9)
  }

  @Test("the words of an application have the titles of its own pages and blocks, and what any of its languages says")
  func words() throws {
    let app = App(
      "library", title: "Library", symbol: .book, hue: 120, entities: [Person.self],
      catalogues: [.russian: "{\"Nobody reads\":\"Никто не читает\"}".data(using: .utf8) ?? .init()],
      pages: [page("load")], blocks: [RecordBlock(on: Person.self, title: "Loans") { _, _ in nil }]
    ) {
      Tab("People", symbol: .people) { List(Person.self, title: \.lastName) }
    }
    for word in ["Library", "Page", "Loans", "Nobody reads"] {
      #expect(app.words.filter { $0 == word }.count == 1, "\(word)")
    }
  }
}
