import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaSampleData
import KartotekaServices
import KartotekaStore
import KartotekaTransfer
import RandomTests
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

/// Random writes through the API, forms, imports, undo, transactions that are rolled back, and SQLite's own program; after each
/// twenty, lists, totals, searches, records and pages are compared with plain SQL on the same file.
///
/// A quarter of `KARTOTEKA_OPERATIONS` is the number of operations; the default is 500.
@Suite("Answers of the API and of pages, and plain SQL")
struct WriterDifferentialTests {
  private struct RolledBack: Error {}

  private struct Row {
    let id: RecordID
    let first: String
    let last: String
    let phone: String
    let address: String
  }

  private static let names = ["Anna", "Łucja", "Jan", "Zoë", "Иван", "Ósma", "Nowak", "nowacka", "Lis", "Łódzka"]
  private static let searches = ["", "an", "now", "o", "lodz", "ann now", "иван", "rynek", "nobody"]

  private let file: URL
  private let app: RunningApp

  init() throws {
    file = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)/userscrud.sqlite")
    app = RunningApp(usersCRUD, on: try Store(usersCRUD.description.model, at: file))
  }

  private var users: EntityDescription { app.store.model.entities[0] }

  // MARK: SQLite's own program

  /// - Returns: the rows, their values with "|" between; what is refused changes nothing and is not reported.
  @discardableResult
  private func sqlite3(_ sql: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-bail", "-cmd", ".timeout 60000", file.path(percentEncoded: false), sql]
    process.standardError = FileHandle.nullDevice
    let output = try Process.withoutStarts {
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      return output.fileHandleForReading
    }
    let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  private func rows() throws -> [Row] {
    try sqlite3("SELECT id, first_name, last_name, phone, address FROM users ORDER BY id").map { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return Row(id: RecordID(parts[0]) ?? 0, first: parts[1], last: parts[2], phone: parts[3], address: parts[4])
    }
  }

  private func lastID() async throws -> RecordID {
    var request = AnyFetchRequest("user")
    (request.sort, request.limit) = ([FetchSort("id", ascending: false)], 1)
    return try await app.store.fetch(request).records.first?.id ?? 0
  }

  // MARK: Writing

  private func send(_ client: TestClient, _ method: HTTPRequest.Method, _ path: String, _ body: String) async throws {
    let response = try await client.execute(
      uri: path, method: method, headers: [.contentType: "application/json"], body: ByteBuffer(string: body))
    #expect(response.status.code < 500, "\(method) \(path) \(body) \(response.status)")
  }

  private func submit(_ client: TestClient, _ path: String, _ fields: [(String, String)]) async throws {
    let body = fields.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }.joined(separator: "&")
    let response = try await client.execute(
      uri: path, method: .post,
      headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
      body: ByteBuffer(string: body))
    #expect(response.status.code < 500, "\(path) \(body) \(response.status)")
  }

  private func values(_ random: inout MockRandom) -> [(String, String)] {
    func name() -> String { Self.names[Int.random(in: 0..<Self.names.count, using: &random)] }
    return [
      ("firstName", name()), ("lastName", name()),
      ("phone", "+48 601 234 \(Int.random(in: 100...999, using: &random))"),
      ("address", "Rynek \(Int.random(in: 1...9, using: &random))"),
    ]
  }

  private func json(_ values: [(String, String)]) -> String {
    "{" + values.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
  }

  /// One write by one of the writers.
  private func write(_ client: TestClient, _ random: inout MockRandom) async throws {
    let (values, more) = (values(&random), self.values(&random))
    let id = max(1, try await lastID() - .random(in: -1..<30, using: &random))
    let api = "/api/userscrud/users"
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: try await send(client, .post, api, json(values))
    case 2: try await send(client, .patch, "\(api)/\(id)", json([values[2]]))
    case 3: try await send(client, .delete, "\(api)/\(id)", "")
    case 4:
      let operations = #"{"create":"users","values":\#(json(values))},{"delete":"users","id":\#(id)}"#
      try await send(client, .post, "/api/userscrud/batch", "{\"operations\":[\(operations)]}")
    case 5: try await submit(client, "/userscrud/users", values)
    case 6:
      guard let record = try await app.store.record(users, id: id) else { return }
      let hidden = RecordDraft(record, .english).message.fields.map { ($0.name, $0.value) }
      if Bool.random(using: &random) { try await send(client, .patch, "\(api)/\(id)", json([more[1]])) }
      try await submit(client, "/userscrud/users/\(id)", hidden + values)
    case 7: try await submit(client, "/userscrud/users/\(id)/delete", [])
    case 8:
      guard let last = try await app.store.lastChangeSet() else { return }
      let path = "/userscrud/changesets/\(last.id)/undo"
      if Bool.random(using: &random) {
        try await submit(client, path, [])
      } else {
        try await send(client, .post, "/api" + path, "")
      }
    case 9:
      let lines = [values, more].map { row in row.map(\.1).joined(separator: ",") } + [",,,"]
      let text = (["firstName,lastName,phone,address"] + lines).joined(separator: "\n") + "\n"
      let importer = Importer(app.store)
      let source = try ImportFile(TextSource(text, name: "users.csv"), into: "users")
      _ = try await importer.run(try importer.plan([source]))
    case 10:
      do {
        _ = try await app.store.perform(.code) { [users] transaction in
          if try transaction.record(users, id: id) != nil { try transaction.delete(users, id: id) }
          throw RolledBack()
        }
      } catch is RolledBack {}
    default: try writeAsOther(values, id, &random)
    }
  }

  private func writeAsOther(_ values: [(String, String)], _ id: RecordID, _ random: inout MockRandom) throws {
    let texts = values.map { "'\($0.1)'" }.joined(separator: ", ")
    let columns = "first_name, last_name, phone, address"
    let statements = [
      "INSERT INTO users (\(columns)) VALUES (\(texts))",
      "INSERT OR REPLACE INTO users (id, \(columns)) VALUES (\(id), \(texts))",
      "UPDATE users SET last_name = '\(values[1].1)' WHERE id % 5 = \(id % 5)",
      "DELETE FROM users WHERE id = \(id)",
      "BEGIN; DELETE FROM users; ROLLBACK",
      "UPDATE OR REPLACE users SET id = \(id) WHERE id = \(id) - 3",
    ]
    try sqlite3(statements[Int.random(in: 0..<statements.count, using: &random)])
  }

  // MARK: Comparing

  private func compare(_ client: TestClient) async throws {
    let rows = try rows()
    for search in Self.searches {
      let words = Folding.fold(search).split(separator: " ")
      let found = rows.filter { row in
        let keys = [row.first, row.last, row.address].map(Folding.fold)
        return words.allSatisfy { word in keys.contains { $0.contains(word) } }
      }.sorted { (Folding.fold($0.last), $0.id) < (Folding.fold($1.last), $1.id) }
      let query = search.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      var ids: [RecordID] = []
      var cursor: String?
      repeat {
        let path =
          "/api/userscrud/users?sort=lastName&limit=7&search=\(query)" + (cursor.map { "&cursor=\($0)" } ?? "")
        let page = try await client.execute(uri: path, method: .get) { try JSONPage($0.body) }
        #expect(page.total == found.count, "\(search)")
        ids += page.items.compactMap { item in
          if case .number(let id) = item["id"] { RecordID(id) } else { nil }
        }
        cursor = page.next
      } while cursor != nil
      #expect(ids == found.map(\.id), "\(search)")
      let html = try await client.execute(
        uri: "/userscrud/users?part=list&search=\(query)", method: .get, headers: [.acceptLanguage: "en"]
      ) { String(buffer: $0.body) }
      // A search that finds nothing may forgive a slip.
      if found.count > 1 { #expect(html.contains("\(found.count) people"), "\(search)") }
    }
    let last = try await lastID()
    for id in max(1, last - 30)...max(1, last) {
      let response = try await client.execute(uri: "/api/userscrud/users/\(id)", method: .get)
      guard let row = rows.first(where: { $0.id == id }) else {
        #expect(response.status == .notFound)
        continue
      }
      let object = try JSONObject(response.body)
      let values = [row.first, row.last, row.phone, row.address].map(JSONValue.string)
      #expect(["firstName", "lastName", "phone", "address"].map { object[$0] } == values)
    }
  }

  @Test(
    "They agree after random writes of the API, forms, imports, undo, rolled back transactions and SQLite's own program",
    .timeLimit(.minutes(60)))
  func random() async throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let operations = RandomTests.operations(2_000)
    try await Server([app], port: 0, logger: .quiet).application().test { client in
      var random = MockRandom(seed: 7)
      for number in 1...operations / 4 {
        try await write(client, &random)
        if number % 20 == 0 { try await compare(client) }
        if number % 100 == 0 { try sqlite3("DELETE FROM users WHERE id < (SELECT max(id) - 40 FROM users)") }
      }
    }
    #expect(try Store.check(app.store.model, at: file) == [])
  }
}
