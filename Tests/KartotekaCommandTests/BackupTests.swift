import Foundation
import Testing

@Suite("kartoteka backup and restore")
struct BackupTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func fill(_ rows: String...) async throws {
    try sandbox.write("firstName,lastName,phone,address\n" + rows.map { $0 + "\n" }.joined(), to: "u.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users")
    try #require(run.status == 0, "\(run.errors)")
  }

  private func names() async throws -> String {
    try await sandbox.sqlite("SELECT group_concat(first_name) FROM users")
  }

  @Test("A backup is one file; restoring it keeps the previous database")
  func roundTrip() async throws {
    try await fill("Anna,Nowak,600100,Main 1")
    let backup = try await sandbox.kartoteka("backup", "userscrud", "b.sqlite")
    #expect(backup.status == 0, "\(backup.errors)")
    #expect(
      backup.output == "Backed up userscrud to \(sandbox.folder.path(percentEncoded: false))/b.sqlite\n")
    #expect(try sandbox.names().filter { $0.contains("b.sqlite") } == ["b.sqlite"])
    try await fill("Bert,Berg,600200,Main 2")
    #expect(try await names() == "Anna,Bert")

    let restore = try await sandbox.kartoteka("restore", "userscrud", "b.sqlite")
    #expect(restore.status == 0, "\(restore.errors)")
    #expect(try await names() == "Anna")
    let kept = try #require(try sandbox.names(in: "data").first { $0.contains(".before-") })
    #expect(restore.output.contains(kept))
    let was = try await sandbox.shell("sqlite3 'data/\(kept)' 'SELECT group_concat(first_name) FROM users'")
    #expect(was.output == "Anna,Bert\n")
  }

  @Test("A backup can be restored where there is nothing yet")
  func elsewhere() async throws {
    try await fill("Anna,Nowak,600100,Main 1")
    _ = try await sandbox.kartoteka("backup", "userscrud", "b.sqlite")
    let restore = try await sandbox.kartoteka("restore", "userscrud", "b.sqlite", "--data", "other")
    #expect(restore.status == 0, "\(restore.errors)")
    #expect(restore.lines.count == 1)
    let apps = try await sandbox.kartoteka("apps", "--data", "other")
    #expect(apps.output.contains(#/userscrud +users +1 /#))
  }

  @Test("A restore is refused while another one into the folder has not ended")
  func twoRestores() async throws {
    try await fill("Anna,Nowak,600100,Main 1")
    _ = try await sandbox.kartoteka("backup", "userscrud", "b.sqlite")
    let descriptor = open(sandbox.data.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(descriptor >= 0)
    try #require(flock(descriptor, LOCK_EX) == 0)
    let refused = try await sandbox.kartoteka("restore", "userscrud", "b.sqlite")
    #expect(refused.status == 1 && refused.errors.contains("Another restore into"), "\(refused.errors)")
    close(descriptor)
    let restore = try await sandbox.kartoteka("restore", "userscrud", "b.sqlite")
    #expect(restore.status == 0, "\(restore.errors)")
  }

  @Test("A backup can be restored in the place of a file that is no database")
  func overRubbish() async throws {
    try await fill("Anna,Nowak,600100,Main 1")
    _ = try await sandbox.kartoteka("backup", "userscrud", "b.sqlite")
    for name in try sandbox.names(in: "data") {
      try FileManager.default.removeItem(at: sandbox.data.appending(path: name))
    }
    try sandbox.write("rubbish", to: "data/userscrud.sqlite")
    let restore = try await sandbox.kartoteka("restore", "userscrud", "b.sqlite")
    #expect(restore.status == 0, "\(restore.errors)")
    #expect(try await names() == "Anna")
    let kept = try #require(try sandbox.names(in: "data").first { $0.contains(".before-") })
    #expect(try sandbox.read("data/\(kept)") == "rubbish")
  }

  @Test(
    "What is no healthy backup of the application is refused, and everything is as it was",
    arguments: [
      ("printf text > b", "is no database"), (": > b", "is a database of something else"),
      ("sqlite3 b 'CREATE TABLE recipes (name)'", "is a database of something else"),
      (
        "cp good b && sqlite3 b \"UPDATE kartoteka_meta SET value = '99' WHERE key = 'format'\"",
        "newer version"
      ),
      ("head -c 9000 good > b", "is damaged"), ("true", "There is no file"), ("mkdir b", "is a folder"),
    ])
  func unhealthy(make: String, message: String) async throws {
    try await fill("Anna,Nowak,600100,Main 1")
    _ = try await sandbox.kartoteka("backup", "userscrud", "good")
    try await sandbox.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    let made = try await sandbox.shell(make)
    try #require(made.status == 0, "\(made.errors)")
    let before = try Data(contentsOf: sandbox.database)
    let run = try await sandbox.kartoteka("restore", "userscrud", "b")
    #expect(run.status == 1)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try Data(contentsOf: sandbox.database) == before)
    #expect(try await names() == "Anna")
    #expect(try !sandbox.names(in: "data").contains { $0.hasPrefix(".restore") || $0.contains(".before-") })
  }

  @Test("The database itself is neither a place for a backup nor one")
  func itself() async throws {
    try await fill("Anna,Nowak,600100,Main 1")
    for command in ["backup", "restore"] {
      let run = try await sandbox.kartoteka(command, "userscrud", "data/../data/userscrud.sqlite")
      #expect(run.status == 1)
      #expect(run.errors.contains("is the database itself"))
    }
    #expect(try await names() == "Anna")
  }

  @Test(
    "A backup that can't be written says so",
    arguments: [("nowhere/b.sqlite", "There is no folder"), (".", "is a folder")])
  func unwritable(file: String, message: String) async throws {
    try await fill("Anna,Nowak,600100,Main 1")
    let run = try await sandbox.kartoteka("backup", "userscrud", file)
    #expect(run.status == 1)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("A backup without a database is an error")
  func nothing() async throws {
    let run = try await sandbox.kartoteka("backup", "userscrud", "b.sqlite")
    #expect(run.status == 1)
    #expect(run.errors.contains("userscrud has no database yet"))
    #expect(try sandbox.names().isEmpty)
  }

  // MARK: Applications that were made on a screen

  private func shelf(_ name: String = "shelf") throws {
    try sandbox.write(
      #"{"version": 1, "name": "\#(name)", "entities": [{"name": "book", "attributes": [{"name": "title", "required": true}]}]}"#,
      to: "app.json")
  }

  private func titles(_ app: String, _ folder: String = "data") async throws -> String {
    try await sandbox.shell("sqlite3 '\(folder)/\(app).sqlite' 'SELECT group_concat(title) FROM books'").output
  }

  private func fillShelf() async throws {
    try shelf()
    #expect(try await sandbox.kartoteka("apply", "app.json").status == 0)
    try sandbox.write("title\nMomo\n", to: "b.csv")
    #expect(try await sandbox.kartoteka("import", "shelf", "b.csv", "--into", "books").status == 0)
    let backup = try await sandbox.kartoteka("backup", "shelf", "b.sqlite")
    #expect(backup.status == 0, "\(backup.errors)")
  }

  @Test("A backup of a designed application makes it anew in another data folder, also under another name")
  func designedElsewhere() async throws {
    try await fillShelf()
    for arguments in [
      ["shelf", "b.sqlite", "--data", "other"], ["books", "b.sqlite", "--data", "other"],
      ["shelf", "b.sqlite", "--as", "archive", "--data", "other"], ["shelf", "b.sqlite", "--as", "archive"],
    ] {
      let run = try await sandbox.kartoteka(["restore"] + arguments, environment: ["LC_ALL": "C"])
      #expect(run.status == 0, "\(arguments): \(run.errors)")
      let name = arguments.contains("--as") ? "archive" : arguments[0]
      #expect(run.output.hasPrefix("Restored \(name) from "))
      #expect(try await titles(name, arguments.last == "other" ? "other" : "data") == "Momo\n")
    }
    let apps = try await sandbox.kartoteka("apps", "--data", "other")
    for name in ["shelf", "books", "archive"] { #expect(apps.output.contains(name)) }
    // The one that it is a backup of goes on by itself.
    try sandbox.write("title\nKrabat\n", to: "b.csv")
    #expect(try await sandbox.kartoteka("import", "shelf", "b.csv", "--into", "books").status == 0)
    #expect(try await titles("archive") == "Momo\n")
    let exported = try await sandbox.kartoteka("export", "archive", "books", "--data", "other")
    #expect(exported.output.contains("Momo"))
    #expect(try await sandbox.kartoteka("check", "archive", "--data", "other").status == 0)
  }

  @Test("A name that something else has is refused, and nothing is replaced")
  func takenNames() async throws {
    try await fillShelf()
    try await fill("Anna,Nowak,600100,Main 1")
    _ = try await sandbox.shell("sqlite3 data/notes.sqlite 'CREATE TABLE n (a)'")
    for name in ["userscrud", "notes", "No name", "../shelf"] {
      let run = try await sandbox.kartoteka(
        ["restore", "shelf", "b.sqlite", "--as", name], environment: ["LC_ALL": "C"])
      #expect(run.status != 0, "\(name)")
    }
    let code = try await sandbox.kartoteka("backup", "userscrud", "u.sqlite")
    #expect(code.status == 0)
    let renamed = try await sandbox.kartoteka("restore", "userscrud", "u.sqlite", "--as", "people")
    #expect(renamed.status == 64 && renamed.errors.contains("userscrud is an application in code"))
    let unknown = try await sandbox.kartoteka("restore", "people", "u.sqlite")
    #expect(unknown.status == 64 && unknown.errors.contains("There is no such application"))
    #expect(try await names() == "Anna")
    let notes = try await sandbox.shell("sqlite3 data/notes.sqlite .tables")
    #expect(notes.output == "n\n")
    #expect(try !sandbox.names(in: "data").contains { $0.contains(".before-") })
  }
}
