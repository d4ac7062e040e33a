import Foundation
import Kartoteka
import Testing

@Suite("kartoteka apply, and designed applications")
struct ApplyTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let shelf = #"""
    {"version": 1, "name": "shelf", "entities": [
      {"name": "author", "attributes": [{"name": "name", "required": true}],
       "relationships": [{"name": "books", "kind": "toMany", "to": "book", "inverse": "author"}]},
      {"name": "book", "attributes": [{"name": "title", "required": true, "title": true}, {"name": "pages", "kind": "integer"}],
       "relationships": [{"name": "author", "to": "author", "onDelete": "nullify"}]}]}
    """#

  private func apply(_ json: String, _ arguments: String...) async throws -> Sandbox.Run {
    try sandbox.write(json, to: "app.json")
    return try await sandbox.kartoteka(["apply", "app.json"] + arguments, environment: ["LC_ALL": "C"])
  }

  @Test("A description makes an application that every command finds, and that takes records")
  func make() async throws {
    let made = try await apply(Self.shelf)
    #expect(made.status == 0, "\(made.errors)")
    try sandbox.write("title,pages,author\nMomo,300,\nKrabat,256,\n", to: "books.csv")
    let loaded = try await sandbox.kartoteka("import", "shelf", "books.csv", "--into", "books")
    #expect(loaded.status == 0, "\(loaded.errors)")
    let listed = try await sandbox.kartoteka("apps")
    #expect(listed.output.contains("shelf") && listed.output.contains("books"))
    let written = try await sandbox.kartoteka("export", "shelf", "books")
    #expect(written.output.contains("Momo") && written.output.contains("256"))
    #expect(try await sandbox.kartoteka("schema", "shelf").output.hasPrefix("shelf: Shelf\n"))
    #expect(try await sandbox.kartoteka("check", "shelf").status == 0)
  }

  @Test("A dry run lists what would be created, and creates nothing")
  func dryRun() async throws {
    let run = try await apply(Self.shelf, "--dry-run")
    #expect(run.status == 0 && run.output.contains("Table books is added"))
    #expect(try await sandbox.kartoteka("describe", "shelf").status == 64)
  }

  @Test("A changed description migrates the tables and reports archived data")
  func change() async throws {
    #expect(try await apply(Self.shelf).status == 0)
    try sandbox.write("title,pages\nMomo,300\n", to: "books.csv")
    #expect(try await sandbox.kartoteka("import", "shelf", "books.csv", "--into", "books").status == 0)
    let changed = Self.shelf.replacing(
      #", {"name": "pages", "kind": "integer"}"#, with: #", {"name": "isbn", "label": "ISBN"}"#)
    let dry = try await apply(changed, "--dry-run")
    #expect(dry.output.contains("Column books.pages is removed"))
    #expect(try await sandbox.kartoteka("export", "shelf", "books").output.contains("300"))
    #expect(try await apply(changed).status == 0)
    #expect(try await sandbox.kartoteka("export", "shelf", "books").output.contains("isbn"))
    #expect(try await apply(changed).output == "There is nothing to change.\n")
    // What was archived comes back with the earlier description.
    #expect(try await apply(Self.shelf).status == 0)
    #expect(try await sandbox.kartoteka("export", "shelf", "books").output.contains("300"))
  }

  @Test("Records that stand in the way are named, and nothing is changed")
  func obstacles() async throws {
    #expect(try await apply(Self.shelf).status == 0)
    try sandbox.write("title,pages\nMomo,300\nKrabat,\n", to: "books.csv")
    #expect(try await sandbox.kartoteka("import", "shelf", "books.csv", "--into", "books").status == 0)
    let strict = Self.shelf.replacing(
      #"{"name": "pages", "kind": "integer"}"#, with: #"{"name": "pages", "kind": "integer", "required": true}"#)
    let run = try await apply(strict)
    #expect(run.status == 1 && run.errors.contains("books.pages requires a value"))
    #expect(try AppDocument(json: Array(try await sandbox.kartoteka("describe", "shelf").output.utf8)).name == "shelf")
  }

  @Test("An application described and applied under another name is equal, without its code")
  func roundTrip() async throws {
    let shipped = try await sandbox.kartoteka("describe", "northwind")
    let own = shipped.output.replacing(#""name": "northwind""#, with: #""name": "wholesale""#)
    let made = try await apply(own)
    #expect(made.status == 0 && made.errors.contains("ship"), "\(made.errors)")
    let described = try await sandbox.kartoteka("describe", "wholesale").output
    #expect(try AppDocument(json: Array(described.utf8)) == AppDocument(json: Array(own.utf8)).withoutCode())
    #expect(try await apply(described).output == "There is nothing to change.\n")
  }

  @Test("An application in code can't be changed by a description, and is unchanged by its own")
  func shipped() async throws {
    let own = try await sandbox.kartoteka("describe", "userscrud").output
    #expect(try await apply(own).status == 0)
    let other = try await apply(own.replacing(#""hue": 255"#, with: #""hue": 3"#))
    #expect(other.status == 1 && other.errors.contains("application in code"))
  }

  @Test("All faults of a description are reported together")
  func faults() async throws {
    let run = try await apply(#"{"version": 1, "name": "a", "entities": [{"name": "b", "attributes": [{}]}], "x": 1}"#)
    #expect(run.status == 1)
    #expect(run.errors.contains("/entities/0/attributes/0: ") && run.errors.contains("/x: "))
  }

  @Test("The file is the whole application: a copy of it opens under the copy's name")
  func copy() async throws {
    #expect(try await apply(Self.shelf).status == 0)
    let copied = try await sandbox.shell("cp data/shelf.sqlite data/other.sqlite && $K apps")
    #expect(copied.output.contains("other"))
    #expect(try await sandbox.kartoteka("describe", "other").output.contains(#""name": "other""#))
  }

  @Test("A database of something else in the data folder is no application")
  func foreign() async throws {
    #expect(try await apply(Self.shelf).status == 0)
    _ = try await sandbox.shell("sqlite3 data/notes.sqlite 'CREATE TABLE a (b)'")
    #expect(try await sandbox.kartoteka("apps").output.contains("notes") == false)
    let taken = try await apply(Self.shelf.replacing(#""name": "shelf""#, with: #""name": "notes""#))
    #expect(taken.status == 1 && taken.errors.contains("notes.sqlite"))
  }
}

@Suite("kartoteka apply --from")
struct ApplyFromTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("Files become an application with their records, or a description to be corrected")
  func from() async throws {
    try sandbox.write("title,author,price\nMomo,Michael Ende,9.90\nKrabat,Otfried Preußler,8.50\n", to: "books.csv")
    try sandbox.write("name,born\nMichael Ende,1929\nOtfried Preußler,1923\n", to: "authors.csv")
    let dry = try await sandbox.kartoteka(
      "apply", "--from", "books.csv", "authors.csv", "--name", "library", "--dry-run")
    #expect(try AppDocument(json: Array(dry.output.utf8)).name == "library", "\(dry.errors)")
    let made = try await sandbox.kartoteka("apply", "--from", "books.csv", "authors.csv", "--name", "library")
    #expect(made.status == 0, "\(made.errors)")
    let books = try await sandbox.kartoteka("export", "library", "books").output
    #expect(books.contains("Momo") && books.contains("9.90"))
    #expect(try await sandbox.kartoteka("export", "library", "authors").output.contains("1929"))
    let again = try await sandbox.kartoteka("apply", "--from", "books.csv", "--name", "library")
    #expect(again.status == 1)
    #expect(try await sandbox.kartoteka("apply").status == 64)
  }

  @Test("Two columns with one heading become two fields, and both are loaded")
  func equalHeadings() async throws {
    try sandbox.write("Name,Phone,Name\nAnna,1,x\nBob,2,y\n", to: "twice.csv")
    let made = try await sandbox.kartoteka("apply", "--from", "twice.csv", "--name", "twice")
    #expect(made.status == 0, "\(made.errors)")
    let rows = try await sandbox.kartoteka("export", "twice", "twice")
    #expect(rows.lines == ["id,name,phone,name2", "1,Anna,1,x", "2,Bob,2,y"], "\(rows.output) \(rows.errors)")
  }
}
