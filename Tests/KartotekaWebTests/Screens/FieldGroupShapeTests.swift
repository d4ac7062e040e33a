import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Screens: groups of a form, sections of a record's page, filters above a list")
struct FieldGroupShapeTests {
  private static func groups(_ site: DesignedSite) async throws -> [ListDescription.FieldGroup] {
    try await site.description().list(of: "bill")?.fieldGroups ?? []
  }

  // Where the field of a form is in a page.
  private static func place(of name: String, in page: String) throws -> String.Index {
    let found = page.range(of: "name=\"\(name)\"") ?? page.range(of: "name=\(name) ") ?? page.range(of: "name=\(name)>")
    return try #require(found, "\(name)").lowerBound
  }

  private static func move(_ site: DesignedSite, _ path: String, _ step: Int) async throws {
    let answer = try await site.post("/shop/shape/kinds/\(path)/move", "by=\(step)")
    #expect(answer.status == .seeOther, "\(answer.text.suffix(2_000))")
  }

  private static func delete(_ site: DesignedSite, _ path: String) async throws {
    try await site.change(try await site.form("/shop/shape/kinds/\(path)/delete").with("_confirmed", "yes"))
  }

  @Test("A group has its heading above its fields; the first group has all others, and new fields")
  func made() async throws {
    try await TitleSearchShapeTests.test { site in
      let form = try await site.shapeForm("kinds/bills/new-group").with("heading", "Payment")
      let empty = try await site.send(form)
      #expect(empty.status == .unprocessableContent && empty.text.contains("Choose at least one field"))
      try await site.change(form.with("fieldamount", "true").with("fielddue", "true"))
      #expect(
        try await Self.groups(site) == [
          .init(nil, fields: ["title", "memo", "client"]), .init("Payment", fields: ["amount", "due"]),
        ])
      let page = try await site.page("/shop/bills/1")
      let heading = try #require(page.range(of: "Payment")).lowerBound
      let (memo, due) = (try Self.place(of: "memo", in: page), try Self.place(of: "due", in: page))
      #expect(memo < heading && heading < due)
      #expect(
        SwiftDeclaration(try await site.description()).text.contains("withFields(\"Payment\", \\.amount, \\.due)"))
      // Another group takes a field from this one.
      try await site.change(
        try await site.shapeForm("kinds/bills/new-group").with("heading", "Dates").with("fielddue", "true"))
      #expect(try await Self.groups(site).map(\.fields) == [["title", "memo", "client"], ["amount"], ["due"]])
      try await site.change(try await site.shapeForm("kinds/bills/new/text").with("label", "Place"))
      let added = try await site.page("/shop/bills/1")
      let place = try Self.place(of: "place", in: added)
      #expect(try place < #require(added.range(of: "Payment")).lowerBound)
    }
  }

  @Test("Groups are renamed, moved and deleted, and follow the order of fields and their removal")
  func changed() async throws {
    try await TitleSearchShapeTests.test { site in
      try await site.change(
        try await site.shapeForm("kinds/bills/new-group").with("heading", "Payment").with("fieldamount", "true")
          .with("fielddue", "true"))
      try await site.change(try await site.shapeForm("kinds/bills/groups/1").with("heading", "Money"))
      try await site.change(try await site.shapeForm("kinds/bills/groups/0").with("heading", "Bill"))
      #expect(try await Self.groups(site).map(\.title) == ["Bill", "Money"])
      try await Self.move(site, "bills/fields/due", -1)
      #expect(try await Self.groups(site)[1].fields == ["due", "amount"])
      try await Self.move(site, "bills/groups/1", -1)
      #expect(try await Self.groups(site).map(\.title) == ["Money", "Bill"])
      try await Self.delete(site, "bills/fields/amount")
      #expect(try await Self.groups(site).map(\.fields) == [["due"], ["title", "memo", "client"]])
      try await Self.delete(site, "bills/groups/1")
      #expect(try await Self.groups(site) == [.init("Money", fields: ["title", "memo", "due", "client"])])
      try await site.change(try await site.shapeForm("kinds/bills/groups/0").with("heading", ""))
      #expect(try await Self.groups(site).isEmpty)
      let gone = try await site.client.execute(uri: "/shop/shape/kinds/bills/groups/0", method: .get)
      #expect(gone.status == .notFound)
    }
  }

  @Test("Sections are moved, and choose records or add new ones")
  func sections() async throws {
    try await TitleSearchShapeTests.test { site in
      try await site.change(
        try await site.shapeForm("kinds/clients/new/link?to=bill").with("label", "Watched bills").with(
          "number", "manyToMany"))
      let names = { (site: DesignedSite) async throws -> [String] in
        try await site.description().list(of: "client")?.sections.map(\.name) ?? []
      }
      let before = try await names(site)
      #expect(before.count == 2)
      try await Self.move(site, "clients/sections/\(before[1])", -1)
      #expect(try await names(site) == before.reversed())
      let form = try await site.shapeForm("kinds/clients/sections/bills")
      #expect(form["new"] == "true" && form["adding"] == "")
      let both = try await site.send(form.with("adding", "Choose bills"))
      #expect(both.status == .unprocessableContent && both.text.contains("either chooses records or adds new ones"))
      let newest = try await site.send(form.with("newest", "true"))
      #expect(
        newest.status == .unprocessableContent && newest.text.contains("neither chooses records nor adds new ones"))
      try await site.change(form.with("order", "due"))
      let ordered = try await site.description()
      #expect(ordered.list(of: "client")?.sections.first { $0.name == "bills" }?.order == "due")
      try await site.change(try await site.shapeForm("kinds/clients/sections/bills").with("order", ""))
      try await site.change(
        try await site.shapeForm("kinds/clients/sections/bills").with("new", "false").with("newest", "true"))
      #expect(SwiftDeclaration(try await site.description()).text.contains("withNewest(\\.bills)"))
      try await site.change(try await site.shapeForm("kinds/clients/sections/bills").with("newest", "false"))
      try await site.change(
        try await site.shapeForm("kinds/clients/sections/bills").with("adding", "Choose bills").with(
          "note", "A bill belongs to one client."))
      let page = try await site.page("/shop/clients/1")
      #expect(page.contains("Choose bills") && page.contains("A bill belongs to one client."))
      #expect(
        SwiftDeclaration(try await site.description()).text.contains(
          "withSection(\\.bills, adding: \"Choose bills\", note: \"A bill belongs to one client.\")"))
    }
  }

  @Test("A filter above a list narrows it down by its formula, follows its fields, and is undone")
  func filters() async throws {
    try await TitleSearchShapeTests.test { site in
      let form = try await site.shapeForm("kinds/bills/new-filter").with("label", "Large ones").with(
        "formula", "Amount > 5")
      let tried = try await site.send(form.with(FormIntent.find.name, FormIntent.find.value))
      #expect(tried.status == .ok && tried.text.contains("The formula is yes for") && tried.text.contains(": Tea"))
      let unknown = try await site.send(form.with("formula", "Amuont > 5"))
      #expect(unknown.status == .unprocessableContent && unknown.text.contains("There is no field"))
      try await site.change(form)
      let subset = try #require(try await site.description().list(of: "bill")?.subsets.first)
      #expect(subset.title == "Large ones" && subset.predicate == .formula(Formula("amount > 5")))
      let list = try await site.page("/shop/bills")
      #expect(list.contains("Large ones") && list.contains("only=" + subset.name))
      let large = try await site.page("/shop/bills?only=" + subset.name)
      #expect(large.contains("Tea") && !large.contains("Milk"))
      #expect(SwiftDeclaration(try await site.description()).text.contains("formula: \"amount > 5\""))
      let twice = try await site.send(form.with("formula", "Amount > 6"))
      #expect(twice.status == .unprocessableContent && twice.text.contains("Another filter has this name"))
      // The question before its field goes names it.
      let asked = try await site.get("/shop/shape/kinds/bills/fields/amount/delete")
      #expect(asked.text.contains("Large ones"))
      try await Self.delete(site, "bills/fields/amount")
      #expect(try await site.description().list(of: "bill")?.subsets == [])
      try await TitleSearchShapeTests.undo(site, 2)
      #expect(try await site.description().list(of: "bill")?.subsets == [subset])
      try await Self.delete(site, "bills/filters/" + subset.name)
      #expect(try await site.description().list(of: "bill")?.subsets == [])
    }
  }

  @Test("States stay filters beside others, and those filters follow their states")
  func states() async throws {
    try await TitleSearchShapeTests.test { site in
      let state = { (label: String, formula: String) async throws -> PageForm in
        try await site.shapeForm("kinds/bills/new-state").with("label", label).with("formula", formula)
      }
      try await site.change(try await state("Very late", "Due < today"))
      try await site.change(
        try await site.shapeForm("kinds/bills/new-filter").with("label", "Large").with("formula", "Amount > 5"))
      #expect(try await site.description().list(of: "bill")?.subsets.map(\.title) == ["Very late", "Large"])
      let list = try await site.page("/shop/bills")
      #expect(list.contains("Large") && list.contains("Very late"))
      let name = try #require(try await site.description().entities[0].states.first?.name)
      try await site.change(
        try await site.shapeForm("kinds/bills/states/" + name).with("label", "Overdue").with("formula", "Amount < 5"))
      #expect(try await site.description().list(of: "bill")?.subsets.map(\.title) == ["Overdue", "Large"])
      let overdue = try await site.page("/shop/bills?only=" + name)
      #expect(overdue.contains("Milk") && !overdue.contains("Tea"))
      try await Self.move(site, "bills/filters/large", -1)
      #expect(try await site.description().list(of: "bill")?.subsets.map(\.title) == ["Large", "Overdue"])
      try await Self.delete(site, "bills/filters/large")
      #expect(try await site.description().list(of: "bill")?.subsets == [])
      #expect(try await site.page("/shop/bills").contains("Overdue"))
    }
  }
}
