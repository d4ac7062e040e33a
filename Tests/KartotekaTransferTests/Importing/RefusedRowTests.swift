import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore
@testable import KartotekaTransfer

private struct Category: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let parent = ToOne<Category>("Parent", required: true)
}

private struct Town: Entity {
  let name = Attribute<String>("Name", .required, .title, .unique)
  let tags = ManyToMany<Tag>("Tags")
}

private struct Tag: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

@Suite("Rows that are refused")
struct RefusedRowTests {
  private func take(_ text: String, _ model: ModelDescription, _ options: StoreOptions) async throws -> (
    ImportReport, [AnyRecord]
  ) {
    let store = try Store(inMemory: model, options: options)
    let importer = Importer(store)
    let entity = model.entities[0]
    let plan = try importer.plan([ImportFile(try TextSource(text, name: "file.csv"), into: entity.plural)])
    let report = try await importer.run(plan)
    return (report, try await store.fetch(AnyFetchRequest(entity.name)).records)
  }

  @Test("A row that code refuses after it was written is rejected, and not stored")
  func hook() async throws {
    var options = StoreOptions()
    options.code = [
      RecordCode("town", .afterSaving) { change in
        if change.record["name"] == .text("Atlantis") { throw StoreError.refused("It is gone") }
      }
    ]
    let (report, records) = try await take(
      "Name\nTorun\nAtlantis\nGdansk\n", ModelDescription([Town.self, Tag.self]), options)
    #expect(report.counts == ["read": 3, "inserted": 2, "rejected": 1])
    #expect(records.map { $0["name"] } == [.text("Torun"), .text("Gdansk")])
  }

  @Test("A dry run takes unique texts that look equal and have other bytes for different ones, as the import does")
  func normalizationForms() async throws {
    let text = "Name\ncaf\u{e9}\ncafe\u{301}\n"
    let model = ModelDescription([Town.self, Tag.self])
    let counts = try await take(text, model, StoreOptions()).0.counts
    var options = ImportOptions()
    options.isDryRun = true
    let importer = Importer(try Store(inMemory: model), options: options)
    let plan = try importer.plan([ImportFile(try TextSource(text, name: "file.csv"), into: "towns")])
    #expect(try await importer.run(plan).counts == counts)
  }

  @Test("A row that refers to itself by a reference that it can't be without is rejected, and counted")
  func requiredCircle() async throws {
    let model = ModelDescription([Category.self])
    let (report, records) = try await take("id,Name,Parent\n1,Root,1\n2,Leaf,3\n3,Branch,2\n", model, StoreOptions())
    #expect(report.counts == ["read": 3, "rejected": 3])
    #expect(records.isEmpty)
  }
}
