import HTTPTesting
import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages

@Suite("Screens: titles of records, what the search finds, orders and the history")
struct TitleSearchShapeTests {
  static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"bill","attributes":[{"name":"title","required":true,"title":true},{"name":"memo"},
      {"name":"amount","kind":"decimal","scale":2},{"name":"due","kind":"date"}],
      "relationships":[{"name":"client","to":"client","onDelete":"nullify"}]},
     {"name":"client","attributes":[{"name":"name","required":true,"title":true},{"name":"city"}],
      "relationships":[{"name":"bills","kind":"toMany","to":"bill","inverse":"client"}]}]}
    """

  static func test(_ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(shop) { site in
      try await site.add("clients", #"{"name":"Anna","city":"Kraków"}"#)
      try await site.add("bills", #"{"title":"Tea","memo":"urgent","amount":"10.00","due":"2020-01-05","client":1}"#)
      try await site.add("bills", #"{"title":"Milk","amount":"3.00","due":"2020-01-04"}"#)
      try await body(site)
    }
  }

  // The form of the shape's last change, undone.
  static func undo(_ site: DesignedSite, _ revision: Int) async throws {
    let address = "/shop/shape/revisions/\(revision)"
    var answer = try await site.post(address + "?undo=\(revision + 1)", "")
    if answer.status == .ok, let asked = PageForm.all(in: answer.text).first(where: { $0.action.hasPrefix(address) }) {
      answer = try await site.send(asked.with("_confirmed", "yes"))
    }
    #expect(answer.status == .seeOther, "\(answer.text.suffix(2_000))")
  }

  @Test("The fields of the title are chosen; rows, links and the API follow, and one undo takes it back")
  func title() async throws {
    try await Self.test { site in
      let form = try await site.shapeForm("kinds/bills/title")
      #expect(form["titletitle"] == "true" && form["titlememo"] == "false" && form["numbered"] == "")
      try await site.change(form.with("titlememo", "true"))
      let bill = try await site.description().entities[0]
      #expect(bill.attributes.filter(\.isTitle).map(\.name) == ["title", "memo"])
      #expect(try await site.page("/shop/bills/1").contains("Tea urgent"))
      #expect(try await site.description().list(of: "bill")?.title == ["title", "memo"])
      #expect(SwiftDeclaration(try await site.description()).text.contains("\"Memo\", .title"))
      try await Self.undo(site, 1)
      #expect(try await site.description().entities[0].attributes.filter(\.isTitle).map(\.name) == ["title"])
      #expect(try await !site.page("/shop/bills/1").contains("Tea urgent"))
    }
  }

  @Test(
    "Records are called by their number; Try shows the first titles and stores nothing; a text without a number is refused"
  )
  func numbered() async throws {
    try await Self.test { site in
      let form = try await site.shapeForm("kinds/bills/title").with("titletitle", "false").with(
        "numbered", "Bill {number}")
      let tried = try await site.send(form.with(FormIntent.find.name, FormIntent.find.value))
      #expect(
        tried.status == .ok && tried.text.contains("In the first records: Bill 1; Bill 2"),
        "\(tried.text.suffix(2_000))")
      #expect(try await site.description().entities[0].numberedTitle == nil)
      let none = try await site.send(form.with("numbered", ""))
      #expect(
        none.status == .unprocessableContent && none.text.contains("Choose a field, or say what records are called"))
      let plain = try await site.send(form.with("numbered", "Bill"))
      #expect(plain.status == .unprocessableContent && plain.text.contains("This has to have {number}"))
      try await site.change(form)
      let bill = try await site.description().entities[0]
      #expect(bill.numberedTitle == "Bill {number}" && !bill.attributes.contains(where: \.isTitle))
      #expect(try await site.page("/shop/bills/1").contains("Bill 1"))
      #expect(try await site.page("/shop/shape/kinds/bills").contains("Bill 12"))
      // A removed field makes no title of the next one.
      try await site.change(try await site.form("/shop/shape/kinds/bills/fields/memo/delete").with("_confirmed", "yes"))
      let rest = try await site.description().entities[0]
      #expect(!rest.attributes.contains(where: \.isTitle) && rest.numberedTitle == "Bill {number}")
    }
  }

  @Test("Rows have another field where the title is empty, the record's number, and a second field of the order")
  func rows() async throws {
    try await Self.test { site in
      let form = try await site.shapeForm("kinds/bills/list")
      try await site.change(
        form.with("title", "memo").with("title2", "").with("titleElse", "client").with("numbered", "true")
          .with("sort", "amount").with("initials", "false").with("sort2", "due").with("descending2", "true")
          .with("offersNew", "false").with("detail", "amount").with("words", "{value} due"))
      let list = try #require(try await site.description().list(of: "bill"))
      #expect(list.title == ["memo"] && list.titleElse == ["client"] && list.isNumbered && !list.offersNew)
      #expect(list.sort == [FetchSort("amount"), FetchSort("due", ascending: false)])
      #expect(list.details == [.init(name: "amount", words: "{value} due")])
      let unsaid = try await site.send(try await site.shapeForm("kinds/bills/list").with("words", "due"))
      #expect(unsaid.status == .unprocessableContent && unsaid.text.contains("This has to have {value}"))
      let page = try await site.page("/shop/bills")
      #expect(
        page.contains("10.00 due") && page.contains("urgent") && page.contains("No. 1")
          && !page.contains("/shop/bills/new"))
      // The field goes with what the rows show.
      try await site.change(
        try await site.form("/shop/shape/kinds/bills/fields/client/delete").with("_confirmed", "yes"))
      #expect(try await site.description().list(of: "bill")?.titleElse == [])
    }
  }

  @Test("The search finds records by texts of those that they lead to, and not by a field that it does not look in")
  func search() async throws {
    try await Self.test { site in
      try await APICase.get("/api/shop/bills?search=krak", has: [#""total":0"#]).run(site.client)
      let form = try await site.shapeForm("kinds/bills/search")
      #expect(form["findtitle"] == "true" && form["findmemo"] == "true" && form["findclient.city"] == "false")
      try await site.change(form.with("findclient.city", "true").with("findmemo", "false"))
      let list = try #require(try await site.description().list(of: "bill"))
      #expect(list.searched == ["title", "client.city"])
      try await APICase.get("/api/shop/bills?search=krak", has: [#""total":1"#, "Tea"]).run(site.client)
      try await APICase.get("/api/shop/bills?search=urgent", has: [#""total":0"#]).run(site.client)
      #expect(try await site.page("/shop/shape/kinds/bills").contains("Title, Client: City"))
      // The other side: a client by its bills.
      try await site.change(try await site.shapeForm("kinds/clients/search").with("findbills.title", "true"))
      try await APICase.get("/api/shop/clients?search=milk", has: [#""total":0"#]).run(site.client)
      try await APICase.get("/api/shop/clients?search=tea", has: [#""total":1"#]).run(site.client)
      try await Self.undo(site, 2)
      try await APICase.get("/api/shop/clients?search=tea", has: [#""total":0"#]).run(site.client)
    }
  }

  @Test("Texts are called and shown on a map from a record's page, and a field that goes takes its place with it")
  func contact() async throws {
    try await Self.test { site in
      try await APICase.send(.patch, "/api/shop/clients/1", #"{"name":"+48 600 700 800"}"#, 200).run(site.client)
      let form = try await site.shapeForm("kinds/clients/contact")
      #expect(form["numbername"] == "false" && form["placecity"] == "false")
      try await site.change(form.with("numbername", "true").with("placename", "true").with("placecity", "true"))
      let card = try #require(try await site.description().list(of: "client")?.card)
      #expect(card.numbers == ["name"] && card.address == ["name", "city"])
      #expect(try await site.page("/shop/clients/1").contains("tel:+48600700800"))
      #expect(SwiftDeclaration(try await site.description()).text.contains("locating(by: \\.name, \\.city)"))
      try await site.change(
        try await site.form("/shop/shape/kinds/clients/fields/city/delete").with("_confirmed", "yes"))
      #expect(try await site.description().list(of: "client")?.card.address == ["name"])
    }
  }

  @Test("A list without searched fields has no search")
  func nothing() async throws {
    try await Self.test { site in
      try await site.change(
        try await site.shapeForm("kinds/clients/search").with("findname", "false").with("findcity", "false"))
      #expect(try await site.description().list(of: "client")?.searched == [])
      #expect(try await site.page("/shop/shape/kinds/clients").contains("Finds nothing"))
      #expect(try await site.page("/shop/clients").contains("Anna"))
    }
  }

  @Test("A field is kept in its order by an index, also with another kind, until it is switched off")
  func sorted() async throws {
    try await Self.test { site in
      try await site.change(try await site.shapeForm("kinds/bills/fields/due").with("sorted", "true"))
      #expect(try await site.description().entities[0].attributes[3].isSorted)
      #expect(SwiftDeclaration(try await site.description()).text.contains("\"Due\", .sorted"))
      #expect(try await site.shapeForm("kinds/bills/fields/due")["sorted"] == "true")
      try await site.change(try await site.shapeForm("kinds/bills/fields/due").with("sorted", "false"))
      #expect(try await !site.description().entities[0].attributes[3].isSorted)
    }
  }

  @Test("The history is kept for other days, and less of it is asked first")
  func history() async throws {
    try await Self.test { site in
      let form = try await site.shapeForm("history")
      #expect(form["days"] == "90" && form["megabytes"] == "1000")
      try await site.change(form.with("days", "400"))
      #expect(try await site.description().history == HistoryRetention(days: 400, megabytes: 1_000))
      #expect(try await site.page("/shop/shape").contains("Changes can be undone for 400 days"))
      let less = try await site.shapeForm("history").with("days", "1")
      let asked = try await site.send(less)
      #expect(
        asked.status == .ok && asked.text.contains("older than 1 day can&#39;t")
          || asked.text.contains("older than 1 day can't"))
      #expect(try await site.description().history.days == 400)
      let none = try await site.send(less.with("days", "0"))
      #expect(none.status == .unprocessableContent)
      try await site.change(
        try #require(PageForm.form("/shop/shape/history", in: asked.text)).with("_confirmed", "yes"))
      #expect(try await site.description().history.days == 1)
    }
  }

  @Test("A purpose and the question of a first screen are set with the name, and taken away")
  func look() async throws {
    try await Self.test { site in
      let form = try await site.shapeForm("look")
      try await site.change(form.with("purpose", "Bills of the shop.").with("question", "What shall it be?"))
      let document = try await site.description()
      #expect(document.purpose == "Bills of the shop." && document.welcome == Welcome("What shall it be?"))
      #expect(try await site.page("/shop").contains("What shall it be?"))
      try await site.change(try await site.shapeForm("look").with("question", ""))
      #expect(try await site.description().welcome == nil)
    }
  }

  @Test("A related record belongs to one record alone; those that share one stand in the way and are named")
  func unique() async throws {
    try await Self.test { site in
      try await APICase.send(.patch, "/api/shop/bills/2", #"{"client":1}"#, 200).run(site.client)
      let form = try await site.shapeForm("kinds/bills/fields/client").with("unique", "true")
      let refused = try await site.send(form)
      #expect(refused.status == .conflict && refused.text.contains("stand in the way"), "\(refused.text.suffix(2_000))")
      try await APICase.send(.patch, "/api/shop/bills/2", #"{"client":null}"#, 200).run(site.client)
      try await site.change(form.with("placeholder", "Nobody"))
      let client = try await site.description().entities[0].relationships[0]
      #expect(client.isUnique && client.placeholder == "Nobody")
    }
  }
}
