import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// What is guessed of another program's file is changed on screens, and kept beside the file.
@Suite("Screens: the shape of an opened file")
struct OpenedShapeTests {
  private let shop: OpenedShop

  init() throws {
    shop = try OpenedShop(
      """
      CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE Album (
        AlbumId INTEGER PRIMARY KEY, Title TEXT, ArtistId INTEGER, Bought INTEGER, Price REAL, State TEXT, "Odd / Name" TEXT);
      CREATE TABLE Tag (TagId INTEGER PRIMARY KEY, Word TEXT);
      CREATE TABLE AlbumTag (
        AlbumId INTEGER REFERENCES Album, TagId INTEGER REFERENCES Tag, PRIMARY KEY (AlbumId, TagId));
      INSERT INTO Artist VALUES (1, 'Nina Simone'), (2, 'Miles Davis');
      INSERT INTO Album VALUES (1, 'Wild Is the Wind', 1, 1700000000, 9.5, 'new', 'x'), (2, 'Kind of Blue', 2, 90000, 12, 'worn', 'y');
      INSERT INTO Tag VALUES (1, 'jazz');
      INSERT INTO AlbumTag VALUES (1, 1), (2, 1);
      """)
  }

  private struct Site {
    let client: TestClient

    func get(_ path: String, _ status: HTTPResponse.Status = .ok) async throws -> String {
      let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"])
      #expect(response.status == status, "\(path)")
      return String(buffer: response.body)
    }

    @discardableResult
    func send(
      _ path: String, _ fields: KeyValuePairs<String, String>, _ status: HTTPResponse.Status = .seeOther
    ) async throws -> String {
      var form = URLComponents()
      form.queryItems = fields.map { URLQueryItem(name: $0.key, value: $0.value) }
      let response = try await client.execute(
        uri: "/shop/shape/" + path, method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
        body: ByteBuffer(string: form.percentEncodedQuery ?? ""))
      let text = String(buffer: response.body)
      #expect(response.status == status, "\(path) \(fields): \(text.suffix(1_500))")
      return text
    }

    func put(_ document: String, _ status: HTTPResponse.Status, has words: String...) async throws {
      let response = try await client.execute(
        uri: "/api/shop/description", method: .put, headers: [.contentType: "application/json"],
        body: ByteBuffer(string: document))
      let text = String(buffer: response.body)
      #expect(response.status == status, "\(text.prefix(1_500))")
      for word in words { #expect(text.contains(word), "\(word) in \(text.prefix(1_500))") }
    }
  }

  private func test(_ body: @Sendable (Site) async throws -> Void) async throws {
    try await Server([try shop.open()], port: 0, logger: .quiet).application().test { client in
      try await body(Site(client: client))
    }
  }

  private func kept() throws -> AppDescription { try OpenedApp(OpenedFile(shop.url)).app.description }

  @Test("A column gets another label and kind, which survives a restart, and no byte of the file changes")
  func changesColumns() async throws {
    let bytes = try Data(contentsOf: shop.url)
    try await test { site async throws in
      let sheet = try await site.get("/shop/shape/kinds/Album/fields/Bought")
      #expect(sheet.contains("seconds since 1970") && sheet.contains("milliseconds since 1970"))
      #expect(!sheet.contains("Mail address") && !sheet.contains("Required"))
      try await site.send(
        "kinds/Album/fields/Bought",
        ["label": "Day of purchase", "kind": "seconds", "title": "false", "hidden": "false"])
      #expect(try await site.get("/shop/Album/1").contains("Day of purchase"))
      #expect(try await site.get("/shop/Album/1").contains("2023-11-14"))
      let asked = try await site.send("kinds/Album/fields/Price", ["label": "Price", "kind": "money"], .ok)
      #expect(asked.contains("Currency"))
      try await site.send(
        "kinds/Album/fields/Price", ["label": "Price", "kind": "money", "_kind": "money", "currency": "eur"])
      #expect(try await site.get("/shop/Album").contains("€9.50"))
      let choices = try await site.send("kinds/Album/fields/State", ["label": "State", "kind": "choice"], .ok)
      #expect(choices.contains("new\nworn"))
      try await site.send(
        "kinds/Album/fields/State", ["label": "State", "kind": "choice", "_kind": "choice", "choices": "new = As new"])
      // A value that is none of the choices stays.
      let record = try await site.get("/shop/Album/2")
      #expect(record.contains("As new") && record.contains(#"value="worn" selected"#))
      try await site.send("kinds/Album/fields/Odd%20%2F%20Name", ["label": "Zebra", "kind": "text", "hidden": "true"])
      #expect(try await !site.get("/shop/Album/1").contains("Zebra"))
    }
    #expect(try Data(contentsOf: shop.url) == bytes)
    let album = try #require(try kept().model.entity(named: "Album"))
    #expect(album.attribute("Bought")?.label == "Day of purchase")
    #expect(album.attribute("Price")?.currency == "EUR")
    #expect(album.attribute("State")?.choices == [Choice("new", "As new")])
  }

