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

  @Test("A name that two files have is counted as new once, in the dry run as in the import")
  func severalFiles() async throws {
    let files = try ["Name,Tags\nTorun,\"new, one\"\n", "Name,Tags\nGdansk,\"New, two\"\n"].map {
      ImportFile(try TextSource($0, name: "file.csv"), into: "towns")
    }
    var options = ImportOptions()
    options.isDryRun = true
    let importer = Importer(store, options: options)
    let trial = try await importer.run(try importer.plan(files))
    let report = try await Importer(store).run(try importer.plan(files))
    #expect(trial.files.map(\.madeTags) == [2, 1] && report.files.map(\.madeTags) == [2, 1])
    #expect(trial.files.map(\.tagPhrases) == report.files.map(\.tagPhrases))
    #expect(try await names() == ["new", "one", "two"])
  }

  @Test("A tag whose name a list can't have is found by its number, and makes no tag of that number")
  func semicolon() async throws {
    let id = try await store.perform(.screen) { [town] transaction in
      let tag = try #require(transaction.model.entity(named: "tag"))
      var record = AnyRecord(town)
      record["name"] = .text("Torun")
      try transaction.insert(record)
      return try transaction.addTag("a;b", of: tag)
    }.value
    let text = RelatedList.text([.init(id: id, title: "a;b")], hasTitles: true, isTags: true)
    #expect(text == String(id))
    _ = try await load("Name,Tags\nTorun,\(text)\n")
    #expect(try await store.related(tags, of: [1])[1] == [id])
    #expect(try await names() == ["a;b"])
  }

  @Test("A new tag that the database refuses is missing in its record, and the import goes on")
  func refusedTag() async throws {
    let model = ModelDescription([Spot.self, Badge.self])
    let store = try Store(inMemory: model)
    let importer = Importer(store)
    let plan = try importer.plan([
      ImportFile(try TextSource("Name,Badges\nTorun,a; b\nGdansk,a\n", name: "file.csv"), into: "spots")
    ])
    let report = try await importer.run(plan)
    #expect(report.files[0].inserted == 2 && report.files[0].unresolved == 1)
    #expect(report.files[0].madeTags == 1)
    #expect(try await store.count(AnyFetchRequest("badge")) == 1)
    let badges = try #require(model.entity(named: "spot")?.relationship("badges"))
    #expect(try await store.related(badges, of: [1, 2]) == [1: [1], 2: [1]])
  }
}

private struct Spot: Entity {
  let name = Attribute<String>("Name", .required, .title, .unique)
  let badges = ManyToMany<Badge>("Badges", tags: true)
}

/// Of which the database takes one, since the second has the number of the first.
private struct Badge: Entity {
  let name = Attribute<String>("Name", .required, .title, .unique)
  let number = Attribute<Int>("Number", .unique, .default(1))
  let spots = ManyToMany<Spot>("Spots", inverse: \.badges)
}
