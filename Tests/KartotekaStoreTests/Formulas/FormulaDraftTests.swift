import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Formulas of a record that is not stored, over records of its own kind")
struct FormulaDraftTests {
  struct Folder: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let level = Attribute<Int>("Level", .default(formula: "first(parent.level + 1, 0)"))
    let parent = ToOne<Folder>("Parent", onDelete: .nullify)
    static var rules: [RuleDescription] {
      [RuleDescription("deeper", "level > parent.level", "A folder is deeper than the one that it is in")]
    }
  }

  private static let model = ModelDescription([Folder.self])

  private static func folder(_ values: [String: Value]) -> AnyRecord {
    var folder = AnyRecord(model.entities[0])
    folder["name"] = .text("A")
    for (name, value) in values { folder[name] = value }
    return folder
  }

  @Test("The record to which it leads is seen, stored or tried, and the others are not read")
  func own() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await store.perform(.api) { transaction in
      for level in 0..<3 { try transaction.insert(Self.folder(["level": .integer(Int64(level * 10))])) }
    }
    let form = try await store.following(DraftRows(Self.folder(["parent": .integer(3)])), typed: [])
    #expect(form.values == ["level": .integer(21)])
    let top = try await store.following(DraftRows(Self.folder([:])), typed: [])
    #expect(top.values == ["level": .integer(0)])
    try await store.tryOut { transaction in
      try transaction.checkTried(Self.folder(["level": .integer(50)]), id: 4, asksNeeds: true)
      let below = try transaction.withFormulaDefaults(Self.folder(["parent": .integer(4)]))
      #expect(below["level"] == .integer(51))
      #expect(throws: StoreError.self) {
        try transaction.checkTried(
          Self.folder(["level": .integer(9), "parent": .integer(4)]), id: 5, asksNeeds: true)
      }
    }
  }
}
