import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Documents that are made on the screen")
struct DocumentShapeTests {
  private static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"bill","attributes":[{"name":"number","required":true,"title":true},{"name":"day","kind":"date"},
      {"name":"remark"}],
      "relationships":[{"name":"customer","to":"customer","onDelete":"nullify"},
       {"name":"lines","kind":"toMany","to":"line","inverse":"bill"}]},
     {"name":"line","attributes":[{"name":"quantity","kind":"integer","required":true,"default":1},
      {"name":"price","kind":"decimal","scale":2,"currency":"EUR"}],
      "relationships":[{"name":"bill","to":"bill","required":true,"onDelete":"cascade"},
       {"name":"product","to":"product","required":true,"onDelete":"deny"}]},
     {"name":"product","attributes":[{"name":"name","required":true,"title":true},
      {"name":"price","kind":"decimal","scale":2,"currency":"EUR"}]},
     {"name":"customer","attributes":[{"name":"name","required":true,"title":true},{"name":"street"},{"name":"city"},
      {"name":"code","label":"Postal code"}]}]}
    """

  // A site with a bill of two products, whose lines are lines.
  private static func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(shop) { site in
      try await site.add("customers", #"{"name":"Ada","street":"Long Lane 1","city":"Oxford","code":"OX1"}"#)
      try await site.add("products", #"{"name":"Tea","price":"2.00"}"#)
      try await site.change(try await site.shapeForm("kinds/bills/lines/lines").with("lines", "true"))
      try await site.add(
        "bills",
        #"{"number":"B-1","day":"2026-05-06","customer":1,"lines":[{"product":1,"quantity":3,"price":"2.00"}]}"#)
      try await body(site)
    }
  }

  private static func add(_ template: String, _ site: DesignedSite, title: String = "") async throws {
    let form = try await site.shapeForm("kinds/bills/documents/new")
    try await site.change(form.with("template", template).with("title", title))
  }

  private static func document(_ name: String, _ site: DesignedSite) async throws -> DocumentDescription {
    try #require(try await site.description().documents(of: "bill").first { $0.name == name })
  }

  @Test(
    "An invoice begins with the address of the related record, the days and the lines, and is printed from a record")
  func invoice() async throws {
    try await Self.test { site in
      try await Self.add("invoice", site)
      #expect(try await site.page("/shop/bills/1").contains("/shop/bills/1/invoice"))
      let page = try await site.page("/shop/bills/1/invoice")
      for text in ["Bill to", "Ada", "Long Lane 1", "OX1", "2026", "Tea", "€6.00", "Total", "sheet-a4"] {
        #expect(page.contains(text), "\(text)")
      }
      let shape = try await site.page("/shop/shape/kinds/bills/documents/invoice")
      #expect(shape.contains("Preview with the first record") && shape.contains("Long Lane 1"))
    }
  }

  @Test("A letter has texts with fields in braces, by the labels that people read; a new label breaks nothing")
  func texts() async throws {
    try await Self.test { site in
      try await Self.add("letter", site)
      let path = "kinds/bills/documents/letter/texts"
      let text = "Dear {Customer},\nyou live in {customer. city} { and }{Remark}."
      let refused = try await site.send(try await site.shapeForm(path).with("opening", text))
      #expect(refused.status == .unprocessableContent && refused.text.contains("There is no field called  and "))
      try await site.change(
        try await site.shapeForm(path).with("opening", text.replacing("{ and }", with: "{ ")).with("title", "Reminder"))
      let stored = try await Self.document("letter", site)
      #expect(stored.opening == "Dear {customer},\nyou live in {customer.city} { {remark}.")
      let page = try await site.page("/shop/bills/1/letter")
      #expect(page.contains("Dear Ada,\nyou live in Oxford { .") && page.contains("Reminder"))
      #expect(!page.contains("€6.00"))
      try await site.change(try await site.shapeForm("kinds/customers/fields/city").with("label", "Town"))
      let form = try await site.shapeForm(path)
      #expect(form["opening"]?.contains("{Customer.Town}") == true)
      #expect(try await site.page("/shop/bills/1/letter").contains("Oxford"))
    }
  }

  @Test("A preview shows what is typed and stores nothing; what is wrong is said instead")
  func preview() async throws {
    try await Self.test { site in
      try await Self.add("invoice", site)
      let before = try await site.description()
      let form = try await site.shapeForm("kinds/bills/documents/invoice/texts")
        .with(FormIntent.find.name, FormIntent.find.value)
      let shown = try await site.send(form.with("note", "Thank you, {Customer}!"))
      #expect(shown.status == .ok && shown.text.contains("Thank you, Ada!"))
      let wrong = try await site.send(form.with("note", "Thank you, {Costumer}!"))
      #expect(wrong.status == .ok && wrong.text.contains("There is no field called Costumer"))
      #expect(try await site.description() == before)
    }
  }

  @Test("The address, the facts, the columns and the paper are chosen")
  func choices() async throws {
    try await Self.test { site in
      try await Self.add("deliveryNote", site)
      let path = "kinds/bills/documents/delivery-note"
      #expect(!(try await site.page("/shop/bills/1/delivery-note").contains("€2.00")))
      try await site.change(
        try await site.shapeForm(path + "/address").with("sender", "Tea House\n\nHigh Street 2").with("line1", "")
          .with("line2", "customer.code").with("then2", "customer.city").with("line3", "").with("fact0", "")
          .with("fact1", "number"))
      try await site.change(
        try await site.shapeForm(path + "/lines").with("price", "true").with("sums", "true").with("paper", "letter"))
      let document = try await Self.document("delivery-note", site)
      #expect(document.sender == ["Tea House", "High Street 2"])
      #expect(document.recipient == [["customer"], ["customer.code", "customer.city"]])
      #expect(document.facts == ["number"] && document.paper == .letter && document.omitted == [.discount, .amount])
      let page = try await site.page("/shop/bills/1/delivery-note")
      #expect(page.contains("OX1 Oxford") && page.contains("€2.00") && page.contains("on-letter"))
    }
  }

  @Test("The question before a field is deleted names the documents that show it; they are printed without it")
  func deletion() async throws {
    try await Self.test { site in
      try await Self.add("invoice", site)
      try await site.change(
        try await site.shapeForm("kinds/bills/documents/invoice/texts").with("note", "To {Customer.City}, by ship."))
      let before = try await site.description()
      let question = try await site.get("/shop/shape/kinds/customers/fields/city/delete")
      #expect(question.text.contains("These documents show it and are printed without it: Invoice"))
      let form = try #require(
        PageForm.form("/shop/shape/kinds/customers/fields/city/delete", in: question.text))
      let done = try await site.change(form.with("_confirmed", "yes"))
      let document = try await Self.document("invoice", site)
      #expect(document.note == "To , by ship." && !document.recipient.contains(["customer.city"]))
      #expect(try await site.description().check().isEmpty)
      #expect(try await site.get("/shop/bills/1/invoice").status == .ok)
      let revision = try #require(Int(done.location.split(separator: "=").last ?? ""))
      var undone = try await site.post("/shop/shape/revisions/\(revision - 1)?undo=\(revision)", "")
      if undone.status == .ok {
        undone = try await site.send(
          try #require(PageForm.all(in: undone.text).first { $0.action.contains("revisions") })
            .with("_confirmed", "yes"))
      }
      #expect(undone.status == .seeOther)
      #expect(try await site.description() == before)
    }
  }

  @Test("Undo brings the earlier words of a document back without a question, since nothing is lost")
  func undo() async throws {
    try await Self.test { site in
      try await Self.add("letter", site)
      let before = try await site.description()
      let done = try await site.change(
        try await site.shapeForm("kinds/bills/documents/letter/texts").with("opening", "Dear {Customer}"))
      let revision = try #require(Int(done.location.split(separator: "=").last ?? ""))
      let undone = try await site.post("/shop/shape/revisions/\(revision - 1)?undo=\(revision)", "")
      #expect(undone.status == .seeOther)
      #expect(try await site.description() == before)
    }
  }

  @Test("Lines that are turned off leave documents without them; a document is moved and deleted without any record")
  func without() async throws {
    try await Self.test { site in
      try await Self.add("invoice", site)
      try await Self.add("receipt", site)
      try await site.change(try await site.shapeForm("kinds/bills/lines/lines").with("lines", "false"))
      let page = try await site.page("/shop/bills/1/invoice")
      #expect(page.contains("Ada") && !page.contains("Tea"))
      let moved = try await site.post("/shop/shape/kinds/bills/documents/receipt/move", "by=-1")
      #expect(moved.status == .seeOther)
      #expect(try await site.description().documents(of: "bill").map(\.name) == ["receipt", "invoice"])
      let path = "/shop/shape/kinds/bills/documents/receipt/delete"
      let question = try #require(PageForm.form(path, in: try await site.page(path)))
      try await site.change(question.with("_confirmed", "yes"))
      #expect(try await site.get("/shop/bills/1/receipt").status == .notFound)
      #expect(try await site.get("/shop/shape/kinds/bills/documents/receipt").status == .notFound)
      #expect(try await site.count("bills") == 1)
    }
  }

  @Test("A document that was changed in another window is asked about")
  func windows() async throws {
    try await Self.test { site in
      try await Self.add("invoice", site)
      let late = try await site.shapeForm("kinds/bills/documents/invoice/texts").with("note", "Late")
      try await site.change(
        try await site.shapeForm("kinds/bills/documents/invoice/texts").with("title", "Bill"))
      let asked = try await site.send(late)
      #expect(asked.status == .conflict && asked.text.contains("The documents of bills differ"))
      let question = try #require(
        PageForm.form("/shop/shape/kinds/bills/documents/invoice/texts", in: asked.text))
      #expect(try await site.send(question).status == .seeOther)
      let document = try await Self.document("invoice", site)
      #expect(document.title == "Bill" && document.note == "Late")
    }
  }

  @Test("500 lines, empty values and texts from right to left are printed")
  func extremes() async throws {
    try await Self.test { site in
      try await Self.add("invoice", site, title: "فاتورة")
      let lines = Array(repeating: #"{"product":1,"quantity":1,"price":"2.00"}"#, count: 500).joined(separator: ",")
      try await site.add("bills", "{\"number\":\"B-2\",\"lines\":[\(lines)]}")
      let page = try await site.page("/shop/bills/2/invoice")
      #expect(page.contains("€1,000.00") && page.contains("فاتورة"))
      #expect(page.matches(of: /<b>Tea<\/b>/).count == 500)
      #expect(!page.contains("Bill to") && !page.contains("<address></address>"))
    }
  }

  @Test("A field does not get the address of a document, nor a document that of a relationship")
  func names() throws {
    var document = try AppDocument(json: Array(Self.shop.utf8))
    #expect(try document.addDocument(.letter, "Letter", to: "bill") == "letter")
    #expect(try document.addDocument(.letter, "Letter", to: "bill") == "letter-2")
    var link = LinkShape()
    (link.label, link.target) = ("Letter", "customer")
    #expect(try document.addLink(link, to: "bill") == "letter2")
    (link.label, link.backLabel) = ("Receipt", "Receipts")
    #expect(try document.addLink(link, to: "bill") == "receipt")
    #expect(try document.addDocument(.receipt, "Receipt", to: "bill") == "receipt-2")
    #expect(document.check().isEmpty)
  }

  @Test("Labels in braces are read as they were written, also where two fields have the same")
  func labels() throws {
    var document = try AppDocument(json: Array(Self.shop.utf8))
    let place = try #require(document.entities.firstIndex { $0.name == "bill" })
    document.entities[place].attributes[2].label = "Number"
    let fields = DocumentFields(document.entities[place], in: document) { $0 }
    let text = "{number} {remark} {customer} {customer.code} {day"
    let written = fields.written(text)
    #expect(written == "{Number} {@remark} {Customer} {Customer.Postal code} {day")
    #expect(try fields.read(written, "note") == text)
    #expect(try fields.read("{ customer.POSTAL code }{remark}", "note") == "{customer.code}{remark}")
    let fault = #expect(throws: ShapeFault.self) { try fields.read("{}", "note") }
    #expect(fault?.field == "note")
  }

  @Test("Braces that do not match stand for themselves")
  func braces() {
    #expect(
      DocumentText("a {b} {c {d} } e").parts == [
        .words("a "), .field("b"), .words(" {c "), .field("d"), .words(" } e"),
      ])
    #expect(DocumentText("a { b").fields.isEmpty && DocumentText("").parts.isEmpty)
    #expect(DocumentText("{a}").filled { _ in "{b}" } == "{b}")
  }
}
