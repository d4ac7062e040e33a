import Foundation
import Kartoteka
import Testing

@testable import KartotekaStore

@Suite("Tags of an application in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct TagServingTests {
  private struct Item: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let tags = ManyToMany<Tag>("Tags", tags: true)
  }

  private struct Tag: Entity {
    let name = Attribute<String>("Name", .required, .unique, .title)
    let items = ManyToMany<Item>("Items", inverse: \.tags)
  }

  private static let app = App("tagged", title: "Tagged", symbol: .box, hue: 1, entities: [Item.self, Tag.self]) {
    Tab("Items", symbol: .box) { List(Item.self, title: \.name) }
  }

  private let database: TestDatabase
  private let one: Server
  private let two: Server

  init() throws {
    database = try TestDatabase()
    one = try Server(database.address(), of: Self.app)
    two = try Server(database.address(), of: Self.app)
  }

  private func add(_ name: String, _ tags: [String], on server: Server) async throws -> Int64 {
    let entity = try server.entity("item")
    let relationship = try #require(entity.relationship("tags"))
    let outcome = try await server.store.perform(.screen) { transaction in
      var record = AnyRecord(entity)
      record["name"] = .text(name)
      let id = try transaction.insert(record).id ?? 0
      try transaction.changeTags(entity, relationship, of: id, adding: tags, removing: [])
    }
    return try #require(outcome.changeSet)
  }

  @Test("Two servers that make the same tag at once make one, and undo keeps one that the other's record has")
  func same() async throws {
    async let first = add("One", ["Urgent", "alone"], on: one)
    async let second = add("Two", ["urgent"], on: two)
    let (changeSet, _) = try await (first, second)
    for server in [one, two] {
      try await server.catchUp()
      #expect(try await server.store.count(AnyFetchRequest("tag")) == 2)
      #expect(try await server.store.count(AnyFetchRequest("item")) == 2)
    }
    let last = try await two.store.undo(changeSet, .keeping(), .screen)
    #expect(last.changeSet != nil)
    for server in [one, two] {
      try await server.catchUp()
      #expect(try await server.store.count(AnyFetchRequest("item")) == 1)
      let tags = try await server.store.fetch(AnyFetchRequest("tag")).records.map { $0["name"] }
      #expect(tags.count == 1, "\(tags)")
    }
  }
}
