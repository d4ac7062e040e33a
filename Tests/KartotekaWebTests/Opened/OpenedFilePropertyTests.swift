import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaStore
import RandomTests
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb

/// Random files of other programs are opened and edited through the API; SQL of its own then compares each cell.
@Suite struct OpenedFilePropertyTests {
  @Test(
    "Editing a random file changes the edited cells and nothing else",
    arguments: UInt64(1)...UInt64(RandomTests.count(3, all: 16)))
  func changesExactlyTheEditedCells(seed: UInt64) async throws {
    let file = try RandomFile(seed: seed)
    let schema = try file.schema()
    do {
      let app = try RunningApp(try OpenedApp(OpenedFile(file.url)))
      try await Server(testing: app).application().test { client in
        try await edit(file, app, client)
      }
    }
    #expect(try file.schema() == schema)
  }

  private func edit(_ file: RandomFile, _ app: RunningApp, _ client: TestClient) async throws {
    for _ in 0..<25 {
      let table = file.oneOf(file.tables)
      let path = "/api/\(URLPath.encoded(app.name))/\(URLPath.encoded(table.name))"
      let list = try await APICase.get(path + "?limit=100").run(client)
      let items = try items(list)
      guard !items.isEmpty else { continue }
      let item = file.oneOf(items)
      let address = path + "/" + address(item)
      let before = try file.cells()
      switch file.below(6) {
      case 0:
        try await APICase.delete(address).run(client)
        let after = try file.cells()
        let gone = before.filter { after[$0.key] == nil }
        #expect(gone.count == table.columns.count && gone.keys.allSatisfy { $0.hasPrefix(table.name + "|") })
        #expect(after.allSatisfy { before[$0.key] == $0.value })
        // Undoing it brings back each byte.
        try await undo(client, app)
        let restored = try file.cells()
        let different = before.filter { restored[$0.key] != $0.value }
          .map { "\($0.key): \($0.value) became \(restored[$0.key] ?? "nothing")" }
        #expect(different.isEmpty && restored.count == before.count, "\(table.columns)")
      case 1:
        let body =
          "{"
          + table.columns.filter { $0.isKey && $0.type != "INTEGER" }.map {
            "\(Self.json($0.name)):\(Self.json("new \(file.next())"))"
          }.joined(separator: ",") + "}"
        try await APICase.send(.post, path, body, 201).run(client)
        let after = try file.cells()
        #expect(after.count == before.count + table.columns.count)
        #expect(before.allSatisfy { after[$0.key] == $0.value })
      default:
        let columns = table.columns.filter { !$0.isKey && !$0.isGenerated }
        let column = file.oneOf(columns)
        // Where the file has bytes, the API takes Base64.
        if case .string(let text)? = item[column.name], text.hasPrefix("/api/") { continue }
        let value = file.oneOf([
          #""new \#(file.below(1_000))""#, "null", "\(file.below(100))", "1.5", "\"\"", #""  kept ""#,
        ])
        let response = try await client.execute(
          uri: address, method: .patch, headers: [.contentType: "application/json"],
          body: ByteBuffer(string: "{\(Self.json(column.name)):\(value)}"))
        let text = String(buffer: response.body)
        // A column that is thought to hold bytes refuses text.
        if response.status.code == 422 {
          #expect(try file.cells() == before)
          continue
        }
        #expect(response.status.code == 200, "\(address) \(column.name) \(value): \(text.prefix(300))")
        let after = try file.cells()
        let changed = after.filter { before[$0.key] != $0.value }.keys
        #expect(
          after.count == before.count
            && changed.allSatisfy { $0.hasSuffix("|" + column.name) || $0.hasSuffix("|made") } && changed.count <= 2,
          "\(column.name) = \(value) changed \(changed)")
      }
    }
  }

  private func undo(_ client: TestClient, _ app: RunningApp) async throws {
    let path = "/api/\(URLPath.encoded(app.name))/changesets"
    let list = try await APICase.get(path + "?limit=1").run(client)
    guard case .number(let id)? = try items(list).first?["id"] else {
      Issue.record("No change set")
      return
    }
    try await APICase.send(.post, path + "/\(id)/undo", "{}", 200).run(client)
  }

  private func items(_ response: TestResponse) throws -> [JSONObject] {
    guard case .object(let page) = try JSONParser.parse(Array(response.body.readableBytesView)),
      case .array(let items)? = page["items"]
    else { return [] }
    return items.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }

  private func address(_ item: JSONObject) -> String {
    switch item["id"] {
    case .number(let digits): digits
    case .string(let text): text
    default: ""
    }
  }

  private static func json(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
