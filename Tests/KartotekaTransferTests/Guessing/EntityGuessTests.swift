import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Guessing what files hold")
struct EntityGuessTests {
  private func guess(_ files: (String, String)...) throws -> [DocumentEntity] {
    try EntityGuess(files.map { ImportFile(try TextSource($1, name: $0)) }).entities
  }

  private func kind(_ values: String...) throws -> AttributeDescription {
    let lines = values.map { "\"\($0)\"" }.joined(separator: "\n")
    return try #require(try guess(("records.csv", "value\n" + lines + "\n")).first?.attributes.first)
  }

  @Test(
    "The kind of a column is that of all its values",
    arguments: [
      (["1", "-20", "3000"], KindName.integer), (["1.5", "2.25"], .decimal), (["007", "123"], .text),
      (["1234567890123456"], .text), (["yes", "no", "yes"], .boolean), (["0", "1"], .integer),
      (["2024-01-31", "2024-02-01"], .date), (["2024-01-31T10:00:00Z"], .timestamp),
      (["a@example.org", "b@example.org"], .mail), (["https://example.org/a"], .url), (["+48 22 123 45 67"], .phone),
      (["+48 601 234 567", "+48 602 345 678"], .phone), (["+48 22 123 45 67 ext. 12"], .phone),
      (["1 234 567", "-12 000"], .integer),
      (["Momo", "Krabat"], .text), (["Momo", "12"], .text),
    ])
  func kinds(values: [String], expected: KindName) throws {
    let lines = values.map { "\"\($0)\"" }.joined(separator: "\n")
    let entity = try #require(try guess(("records.csv", "Thing\n" + lines + "\n")).first)
    #expect(entity.attributes.first?.kind == expected)
  }

  @Test("Decimals get the places that they need, long texts several lines, repeated words choices")
  func details() throws {
    #expect(try kind("1.5", "2.125").scale == 3)
    #expect(try kind("one\ntwo").multiline)
    let repeated = Array(repeating: ["new", "done"], count: 10).flatMap(\.self)
    let entity = try #require(try guess(("tasks.csv", "State\n" + repeated.joined(separator: "\n") + "\n")).first)
    #expect(entity.attributes.first?.choices.map(\.value) == ["done", "new"])
  }

