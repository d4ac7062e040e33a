import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("What a list finds is what its sheets, files and sections have")
struct FoundRecordsTests {
  private static let orders = """
    {"version":1,"name":"post","entities":[
     {"name":"order","attributes":[{"name":"title","required":true,"title":true},{"name":"street"},{"name":"code"},
      {"name":"town"},{"name":"day","kind":"date"}]}],
     "tabs":[{"title":"Orders","screen":{"list":{"entity":"order","title":["title"],"numbered":true,
      "subtitle":["street","code","town"],"search":["title"],"sort":["title"],"card":{"address":["street","code","town"]}}}}]}
    """

  @Test("A record that is found by its number is in everything that the list leads to")
  func number() async throws {
    try await DesignedSite.test(Self.orders) { site in
      for index in 1...12 { try await site.add("orders", "{\"title\":\"Order \(index == 5 ? "11" : "x")\"}") }
      // The title of 5 has the number, too.
      let query = "?search=11"
      for path in ["/post/orders" + query, "/post/orders" + query + "&selected=11", "/post/orders/11" + query] {
        let page = try await site.page(path)
        #expect(page.contains("2 orders") && page.contains("href=\"/post/orders/11?search=11\""), "\(path)")
      }
      let file = try await site.page("/post/export/orders.csv\(query)&as=shown&columns=id,title")
      #expect(file.contains("11,Order x") && file.contains("5,Order 11"))
      // A parameter is not overlooked where the export of everything was meant otherwise.
      #expect(try await site.page("/post/export/orders.csv\(query)&columns=id,title") == file)
      #expect(try await site.page("/post/orders/several" + query).contains("All: 2 orders"))
      // Alone, it is all that is found.
      #expect(try await site.page("/post/orders?search=12").contains("1 order"))
      #expect(try await site.page("/post/orders/several?search=12").contains("All: 1 order"))
      let table = try await site.page("/post/orders?search=12&layout=table")
      #expect(table.contains("/post/orders/12"))
      #expect(try await site.page("/post/orders?search=13").contains("Nothing found"))
    }
  }

  @Test("The record whose number is searched for is the first of the list, also among more than a page of others")
  func numberFirst() async throws {
    try await DesignedSite.test(Self.orders) { site in
      for index in 1...60 { try await site.add("orders", "{\"title\":\"\(index == 7 ? "Zeta" : "Room 7 \(index)")\"}") }
      let page = try await site.page("/post/orders?search=7")
      #expect(page.contains("60 orders"))
      let first = try #require(page.firstMatch(of: /href="\/post\/orders\/([0-9]+)\?search=7"/)?.1)
      #expect(first == "7")
      #expect(try await site.page("/post/export/orders.csv?search=7&as=shown&columns=id,title").contains("7,Zeta"))
      #expect(try await site.page("/post/orders/several?search=7").contains("All: 60 orders"))
      // An order that was chosen holds.
      let sorted = try await site.page("/post/orders?search=7&sort=title")
      #expect(sorted.contains("60 orders"))
      #expect(sorted.firstMatch(of: /href="\/post\/orders\/([0-9]+)\?[^"]*search=7/)?.1 != "7")
    }
  }

