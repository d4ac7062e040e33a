import Foundation
import Kartoteka
import Testing

@Suite("kartoteka new, words, and describe in Swift")
struct NewTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path(percentEncoded: false)

  private func package(_ sandbox: Sandbox, _ arguments: String...) async throws -> Sandbox.Run {
    try await sandbox.kartoteka(
      ["new"] + arguments + ["--into", sandbox.folder.path(percentEncoded: false)], environment: ["LC_ALL": "C"])
  }

  private func text(_ sandbox: Sandbox, _ path: String) throws -> String {
    try String(contentsOf: sandbox.folder.appending(path: path), encoding: .utf8)
  }

  @Test("A new package depends on the given folder; it has a declaration, a program, words, a test and a README")
  func template() async throws {
    let sandbox = try Sandbox()
    let run = try await package(sandbox, "my-books", "--kartoteka", Self.root)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try text(sandbox, "my-books/Package.swift").contains(".package(path: \"\(Self.root.dropLast())\")"))
    #expect(try text(sandbox, "my-books/Sources/MyBooks/MyBooks.swift").contains("let myBooks = App("))
    #expect(try text(sandbox, "my-books/Sources/MyBooks/Program.swift").contains("static let apps = [myBooks]"))
    #expect(try text(sandbox, "my-books/Sources/MyBooks/Resources/pl.json").contains("Tytuł"))
    #expect(try text(sandbox, "my-books/Tests/MyBooksTests/MyBooksTests.swift").contains("myBooks.check()"))
    #expect(try text(sandbox, "my-books/README.md").contains("swift run my-books"))
    let image = try text(sandbox, "my-books/Dockerfile")
    #expect(image.contains("--product my-books && \\\n") && image.contains("ENTRYPOINT [\"my-books\"]"), "\(image)")
    #expect(try text(sandbox, "my-books/.dockerignore").contains(".build/"))
    let unit = try text(sandbox, "my-books/my-books.service")
    #expect(unit.contains("ExecStart=/usr/local/bin/my-books serve --data /var/lib/my-books\n"), "\(unit)")
    #expect(unit.contains("Description=My books\n") && unit.hasPrefix("[Unit]\n"), "\(unit)")
    let again = try await package(sandbox, "my-books", "--kartoteka", Self.root)
    #expect(again.status == 1 && again.errors.contains("exists already"))
  }

  @Test("The dependency is the repository and version of the program unless a folder is given")
  func repository() async throws {
    let sandbox = try Sandbox()
    #expect(try await package(sandbox, "shop").status == 0)
    #expect(try text(sandbox, "shop/Package.swift").contains(#"kartoteka.git", from: "0.2.0")"#))
    let wrong = try await package(sandbox, "other", "--kartoteka", "/")
    #expect(wrong.status == 1 && wrong.errors.contains("Package.swift"))
  }

  @Test("Entities of a new package are guessed from a CSV file, or come from a description")
  func files() async throws {
    let sandbox = try Sandbox()
    let csv = sandbox.folder.appending(path: "patients.csv")
    try "Name,Born,Weight\nBurek,2024-05-01,12.5\nMruczek,2023-01-02,4.0\n".write(
      to: csv, atomically: true, encoding: .utf8)
    let run = try await package(sandbox, "vet", "--from", csv.path(percentEncoded: false))
    #expect(run.status == 0, "\(run.errors)")
    let declaration = try text(sandbox, "vet/Sources/Vet/Vet.swift")
    #expect(declaration.contains("struct Patient: Entity") && declaration.contains("Attribute<CalendarDate>"))
    let described = try await sandbox.kartoteka("describe", "courses")
    let json = sandbox.folder.appending(path: "courses.json")
    try described.output.write(to: json, atomically: true, encoding: .utf8)
    #expect(try await package(sandbox, "school", "--from", json.path(percentEncoded: false)).status == 0)
    #expect(try text(sandbox, "school/Sources/School/School.swift").contains("struct Course: Entity"))
  }

  @Test("describe --format swift prints a declaration; words prints what a language lacks")
  func output() async throws {
    let sandbox = try Sandbox()
    let swift = try await sandbox.kartoteka("describe", "courses", "--format", "swift")
    #expect(swift.status == 0 && swift.output.contains("let courses = App("))
    let words = try await sandbox.kartoteka("words", "courses", "pl")
    #expect(words.output.contains("\"Teacher\": \"Nauczyciel\""))
    let missing = try await sandbox.kartoteka("words", "courses", "--missing", "pl")
    #expect(missing.status == 0 && !missing.output.contains("\"Teacher\""))
    #expect(try await sandbox.kartoteka("words", "courses", "--missing", "klingon").status == 64)
    #expect(try await sandbox.kartoteka("words", "courses").status == 64)
  }

  @Test("words --platform prints the sentences that a language lacks, with the plural forms and dates of CLDR")
  func platform() async throws {
    let sandbox = try Sandbox()
    let czech = try await sandbox.kartoteka("words", "--platform", "cs")
    #expect(czech.status == 0)
    let words = try JSONDecoder().decode([String: Catalogue.Entry].self, from: Data(czech.output.utf8))
    #expect(words["Save"] == .plain(""))
    #expect(words["{count} records"] == .plural(["one": "", "few": "", "other": ""]))
    #expect(words["November"] == .plain("listopad"))
    #expect(words.count > 3_000)
    // A package of this program has all of them.
    #expect(
      try await sandbox.kartoteka("words", "--platform", "de").output.trimmingCharacters(in: .whitespacesAndNewlines)
        == "{}")
    #expect(try await sandbox.kartoteka("words", "courses", "--platform", "de").status == 64)
    #expect(try await sandbox.kartoteka("words", "--platform", "en").status == 64)
  }

  @Test("words --missing --sources prints what only code says")
  func sources() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      #"""
      // say("Not this one")
      throw FieldFault(\Loan.due, "It ends before it begins")
      html.heading(say("Overdue"))
      let title = "No \(name) here"
      return "Lent {count} scores"
      """#, to: "Choir.swift")
    let folder = sandbox.folder.path(percentEncoded: false)
    let missing = try await sandbox.kartoteka("words", "courses", "--missing", "cs", "--sources", folder)
    #expect(missing.status == 0, "\(missing.errors)")
    let words = try JSONDecoder().decode([String: Catalogue.Entry].self, from: Data(missing.output.utf8))
    #expect(words["It ends before it begins"] == .plain(""))
    #expect(words["Overdue"] == .plain(""))
    #expect(words["Lent {count} scores"] == .plural(["one": "", "few": "", "other": ""]))
    #expect(words["Not this one"] == nil)
    #expect(try await sandbox.kartoteka("words", "courses", "cs", "--sources", folder).status == 64)
  }
}
