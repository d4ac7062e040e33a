import Foundation
import Kartoteka
import Testing

@Suite("Documentation")
struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test("README shows the example as it is compiled here")
  func example() throws {
    let code = try text("Tests/DocumentationTests/Library.swift")
    #expect(try text("README.md").contains("```swift\n" + code + "```"))
    #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count < 45)
  }

  @Test("the example's description passes every check, and its code does what it says")
  func exampleWorks() async throws {
    #expect(library.description.check().isEmpty)
    let store = try Store(inMemory: library.description.model)
    var author = Record<Author>()
    author.name = "Wisława"
    try await store.save(&author)
    var book = Record<Book>()
    book.title = "Sól"
    book.shelf = .poetry
    book.price = Decimal(string: "18.50")
    book.author = author.id
    try await store.save(&book)
    #expect(try await lendFirstPoem(in: store)?.isLent == true)
    #expect(try await lendFirstPoem(in: store) == nil)
  }

  @Test(
    "all Swift code of the documents is compiled: it is in the example's package or here",
    arguments: ["docs/COOKBOOK.md", "docs/LIBRARY.md", "docs/TUTORIAL.md"])
  func compiled(document: String) throws {
    let folders = [
      "Examples/Choir/Sources/Choir", "Examples/Clinic/Sources/Clinic", "Examples/Clinic/Tests/ClinicTests",
      "Tests/DocumentationTests",
    ]
    let sources = try folders.flatMap(swiftFiles) + [text("Examples/Clinic/Package.swift")] + Self.newPackage()
    let blocks = try text(document).matches(of: #/```swift\n([\s\S]*?)\n```/#).map { String($0.1) }
    #expect(blocks.count > 5)
    for block in blocks { #expect(sources.contains { $0.contains(block) }, "\(block)") }
  }

  // The files of a package that `kartoteka new clinic` writes.
  private static func newPackage() throws -> [String] {
    let version = try String(
      contentsOf: root.appending(path: "Sources/KartotekaHTTP/KartotekaVersion.swift"), encoding: .utf8)
    let literals = version.matches(of: #/(current|repository) = "([^"]*)"/#).map { String($0.2) }
    let (number, repository) = (try #require(literals.first), try #require(literals.last))
    let document = AppDocument(firstClinic.description, catalogue: Catalogue())
    return Array(SwiftPackage(document, dependingOn: .repository(repository, from: number)).files.values)
  }

  @Test("the tutorial names every declaration of the example, and its chapters are those of its contents")
  func tutorial() throws {
    let tutorial = try text("docs/TUTORIAL.md")
    for file in try swiftFiles("Examples/Clinic/Sources/Clinic") {
      for match in file.matches(of: #/(?m)^(?:extension Action \{\n(?:  \/\/\/.*\n)*  static )?(?:let|struct) (\w+)/#) {
        #expect(tutorial.contains(match.1), "\(match.1)")
      }
    }
    let chapters = tutorial.matches(of: #/(?m)^## (\d+\. .*)$/#).map { String($0.1) }
    #expect(chapters.count == 10)
    for chapter in chapters {
      let anchor = chapter.lowercased().replacing(#/[^a-z0-9 -]/#, with: "").replacing(" ", with: "-")
      #expect(tutorial.contains("](#\(anchor))"), "\(anchor)")
    }
  }

  @Test("the application of the tutorial's second chapter passes every check")
  func firstChapters() { #expect(firstClinic.check() == []) }

  @Test("the application of the cookbook passes every check, and does what the recipes say")
  func cookbook() async throws {
    #expect(bills.check() == [])
    let store = try Store(inMemory: bills)
    var client = Record<Client>()
    (client.name, client.city, client.country) = ("Anna Kowalska", "Kraków", "Poland")
    try await store.save(&client)
    let twin = client
    await #expect(throws: StoreError.self) {
      try await store.perform(.api) { transaction in
        var other = Record<Client>()
        (other.name, other.city, other.country) = (twin.name, twin.city, twin.country)
        try transaction.insert(&other)
      }
    }
    func bill() async throws -> Record<Bill> {
      var bill = Record<Bill>()
      (bill.amount, bill.client, bill.due) = (Decimal(20), client.id, CalendarDate.today.adding(days: -1))
      try await store.save(&bill)
      return bill
    }
    let (sent, draft) = (try await bill(), try await bill())
    #expect(try await store.count(Bill.all.where(\.due < .today)) == 2)
    #expect(try await reminders(from: store) == ["Anna Kowalska: 20 PLN", "Anna Kowalska: 20 PLN"])
    #expect(try await debts(from: store) == ["Anna Kowalska: 40 PLN"])
    #expect(try await doubtful(from: store) == ["Anna Kowalska: 40 PLN", "Anna Kowalska: 40 PLN"])
    let send = try #require(bills.action("send"))
    _ = try await send.run(ActionCall(on: store, .api, record: sent.any))
    let stored = try #require(try await store.record(Bill.self, id: sent.id ?? 0))
    #expect(stored.number == 1 && stored.due == CalendarDate.today.adding(days: 14))
    await #expect(throws: StoreError.self) { try await store.perform(.api) { try $0.delete(stored) } }
    _ = try await store.perform(.api) { try $0.delete(draft) }
    #expect(try await store.fetch(Notice.all).map(\.text) == ["A bill of 20 was deleted"])
  }

  private func swiftFiles(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: folder).path(percentEncoded: false))
      .filter { $0.hasSuffix(".swift") }.map { try text(folder + "/" + $0) }
  }

  @Test("every file and folder that the documents name exists")
  func links() throws {
    let documents = [
      "README.md", "CONTRIBUTING.md", "docs/API.md", "docs/ARCHITECTURE.md", "docs/BACKUP.md", "docs/COOKBOOK.md",
      "docs/DEPLOYING.md", "Examples/Choir/README.md",
      "docs/FRONTEND.md", "docs/LIBRARY.md", "docs/TOUR.md", "docs/TUTORIAL.md", "docs/UPGRADING.md",
      "docs/architecture/CACHING.md",
      "docs/architecture/CODE.md", "docs/architecture/DATABASE.md", "docs/architecture/DESCRIPTION.md",
      "docs/reference/README.md", "docs/reference/SYMBOLS.md",
      "docs/architecture/IMPORTS.md", "docs/architecture/MIGRATIONS.md", "docs/architecture/READING.md",
      "docs/architecture/REPLICATION.md", "docs/architecture/SERVER.md", "docs/architecture/WRITING.md",
    ]
    for document in documents {
      for match in try text(document).matches(of: /\]\(([^)#:]+)\)/) {
        let path = Self.root.appending(path: document).deletingLastPathComponent().appending(
          path: String(match.1))
        #expect(
          FileManager.default.fileExists(atPath: path.path(percentEncoded: false)), "\(document): \(match.1)")
      }
    }
  }

  @Test("ARCHITECTURE names every kind of attribute's layer and every source folder")
  func architecture() throws {
    let document = try text("docs/ARCHITECTURE.md")
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Sources").path(percentEncoded: false))
    for folder in folders where folder.hasPrefix("Kartoteka") {
      #expect(document.contains("`\(folder)`"), "\(folder)")
    }
  }
}