  @Test("Records, lists, tabs and the application get other words, order and looks")
  func changesWords() async throws {
    try await test { site async throws in
      try await site.send(
        "kinds/Album/names", ["one": "record", "many": "records", "tab": "Records", "symbol": "book", "more": "false"])
      try await site.send("look", ["title": "My shop", "summary": "All of it", "symbol": "tag", "hue": "150"])
      try await site.send(
        "kinds/Album/list",
        ["title": "State", "subtitle": "Title", "sort": "Title", "descending": "true", "initials": "false"])
      try await site.send("kinds/Album/fields/Price/move", ["by": "-2"])
      let first = try #require(try await site.get("/shop/shape").firstMatch(of: /data-place="([^"]*)"/)?.1)
      try await site.send("kinds/Tag/move", ["before": String(first)])
      #expect(try await site.get("/shop/Album").contains("Records"))
    }
    let description = try kept()
    #expect(description.title == "My shop" && description.hue == 150)
    let album = try #require(description.model.entity(named: "Album"))
    #expect(album.nouns == Nouns("record", "records"))
    #expect(album.attributes.map(\.name).firstIndex(of: "Price") == 2)
    #expect(description.list(of: album)?.list.title == ["State"])
    #expect(description.tabs.first?.screen.entity == "Tag")
  }

  @Test("A reference that the file does not declare is offered, accepted with a press and taken back")
  func acceptsReferences() async throws {
    try await test { site async throws in
      let page = try await site.get("/shop/shape/kinds/Album")
      #expect(page.contains("with artists: 2 values were looked up and all were found"))
      try await site.send("kinds/Album/references/ArtistId?to=Artist", [:])
      #expect(try await site.get("/shop/Album/1").contains("Nina Simone"))
      #expect(try await site.get("/shop/Artist/1").contains("Wild Is the Wind"))
      #expect(try await site.get("/api/shop/Album/1?include=ArtistId").contains("Nina Simone"))
      #expect(try await !site.get("/shop/shape/kinds/Album").contains("values were looked up"))
      #expect(try await site.get("/shop/shape").contains("CREATE INDEX"))
      let link = try await site.get("/shop/shape/kinds/Album/fields/ArtistId")
      #expect(link.contains("This is no reference") && !link.contains("Required"))
      try await site.send("kinds/Album/fields/ArtistId/delete", ["_revision": "1"], .ok)
      try await site.send(
        "kinds/Album/fields/ArtistId/delete",
        ["_revision": "1", FormName.confirmation.name: FormName.confirmation.value])
      #expect(try await !site.get("/shop/Album/1").contains("Nina Simone"))
      // One that the file declares is the file's.
      try await site.send("kinds/AlbumTag/fields/TagId/delete", [:], .notFound)
    }
  }

  @Test("A reference with values that are not found is not offered")
  func looksUpValues() async throws {
    try shop.run("UPDATE Album SET ArtistId = 99 WHERE AlbumId = 2")
    try await test { site async throws in
      #expect(try await !site.get("/shop/shape/kinds/Album").contains("values were looked up"))
    }
  }

