import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Screens: sheets of the shape in two windows, and what others have done meanwhile")
struct ShapeOfOthersTests {
  // Sends a form from before somebody else's change, and confirms the question about it.
  private static func confirm(_ form: PageForm, _ site: DesignedSite, at action: String? = nil) async throws {
    let asked = try await site.send(form)
    #expect(
      asked.status == .conflict && asked.text.contains("Somebody else has changed"), "\(asked.text.suffix(2_000))")
    let question = try #require(PageForm.form(action ?? form.action, in: asked.text))
    try await site.change(question.with("_confirmed", "yes"))
  }

  @Test("A sheet changes only what its person has changed: titles, numbers and links keep what others have set since")
  func unchanged() async throws {
    try await TitleSearchShapeTests.test { site in
      let title = try await site.shapeForm("kinds/bills/title").with("numbered", "Bill {number}")
      try await site.change(try await site.shapeForm("kinds/bills/title").with("titlememo", "true"))
      try await Self.confirm(title, site)
      let bill = try await site.description().entities[0]
      #expect(bill.attributes.filter(\.isTitle).map(\.name) == ["title", "memo"])
      #expect(bill.numberedTitle == "Bill {number}")

      let contact = try await site.shapeForm("kinds/clients/contact").with("numbername", "true")
      try await site.change(try await site.shapeForm("kinds/clients/contact").with("placecity", "true"))
      try await Self.confirm(contact, site)
      let card = try #require(try await site.description().list(of: "client")?.card)
      #expect(card.numbers == ["name"] && card.address == ["city"])

      let link = try await site.shapeForm("kinds/bills/fields/client").with("placeholder", "Nobody")
      try await site.change(try await site.shapeForm("kinds/bills/fields/client").with("rule", "deny"))
      try await Self.confirm(link, site)
      let client = try await site.description().entities[0].relationships[0]
      #expect(client.deleteRule == .deny && client.placeholder == "Nobody")
    }
  }

  @Test("A group that others have moved meanwhile is changed where it is by now")
  func moved() async throws {
    try await TitleSearchShapeTests.test { site in
      for (heading, field) in [("Payment", "amount"), ("Dates", "due")] {
        try await site.change(
          try await site.shapeForm("kinds/bills/new-group").with("heading", heading).with("field" + field, "true"))
      }
      let form = try await site.shapeForm("kinds/bills/groups/2").with("heading", "Days")
      let moved = try await site.post("/shop/shape/kinds/bills/groups/2/move", "by=-1")
      #expect(moved.status == .seeOther)
      try await Self.confirm(form, site, at: "/shop/shape/kinds/bills/groups/1")
      let groups = try await site.description().list(of: "bill")?.fieldGroups ?? []
      #expect(groups.map(\.title) == [nil, "Days", "Payment"])
      #expect(groups.dropFirst().map(\.fields) == [["due"], ["amount"]])
      let last = try await site.shapeForm("kinds/bills/groups/2").with("heading", "Paid")
      try await site.change(try await site.form("/shop/shape/kinds/bills/groups/1/delete").with("_confirmed", "yes"))
      try await Self.confirm(last, site, at: "/shop/shape/kinds/bills/groups/1")
      #expect(try await site.description().list(of: "bill")?.fieldGroups.map(\.title) == [nil, "Paid"])
      try await site.change(try await site.form("/shop/shape/kinds/bills/groups/1/delete").with("_confirmed", "yes"))
      let gone = try await site.send(last)
      #expect(gone.status == .conflict && gone.text.contains("This group does not exist any more"))
      #expect(PageForm.form("/shop/shape/kinds/bills/new-group", in: gone.text)?["heading"] == "Paid")
    }
  }

  @Test("A field that a description has in two groups is in the form once")
  func once() async throws {
    try await TitleSearchShapeTests.test { site in
      let count = { (page: String) in
        ["name=\"memo\"", "name=memo ", "name=memo>"].map { page.ranges(of: $0).count }.reduce(0, +)
      }
      let before = count(try await site.page("/shop/bills/1"))
      try await site.describe { document in
        document.changeLists(of: "bill") { list in
          list.fieldGroups = [.init(nil, fields: ["title", "memo"]), .init("Payment", fields: ["amount", "memo"])]
        }
      }
      let after = count(try await site.page("/shop/bills/1"))
      #expect(before > 0 && after == before)
    }
  }

  @Test("A second press adds no second filter, and what was typed in one that somebody has deleted is kept")
  func filters() async throws {
    try await TitleSearchShapeTests.test { site in
      let form = try await site.shapeForm("kinds/bills/new-filter").with("label", "Large").with("formula", "Amount > 5")
      try await site.change(form)
      try await site.change(form)
      #expect(try await site.description().list(of: "bill")?.subsets.map(\.name) == ["large"])
      let typed = try await site.shapeForm("kinds/bills/filters/large").with("label", "Very large")
      try await site.change(
        try await site.form("/shop/shape/kinds/bills/filters/large/delete").with("_confirmed", "yes"))
      let answer = try await site.send(typed)
      #expect(answer.status == .conflict && answer.text.contains("Somebody has deleted this filter meanwhile"))
      let again = try #require(PageForm.form("/shop/shape/kinds/bills/new-filter", in: answer.text))
      #expect(again["label"] == "Very large" && again["formula"] == "Amount > 5")
    }
  }

  @Test("A new state is a filter beside others, under a name that none of them has")
  func states() async throws {
    try await TitleSearchShapeTests.test { site in
      try await site.change(
        try await site.shapeForm("kinds/bills/new-filter").with("label", "Large").with("formula", "Amount > 5"))
      try await site.change(
        try await site.shapeForm("kinds/bills/new-state").with("label", "Large").with("formula", "Amount > 1000"))
      let list = try #require(try await site.description().list(of: "bill"))
      #expect(list.subsets.map(\.name) == ["large2", "large"] && list.subsets.map(\.state) == ["large2", nil])
      let large = try await site.page("/shop/bills?only=large")
      #expect(large.contains("Tea") && !large.contains("Milk"))
    }
  }

  @Test("The undo of a longer history asks first, since it shortens the history")
  func history() async throws {
    try await TitleSearchShapeTests.test { site in
      try await site.change(try await site.shapeForm("history").with("days", "400"))
      let asked = try await site.post("/shop/shape/revisions/1?undo=2", "")
      #expect(asked.status == .ok && asked.text.contains("older than 90 days"), "\(asked.text.suffix(2_000))")
      #expect(try await site.description().history.days == 400)
      try await TitleSearchShapeTests.undo(site, 1)
      #expect(try await site.description().history.days == 90)
    }
  }

  @Test("The fields of an order are exchanged, and the third one stays")
  func order() async throws {
    try await TitleSearchShapeTests.test { site in
      try await site.describe { document in
        document.changeLists(of: "bill") { list in
          (list.sort, list.hasInitials) = ([FetchSort("title"), FetchSort("due"), FetchSort("amount")], false)
        }
      }
      try await site.change(
        try await site.shapeForm("kinds/bills/list").with("sort", "due").with("sort2", "title"))
      #expect(try await site.description().list(of: "bill")?.sort.map(\.name) == ["due", "title", "amount"])
    }
  }

  @Test("A stored description whose filter needs a field that is gone is read without the filter")
  func stored() throws {
    var document = try AppDocument(json: Array(TitleSearchShapeTests.shop.utf8))
    for (name, formula) in [("large", "gone > 5"), ("named", "title = \"x\"")] {
      let subset = SubsetDescription(
        entity: "bill", name: name, title: name, predicate: .formula(Formula(formula)))
      try document.setSubset(subset, of: "bill")
    }
    #expect(!document.check().isEmpty)
    let json = document.json
    let read = try Design(StoredDescription(revision: 1, json: json), named: "shop").document
    #expect(read.list(of: "bill")?.subsets.map(\.name) == ["named"])
  }
}
