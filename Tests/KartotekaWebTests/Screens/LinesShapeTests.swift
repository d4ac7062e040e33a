import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Records with lines that are made on the screen")
struct LinesShapeTests {
  private static let bills = """
    {"version":1,"name":"bills","entities":[
     {"name":"bill","attributes":[{"name":"number","required":true,"title":true},{"name":"day","kind":"date"}]}]}
    """

  // Orders and their items, which are related records so far.
  static let orders = """
    {"version":1,"name":"orders","entities":[
     {"name":"order","attributes":[{"name":"number","required":true,"title":true},
      {"name":"freight","kind":"decimal","scale":2,"currency":"EUR"},{"name":"tax","kind":"decimal","scale":2}],
      "relationships":[{"name":"items","kind":"toMany","to":"item","inverse":"order"}]},
     {"name":"item","attributes":[{"name":"count","kind":"integer"},
      {"name":"price","kind":"decimal","scale":2,"currency":"EUR"},{"name":"off","kind":"decimal","scale":4,"form":"percent"}],
      "relationships":[{"name":"order","to":"order","onDelete":"nullify"},{"name":"product","to":"product","onDelete":"deny"},
       {"name":"shelf","to":"shelf","onDelete":"nullify"}]},
     {"name":"product","attributes":[{"name":"name","required":true,"title":true},
      {"name":"price","kind":"decimal","scale":2,"currency":"EUR"},{"name":"size"}]},
     {"name":"shelf","plural":"shelves","attributes":[{"name":"name","required":true,"title":true},
      {"name":"fee","kind":"decimal","scale":3}]}]}
    """

  private static func document(_ json: String) throws -> AppDocument { try AppDocument(json: Array(json.utf8)) }

