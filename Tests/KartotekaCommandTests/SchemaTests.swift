import Foundation
import Kartoteka
import Testing
import UsersCRUD

@Suite("kartoteka schema")
struct SchemaTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("As text it names every field with its kind and rules")
  func text() async throws {
    let run = try await sandbox.kartoteka("schema", "userscrud")
    #expect(run.status == 0)
    #expect(
      run.output == """
        userscrud: Address book
        A thousand people, found by a syllable

        users (person, people)
          firstName  text          First name  required; part of the title; searched; 1 to 80 characters; \
        in files also: forename, given name
          lastName   text          Last name   required; part of the title; searched; 1 to 80 characters; \
        in files also: surname, family name
          phone      phone         Phone       required; searched; in files also: phone number, telephone
          address    text          Address     required; searched; 1 to 200 characters
          notes      ⇉ user-notes  Notes       inverse: user
          sorted by lastName, firstName

        user-notes (note, notes)
          text             text       Note             part of the title; searched; several lines
          file             blob       File             up to 50,000,000 bytes
          fileName         text       File name        part of the title; searched; 1 to 255 characters
          writtenAt        timestamp  Written          required; set only on creation; the current moment unless given
          writtenBy        text       Written by       read-only; 1 to 255 characters
          writtenByNumber  integer    Author's number  read-only
          user             → users    Card             required; deleted with the related record; inverse: notes; \
        in files also: person
          sorted by -writtenAt

        Actions:
          demo  Fill with examples

        """)
    #expect(try sandbox.names().isEmpty)
  }

  @Test("As text it names defaults that are days before and after the current one")
  func relativeDays() async throws {
    let json = #"""
      {"version": 1, "name": "loans", "entities": [{"name": "loan", "attributes": [
        {"name": "due", "kind": "date", "defaultFrom": {"today": 28}},
        {"name": "asked", "kind": "date", "defaultFrom": {"today": -1}},
        {"name": "lent", "kind": "date", "defaultFrom": {"today": true}}]}]}
      """#
    try sandbox.write(json, to: "loans.json")
    let made = try await sandbox.kartoteka("apply", "loans.json")
    #expect(made.status == 0, "\(made.errors)")
    let output = try await sandbox.kartoteka("schema", "loans").output
    #expect(output.contains("28 days after the current day unless given"))
    #expect(output.contains("1 day before the current day unless given"))
    #expect(output.contains("  the current day unless given"))
    let polish = try await sandbox.kartoteka("schema", "loans", language: "pl_PL.UTF-8").output
    #expect(polish.contains("28 dni po bieżącym dniu, jeśli nie podano"))
    #expect(polish.contains("1 dzień przed bieżącym dniem, jeśli nie podano"))
    let written = try await sandbox.kartoteka("describe", "loans").output
    for days in ["28", "-1", "true"] { #expect(written.contains("\"today\": \(days)"), "\(days)") }
  }

  @Test("As text it names bar codes, numbers of articles and half lines")
  func barcodes() async throws {
    let json = #"""
      {"version": 1, "name": "goods", "entities": [{"name": "good", "attributes": [
        {"name": "ean", "barcode": "article"}, {"name": "shelf", "barcode": "any", "width": "half"}]}]}
      """#
    try sandbox.write(json, to: "goods.json")
    let made = try await sandbox.kartoteka("apply", "goods.json")
    #expect(made.status == 0, "\(made.errors)")
    let output = try await sandbox.kartoteka("schema", "goods").output
    #expect(output.contains("the number of an article with its check digit") && output.contains("a bar code"))
    #expect(output.contains("half a line in forms"))
  }

  @Test("As text it speaks the person's language")
  func polish() async throws {
    let run = try await sandbox.kartoteka("schema", "userscrud", language: "pl_PL.UTF-8")
    #expect(run.output.hasPrefix("userscrud: Książka adresowa\n"))
    #expect(run.output.contains("Imię"))
    #expect(run.output.contains("wymagane"))
  }

  @Test("As JSON it is the description, and the same every time")
  func json() async throws {
    let run = try await sandbox.kartoteka("schema", "userscrud", "--format", "json")
    #expect(run.status == 0)
    let description = try JSONDecoder().decode(AppDescription.self, from: Data(run.output.utf8))
    #expect(description == usersCRUD.description)
    #expect(try await sandbox.kartoteka("schema", "userscrud", "--format", "json").output == run.output)
  }

  @Test("As SQL it makes the same database as the program does")
  func sql() async throws {
    _ = try await sandbox.kartoteka("schema", "userscrud", "--format", "sql")
    let made = try await sandbox.shell(
      "mkdir data && $K schema userscrud --format sql | sqlite3 data/userscrud.sqlite")
    #expect(made.status == 0, "\(made.errors)")
    let listing = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
    let byHand = try await sandbox.sqlite(listing)
    try FileManager.default.removeItem(at: sandbox.database)
    try sandbox.write("[]", to: "none.json")
    _ = try await sandbox.kartoteka("import", "userscrud", "none.json", "--into", "users")
    #expect(try await sandbox.sqlite(listing) == byHand)
  }
}