  @Test("A table of two references is a many-to-many relationship or not")
  func joinsTables() async throws {
    try await test { site async throws in
      #expect(try await site.get("/api/shop/Album/1?include=Tag").contains("jazz"))
      try await site.send("kinds/AlbumTag/join?on=0", [:])
      #expect(try await site.get("/api/shop/Album/1?include=Tag", .badRequest).contains("Tag"))
      try await site.send("kinds/AlbumTag/join?on=1", [:])
      #expect(try await site.get("/api/shop/Album/1?include=Tag").contains("jazz"))
      #expect(try await site.get("/shop/Album/1").contains("jazz"))
    }
  }

  @Test("Undo and earlier versions bring back what was guessed")
  func undoes() async throws {
    try await test { site async throws in
      try await site.send("kinds/Album/fields/Title", ["label": "Name", "kind": "text", "title": "true"])
      #expect(try await site.get("/shop/shape/kinds/Album?changed=1").contains("Title of albums is called Name now"))
      try await site.send("revisions/0", ["_revision": "1"])
      #expect(try await site.get("/shop/Album/1").contains("Title"))
    }
    #expect(try kept().model.entity(named: "Album")?.attribute("Title")?.label == "Title")
  }

  @Test("A description follows when the file's tables change, and says what is left out")
  func followsTheFile() async throws {
    try await test { site async throws in
      try await site.send("kinds/Album/fields/Bought", ["label": "Day", "kind": "seconds"])
      try await site.send(
        "kinds/Album/list",
        ["title": "Title", "subtitle": "State", "subtitle2": "", "sort": "Title", "descending": "false"])
    }
    try shop.run("ALTER TABLE Album DROP COLUMN State; ALTER TABLE Album ADD COLUMN Place TEXT; DROP TABLE AlbumTag")
    let opened = try OpenedApp(OpenedFile(shop.url))
    let album = try #require(opened.app.description.model.entity(named: "Album"))
    #expect(album.attribute("Bought")?.label == "Day" && album.attribute("Place") != nil)
    #expect(opened.app.description.list(of: album)?.list.subtitle == [])
    let notices = (opened.app.opened?.notices ?? []).map { Localizer.english($0) }
    #expect(notices == ["The file has no table AlbumTag any more", "Album has no column State any more"])
    try await test { site async throws in
      #expect(try await site.get("/shop/shape").contains("Album has no column State any more"))
      #expect(try await site.get("/shop/Album").contains("Kind of Blue"))
    }
  }

  @Test("The API takes a description with other words, and refuses what the file does not allow")
  func takesDescriptions() async throws {
    try await test { site async throws in
      let text = try await site.get("/api/shop/description")
      try await site.put(text, .ok)
      let document = try AppDocument(unchecked: Array(text.utf8))
      let (album, title) = try #require(
        document.entities.enumerated().lazy.compactMap { place, entity in
          entity.attributes.firstIndex { $0.name == "Title" }.map { (place, $0) }
        }.first)
      var other = document
      other.entities[album].attributes[title].label = "Name of it"
      try await site.put(other.json, .ok)
      #expect(try await site.get("/api/shop/description").contains("Name of it"))
      other = document
      other.entities[0].attributes.append(AttributeDescription(name: "More", label: "More", kind: .stored))
      try await site.put(other.json, .conflict, has: "More is a new field")
      other = document
      other.entities.removeLast()
      try await site.put(other.json, .conflict)
      other = document
      other.entities[album].attributes[title].isRequired = true
      try await site.put(other.json, .conflict, has: "Title of albums has other rules")
      other = document
      other.entities[album].attributes[title].kind = .mail
      try await site.put(other.json, .conflict, has: "Mail address")
      other = document
      other.entities[album].attributes[title].label = ""
      try await site.put(other.json, .unprocessableContent)
    }
  }

  @Test("A file that is only read has the shape that was given before, and no screens to change it")
  func readsOnly() async throws {
    try await test { site async throws in
      try await site.send("kinds/Album/fields/Title", ["label": "Name", "kind": "text", "title": "true"])
    }
    let app = try shop.open(isReadOnly: true)
    #expect(app.description.model.entity(named: "Album")?.attribute("Title")?.label == "Name")
    try await Server([app], port: 0, logger: .quiet).application().test { client in
      _ = try await Site(client: client).get("/shop/shape", .notFound)
    }
  }
}
