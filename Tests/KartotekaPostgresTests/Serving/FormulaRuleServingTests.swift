import Foundation
import Kartoteka
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite(
  "Rules and defaults that are formulas, with PostgreSQL as the primary database", .enabled(if: Cluster.isInstalled))
struct FormulaRuleServingTests {
  struct Box: Entity {
    static let plural = "boxes"
    static let table = "boxes"
    let name = Attribute<String>("Name", .required, .title)
    let most = Attribute<Int>("Most")
    let things = ToMany<Item>("Things", inverse: \.box)
    static var rules: [RuleDescription] {
      [RuleDescription("notFull", "count(things) <= most", "The box is full")]
    }
  }

  struct Item: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let weight = Attribute<Int>("Weight", .default(formula: "length(name) * 2"))
    let box = ToOne<Box>("Box", onDelete: .nullify)
    static var rules: [RuleDescription] { [RuleDescription("heavy", "weight < 20", "It is too heavy")] }
  }

  static let app = App("boxes", title: "Boxes", symbol: .box, hue: 1, entities: [Box.self, Item.self]) {
    Tab("Boxes", symbol: .box) { List(Box.self, title: \.name) }
  }

  private func item(_ name: String, in box: RecordID, _ server: Server) async throws -> AnyRecord {
    let entity = try server.entity("item")
    return try await server.store.perform(.api) { transaction in
      var item = AnyRecord(entity)
      item["name"] = .text(name)
      item["box"] = .integer(box)
      return try transaction.insert(item)
    }.value
  }

  @Test(
    "Two servers keep a rule over records that the other one has written, and nothing of a refused change reaches the primary"
  )
  func servers() async throws {
    let database = try TestDatabase()
    let one = try Server(database.address(), of: Self.app)
    let other = try Server(database.address(), of: Self.app)
    let boxes = try one.entity("box")
    let box = try await one.store.perform(.api) { transaction in
      var box = AnyRecord(boxes)
      box["name"] = .text("Red")
      box["most"] = .integer(2)
      return try transaction.insert(box).id ?? 0
    }.value
    let first = try await item("Cup", in: box, one)
    #expect(first["weight"] == .integer(6))
    _ = try await item("Pan", in: box, other)
    for server in [one, other] {
      let error = await #expect(throws: StoreError.self) { try await item("Pot", in: box, server) }
      guard case .refused? = error else {
        Issue.record("\(error as Any)")
        continue
      }
    }
    let heavy = await #expect(throws: StoreError.self) { try await item("A very long name", in: box, one) }
    guard case .invalid(let faults)? = heavy else {
      Issue.record("\(heavy as Any)")
      return
    }
    #expect(faults.map(\.rule) == ["heavy"])
    let count = try database.number("SELECT count(*) FROM boxes.items")
    #expect(count == 2)
  }
}
