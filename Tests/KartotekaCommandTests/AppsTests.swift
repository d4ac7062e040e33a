import Foundation
import Testing

@Suite("kartoteka apps, and the data folder")
struct AppsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("Without data it lists the applications and creates nothing")
  func empty() async throws {
    let run = try await sandbox.kartoteka("apps")
    #expect(run.status == 0)
    #expect(Self.rows(run).first == "APPLICATION ENTITY RECORDS DATABASE")
    for (app, entity) in [("travellers", "users"), ("travellers", "travellers"), ("userscrud", "users")] {
      let file = sandbox.database(of: app).path(percentEncoded: false)
      #expect(Self.rows(run).contains("\(app) \(entity) 0 \(file) (doesn't exist yet)"))
    }
    #expect(try sandbox.names().isEmpty)
  }

  @Test("With data it counts, with columns under each other")
  func counts() async throws {
    _ = try await sandbox.shell("$K mock userscrud users --count 1200 --format csv > u.csv")
    _ = try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users")
    let run = try await sandbox.kartoteka("apps")
    let path = sandbox.database.path(percentEncoded: false)
    #expect(Self.rows(run).contains("userscrud users 1,200 \(path)"))
    func column(of text: String, in line: String) -> Int? {
      line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    let columns = run.lines.dropFirst().map { column(of: sandbox.data.path(percentEncoded: false), in: $0) }
    #expect(Set(columns) == [column(of: "DATABASE", in: run.lines[0])])
  }

  /// The lines with one space between columns.
  private static func rows(_ run: Sandbox.Run) -> [String] {
    run.lines.map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("--data comes before KARTOTEKA_DATA, that before XDG_DATA_HOME, that before ~/.local/share")
  func folders() async throws {
    let home = sandbox.folder.path(percentEncoded: false)
    func path(_ arguments: [String], _ environment: [String: String]) async throws -> String {
      let run = try await sandbox.kartoteka(["apps"] + arguments, environment: environment)
      let row = run.lines.first { $0.hasPrefix("userscrud") } ?? ""
      return row.split(separator: " ").first { $0.hasSuffix(".sqlite") }.map(String.init) ?? ""
    }
    let all = ["KARTOTEKA_DATA": home + "/k", "XDG_DATA_HOME": home + "/x"]
    #expect(try await path(["--data", "here"], all) == home + "/here/userscrud.sqlite")
    #expect(try await path([], all) == home + "/k/userscrud.sqlite")
    #if os(Linux)
      let none = ["KARTOTEKA_DATA": ""]
      #expect(
        try await path([], none.merging(["XDG_DATA_HOME": home + "/x"]) { $1 })
          == home + "/x/kartoteka/userscrud.sqlite")
      #expect(
        try await path([], none.merging(["XDG_DATA_HOME": "relative"]) { $1 })
          == home + "/.local/share/kartoteka/userscrud.sqlite")
      #expect(try await path([], none) == home + "/.local/share/kartoteka/userscrud.sqlite")
    #endif
  }

  @Test(
    "A file in the place of the data folder is an error that says so",
    arguments: [["apps"], ["serve", "--port", "0"]])
  func file(command: [String]) async throws {
    try sandbox.write("text", to: "data")
    let run = try await sandbox.kartoteka(command + ["--data", "data"], environment: ["LC_ALL": "C"])
    #expect(run.status == 1)
    #expect(
      run.errors.contains("The data folder \(sandbox.folder.path(percentEncoded: false))/data is a file"))
    #expect(run.errors.contains("Choose another folder with --data."))
    #expect(try sandbox.read("data") == "text")
  }

  @Test(
    "A data folder that can't be written is an error for commands that write",
    .disabled(if: getuid() == 0, "Root may write anywhere")
  )
  func readOnly() async throws {
    try FileManager.default.createDirectory(at: sandbox.data, withIntermediateDirectories: true)
    let path = sandbox.data.path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    #expect(try await sandbox.kartoteka("apps").status == 0)
    try sandbox.write("firstName\nAnna\n", to: "u.csv")
    let run = try await sandbox.kartoteka(Self.arguments("import"), environment: [:])
    #expect(run.status == 1)
    #expect(run.errors.contains("can't be written"))
    #expect(run.errors.contains("Check its permissions, or choose another folder with --data."))
    #expect(try sandbox.names(in: "data").isEmpty)
  }

  @Test(
    "A database file that is none is left as it is",
    arguments: ["apps", "import", "export", "backup"])
  func text(command: String) async throws {
    try FileManager.default.createDirectory(at: sandbox.data, withIntermediateDirectories: true)
    let content = Data("This is a letter to my aunt, and no database.\n".utf8)
    try content.write(to: sandbox.database)
    try sandbox.write("firstName\nAnna\n", to: "u.csv")
    let run = try await sandbox.kartoteka(Self.arguments(command), environment: [:])
    #expect(run.status == 1)
    #expect(run.errors.contains("\(sandbox.database.path(percentEncoded: false)) is no database"))
    #expect(run.errors.contains("Move the file away, or choose another data folder with --data."))
    #expect(try Data(contentsOf: sandbox.database) == content)
    #expect(try sandbox.names(in: "data").filter { $0.hasPrefix("userscrud") } == ["userscrud.sqlite"])
  }

  @Test(
    "A database of a newer version is left as it is",
    arguments: ["apps", "import", "export", "backup"])
  func newer(command: String) async throws {
    try sandbox.write("firstName,lastName,phone,address\nAnna,Nowak,600100,Main 1\n", to: "u.csv")
    _ = try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users")
    try await sandbox.sqlite(
      "UPDATE kartoteka_meta SET value = '99' WHERE key = 'format'; PRAGMA wal_checkpoint(TRUNCATE)")
    let content = try Data(contentsOf: sandbox.database)
    let run = try await sandbox.kartoteka(Self.arguments(command), environment: [:])
    #expect(run.status == 1)
    #expect(run.errors.contains("was made by a newer version of Kartoteka"))
    #expect(run.errors.contains("Install that version"))
    #expect(try Data(contentsOf: sandbox.database) == content)
  }

  @Test("A database of something else is left as it is")
  func foreign() async throws {
    try FileManager.default.createDirectory(at: sandbox.data, withIntermediateDirectories: true)
    try await sandbox.sqlite("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('Soup')")
    let content = try Data(contentsOf: sandbox.database)
    let run = try await sandbox.kartoteka("apps")
    #expect(run.status == 1)
    #expect(run.errors.contains("is a database of something else"))
    #expect(try Data(contentsOf: sandbox.database) == content)
  }

  private static func arguments(_ command: String) -> [String] {
    switch command {
    case "serve": ["serve", "--port", "0"]
    case "import": ["import", "userscrud", "u.csv", "--into", "users"]
    case "export": ["export", "userscrud", "users"]
    case "backup": ["backup", "userscrud", "b.sqlite"]
    default: [command]
    }
  }
}
