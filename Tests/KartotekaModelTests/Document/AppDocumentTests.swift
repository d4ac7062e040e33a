import KartotekaApplication
import KartotekaModel
import Testing

@testable import KartotekaScreens

@Suite("Descriptions as documents")
struct AppDocumentTests {
  private static let smallest =
    #"{"version":1,"name":"shelf","entities":[{"name":"book","attributes":[{"name":"title"}]}]}"#

  private func document(_ json: String) throws -> AppDocument { try AppDocument(json: Array(json.utf8)) }

  private func faults(_ json: String) -> [DocumentFault] {
    do throws(AppDocumentError) {
      _ = try AppDocument(json: Array(json.utf8))
    } catch {
      if case .faults(let faults) = error { return faults }
    }
    return []
  }

  @Test("Every kind of relationship goes out and comes back equal")
  func relationships() throws {
    let app = AppDescription(
      name: "school", title: "School", summary: "", symbol: .book, hue: 3, model: School.model,
      tabs: StandardTabs.tabs(of: School.model))
    let json = AppDocument(app, catalogue: Catalogue()).json
    let copy = try document(json)
    #expect(copy.description == app)
    #expect(copy.json == json)
    #expect(!json.contains("courses_students"), "the join table follows from the names")
  }

  @Test(
    "A row ends with an amount, with a number with decimals, or with the first of whole numbers",
    arguments: [
      ([], [], "stock"), (["price"], ["total"], "price"), (["price", "total"], [], "total"), ([], ["price"], "price"),
    ])
  func numberOfRows(currencies: [String], fractions: [String], shown: String) {
    let attributes = ["name", "stock", "price", "total", "reorderAt"].map { name in
      var attribute = AttributeDescription(name: name, label: name, kind: name == "name" ? .text : .decimal)
      if currencies.contains(name) { attribute.currency = "EUR" }
      if fractions.contains(name) { attribute.scale = 2 }
      return attribute
    }
    let entity = EntityDescription(
      name: "item", plural: "items", table: "items", nouns: Nouns("item", "items"), attributes: attributes,
      relationships: [])
    #expect(StandardTabs.list(of: entity, in: ModelDescription(entities: [entity])).value == shown)
  }

  @Test("What the screens ask for isn't written, and comes back with them")
  func served() throws {
    let json = AddressBook.app.document.json
    #expect(!json.contains("searched") && !json.contains("sortOrders"))
    #expect(try document(json).description == AddressBook.app.description)
  }

  @Test("Names alone are enough: labels, plural, table, nouns and a list follow from them")
  func smallest() throws {
    let description = try document(Self.smallest).description
    let book = try #require(description.model.entity(named: "book"))
    #expect(description.title == "Shelf" && book.plural == "books" && book.table == "books")
    #expect(book.nouns == Nouns("book", "books") && book.attribute("title")?.label == "Title")
    #expect(description.tabs.map(\.path) == ["books"] && description.tabs.map(\.title) == ["Books"])
    #expect(book.searchedAttributes.map(\.name) == ["title"])
    #expect(try document(Self.smallest).json.contains("tabs") == false)
  }

  @Test("Defaults and limits are written as the API has the values")
  func values() throws {
    let json = """
      {"version":1,"name":"shop","entities":[{"name":"item","attributes":[
      {"name":"name"}, {"name":"price","kind":"decimal","scale":2,"default":"1.50","min":"0.00"},
      {"name":"sold","kind":"boolean","default":true}, {"name":"since","kind":"date","min":"2020-01-31"}]}]}
      """
    let item = try #require(try document(json).description.model.entity(named: "item"))
    #expect(item.attribute("price")?.defaultValue == .integer(150))
    #expect(item.attribute("price")?.minimum == .integer(0))
    #expect(item.attribute("sold")?.defaultValue == .integer(1))
    #expect(item.attribute("since")?.minimum == .text("2020-01-31"))
    #expect(try document(document(json).json) == document(json))
  }

