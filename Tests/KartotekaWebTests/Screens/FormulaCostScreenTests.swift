import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: what a computed value costs, its index, and formulas in the person's language")
struct FormulaCostScreenTests {
  private static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"thing","attributes":[{"name":"title","required":true,"title":true},
      {"name":"note","multiline":true},{"name":"price","label":"Price","kind":"decimal","scale":2},
      {"name":"paid","label":"Paid","kind":"boolean"}]}]}
    """

  // How long lists wait must not depend on the machine: with 0 seconds each formula is slow, with a million none.
  private func test(slow: Double = 1_000_000, _ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await ComputationCost.$slow.withValue(slow) { try await DesignedSite.test(Self.shop, body) }
  }

  private static func fill(_ site: DesignedSite) async throws {
    let operations = (1...500).map {
      #"{"create":"things","values":{"title":"Thing \#($0)","note":"zażółć","price":2}}"#
    }
    try await APICase.send(.post, "/api/shop/batch", #"{"operations":[\#(operations.joined(separator: ","))]}"#, 200)
      .run(site.client)
  }

  private static let slow = "contains(Note, \"q\")"

  @Test("A formula whose list would be slow says so while it is typed and before it is saved, and why it has no index")
  func slow() async throws {
    try await test(slow: 0) { site in
      try await Self.fill(site)
      let form = try await site.shapeForm("kinds/things/new/computed").with("label", "Odd").with("form", "own")
        .with("formula", Self.slow)
      let tried = try await site.send(form.with(FormIntent.find.name, FormIntent.find.value))
      #expect(tried.status == .ok)
      #expect(tried.text.contains("compute it for all 500 records, which takes about"), "\(tried.text.suffix(2_000))")
      #expect(tried.text.contains("It can have no index"))
      let asked = try await site.send(form)
      #expect(asked.status == .ok && asked.text.contains("compute it for all 500 records"))
      let before = try await site.description()
      #expect(before.entities[0].computed.isEmpty)
      let question = try #require(PageForm.form("/shop/shape/kinds/things/new/computed", in: asked.text))
      try await site.change(question)
      let after = try await site.description()
      #expect(after.entities[0].computed.count == 1)
    }
  }

  @Test("A formula that is fast or has an index says nothing of lists, and one that could have one is offered it")
  func fast() async throws {
    try await test { site in
      try await Self.fill(site)
      let form = try await site.shapeForm("kinds/things/new/computed").with("label", "Odd").with("form", "own")
        .with("formula", Self.slow)
      let tried = try await site.send(form.with(FormIntent.find.name, FormIntent.find.value))
      #expect(tried.status == .ok && !tried.text.contains("compute it for"))
    }
    try await test(slow: 0) { site in
      try await Self.fill(site)
      let form = try await site.shapeForm("kinds/things/new/computed").with("label", "Gross").with("form", "own")
        .with("formula", "Price × 2").with(FormIntent.find.name, FormIntent.find.value)
      let tried = try await site.send(form)
      #expect(tried.text.contains("compute it for all 500 records") && tried.text.contains("and they stay fast"))
      let indexed = try await site.send(form.with("sorted", "true"))
      #expect(indexed.status == .ok && !indexed.text.contains("compute it for"))
    }
  }

  @Test("An index is kept where it can be, and refused with its reason elsewhere")
  func index() async throws {
    try await test { site in
      try await site.add("things", #"{"title":"Pen","price":2}"#)
      let form = try await site.shapeForm("kinds/things/new/computed").with("label", "Gross").with("form", "own")
      let refused = try await site.send(form.with("formula", "if(Paid, Price, 0)").with("sorted", "true"))
      #expect(refused.status == .unprocessableContent && refused.text.contains("It can have no index"))
      try await site.change(form.with("formula", "Price × 2").with("sorted", "true"))
      let added = try await site.description()
      let gross = try #require(added.entities[0].computed.first)
      #expect(gross.attribute.isSorted && gross.source == .own(.product(.value("price"), .constant(2, scale: 0))))
      let again = try await site.shapeForm("kinds/things/fields/gross")
      try await site.change(again.with("label", "Twice"))
      let renamed = try await site.description()
      let twice = try #require(renamed.entities[0].computed.first)
      #expect(twice.attribute.isSorted && twice.attribute.label == "Twice")
      let other = try await site.shapeForm("kinds/things/fields/gross").with("formula", "if(Paid, Price, 0)")
      try await site.change(other)
      let without = try await site.description()
      #expect(without.entities[0].computed.first?.attribute.isSorted == false)
    }
  }

  @Test("A field that is called now stays the field in the formulas of an application, and its sheet has its label")
  func fieldsForWords() async throws {
    let shop = """
      {"version":1,"name":"shop","entities":[
       {"name":"thing","attributes":[{"name":"title","required":true,"title":true},
        {"name":"now","label":"Present","kind":"integer"}],
        "computed":[{"attribute":{"name":"many","label":"Many","kind":"boolean"},"formula":"now > 3"}]}]}
      """
    try await DesignedSite.test(shop) { site in
      try await site.add("things", #"{"title":"Pen","now":5}"#)
      let sheet = try await site.shapeForm("kinds/things/fields/many")
      #expect(sheet.fields.contains { $0.0 == "formula" && $0.1 == "Present > 3" })
      let description = try await site.description()
      #expect(description.entities[0].computed.first?.source.formula?.text == "{now} > 3")
      let refused = try await site.send(sheet.with("formula", "now > 3"))
      #expect(refused.status == .unprocessableContent && refused.text.contains("{@now}"))
    }
  }

  @Test("The sheet offers the fields, functions and words that one may type")
  func words() async throws {
    try await test { site in
      let page = try await site.page("/shop/shape/kinds/things/new/computed")
      #expect(page.contains(" data-words"))
      for word in ["Price", "round(", "today", "now", "me"] { #expect(page.contains("value=\"\(word)\"")) }
    }
  }

  @Test(
    "Functions are called in the person's language in what is typed, shown and said",
    arguments: [
      ("pl", "jeżeli(Paid, \"tak\", \"nie\")", "zaokrąglij(", "Funkcji używa się tak: zaokrąglij(liczba, cyfry)."),
      ("ru", "если(Paid, \"да\", \"нет\")", "округлить(", "округлить(число, знаки)"),
    ])
  func languages(language: String, formula: String, call: String, sentence: String) async throws {
    try await test { site in
      let path = "/shop/shape/kinds/things/new/computed"
      func send(_ formula: String, _ path: String) async throws -> TestResponse {
        try await site.client.execute(
          uri: path, method: .post,
          headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: language],
          body: ByteBuffer(
            string: PageForm(action: path, fields: [("label", "X"), ("form", "own"), ("formula", formula)]).body))
      }
      let refused = try await send(call + "Price)", path)
      #expect(refused.status == .unprocessableContent && String(buffer: refused.body).contains(sentence))
      let added = try await send(formula, path)
      #expect(added.status == .seeOther)
      let described = try await site.description()
      let computed = try #require(described.entities[0].computed.first)
      #expect(computed.source.formula?.text.hasPrefix("if(paid, ") == true)
      let shown = try await site.client.execute(
        uri: "/shop/shape/kinds/things/fields/\(computed.name)", method: .get, headers: [.acceptLanguage: language])
      #expect(String(buffer: shown.body).contains(String(formula.prefix { $0 != "\"" })))
    }
  }

  @Test(
    "The catalogues call functions as formulas are written, in patterns and sentences",
    arguments: [Language.polish, .russian]
  )
  func catalogues(language: Language) throws {
    let say = Localizer(language: language, catalogue: .platform)
    let vocabulary = FormulaVocabulary(language)
    let calls = vocabulary.proposals.filter { $0.hasSuffix("(") }
    #expect(calls.count > 20)
    for function in FormulaFunction.allCases where function.pattern.description.contains("(") {
      let pattern = say(function.pattern.phrase)
      #expect(calls.contains { pattern.hasPrefix($0) }, "\(pattern)")
    }
  }
}