  @Test("Names follow from headings and files, in any script, and no two are equal")
  func names() throws {
    let entity = try #require(
      try guess(("Order Details.csv", "Last name,Цена,,Last Name,id,rowid\na,b,c,d,e,f\n")).first)
    #expect(entity.name == "orderDetail" && entity.plural == "order-details")
    #expect(
      entity.attributes.map(\.name) == ["lastName", "cena", "columnC", "lastName2", "idValue", "rowidValue"])
    #expect(entity.attributes.first?.label == "Last name")
  }

  @Test("Headings that differ by capitals alone become fields with different labels")
  func labels() throws {
    let entity = try #require(try guess(("x.csv", "Name,name,NAME,Name 2\na,b,c,d\n")).first)
    #expect(entity.attributes.map(\.label) == ["Name", "name 2", "NAME 3", "Name 2 2"])
  }

  @Test("Columns beyond the most fields, and cells that count as empty, are named before anything is made")
  func notes() throws {
    let headings = (1...503).map { "c\($0)" }.joined(separator: ",")
    let wide = try TableSample(TextSource(headings + "\n1\n", name: "wide.csv"), name: "wide.csv")
    let table = try #require(EntityGuess([wide]).tables.first)
    #expect(table.columns.count == 500)
    #expect(table.notes?.first?.arguments["count"] == .count(3))
    #expect(Phrase.notes(errors: 2, formulas: 1).count == 2 && Phrase.notes(errors: 0, formulas: 0) == [])
  }

  @Test("A column of different numbers named id is the records' number and no attribute")
  func numbers() throws {
    let entity = try #require(try guess(("books.csv", "id,title\n1,Momo\n2,Krabat\n")).first)
    #expect(entity.name == "book" && entity.attributes.map(\.name) == ["title"])
    #expect(entity.attributes[0].isTitle)
  }

  @Test("Lists of titles lead to several records, and numbers under the name of a file to its records")
  func links() throws {
    let entities = try guess(
      ("authors.csv", "id,name\n1,Ende\n2,Kästner\n3,Preußler\n"),
      ("books.csv", "title,authors,author_id\nMomo,Ende;Kästner,1\nKrabat,Preußler,3\n"))
    let links = entities[1].relationships
    #expect(links.map(\.name) == ["authors", "author"] && links.map(\.cardinality) == [.manyToMany, .toOne])
    #expect(links[1].label == "author" && links[1].aliases == ["author_id"])
    #expect(entities[1].attributes.map(\.name) == ["title"])
  }

  @Test("Amounts with a sign or a code get their currency")
  func currencies() throws {
    let price = try kind("€ 12.50", "€3.00")
    #expect(price.kind == .decimal && price.currency == "EUR" && price.scale == 2)
    #expect(try kind("12,50 zł", "3 zł").currency == "PLN")
    #expect(try kind("12.50", "3.00").currency == nil)
  }

  @Test("Files with names of other alphabets keep them as names of their records")
  func nouns() throws {
    let entity = try #require(try guess(("Zamówienia.csv", "Nazwa\nA\n")).first)
    #expect(entity.nouns == Nouns("zamówienia", "zamówienia") && entity.name == "zamowienia")
  }

  @Test(
    "Records are called what the file is called",
    arguments: [
      ("books.csv", Nouns("book", "books")), ("axis.csv", Nouns("axis", "axis")),
      ("Order Details.csv", Nouns("order detail", "order details")), ("klienci.csv", Nouns("klienci", "klienci")),
      ("contacts300.csv", Nouns("contacts300", "contacts300")),
      ("john-doe-iphone.csv", Nouns("john doe iphone", "john doe iphone")), ("2026.csv", Nouns("record", "records")),
    ])
  func plurals(file: String, nouns: Nouns) throws {
    #expect(try #require(try guess((file, "Name\nA\n")).first).nouns == nouns)
  }

  @Test("A column that names records of another file becomes a relationship to them")
  func relationships() throws {
    let entities = try guess(
      ("books.csv", "title,author\nMomo,Michael Ende\nKrabat,Otfried Preußler\n"),
      ("authors.csv", "name,born\nMichael Ende,1929\nOtfried Preußler,1923\n"))
    #expect(entities[0].attributes.map(\.name) == ["title"])
    #expect(entities[0].relationships.map(\.target) == ["author"])
    #expect(entities[1].relationships.map(\.name) == ["books"])
    #expect(ModelDescription(drafts: entities).check() == [])
  }

  @Test("JSON is guessed from its members")
  func json() throws {
    let entity = try #require(
      try guess(("people.json", #"[{"name":"Ada","age":36},{"name":"Alan","mail":"a@b.org"}]"#)).first)
    #expect(entity.attributes.map(\.name) == ["name", "age", "mail"])
    #expect(entity.attributes.map(\.kind) == [.text, .integer, .mail])
  }

  @Test("A file without content is refused")
  func empty() { #expect(throws: (any Error).self) { try guess(("a.csv", "")) } }

  @Test("A file that is longer than its sample leads to another one by the name of its records")
  func longFiles() throws {
    let customers = (1...3_000).map { "\($0),Customer \($0)" }.joined(separator: "\n")
    let orders = (1...3_000).map { "Order \($0),\(3_001 - $0),Customer \(3_001 - $0)" }.joined(separator: "\n")
    let entities = try guess(
      ("customers.csv", "id,name\n" + customers), ("orders.csv", "title,customer_id,customer\n" + orders))
    #expect(entities[1].relationships.map(\.target) == ["customer", "customer"])
  }

  @Test("All rows widen what the first rows made too narrow, but not what a person has chosen")
  func widening() throws {
    let first = (1...2_100).map { "\($0),\($0 % 2 == 0 ? "new" : "old"),\($0 % 2 == 0 ? "A" : "B"),\($0)" }.joined(
      separator: "\n")
    let text = "code,state,note,size\n" + first + "\n7,sold,\"a\nb\",2.25\n"
    let sample = try TableSample(ImportFile(try TextSource(text, name: "things.csv")))
    var table = EntityGuess([sample]).tables[0]
    #expect(table.columns.map(\.field.kind) == [.integer, .choice, .choice, .integer])
    #expect(table.columns[0].field.isUnique)
    let widened = try GuessCheck.widened(table, by: TextSource(text, name: "things.csv"))
    #expect(widened.columns[1].field.choices.map(\.value) == ["new", "old", "sold"])
    #expect(!widened.columns[0].field.isUnique)
    #expect(widened.columns[3].field.kind == .decimal && widened.columns[3].field.scale == 2)
    table.columns[3].isChosen = true
    #expect(try GuessCheck.widened(table, by: TextSource(text, name: "a.csv")).columns[3].field.kind == .integer)
  }
}
