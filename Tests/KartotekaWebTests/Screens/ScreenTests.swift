import Foundation
import HTTPTesting
import Hummingbird
import Kartoteka
import Logging
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

/// An address book with three people on a store in memory, and the requests a browser would send.
private struct Site {
  let store: Store
  private let server: Server

  init() async throws {
    store = try Store(inMemory: usersCRUD.description.model)
    server = Server([RunningApp(usersCRUD, on: store)], logger: Logger(label: "test"))
    for (first, last) in [("Anna", "Kowalska"), ("Wen", "Li"), ("Zofia", "Łódźka")] {
      try await add(first, last)
    }
  }

  var entity: EntityDescription { store.model.entities[0] }

  @discardableResult
  func add(_ first: String, _ last: String) async throws -> RecordID {
    var user = Record<User>(AnyRecord(entity))
    user.any["firstName"] = .text(first)
    user.any["lastName"] = .text(last)
    user.any["phone"] = .text("+48 225 550 1472")
    user.any["address"] = .text("Rynek 1")
    try await store.save(&user)
    return user.id ?? 0
  }

  func get(_ path: String, cookie: String? = nil, language: String = "en") async throws -> TestResponse {
    try await server.application().test { client in
      var headers: HTTPFields = [.acceptLanguage: language]
      headers[.cookie] = cookie
      return try await client.execute(uri: path, method: .get, headers: headers)
    }
  }

  func post(
    _ path: String, _ fields: KeyValuePairs<String, String>, cookie: String? = nil, language: String = "en"
  ) async throws -> TestResponse {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
    let body = fields.map { encoded($0) + "=" + encoded($1) }.joined(separator: "&")
    var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: language]
    headers[.cookie] = cookie
    let sent = headers
    return try await server.application().test { client in
      try await client.execute(uri: path, method: .post, headers: sent, body: ByteBuffer(string: body))
    }
  }

  func text(_ response: TestResponse) -> String { String(buffer: response.body) }

  /// What a form for the record carries along.
  func hidden(_ id: RecordID) async throws -> (etag: String, base: String) {
    let record = try #require(try await store.record(entity, id: id))
    let fields = RecordDraft(record, .english).message.fields
    return (fields[0].value, fields[1].value)
  }
}

@Suite("Screens", .serialized)
struct ScreenTests {
  @Test("UC-2 the list has a title and a subtitle line each, under initials, with the exact total")
  func list() async throws {
    let site = try await Site()
    let page = site.text(try await site.get("/userscrud/users"))
    #expect(page.contains("3 people by last name"))
    #expect(page.contains("Anna <b>Kowalska</b>") && page.contains("Rynek 1"))
    let order = ["Kowalska", ">Li<", "Łódźka"].compactMap { page.range(of: $0)?.lowerBound }
    #expect(order == order.sorted() && order.count == 3)
    #expect(page.contains(">K</h2>") && page.contains(">L</h2>"))
  }

  @Test("UC-2 in Polish every letter of the alphabet has its own section in its place, and the strip leads there")
  func polish() async throws {
    let site = try await Site()
    for name in ["Lubicz", "Mak"] + (10..<70).map({ "Nowak\($0)" }) { try await site.add("Jan", name) }
    func order(_ page: String, _ parts: [String]) -> Bool {
      let places = parts.map { page.range(of: $0)?.lowerBound }
      return !places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted()
    }
    let page = site.text(try await site.get("/userscrud/users", language: "pl"))
    #expect(order(page, [">L</h2>", "Li<", "Lubicz<", ">Ł</h2>", "Łódźka<", ">M</h2>", "Mak<"]))
    let english = site.text(try await site.get("/userscrud/users"))
    #expect(order(english, [">L</h2>", "Li<", "Łódźka<", "Lubicz<", ">M</h2>"]) && !english.contains(">Ł</h2>"))
    #expect(page.contains("from=%C5%82") && !english.contains("from=%C5%82"))
    let there = site.text(try await site.get("/userscrud/users?from=%C5%82&part=list", language: "pl"))
    #expect(there.contains("Łódźka<") && !there.contains("Lubicz<") && there.contains("rel=prev"))
    // The place keeps its language, also for someone who chooses another one meanwhile.
    let after = try #require(page.firstMatch(of: /users\?after=([A-Za-z0-9_-]+)/)?.1)
    let next = try await site.get("/userscrud/users?after=\(after)&part=rows", language: "ru")
    #expect(next.status == .ok && site.text(next).contains("Nowak69"))
  }

  @Test("UC-6 after a deletion the list opens where the eye was, in the order that the person reads")
  func neighbour() async throws {
    let site = try await Site()
    try await site.add("Jan", "Mak")
    let first = try await site.add("Jan", "Lubicz")
    let polish = try await site.post("/userscrud/users/\(first)/delete", [:], language: "pl")
    #expect(polish.headers[.location] == "/userscrud/users?near=3")
    let second = try await site.add("Jan", "Lubicz")
    let english = try await site.post("/userscrud/users/\(second)/delete", [:])
    #expect(english.headers[.location] == "/userscrud/users?near=4")
  }

