import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@Suite("Lines and the fields that their records need")
struct LinesNeedTests {
  private static func document(_ json: String) throws -> AppDocument { try AppDocument(json: Array(json.utf8)) }

  private static func lines() throws -> AppDocument {
    var document = try document(LinesShapeTests.orders)
    let proposal = try #require(LineFields("items", of: "order", in: document)?.proposal)
    try document.setLines(proposal, of: "order")
    return document
  }

  private static func shape(_ name: String, of entity: String, in document: AppDocument) throws -> FieldShape {
    try #require(document.entity(entity)?.attributes.first { $0.name == name }.flatMap { FieldShape($0) })
  }

  @Test("A file that becomes a text is asked with the lines, once")
  func file() throws {
    var document = try Self.lines()
    var field = FieldShape()
    (field.label, field.kind) = ("Scan", .file)
    try document.addField(field, to: "order")
    #expect(document.lines(of: "order")?.fields == ["number", "freight", "tax"])
    field.kind = .text
    try document.changeField("scan", of: "order", to: field)
    #expect(document.lines(of: "order")?.fields == ["number", "freight", "tax", "scan"])
    field.label = "Remark"
    try document.changeField("scan", of: "order", to: field)
    #expect(document.lines(of: "order")?.fields == ["number", "freight", "tax", "scan"])
  }

  @Test("A field and a link that a described form leaves out are asked from when they are required")
  func leftOut() throws {
    var document = try Self.lines()
    var link = LinkShape()
    (link.label, link.target) = ("Shelf", "shelf")
    try document.addLink(link, to: "order")
    document.changeLists(of: "order") { list in list.lines?.fields = ["number"] }
    link.isRequired = true
    try document.changeLink("shelf", of: "order", to: link)
    var field = try Self.shape("freight", of: "order", in: document)
    field.label = "Postage"
    try document.changeField("freight", of: "order", to: field)
    #expect(document.lines(of: "order")?.fields == ["number", "shelf"])
    field.isRequired = true
    try document.changeField("freight", of: "order", to: field)
    #expect(document.lines(of: "order")?.fields == ["number", "shelf", "freight"])
  }

  @Test("A required field of a line keeps its default, and a required field of the record becomes no file")
  func lost() throws {
    var document = try Self.lines()
    var field = FieldShape()
    (field.label, field.isRequired, field.rules.initial) = ("Batch", true, .text("none"))
    try document.addField(field, to: "item")
    field.rules.initial = .null
    let fault = #expect(throws: ShapeFault.self) { try document.changeField("batch", of: "item", to: field) }
    #expect(fault?.field == "required")
    field = FieldShape()
    (field.label, field.isRequired) = ("Remark", true)
    try document.addField(field, to: "order")
    field.kind = .file
    #expect(throws: ShapeFault.self) { try document.changeField("remark", of: "order", to: field) }
  }

  @Test("Lines of one kind of record do not become lines of another one that their first form does not ask for")
  func twoOwners() throws {
    var document = try Self.lines()
    var link = LinkShape()
    (link.label, link.target, link.backLabel) = ("Shipment", "shelf", "Positions")
    try document.addLink(link, to: "item")
    var proposal = try #require(LineFields("positions", of: "shelf", in: document)?.proposal)
    // It names the order, which a line has.
    proposal.item = "order"
    (proposal.price, proposal.itemPrice, proposal.discount) = (nil, nil, nil)
    let fault = #expect(throws: ShapeFault.self) { try document.setLines(proposal, of: "shelf") }
    #expect(fault?.field == "lines")
  }

  @Test("Stored lines that no form could save are related records when the application is opened; nothing else changes")
  func stored() throws {
    let sound = try Self.lines()
    var broken = sound
    let item = try #require(broken.entities.firstIndex { $0.name == "item" })
    let order = try #require(broken.entities[item].relationships.firstIndex { $0.name == "order" })
    broken.entities[item].relationships[order].isRequired = false
    broken.entities[item].relationships[order].deleteRule = .nullify
    #expect(!broken.check().isEmpty)
    let json = broken.json
    let read = try Design(StoredDescription(revision: 1, json: json), named: "orders").document
    #expect(read.lines(of: "order") == nil && read.entities == broken.entities)
    #expect(read.list(of: "order")?.sections.map(\.name) == ["items"])
    let kept = sound.json
    let same = try Design(StoredDescription(revision: 1, json: kept), named: "orders").document
    #expect(same.lines(of: "order") == sound.lines(of: "order"))
    // What is wrong with something else is said as before, and the lines stay out of it.
    broken = sound
    broken.entities[item].relationships[order].target = "nobody"
    let other = broken.json
    #expect(throws: AppDocumentError.self) { try Design(StoredDescription(revision: 1, json: other), named: "orders") }
  }

  private static func goods(_ attribute: String) throws -> AppDocument {
    try document(
      """
      {"version":1,"name":"goods","entities":[
       {"name":"order","attributes":[{"name":"number","required":true,"title":true},{"name":"rate","label":"Tax rate",
        "kind":"decimal","scale":2}]},
       {"name":"product","attributes":[{"name":"name","required":true,"title":true},\(attribute)]}]}
      """)
  }

  private static func added(_ attribute: String) throws -> (document: AppDocument, lines: LinesDescription) {
    var document = try goods(attribute)
    var shape = LinesShape()
    (shape.label, shape.one, shape.many, shape.item) = ("Lines", "order line", "order lines", "product")
    (shape.isTaxed, shape.priceWord) = (true, "Cena")
    try document.addLines(shape, to: "order")
    #expect(document.check().isEmpty)
    return (document, try #require(document.lines(of: "order")))
  }

  @Test(
    "Lines of products that exist take the money as their price, or a number that is called so, but no weight",
    arguments: [
      ("weight", "", "price", 3), ("weight", "CHF", "cost", 3), ("price", "", "price", 2), ("cena", "", "cena", 2),
    ])
  func weights(number: String, currency code: String, source: String, count: Int) throws {
    let money = #",{"name":"cost","kind":"decimal","scale":2,"currency":"CODE"}"#.replacing("CODE", with: code)
    let (document, lines) = try Self.added(
      #"{"name":"NUMBER","kind":"decimal","scale":2}"#.replacing("NUMBER", with: number) + (code.isEmpty ? "" : money))
    #expect(lines.itemPrice == source && lines.price == "price")
    #expect(document.entity("product")?.attributes.count == count)
    let currency = document.entity("orderLine")?.attributes.first { $0.name == "price" }?.currency
    #expect(currency == (source == "cost" ? "CHF" : "EUR"))
    // The tax rate of the record that exists is taken.
    #expect(lines.taxRate == "rate" && document.entity("order")?.attributes.count == 2)
  }

  @Test("A price that can't be one is said at the box of prices")
  func collision() throws {
    var document = try Self.goods(#"{"name":"price","kind":"integer"}"#)
    var shape = LinesShape()
    (shape.label, shape.one, shape.many, shape.item) = ("Lines", "order line", "order lines", "product")
    let fault = #expect(throws: ShapeFault.self) { try document.addLines(shape, to: "order") }
    #expect(fault?.field == "priced")
  }
}
