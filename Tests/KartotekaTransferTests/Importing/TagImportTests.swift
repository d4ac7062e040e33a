import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore
@testable import KartotekaTransfer

private struct Town: Entity {
  let name = Attribute<String>("Name", .required, .title, .unique)
  let size = Attribute<Int>("Size", .atMost(100))
  let tags = ManyToMany<Tag>("Tags", tags: true)
}

private struct Tag: Entity {
  let name = Attribute<String>("Name", .required, .title, .unique, .length(1...10))
  let towns = ManyToMany<Town>("Towns", inverse: \.tags)
}

@Suite("Imports of tags")
struct TagImportTests {
  private let store: Store
  private let town: EntityDescription
  private let tags: RelationshipDescription

  init() throws {
    let model = ModelDescription([Town.self, Tag.self])
    store = try Store(inMemory: model)
    town = try #require(model.entity(named: "town"))
    tags = try #require(town.relationship("tags"))
  }

  private func load(_ text: String, into entity: String = "towns", isTrial: Bool = false) async throws -> ImportReport {
    var options = ImportOptions()
    options.isDryRun = isTrial
    let importer = Importer(store, options: options)
    let plan = try importer.plan([ImportFile(try TextSource(text, name: "file.csv"), into: entity)])
    return try await importer.run(plan)
  }

  private func names() async throws -> Set<String> {
    let records = try await store.fetch(AnyFetchRequest("tag")).records
    return Set(records.compactMap { if case .text(let text) = $0["name"] { text } else { nil } })
  }

  @Test("A dry run tells the new tags that the import makes, and rejected rows make none")
  func trial() async throws {
    _ = try await load("Name\nold\n", into: "tags")
    let text = """
      Name,Size,Tags
      Torun,5,"OLD, new; New ; иод"
      Gdansk,500,refused
      Lublin,5,"this is much too long, other"
      Torun,6,"йод; новый"
      Poznan,7,

      """
    let trial = try await load(text, isTrial: true)
    #expect(try await names() == ["old"])
    let report = try await load(text)
    #expect(trial.counts == report.counts)
    #expect(trial.files[0].madeTags == report.files[0].madeTags && report.files[0].madeTags == 4)
    #expect(trial.files[0].tagPhrases == report.files[0].tagPhrases)
    #expect(report.files[0].rejected == 2)
    #expect(try await names() == ["old", "new", "иод", "йод", "новый"])
    // The second row of a town has its tags.
    #expect(try await store.related(tags, of: [1])[1]?.count == 2)
    let again = try await load(text, isTrial: true)
    #expect(again.files[0].madeTags == 0)
  }

  @Test("Undo of an import takes its tags back, but for those that another record has")
  func undo() async throws {
    let changeSet = try #require(try await load("Name,Tags\nTorun,\"a, b\"\nGdansk,b\n").changeSet)
    let lublin = try await store.perform(.screen) { [town, tags] transaction in
      var record = AnyRecord(town)
      record["name"] = .text("Lublin")
      let id = try transaction.insert(record).id ?? 0
      try transaction.changeTags(town, tags, of: id, adding: ["B"], removing: [])
      return id
    }.value
    _ = try await store.undo(changeSet, .keeping(), .screen)
    #expect(try await store.count(AnyFetchRequest("town")) == 1)
    #expect(try await names() == ["b"])
    #expect(try await store.related(tags, of: [lublin])[lublin]?.count == 1)
  }

  @Test("Undo of an import of the tags themselves keeps those that a record has by now")
  func undoOfTags() async throws {
    let changeSet = try #require(try await load("Name\na\nb\nc\n", into: "tags").changeSet)
    _ = try await load("Name,Tags\nTorun,b\n")
    _ = try await store.undo(changeSet, .keeping(), .screen)
    #expect(try await names() == ["b"])
    #expect(try await store.related(tags, of: [1])[1]?.count == 1)
  }

  @Test("Tags and records of one import find each other, in any case of letters")
  func together() async throws {
    let files = try [("towns.csv", "Name,Tags\nTorun,\"A, new\"\nGdansk,NEW\n"), ("tags.csv", "Name\na\nb\n")].map {
      ImportFile(try TextSource($1, name: $0))
    }
    var options = ImportOptions()
    options.isDryRun = true
    let importer = Importer(store, options: options)
    let trial = try await importer.run(try importer.plan(files))
    let report = try await Importer(store).run(try importer.plan(files))
    #expect(trial.files.map(\.madeTags) == [1, 0] && report.files.map(\.madeTags) == [1, 0])
    #expect(try await names() == ["a", "b", "new"])
    #expect(try await store.count(AnyFetchRequest("town")) == 2)
  }
}
