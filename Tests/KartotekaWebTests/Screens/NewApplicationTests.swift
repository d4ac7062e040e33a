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

@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Screens: new applications")
struct NewApplicationTests {
  private func serving(_ body: @Sendable (TestClient, URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open()
    var server = Server([school], port: 0, logger: .quiet)
    server.designs = DesignFolder(folder, besides: [school.app])
    try await server.application().test { try await body($0, folder) }
  }

  @Test(
    "Every template is a sound description with all its words in Polish and Russian", arguments: TemplateFiles.names)
  func templates(name: String) throws {
    let document = try AppDocument(json: Array(TemplateFiles.json(name).utf8))
    #expect(document.name == name)
    let description = document.description
    let labels = description.model.entities.flatMap { $0.columns.map(\.label) } + [document.title, document.summary]
    for language in [Language.polish, .russian] {
      for key in labels + description.tabs.map(\.title) {
        #expect(document.catalogue.entry(key, in: language) != nil, "\(key) in \(language.code)")
      }
    }
  }

  @Test("A stored application that version 0.1 gave any text as a currency opens, without that currency")
  func oldCurrencies() throws {
    let json = #"""
      {"version": 1, "name": "till", "title": "Till", "entities": [{"name": "sale", "attributes": [
      {"name": "price", "kind": "decimal", "scale": 2, "currency": "ZŁ"},
      {"name": "fee", "kind": "decimal", "scale": 2, "currency": "PLN"}]}]}
      """#
    let design = try Design(StoredDescription(revision: 1, json: json), named: "till")
    #expect(design.document.entities[0].attributes.map(\.currency) == [nil, "PLN"])
    #expect(!design.document.check().contains { "\($0)".contains("currency") })
  }

  @Test("The drawer leads to new applications only where they can be made")
  func drawer() async throws {
    try await serving { client, _ in
      let home = try await client.execute(uri: "/", method: .get)
      #expect(String(buffer: home.body).contains("/apps/new"))
    }
    try await Server([try await School.open()], port: 0, logger: .quiet).application().test { client in
      let home = try await client.execute(uri: "/", method: .get)
      #expect(!String(buffer: home.body).contains("/apps/new"))
      #expect(try await client.execute(uri: "/apps/new", method: .get).status == .notFound)
    }
  }

  @Test("One press makes an application of a template, and another one a second")
  func make() async throws {
    try await serving { client, _ in
      let page = try await client.execute(uri: "/apps/new", method: .get)
      for name in TemplateFiles.names { #expect(String(buffer: page.body).contains("/apps/new/templates/\(name)")) }
      for name in TemplateFiles.names {
        let made = try await client.execute(uri: "/apps/new/templates/\(name)", method: .post)
        #expect(made.status == .seeOther && made.headers[.location] == "/\(name)", "\(name)")
        let template = try #require(AppTemplate.all.first { $0.name == name })
        for path in template.description.tabs.map(\.path) {
          #expect(try await client.execute(uri: "/\(name)/\(path)", method: .get).status == .ok, "\(name)/\(path)")
          #expect(try await client.execute(uri: "/\(name)/\(path)/new", method: .get).status == .ok, "\(name)/\(path)")
        }
      }
      let second = try await client.execute(uri: "/apps/new/templates/tasks", method: .post)
      #expect(second.headers[.location] == "/tasks-2")
      let home = String(buffer: try await client.execute(uri: "/", method: .get, headers: [.acceptLanguage: "pl"]).body)
      #expect(home.contains("Zadania 2"), "The second has a name of its own")
      let hues = home.matches(of: /data-hue=(\d+) href="\/tasks(?:-2)?"/).map(\.1)
      #expect(Set(hues).count == 2, "and a colour of its own: \(hues)")
      #expect(try await client.execute(uri: "/apps/new/templates/nothing", method: .post).status == .notFound)
    }
  }

  private static let form: HTTPFields = [
    .contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en",
  ]

  private func send(_ files: [(name: String, text: String)], to client: TestClient) async throws -> TestResponse {
    try await send(bytes: files.map { ($0.name, Array($0.text.utf8)) }, to: client)
  }

  private func send(bytes files: [(name: String, content: [UInt8])], to client: TestClient) async throws -> TestResponse
  {
    var body: [UInt8] = []
    for file in files {
      let head = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(file.name)\"\r\n\r\n"
      body += Array(head.utf8) + file.content + Array("\r\n".utf8)
    }
    return try await client.execute(
      uri: "/apps/new/files", method: .post,
      headers: [.contentType: "multipart/form-data; boundary=b", .acceptLanguage: "en"],
      body: ByteBuffer(bytes: body + Array("--b--\r\n".utf8)))
  }

  private func post(_ uri: String, _ body: String, to client: TestClient) async throws -> TestResponse {
    try await client.execute(uri: uri, method: .post, headers: Self.form, body: ByteBuffer(string: body))
  }

  // Follows the making of the application, and the import, to their ends.
  private func outcome(of uri: String, _ client: TestClient) async throws -> String {
    var uri = uri
    while true {
      let answer = try await client.execute(uri: uri, method: .get, headers: [.acceptLanguage: "en"])
      if let next = answer.headers[.location] {
        uri = next
      } else if !String(buffer: answer.body).contains("going-on") {
        return String(buffer: answer.body)
      }
      await Task.yield()
    }
  }

  @Test("Files propose an application, which is corrected before anything is made, then made and loaded")
  func files() async throws {
    try await serving { client, folder in
      let files = [
        ("plants.csv", "id,name,height,bed\n1,Rose,1.5,North\n2,Oak,20.25,South\n3,Elm,8,North\n"),
        ("beds.csv", "Beds of the garden,\nbed,size\nNorth,3\nSouth,4\n"),
      ]
      let proposed = try await send(files, to: client)
      let location = try #require(proposed.headers[.location])
      let page = String(buffer: try await client.execute(uri: location, method: .get).body)
      #expect(page.contains("leads to Beds") && page.contains("value=\"Plants\""))
      func sqlite() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".sqlite") }
      }
      #expect(try sqlite().isEmpty, "Nothing is made")
      // The row above the headings is passed over.
      let beds = String(
        buffer: try await client.execute(uri: location + "/2", method: .get, headers: [.acceptLanguage: "en"]).body)
      #expect(beds.contains("<option value=\"2\" selected>2: bed · size"), "\(beds)")
      let corrected = try await post(
        location + "/1",
        "version=0&include=yes&one=tree&many=trees&header=1&first=2&key=&kind-1=number&label-2=Name&kind-2=text"
          + "&label-3=Size&kind-3=text&label-4=Bed&kind-4=one-1", to: client)
      #expect(corrected.headers[.location] == location, "\(String(buffer: corrected.body).suffix(3_000))")
      // A form of the state before is refused, and shows what is proposed now.
      let late = try await post(location, "version=0&title=Garden&table-1=on&table-2=on", to: client)
      #expect(late.status == .conflict && String(buffer: late.body).contains("Trees"))
      let made = try await post(location, "version=1&title=My+garden&table-1=on&table-2=on", to: client)
      #expect(made.headers[.location] == location)
      let list = try await outcome(of: location, client)
      #expect(list.contains("data-id=\"3\"") || list.contains("Elm"), "It ends on the list: \(list.suffix(3_000))")
      #expect(try sqlite() == ["my-garden.sqlite"])
      try await APICase.get(
        "/api/my-garden/trees/3?include=bed", has: [#""size":"8""#, #""name":"Elm""#, #""size":3"#]
      ).run(client)
    }
  }

  @Test("Values that were left empty end the making on the result, which names them")
  func emptied() async throws {
    try await serving { client, _ in
      let rows = (1...40).map { $0 % 20 == 0 ? "Shard \($0),in spring\n" : "Shard \($0),1951-05-\(10 + $0 % 20)\n" }
      let proposed = try await send([("finds.csv", "name,found\n" + rows.joined())], to: client)
      let location = try #require(proposed.headers[.location])
      _ = try await post(location, "version=0&title=Finds&table-1=on", to: client)
      let page = try await outcome(of: location, client)
      #expect(page.contains("21, found: in spring; 41, found: in spring"), "\(page.suffix(3_000))")
    }
  }

  @Test("What all rows say otherwise than the first ones is shown before anything is made, and another press makes it")
  func changes() async throws {
    try await serving { client, folder in
      let rows = (1...2_500).map { "n\($0),\($0),2026-01-\(10 + $0 % 9)\n" }.joined()
      let text = "Items\nname,count,day\n" + rows + "last,12a,sometime\n"
      let proposed = try await send([("items.csv", text)], to: client)
      let location = try #require(proposed.headers[.location])
      let first = try await outcome(of: location, client)
      #expect(first.contains("1 row above the headings is left out: 1: Items") && !first.contains("12a"))
      _ = try await post(location, "version=0&title=Items&table-1=on", to: client)
      let told = try await outcome(of: location, client)
      #expect(told.contains("All rows were read, and some say something else than the first ones."))
      #expect(told.contains("count: there are values such as 12a, so it was changed to Text"), "\(told.suffix(3_000))")
      #expect(told.contains("fit, such as sometime"))
      #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path()).contains { $0.hasSuffix(".sqlite") })
      let table = String(
        buffer: try await client.execute(uri: location + "/1", method: .get, headers: [.acceptLanguage: "en"]).body)
      #expect(table.contains("so it was changed to Text"), "The page of the table says it, too")
      // A form of the state before is refused.
      let late = try await post(location, "version=0&title=Items&table-1=on", to: client)
      #expect(late.status == .conflict)
      _ = try await post(location, "version=2&title=Items&table-1=on", to: client)
      let made = try await outcome(of: location, client)
      #expect(made.contains("day: sometime"), "\(made.suffix(3_000))")
      try await APICase.get("/api/items/items/2501", has: [#""count":"12a""#, #""day":null"#]).run(client)
    }
  }

  @Test("A file that changes between the preview and its confirmation is read again and nothing is made")
  func changedFile() async throws {
    try await serving { client, folder in
      let proposed = try await send([("plants.csv", "name\nRose\n")], to: client)
      let location = try #require(proposed.headers[.location])
      let id = try #require(location.split(separator: "/").last)
      let file = folder.appending(path: "proposals/\(id)/1")
      try "name,height\nRose,1\nOak,2\n".write(to: file, atomically: true, encoding: .utf8)
      let answer = try await post(location, "version=0&title=Plants&table-1=on", to: client)
      #expect(answer.status == .conflict)
      let page = String(buffer: answer.body)
      #expect(page.contains("plants.csv was changed") && page.contains("2 fields"))
      #expect(try await client.execute(uri: "/plants", method: .get).status == .notFound)
    }
  }

  @Test("The encoding of a file is shown with its first rows, and another one reads them anew")
  func encoding() async throws {
    try await serving { client, _ in
      // Windows-1250.
      let csv =
        Array("name;town\nDvo".utf8) + [0xF8, 0xE1] + Array("k;Plze".utf8) + [0xF2] + Array("\nNov".utf8) + [0xE1]
      let proposed = try await send(bytes: [("towns.csv", csv + Array("k;Brno\n".utf8))], to: client)
      let location = try #require(proposed.headers[.location])
      func table() async throws -> String {
        String(
          buffer: try await client.execute(uri: location + "/1", method: .get, headers: [.acceptLanguage: "en"]).body)
      }
      let page = String(
        buffer: try await client.execute(uri: location, method: .get, headers: [.acceptLanguage: "en"]).body)
      #expect(page.contains("Read as windows-1250"))
      #expect(try await table().contains("Dvořák"))
      let form = "include=yes&one=town&many=towns&header=1&first=1&key="
      let other = try await post(location + "/1", "version=0&encoding=windows-1252&" + form, to: client)
      #expect(other.headers[.location] == location + "/1")
      #expect(try await table().contains("Dvoøák"))
      _ = try await post(location + "/1", "version=1&encoding=ISO-8859-2&" + form, to: client)
      let made = try await post(location, "version=2&title=Czech&table-1=on", to: client)
      #expect(made.headers[.location] == location, "\(String(buffer: made.body).suffix(2_000))")
      _ = try await outcome(of: location, client)
      try await APICase.get("/api/czech/towns/1", has: [#""name":"Dvořák""#]).run(client)
    }
  }

  @Test("A file that is no table is refused with its name and a way out, and nothing stays")
  func refused() async throws {
    try await serving { client, folder in
      let answer = try await send(
        [("dump.csv", "CREATE TABLE a (b INTEGER);\nINSERT INTO a VALUES (1);\n")], to: client)
      #expect(answer.status == .unprocessableContent)
      #expect(String(buffer: answer.body).contains("These are commands of SQL"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "proposals").path()) == [])
    }
  }

  @Test("Discarding a proposal leaves nothing, and a proposal with a fault makes nothing")
  func discarded() async throws {
    try await serving { client, folder in
      let proposed = try await send([("plants.csv", "name,height\nRose,1\nOak,2\n")], to: client)
      let location = try #require(proposed.headers[.location])
      let nameless = try await post(location, "title=+&table-1=on", to: client)
      #expect(nameless.status == .unprocessableContent)
      let gone = try await post(
        location, "\(FormIntent.discard.name)=\(FormIntent.discard.value)", to: client)
      #expect(gone.headers[.location] == "/apps/new")
      #expect(try await client.execute(uri: location, method: .get).status == .notFound)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["proposals"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "proposals").path()) == [])
      #expect(try await send([], to: client).status == .unprocessableContent)
    }
  }

  private func get(_ uri: String, _ client: TestClient) async throws -> String {
    String(buffer: try await client.execute(uri: uri, method: .get, headers: [.acceptLanguage: "en"]).body)
  }

  @Test("The proposal shows the first rows as they will be, the number of rows, and what was recognized")
  func firstRows() async throws {
    try await serving { client, _ in
      let proposed = try await send(
        [("teas.csv", "Name;Price;Bought\nAssam;1.234,50 €;05.01.2026\nSencha;n/a;6.1.2026\nEarl;3,5 €;\n")], to: client
      )
      let location = try #require(proposed.headers[.location])
      let page = try await get(location, client)
      #expect(
        page.contains("3 rows") && page.contains("CSV, semicolon") && page.contains("<th scope=col class=num>Price"))
      #expect(page.contains("1,234.50") && page.contains("5 January 2026") || page.contains("January 5, 2026"))
      #expect(page.contains("was read as empty"))
      let table = try await get(location + "/1", client)
      #expect(table.contains("from 3,5 € to 1.234,50 €") && table.contains("name=\"scale-2\""))
      // Another number of decimal places is seen at once.
      let form = "version=0&include=yes&one=tea&many=teas&header=1&first=1&key=&label-1=Name&kind-1=text&label-2=Price"
      let looked = try await post(
        location + "/1", form + "&kind-2=decimal&scale-2=3&label-3=Bought&kind-3=date&look=yes", to: client)
      #expect(looked.headers[.location] == location + "/1", "\(String(buffer: looked.body).suffix(2_000))")
      #expect(try await get(location + "/1", client).contains("1,234.500"))
      let made = try await post(location, "version=1&title=Teas&table-1=on", to: client)
      #expect(made.headers[.location] == location)
      _ = try await outcome(of: location, client)
      try await APICase.get("/api/teas/teas/1", has: [#""price":1234.500"#, #""bought":"2026-01-05""#]).run(client)
    }
  }

  @Test("What nothing in a file decides is asked before anything is made, and the answer holds for all rows")
  func question() async throws {
    try await serving { client, folder in
      let rows = (1...9).map { "Item \($0);\($0).234;0\($0)/02/2026\n" }.joined()
      let proposed = try await send([("counts.csv", "Item;Count;Day\n" + rows)], to: client)
      let location = try #require(proposed.headers[.location])
      #expect(try await get(location, client).contains("clear whether 1.234 is 1.234 or 1234"))
      let early = try await post(location, "version=0&title=Counts&table-1=on", to: client)
      #expect(early.status == .unprocessableContent)
      #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path()).contains { $0.hasSuffix(".sqlite") })
      let page = String(buffer: early.body)
      #expect(page.contains("name=\"decimal\"") && page.contains("name=\"dates\""), "\(page.suffix(4_000))")
      let version = try #require(page.firstMatch(of: /name="version" value="(\d+)"/)?.1)
      let form = "version=\(version)&include=yes&one=count&many=counts&header=1&first=1&key=&decimal=comma&dates=mdy"
      let answered = try await post(location + "/1", form, to: client)
      #expect(answered.headers[.location] == location + "/1", "\(String(buffer: answered.body).suffix(2_000))")
      let next = try #require(try await get(location, client).firstMatch(of: /name="version" value="(\d+)"/)?.1)
      let made = try await post(location, "version=\(next)&title=Counts&table-1=on", to: client)
      #expect(made.headers[.location] == location, "\(String(buffer: made.body).suffix(2_000))")
      _ = try await outcome(of: location, client)
      try await APICase.get("/api/counts/counts/3", has: [#""count":3234"#, #""day":"2026-03-02""#]).run(client)
    }
  }
}