  @Test("Change several has the records of a search whose slip was forgiven")
  func slip() async throws {
    try await DesignedSite.test(Self.orders) { site in
      for _ in 1...2 { try await site.add("orders", #"{"title":"Cheese"}"#) }
      let page = try await site.page("/post/orders?search=cheesse")
      #expect(page.contains("2 orders"))
      let link = try #require(page.firstMatch(of: /href="(\/post\/orders\/several[^"]*)"/)?.1)
      #expect(try await site.page(String(link).replacing("&amp;", with: "&")).contains("All: 2 orders"))
    }
  }

  @Test("A short street is no postal code on a label")
  func labels() async throws {
    try await DesignedSite.test(Self.orders) { site in
      try await site.add("orders", #"{"title":"Acme","street":"Polna 5","code":"31-001","town":"Kraków"}"#)
      try await site.add("orders", #"{"title":"Ltd","street":"10 Downing Street","code":"SW1A 2AA","town":"London"}"#)
      let page = try await site.page("/post/orders/labels")
      #expect(page.contains("31-001 Kraków") && page.contains("SW1A 2AA London") && !page.contains("Polna 5 31-001"))
    }
  }

  private static let goods = """
    {"version":1,"name":"post","entities":[
     {"name":"good","attributes":[{"name":"title","required":true,"title":true},
      {"name":"ean","barcode":"article","searched":true},
      {"name":"shelf","barcode":"any"},{"name":"maker"}]}],
     "tabs":[{"title":"Goods","screen":{"list":{"entity":"good","title":["title"],"subtitle":["maker"]}}}]}
    """

  @Test("Labels have bar codes, or QR codes, beside the postal address; a number with a wrong digit is refused")
  func barcodes() async throws {
    try await DesignedSite.test(Self.goods) { site in
      try await APICase.send(
        .post, "/api/post/goods", #"{"title":"Pen","ean":"4006381333930"}"#, 422, has: ["The last digit does not match"]
      ).run(site.client)
      try await site.add("goods", #"{"title":"Pen","ean":"4-006381 333931","shelf":"A 12","maker":"Stabilo"}"#)
      try await site.add("goods", #"{"title":"Ink","shelf":"Żółw"}"#)
      try await site.add("goods", #"{"title":"Cup","maker":"Nobody"}"#)
      let page = try await site.page("/post/goods/labels")
      #expect(page.contains("Stabilo") && page.contains(/<svg[^>]*bars[^>]*4006381333931/))
      #expect(page.contains(/<svg[^>]*bars[^>]*A 12/) && page.contains("viewBox=\"0 0 113 30\""))
      #expect(page.matches(of: /<svg[^>]*bars/).count == 2)
      // Bars have no letters beyond ASCII.
      #expect(page.matches(of: /class="?square/).count == 1 && page.contains(/<svg[^>]*Żółw/))
      #expect(page.contains("codes=qr"))
      let squares = try await site.page("/post/goods/labels?codes=qr&sheet=a4x14")
      #expect(squares.matches(of: /class="?square/).count == 3 && !squares.contains(/<svg[^>]*bars/))
      let chosen = try await site.page("/post/goods/labels?columns=maker")
      #expect(!chosen.contains(/<svg[^>]*(bars|Żółw)/) && !chosen.contains("codes=qr"))
    }
  }

  @Test("The number of an article is found as scanners send it and as books have it")
  func articles() async throws {
    try await DesignedSite.test(Self.goods) { site in
      try await site.add("goods", #"{"title":"Milk","ean":"0036000291452"}"#)
      try await site.add("goods", #"{"title":"Momo","ean":"978-0-306-40615-7"}"#)
      #expect(try await site.record("goods/1").contains(#""ean":"036000291452""#))
      for (search, isMilk) in [
        ("0036000291452", true), ("036000291452", true), ("978-0-306-40615-7", false), ("9780306406157", false),
      ] {
        let page = try await site.page("/post/goods?search=\(search)")
        #expect(page.contains("Milk") == isMilk && page.contains("Momo") != isMilk, "\(search)")
      }
    }
  }

  @Test("A refused name of a view keeps the box that makes it a tab")
  func view() async throws {
    try await DesignedSite.test(Self.orders) { site in
      try await site.add("orders", #"{"title":"Acme"}"#)
      let refused = try await site.post("/post/orders/view", "do=keep&name=&pinned=true")
      #expect(refused.status == .unprocessableContent)
      #expect(PageForm.form("/post/orders/view", in: refused.text)?["pinned"] == "true")
      // The address that only sorts keeps nothing, and leads such a form to the one that does.
      let client = site.client
      let led = try await client.execute(
        uri: "/post/orders/view?search=a", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: "do=keep&name=Mine"))
      #expect(led.status == .temporaryRedirect)
      #expect(led.headers[.location]?.hasPrefix("/post/orders/views") == true)
      #expect(try await site.get("/api/post/views").text.contains(#""total":0"#))
    }
  }

  struct Club: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let memberships = ToMany<Membership>("Memberships", inverse: \.club)
  }

  struct Membership: Entity {
    let club = ToOne<Club>("Club", required: true, onDelete: .cascade)
    let person = ToOne<Member>("Person", required: true, onDelete: .cascade)
  }

  struct Member: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let joined = Attribute<CalendarDate>("Joined")
  }

  @Test("A section through a linking entity has all of its records, more than a page of links")
  func linked() async throws {
    let app = App(
      "clubs", title: "Clubs", symbol: .book, hue: 120, entities: [Club.self, Membership.self, Member.self]
    ) {
      Tab("Clubs", symbol: .book) {
        List(Club.self, title: \.name).withSection(\.memberships, through: \.person, adding: "Choose")
      }
      Tab("People", symbol: .people) { List(Member.self, title: \.name) }
    }
    let running = RunningApp(app, on: try Store(inMemory: app))
    let count = AnyFetchRequest.limits.most + 50
    _ = try await running.store.perform(.code) { transaction in
      var club = Record<Club>()
      club.name = "Chess"
      try transaction.insert(&club)
      for index in 1...count {
        var person = Record<Member>()
        person.name = "Person \(index)"
        try transaction.insert(&person)
        var membership = AnyRecord(transaction.model.entities[1])
        membership["club"] = .integer(club.id ?? 0)
        membership["person"] = .integer(person.id ?? 0)
        try transaction.insert(membership)
      }
    }
    try await Server([running], logger: .quiet).application().test { client in
      let page = try await client.execute(uri: "/clubs/clubs/1", method: .get, headers: [.acceptLanguage: "en"])
      #expect(String(buffer: page.body).contains("Show all 1,050"), "\(String(buffer: page.body).suffix(2_000))")
    }
  }

  @Test("Tables of opened files are exported whatever characters their names have")
  func export() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE "order details" (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE "a.b" (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE "Łódź" (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO "order details" VALUES (1, 'First'); INSERT INTO "a.b" VALUES (1, 'Second');
      INSERT INTO "Łódź" VALUES (1, 'Third');
      """)
    let app = try shop.open()
    var server = Server(testing: app)
    server.screens = ScreenRoutes([app])
    try await server.application().test { client in
      for (table, name) in [("order%20details", "First"), ("a.b", "Second"), ("%C5%81%C3%B3d%C5%BA", "Third")] {
        for ending in ["csv", "json", "ndjson", "csv?as=shown", "json?as=shown"] {
          try await APICase.get("/shop/export/\(table).\(ending)", has: [name]).run(client)
        }
        try await APICase.get("/shop/export/\(table).xlsx").run(client)
      }
    }
  }
}