  @Test("All faults of the form are reported together, with their places")
  func strict() {
    let found = faults(
      """
      {"version":1,"name":"shop","colour":3,"entities":[{"name":"item","attributes":[
      {"name":"price","kind":"money"},{"label":"x","required":"yes"}]}]}
      """)
    #expect(
      found.map(\.path) == [
        "/entities/0/attributes/0/kind", "/entities/0/attributes/1", "/entities/0/attributes/1/required", "/colour",
      ])
    #expect(found.first?.problem.contains("decimal") == true)
  }

  @Test("A member that only older versions wrote is ignored, and neither written nor offered again")
  func former() throws {
    let json = """
      {"version":1,"name":"lands","entities":[{"name":"land","attributes":[{"name":"code","kind":"country"}]}],
      "tabs":[{"title":"Lands","screen":{"list":{"entity":"land","title":["code"],"choice":{"country":"code"}}}}]}
      """
    let read = try document(json)
    #expect(read.description.tabs.map(\.path) == ["lands"])
    #expect(!read.json.contains("choice"))
    let wrong = faults(json.replacing("\"choice\"", with: "\"choices\""))
    #expect(wrong.map(\.path) == ["/tabs/0/screen/list/choices"])
    #expect(wrong.first?.problem.contains("choice,") == false)
  }

  @Test("Contradictions are reported together, with their places")
  func contradictions() {
    let found = faults(
      """
      {"version":1,"name":"Shop","entities":[{"name":"item","attributes":[{"name":"name","minLength":5,"maxLength":2}],
      "relationships":[{"name":"owner","to":"person"}]}]}
      """)
    #expect(Set(found.map(\.path)) == ["", "/entities/0/attributes/0", "/entities/0/relationships/0"])
  }

  @Test(
    "What is too large, too new, empty or no JSON is refused",
    arguments: [
      (#"{"version":2,"name":"a","entities":[{"name":"b","attributes":[{"name":"c"}]}]}"#, "/version"),
      (#"{"name":"a","entities":[{"name":"b","attributes":[{"name":"c"}]}]}"#, ""),
      (#"{"version":1,"name":"a","entities":[]}"#, "/entities"),
      ("[]", ""),
    ])
  func refused(json: String, path: String) {
    #expect(faults(json).map(\.path) == [path])
  }

  @Test("More entities than an application can have are refused at once")
  func limits() {
    let entity = #"{"name":"e","attributes":[{"name":"a"}]}"#
    let many = Array(repeating: entity, count: 201).joined(separator: ",")
    #expect(faults(#"{"version":1,"name":"a","entities":[\#(many)]}"#).map(\.path) == ["/entities"])
    let long = String(repeating: "n", count: 61)
    #expect(
      faults(#"{"version":1,"name":"a","entities":[{"name":"e","attributes":[{"name":"\#(long)"}]}]}"#).first?.path
        == "/entities/0")
  }

  @Test("Syntax errors say where, and more bytes than allowed are not read")
  func syntax() {
    #expect(throws: AppDocumentError.self) { try document("{") }
    #expect(throws: AppDocumentError.tooLarge) {
      try AppDocument(json: Array(repeating: UInt8(ascii: " "), count: AppDocument.largest + 1))
    }
  }

  @Test(
    "Calculations are written as people write them, and read back equal",
    arguments: [
      ("a + b - c", FetchExpression.difference(.sum(.value("a"), .value("b")), .value("c"))),
      ("a - (b + c)", .difference(.value("a"), .sum(.value("b"), .value("c")))),
      (
        "round(price * quantity * (1 - discount), 2)",
        .rounded(
          .product(
            .product(.value("price"), .value("quantity")), .difference(.constant(1, scale: 0), .value("discount"))),
          scale: 2)
      ),
      ("a * (b * c)", .product(.value("a"), .product(.value("b"), .value("c")))),
      ("-0.05 * product.price", .product(.constant(-5, scale: 2), .value("product.price"))),
      ("a - -3", .difference(.value("a"), .constant(-3, scale: 0))),
    ])
  func calculations(text: String, expression: FetchExpression) {
    #expect(ExpressionText.write(expression) == text)
    #expect(ExpressionText.read(text) == expression)
  }

  @Test(
    "What is no calculation is refused",
    arguments: [
      "", "a +", "(a", "a b", "round(a)", "round(a, b)", "1.", "a; DROP TABLE x", "99999999999999999999",
      String(repeating: "(", count: 5_000),
    ])
  func noCalculation(text: String) { #expect(ExpressionText.read(text) == nil) }

  @Test("Conditions of every form come back equal")
  func conditions() {
    let conditions: [FetchPredicate] = [
      .compare("state", .eq, [.text("new")]), .compare("size", .in, [.integer(1), .real(2.5)]),
      .compare("size", .null, []), .compare("size", .null, [.integer(0)]), .has("students", 4),
      .isRelated("course", "students", 7), .isReferred("lesson", "course", .compare("title", .eq, [.text("A")])),
      .reads(["firstName", "lastName"], "Ada Lovelace"), .leads("order", .compare("id", .gt, [.integer(3)])),
      .calculates(.value("a"), .lt, .value("b")), .day("due", .lte, -3),
      .all([.any([]), .not(.compare("a", .ne, [.null]))]),
    ]
    for condition in conditions {
      var reader = DocumentReader()
      #expect(FetchPredicate.shape.read(FetchPredicate.shape.write(condition), &reader) == condition)
      #expect(reader.faults == [])
    }
  }

  @Test("Conditions and calculations that are too deep for SQLite are refused, with one sentence")
  func tooDeep() {
    func faults(_ condition: FetchPredicate) -> Int {
      var reader = DocumentReader()
      _ = FetchPredicate.shape.read(FetchPredicate.shape.write(condition), &reader)
      return reader.faults.count
    }
    func nested(_ levels: Int, _ wrap: (FetchPredicate) -> FetchPredicate) -> FetchPredicate {
      (0..<levels).reduce(.compare("a", .eq, [.integer(1)])) { inner, _ in wrap(inner) }
    }
    #expect(faults(nested(10) { .not($0) }) == 0 && faults(nested(20) { .not($0) }) == 1)
    #expect(faults(nested(4) { .leads("b", $0) }) == 0 && faults(nested(8) { .leads("b", $0) }) == 1)
    #expect(faults(nested(20) { .all([$0, .any([])]) }) == 0 && faults(nested(30) { .any([$0]) }) == 1)
    func rounded(_ levels: Int) -> String { (0..<levels).reduce("a") { inner, _ in "round(1.5 * \(inner), 1)" } }
    #expect(ExpressionText.read(rounded(9)) != nil && ExpressionText.read(rounded(11)) == nil)
    let long = Array(repeating: "a", count: 201).joined(separator: " + ")
    #expect(ExpressionText.read(long) == nil)
    #expect(ExpressionText.read(String(long.dropLast(4))) != nil)
  }

  @Test("The schema describes every member, and refers to parts that are there")
  func schema() throws {
    guard case .object(let schema) = try JSONParser.parse(AppDocument.schema),
      case .object(let parts)? = schema["$defs"]
    else {
      Issue.record("no parts")
      return
    }
    let names = Set(parts.map(\.key))
    for match in AppDocument.schema.matches(of: #/#\/\$defs\/(\w+)/#) { #expect(names.contains(String(match.1))) }
    #expect(names.isSuperset(of: ["Application", "Entity", "Attribute", "Relationship", "List", "Condition"]))
  }
}
