import Foundation
import Testing

@Suite("kartoteka restore --salvage where the description is damaged")
struct SalvageDescriptionTests {
  private let sandbox: Sandbox

  init() async throws {
    sandbox = try Sandbox()
    try sandbox.write(
      #"{"version": 1, "name": "shelf", "entities": [{"name": "book", "attributes": [{"name": "title", "required": true}]}]}"#,
      to: "app.json")
    try await run("apply", "app.json")
    let titles = (0..<60).map { "Book \($0) " + String(repeating: "x", count: 300) }
    try sandbox.write("title\n" + titles.joined(separator: "\n") + "\n", to: "b.csv")
    try await run("import", "shelf", "b.csv", "--into", "books")
    try await run("backup", "--all", "all.tar")
    try await run("backup", "shelf", "one.backup")
  }

  @discardableResult
  private func run(_ arguments: String..., expecting status: Int32? = 0) async throws -> Sandbox.Run {
    let run = try await sandbox.kartoteka(arguments, environment: ["LC_ALL": "C"])
    if let status { #expect(run.status == status, "\(arguments): \(run.output)\(run.errors)") }
    return run
  }

  private func count(_ file: String) async throws -> String {
    try await sandbox.shell("sqlite3 \(file) 'SELECT count(*) FROM books'").output
  }

  /// Overwrites the pages of a database that have the description, up to another text.
  private func damage(_ file: String, until end: String? = nil) throws {
    let url = sandbox.folder.appending(path: file)
    var bytes = try Data(contentsOf: url)
    let first = try #require(bytes.firstRange(of: Data("SQLite format 3".utf8))).lowerBound
    let last = try end.map { try #require(bytes.firstRange(of: Data($0.utf8))).lowerBound } ?? bytes.endIndex
    let places = bytes[first..<last].ranges(of: Data("\"attributes\"".utf8)).map {
      first + ($0.lowerBound - first) / 4_096 * 4_096
    }
    try #require(!places.isEmpty)
    for place in places { bytes.replaceSubrange(place..<place + 4_096, with: Data(count: 4_096)) }
    try bytes.write(to: url)
  }

  @Test(
    "A lost or damaged description of a single database is taken from a file, as the error says",
    arguments: [true, false])
  func single(isLost: Bool) async throws {
    if isLost {
      try damage("one.backup")
    } else {
      _ = try await sandbox.shell("sqlite3 one.backup \"UPDATE kartoteka_description SET document = '{'\"")
    }
    let refused = try await run("restore", "shelf", "one.backup", "--salvage", "--data", "other", expecting: 1)
    #expect(refused.errors.contains("--description FILE"), "\(refused.errors)")
    // The description itself, or a database that has it.
    for (number, given) in ["app.json", "data/shelf.sqlite"].enumerated() {
      let data = "saved\(number)"
      try await run(
        "restore", "shelf", "one.backup", "--salvage", "--description", given, "--data", data, expecting: nil)
      #expect(try await count("\(data)/shelf.sqlite") == "60\n", "\(given)")
      try await run("check", "shelf", "--data", data)
      #expect(try await run("export", "shelf", "books", "--data", data).output.contains("Book 59"))
      #expect(
        try await sandbox.shell("sqlite3 \(data)/shelf.sqlite 'SELECT count(*) FROM kartoteka_description'").output
          == "1\n")
    }
    let unlike = try await run(
      "restore", "shelf", "one.backup", "--salvage", "--description", "b.csv", "--data", "third", expecting: 1)
    #expect(unlike.errors.contains("is no description"), "\(unlike.errors)")
    // The folder is not even made.
    #expect((try? sandbox.names(in: "third")) == nil)
  }

  @Test("Without the names of its tables it is told how many rows a database has, and a description gives them back")
  func names() async throws {
    let url = sandbox.folder.appending(path: "one.backup")
    var bytes = try Data(contentsOf: url)
    let definitions = Data("CREATE T".utf8)
    var pages: Set<Int> = [0]
    for place in bytes.ranges(of: definitions) { pages.insert(place.lowerBound / 4_096) }
    for page in pages where page == 0 || bytes[page * 4_096] == 0x0d {
      bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
    }
    try bytes.write(to: url)
    let refused = try await run("restore", "shelf", "one.backup", "--salvage", "--data", "other", expecting: 1)
    let words = ["has lost the names of its tables", "--description FILE"]
    #expect(words.allSatisfy(refused.errors.contains), "\(refused.errors)")
    let saved = try await run(
      "restore", "shelf", "one.backup", "--salvage", "--description", "app.json", "--data", "other", expecting: 65)
    #expect(saved.errors.contains("the name or definition of their table is lost"), "\(saved.errors)")
    #expect(try await count("other/shelf.sqlite") == "60\n")
    try await run("check", "shelf", "--data", "other")
    #expect(try await run("export", "shelf", "books", "--data", "other").output.contains("Book 59"))
  }

  @Test("A backup of everything has the description a second time, and takes another one where both are damaged")
  func archive() async throws {
    try damage("all.tar", until: "applications/shelf.sqlite.description")
    try await run("restore", "all.tar", "--salvage", "--data", "other", expecting: 65)
    #expect(try await count("other/shelf.sqlite") == "60\n")
    try await run("check", "shelf", "--data", "other")

    let url = sandbox.folder.appending(path: "all.tar")
    var bytes = try Data(contentsOf: url)
    let text = try #require(bytes.range(of: Data("\"attributes\"".utf8), options: .backwards)).lowerBound
    bytes[text] = UInt8(ascii: "!")
    try bytes.write(to: url)
    let refused = try await run("restore", "all.tar", "--salvage", "--data", "third", expecting: nil)
    #expect(refused.status != 0)
    #expect(refused.errors.contains("--salvage --only shelf --description FILE"), "\(refused.errors)")
    try await run(
      "restore", "all.tar", "--salvage", "--only", "shelf", "--description", "app.json", "--data", "third",
      expecting: 65)
    #expect(try await count("third/shelf.sqlite") == "60\n")
    try await run("check", "shelf", "--data", "third")
  }

  @Test("--description is of one damaged application that is not in code")
  func options() async throws {
    try await run("restore", "shelf", "one.backup", "--description", "app.json", expecting: 64)
    try await run("restore", "all.tar", "--salvage", "--description", "app.json", "--data", "other", expecting: 64)
    let code = try await run(
      "restore", "userscrud", "one.backup", "--salvage", "--description", "app.json", "--data", "other", expecting: 1)
    #expect(code.errors.contains("userscrud"), "\(code.errors)")
  }
}