  private static func lines() throws -> (document: AppDocument, lines: LinesDescription) {
    var document = try Self.document(orders)
    let proposal = try #require(LineFields("items", of: "order", in: document)?.proposal)
    try document.setLines(proposal, of: "order")
    return (document, try #require(document.lines(of: "order")))
  }

  @Test("Lines from nothing are records of their own that name a product; one undo takes all of it back")
  func nothing() async throws {
    try await DesignedSite.test(Self.bills) { site in
      let before = try await site.description()
      let form = try await site.shapeForm("kinds/bills/new/lines")
      let answer = try await site.change(form.with("discount", "true").with("tax", "true"))
      let document = try await site.description()
      #expect(document.entities.map(\.name) == ["bill", "product", "billLine"])
      let lines = try #require(document.lines(of: "bill"))
      #expect(lines.relationship == "lines" && lines.item == "product" && lines.quantity == "quantity")
      #expect(lines.price == "price" && lines.itemPrice == "price" && lines.discount == "discount")
      #expect(lines.taxRate == "taxRate" && lines.fields == ["number", "day"])
      #expect(try await site.page("/bills/bills/new").contains("id=\"lines-form\""))
      try await site.add("products", #"{"name":"Tea","price":"10.50"}"#)
      try await site.add(
        "bills", #"{"number":"1","taxRate":"10","lines":[{"product":1,"quantity":2,"price":"10.50","discount":0.5}]}"#)
      let page = try await site.page("/bills/bills/1")
      #expect(page.contains("Tea") && page.contains("50 % off") && page.contains("€11.55"))
      let revision = try #require(Int(answer.location.split(separator: "=").last ?? ""))
      let undone = try await site.post("/bills/shape/revisions/\(revision - 1)?undo=\(revision)", "")
      // The records that were added meanwhile are lost from the screens, which a question says.
      #expect(undone.status == .ok && undone.text.contains("is removed. It is kept"))
      let question = try #require(PageForm.all(in: undone.text).first { $0.action.contains("revisions") })
      #expect(undone.text.contains("This goes with it: Lines; Products; Bill lines"))
      try await site.change(question.with("_confirmed", "yes"))
      #expect(try await site.description() == before)
    }
  }

  @Test("Related records become lines by one press, and related records again without any loss")
  func related() async throws {
    try await DesignedSite.test(Self.orders) { site in
      try await site.add("products", #"{"name":"Tea","price":"2.00"}"#)
      try await site.add("orders", #"{"number":"A"}"#)
      try await site.add("items", #"{"order":1,"product":1,"count":3,"price":"2.00"}"#)
      #expect(try await site.page("/orders/shape/kinds/orders/fields/items").contains("Lines of the form"))
      try await site.change(try await site.shapeForm("kinds/orders/lines/items").with("lines", "true"))
      #expect(try await site.page("/orders/orders/1").contains("€6.00"))
      #expect(try await site.page("/orders/orders/1/edit").contains("lines-form"))
      try await site.change(try await site.shapeForm("kinds/orders/lines/items").with("lines", "false"))
      let document = try await site.description()
      #expect(document.lines(of: "order") == nil)
      #expect(document.list(of: "order")?.sections.map(\.name) == ["items"])
      #expect(try await site.record("items/1").contains("\"count\":3"))
      #expect(try await site.page("/orders/orders/1").contains("Tea"))
    }
  }

  @Test("What a line names and does not exist yet is made while the record is typed")
  func made() async throws {
    try await DesignedSite.test(Self.bills) { site in
      try await site.change(try await site.shapeForm("kinds/bills/new/lines"))
      let new = try await site.form("/bills/bills", on: "/bills/bills/new").with("number", "7")
      let found = try await site.send(
        new.with(FormName.itemSearch, "Coffee").with(FormIntent.edit.name, FormIntent.edit.value))
      let begin = FormIntent.beginNew("line.product")
      #expect(found.text.contains("value=\"\(begin.value)\"") && found.text.contains("New product"))
      let sheet = try await site.send(
        new.with(FormName.itemSearch, "Coffee").with(begin.name, begin.value))
      let dialog = try #require(PageForm.all(in: sheet.text).first { $0.action == "/bills/bills" && $0["name"] != nil })
      #expect(dialog["name"] == "Coffee")
      let create = FormIntent.createNew("line.product")
      let done = try await site.send(dialog.with("price", "3.00").with(create.name, create.value))
      #expect(done.status == .ok && done.text.contains("Coffee") && done.text.contains("€3.00"))
      let form = try #require(PageForm.all(in: done.text).first { $0.action == "/bills/bills" })
      #expect(form["number"] == "7")
      #expect(try await site.send(form).status == .seeOther)
      #expect(try await site.count("bill-lines") == 1)
    }
  }

  @Test("Records that belong to none stand in the way, and are named")
  func homeless() async throws {
    try await DesignedSite.test(Self.orders) { site in
      try await site.add("items", #"{"count":3}"#)
      let answer = try await site.send(try await site.shapeForm("kinds/orders/lines/items").with("lines", "true"))
      #expect(answer.status == .conflict && answer.text.contains("1 record has no value in Order"))
      #expect(try await site.description().lines(of: "order") == nil)
    }
  }

  @Test("A line from before its quantity was asked needs one")
  func quantity() async throws {
    try await DesignedSite.test(Self.orders) { site in
      try await site.add("products", #"{"name":"Tea","price":"2.00"}"#)
      try await site.add("orders", #"{"number":"A"}"#)
      try await site.add("items", #"{"order":1,"product":1}"#)
      try await site.change(try await site.shapeForm("kinds/orders/lines/items").with("lines", "true"))
      let form = try await site.form("/orders/orders/1", on: "/orders/orders/1/edit")
      let answer = try await site.send(form)
      #expect(answer.status == .unprocessableContent && answer.text.contains("Count: This can&#39;t be empty"))
      #expect(!answer.text.contains("too large"))
    }
  }

  @Test("What a form with lines can't have is refused at its field")
  func refused() throws {
    var (document, lines) = try Self.lines()
    func expect(_ field: String, _ change: (inout LinesDescription) -> Void) {
      var changed = lines
      change(&changed)
      let fault = #expect(throws: ShapeFault.self) { try document.setLines(changed, of: "order") }
      #expect(fault?.field == field, "\(String(describing: fault))")
    }
    expect("item") { $0.item = "order" }
    expect("quantity") { $0.quantity = "price" }
    expect("itemPrice") { $0.itemPrice = nil }
    expect("itemPrice") { ($0.item, $0.itemPrice) = ("shelf", "fee") }
    expect("price") { $0.price = nil }
    expect("discount") { ($0.price, $0.itemPrice) = (nil, nil) }
    expect("shown") { $0.shown = ["colour"] }
    // No form has a field for the relationship itself.
    expect("") { $0.relationship = "none" }
    lines.relationship = "items"
    let before = document
    try document.setLines(lines, of: "order")
    #expect(document == before)
    var field = FieldShape()
    (field.label, field.isRequired) = ("Batch", true)
    // A required field that nobody could type is refused, too, from either side.
    let fault = #expect(throws: ShapeFault.self) { try document.addField(field, to: "item") }
    #expect(fault?.field == "required")
    document = try Self.document(Self.orders)
    try document.addField(field, to: "item")
    expect("lines") { $0.shown = ["size"] }
    (document, _) = try Self.lines()
    field.isRequired = false
    try document.addField(field, to: "item")
    field.isRequired = true
    #expect(throws: ShapeFault.self) { try document.changeField("batch", of: "item", to: field) }
    field.rules.initial = .text("none")
    try document.changeField("batch", of: "item", to: field)
    try document.addField(field, to: "order")
  }

  @Test("New fields are asked with the lines, in the order of the fields; amounts on top of them stand below")
  func fields() throws {
    var (document, lines) = try Self.lines()
    #expect(lines.fields == ["number", "freight", "tax"])
    lines.extras = ["freight"]
    lines.taxRate = "tax"
    try document.setLines(lines, of: "order")
    #expect(document.lines(of: "order")?.fields == ["number"])
    var field = FieldShape()
    field.label = "Remark"
    try document.addField(field, to: "order")
    field.label = "Sender"
    try document.addField(field, to: "order")
    try document.moveField("sender", of: "order", by: -9)
    #expect(document.lines(of: "order")?.fields == ["sender", "number", "remark"])
    lines = try #require(document.lines(of: "order"))
    (lines.extras, lines.taxRate) = ([], nil)
    try document.setLines(lines, of: "order")
    #expect(document.lines(of: "order")?.fields == ["sender", "number", "remark", "freight", "tax"])
    #expect(document.check().isEmpty)
  }

  @Test("Lines follow changes of fields: without a price they have no sums, without a quantity they are no lines")
  func changes() throws {
    var (document, _) = try Self.lines()
    #expect(document.lines(of: "order")?.discount == "off")
    var other = document
    try other.removeField("price", of: "product")
    let rest = try #require(other.lines(of: "order"))
    #expect(rest.price == nil && rest.discount == nil && other.check().isEmpty)
    other = document
    var sums = rest
    (sums.price, sums.itemPrice, sums.extras, sums.taxRate) = ("price", "price", ["freight"], "tax")
    try other.setLines(sums, of: "order")
    try other.removeField("price", of: "item")
    #expect(other.lines(of: "order")?.fields == ["number", "freight", "tax"] && other.check().isEmpty)
    other = document
    try other.removeField("count", of: "item")
    #expect(other.lines(of: "order") == nil && other.check().isEmpty)
    #expect(other.list(of: "order")?.sections.map(\.name) == ["items"])
    other = document
    try other.removeField("product", of: "item")
    #expect(other.lines(of: "order") == nil && other.check().isEmpty)
    other = document
    try other.removeField("items", of: "order")
    #expect(other.lines(of: "order") == nil && other.check().isEmpty)
    other = document
    try other.removeEntity("product")
    #expect(other.lines(of: "order") == nil && other.check().isEmpty)
    // Another kind than a whole number counts nothing.
    var count = try #require(other.entity("item")?.attributes.first { $0.name == "count" }.flatMap { FieldShape($0) })
    count.kind = .text
    try document.changeField("count", of: "item", to: count)
    #expect(document.lines(of: "order") == nil && document.check().isEmpty)
  }

  @Test("The question before a field is deleted says that the lines go with it")
  func question() async throws {
    try await DesignedSite.test(Self.orders) { site in
      try await site.change(try await site.shapeForm("kinds/orders/lines/items").with("lines", "true"))
      let page = try await site.page("/orders/shape/kinds/items/fields/count/delete")
      #expect(page.contains("This goes with it: Lines"))
      let revisions = try await site.page("/orders/shape/revisions")
      #expect(revisions.contains("orders have lines now"))
    }
  }

  @Test("Lines that were changed in another window are asked about")
  func windows() async throws {
    try await DesignedSite.test(Self.orders) { site in
      let late = try await site.shapeForm("kinds/orders/lines/items").with("lines", "true")
      try await site.change(try await site.shapeForm("kinds/orders/fields/number").with("label", "Code"))
      let asked = try await site.send(late)
      #expect(asked.status == .conflict && asked.text.contains("Number of orders is called Code now"))
      let question = try #require(PageForm.form("/orders/shape/kinds/orders/lines/items", in: asked.text))
      #expect(try await site.send(question).status == .seeOther)
      #expect(try await site.description().lines(of: "order") != nil)
      // Return pressed twice: the second one finds nothing to do.
      #expect(try await site.send(late).status != .internalServerError)
    }
  }

  @Test("A line can't stop to belong to its record while it is a line")
  func belonging() async throws {
    try await DesignedSite.test(Self.orders) { site in
      try await site.change(try await site.shapeForm("kinds/orders/lines/items").with("lines", "true"))
      let form = try await site.shapeForm("kinds/items/fields/order").with("required", "false").with("rule", "nullify")
      let refused = try await site.send(form)
      #expect(refused.status == .unprocessableContent && refused.text.contains("belong to their record"))
      try await site.change(try await site.shapeForm("kinds/orders/lines/items").with("lines", "false"))
      try await site.change(
        try await site.shapeForm("kinds/items/fields/order").with("required", "false").with("rule", "nullify"))
    }
  }

  @Test("There are no lines of one related record, and no second ones from nothing")
  func impossible() async throws {
    try await DesignedSite.test(Self.orders) { site in
      #expect(try await site.get("/orders/shape/kinds/items/lines/product").status == .notFound)
      try await site.change(try await site.shapeForm("kinds/orders/lines/items").with("lines", "true"))
      #expect(try await site.get("/orders/shape/kinds/orders/new/lines").status == .notFound)
    }
  }
}
