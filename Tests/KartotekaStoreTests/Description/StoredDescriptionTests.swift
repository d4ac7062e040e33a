import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Descriptions in database files")
struct StoredDescriptionTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var file: URL { folder.appending(path: "app.sqlite") }

  private func model(_ attributes: String...) -> ModelDescription {
    ModelDescription(entities: [
      EntityDescription(
        name: "book", plural: "books", table: "books", nouns: Nouns("book", "books"),
        attributes: attributes.map { AttributeDescription(name: $0, label: $0, kind: .text) }, relationships: [])
    ])
  }

  private func open(_ model: ModelDescription, _ use: DescriptionUse) throws -> Store {
    var options = StoreOptions()
    options.description = use
    return try Store(model, at: file, options: options)
  }

  @Test("The description and the tables change together, and each change has a revision")
  func revisions() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try StoredDescription.read(at: file) == nil)
    let first = try open(model("title"), .replaced(json: "one", after: nil))
    #expect(try StoredDescription.read(at: file) == StoredDescription(revision: 1, json: "one"))
    let second = try open(model("title", "pages"), .replaced(json: "two", after: 1))
    #expect(try StoredDescription.read(at: file) == StoredDescription(revision: 2, json: "two"))
    #expect(await first.hasOtherDescription())
    #expect(await !second.hasOtherDescription())
  }

  @Test("A change of another revision than the file has is refused, and changes nothing")
  func conflict() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try open(model("title"), .replaced(json: "one", after: nil))
    _ = try open(model("title"), .replaced(json: "two", after: 1))
    for use in [DescriptionUse.replaced(json: "three", after: 1), .expected(1), .none] {
      #expect(throws: StoreError.descriptionChanged) { try open(model("pages"), use) }
    }
    #expect(try StoredDescription.read(at: file)?.json == "two")
    #expect(try open(model("title"), .expected(2)).descriptionRevision == 2)
  }

  @Test("A store that was opened before the description changed repairs no triggers of the new one")
  func noRepair() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try open(model("title"), .replaced(json: "one", after: nil))
    _ = await old.checkSchema()
    let new = try open(model("title", "pages"), .replaced(json: "two", after: 1))
    #expect(await old.checkSchema() == [])
    #expect(await new.checkSchema() == [])
  }

  @Test("Dropping all tables keeps the description")
  func dropping() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open(model("title"), .replaced(json: "one", after: nil))
    try await store.dropTables()
    #expect(try StoredDescription.read(at: file)?.json == "one")
    #expect(await !store.hasOtherDescription())
  }

  @Test("A file that is no database, or has no description, has none")
  func foreign() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("text".utf8).write(to: file)
    #expect(try StoredDescription.read(at: file) == nil)
    try FileManager.default.removeItem(at: file)
    _ = try Store(model("title"), at: file)
    #expect(try StoredDescription.read(at: file) == nil)
  }
}