  @Test("UC-3 a search finds by any part of the last name; the rest says what to do")
  func search() async throws {
    let site = try await Site()
    let found = site.text(try await site.get("/userscrud/users?search=lodz&part=list"))
    #expect(found.contains("Łódźka") && !found.contains("Kowalska") && found.contains("1 person"))
    #expect(
      site.text(try await site.get("/userscrud/users?search=%3Cscript%3E")).contains(
        "Nothing found for “&lt;script&gt;”"))
  }

  @Test("UC-4 a new record is saved only with all four values, and keeps what was typed when one is missing")
  func create() async throws {
    let site = try await Site()
    let refused = try await site.post(
      "/userscrud/users",
      ["firstName": "Nadia", "lastName": " \t", "phone": "12", "address": "<b>Street</b>"])
    #expect(refused.status == .unprocessableContent)
    let page = site.text(refused)
    #expect(page.contains("t be empty") && page.contains("A phone number has at least 3 digits"))
    #expect(
      page.contains("value=\"Nadia\"") && page.contains("&lt;b&gt;Street&lt;/b&gt;")
        && !page.contains("<b>Street"))
    #expect(try await site.store.count(AnyFetchRequest("user")) == 3)
    let saved = try await site.post(
      "/userscrud/users",
      ["firstName": "Nadia", "lastName": "Żak", "phone": "0048-123.456.789", "address": "Rynek 2"])
    #expect(saved.status == .seeOther)
    #expect(saved.headers[.location] == "/userscrud/users?selected=4")
    #expect(try await site.store.record(site.entity, id: 4)?["phone"] == .text("+48 123 456 789"))
  }

  @Test(
    "UC-9 after saving, the list opens at the record, selected, and keeps the search; a search that excludes it shows what it finds"
  )
  func selection() async throws {
    let site = try await Site()
    for number in 0..<120 { try await site.add("Q", "Quick\(number)") }
    let last = try await site.add("Q", "Zulu")
    let hidden = try await site.hidden(last)
    let saved = try await site.post(
      "/userscrud/users/\(last)",
      [
        "_etag": hidden.etag, "_base": hidden.base, "_search": "zu", "firstName": "Quentin",
        "lastName": "Zulu", "phone": "+48 225 550 1472", "address": "Rynek 1",
      ])
    let location = try #require(saved.headers[.location])
    #expect(location == "/userscrud/users?search=zu&selected=\(last)")
    let page = site.text(try await site.get("/userscrud/users?selected=\(last)&part=list"))
    #expect(page.contains("aria-current=true") && page.contains("Zulu") && page.contains("rel=prev"))
    let excluded = site.text(try await site.get("/userscrud/users?selected=\(last)&search=kow&part=list"))
    #expect(!excluded.contains("aria-current") && excluded.contains("Kowalska"))
  }

  @Test("UC-6 a deletion can be undone, under the same number; undo is offered on the next page")
  func deletion() async throws {
    let site = try await Site()
    let deleted = try await site.post("/userscrud/users/1/delete", [:])
    #expect(deleted.status == .seeOther)
    let cookie = try #require(deleted.headers[.setCookie]?.split(separator: ";").first.map(String.init))
    let page = site.text(try await site.get("/userscrud/users", cookie: cookie))
    #expect(page.contains("Deleted Anna Kowalska") && page.contains("2 people"))
    let changeSet = try #require(cookie.split(separator: "=").last?.split(separator: "~").first)
    let undone = try await site.post(
      "/userscrud/changesets/\(changeSet)/undo", ["returnTo": "/userscrud/users?search=ko"])
    #expect(undone.headers[.location] == "/userscrud/users?search=ko&selected=1")
    #expect(try await site.store.record(site.entity, id: 1)?["lastName"] == .text("Kowalska"))
    #expect(try await site.post("/userscrud/changesets/\(changeSet)/undo", [:]).status == .conflict)
  }

  @Test("each undo takes back the next older change set of the person, and each redo does the last one again")
  func severalUndos() async throws {
    let site = try await Site()
    var cookie: String?
    func send(_ path: String) async throws {
      let answer = try await site.post(path, [:], cookie: cookie)
      #expect(answer.status == .seeOther)
      cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first.map(String.init))
    }
    func addresses() async throws -> (undo: String?, redo: String?) {
      let page = site.text(try await site.get("/userscrud/users", cookie: cookie))
      let forms = page.matches(
        of: /<form[^>]*action="?(\/userscrud\/changesets\/[0-9]+\/undo)"?[^>]*class="?(undoes|redoes)/)
      func address(_ name: String) -> String? { forms.first { $0.2 == name }.map { String($0.1) } }
      return (address("undoes"), address("redoes"))
    }
    func there() async throws -> [RecordID] {
      try await site.store.fetch(AnyFetchRequest(site.entity.name)).records.compactMap(\.id).sorted()
    }
    try await send("/userscrud/users/1/delete")
    try await send("/userscrud/users/2/delete")
    #expect(try await addresses().redo == nil)
    try await send(#require(try await addresses().undo))
    #expect(try await there() == [2, 3])
    try await send(#require(try await addresses().undo))
    #expect(try await there() == [1, 2, 3])
    #expect(try await addresses().undo == nil)
    try await send(#require(try await addresses().redo))
    #expect(try await there() == [2, 3])
    try await send(#require(try await addresses().redo))
    #expect(try await there() == [3])
    #expect(try await addresses().redo == nil)
    // Something new ends what could be done again.
    try await send(#require(try await addresses().undo))
    try await send("/userscrud/users/3/delete")
    #expect(try await addresses().redo == nil)
    try await send(#require(try await addresses().undo))
    try await send(#require(try await addresses().undo))
    #expect(try await there() == [1, 2, 3])
  }

  @Test(
    "two people who change different fields are merged; the same field shows both versions and loses nothing")
  func conflict() async throws {
    let site = try await Site()
    let stale = try await site.hidden(1)
    func save(_ last: String, _ address: String, _ form: (etag: String, base: String)) async throws
      -> TestResponse
    {
      try await site.post(
        "/userscrud/users/1",
        [
          "_etag": form.etag, "_base": form.base, "firstName": "Anna", "lastName": last,
          "phone": "+48 225 550 1472", "address": address,
        ])
    }
    #expect(try await save("Nowak", "Rynek 1", stale).status == .seeOther)
    #expect(try await save("Kowalska", "Rynek 9", stale).status == .seeOther)
    let merged = try #require(try await site.store.record(site.entity, id: 1))
    #expect(merged["lastName"] == .text("Nowak") && merged["address"] == .text("Rynek 9"))
    let clash = try await save("Lis", "Rynek 1", stale)
    #expect(clash.status == .conflict)
    let page = site.text(clash)
    #expect(
      page.contains("value=\"Lis\"") && page.contains("value=\"Nowak\"") && page.contains("Keep editing"))
    #expect(try await site.store.record(site.entity, id: 1) == merged)
    let now = try await site.hidden(1)
    #expect(try await save("Lis", "Rynek 9", now).status == .seeOther)
  }

  @Test("the response that saved a form confirms that to the script which sent it, and no other one does")
  func confirmation() async throws {
    let site = try await Site()
    func confirmed(_ id: String, lastName: String) async throws -> [String] {
      let form = try await site.hidden(1)
      let response = try await site.post(
        "/userscrud/users/1",
        [
          "_etag": form.etag, "_base": form.base, "firstName": "Anna", "lastName": lastName,
          "phone": "+48 225 550 1472", "address": "Rynek 1",
        ], cookie: "form-sent=\(id)")
      return response.headers[values: .setCookie].filter { $0.hasPrefix("form-saved=") }
    }
    #expect(try await confirmed("abc1", lastName: "Nowak") == ["form-saved=abc1; Path=/; Max-Age=60; SameSite=Lax"])
    #expect(try await confirmed("abc1", lastName: "") == [])
    #expect(try await confirmed("A=b", lastName: "Lis") == [])
  }

  @Test("a record deleted meanwhile leaves what was typed in a sheet for a new one")
  func deletedMeanwhile() async throws {
    let site = try await Site()
    let form = try await site.hidden(1)
    _ = try await site.post("/userscrud/users/1/delete", [:])
    let answer = try await site.post(
      "/userscrud/users/1",
      [
        "_etag": form.etag, "_base": form.base, "firstName": "Hanna", "lastName": "Kowalska",
        "phone": "+48 225 550 1472", "address": "R",
      ])
    #expect(answer.status == .conflict)
    #expect(site.text(answer).contains("value=\"Hanna\"") && site.text(answer).contains("New person"))
  }

  @Test(
    "addresses that lead nowhere are pages that say so, in the person's language",
    arguments: [
      "/userscrud/users/999", "/userscrud/users/99999999999999999999", "/userscrud/users/abc",
      "/userscrud/nothing", "/nothing",
    ])
  func nowhere(path: String) async throws {
    let site = try await Site()
    let answer = try await site.get(path, language: "pl")
    #expect(answer.status == .notFound)
    #expect(site.text(answer).contains("<html lang=\"pl\""))
  }

  @Test("what another person or program commits shows at the next look, kept answers or not")
  func freshness() async throws {
    let site = try await Site()
    for _ in 0..<2 { #expect(site.text(try await site.get("/userscrud/users")).contains("3 people")) }
    try await site.add("New", "One")
    #expect(site.text(try await site.get("/userscrud/users")).contains("4 people"))
    #expect(site.text(try await site.get("/userscrud/users", language: "ru")).contains("4 человека"))
  }
}
