import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// A database file that is opened with one model after another.
struct MigratedFile {
  let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
  var url: URL { folder.appending(path: "a.sqlite") }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// A model of one entity, `note`.
  static func note(_ attributes: AttributeDescription..., named name: String = "note") -> ModelDescription {
    model(entity(name, attributes))
  }

  static func model(_ entities: EntityDescription...) -> ModelDescription { ModelDescription(entities: entities) }

  static func entity(
    _ name: String, _ attributes: [AttributeDescription], _ relationships: [RelationshipDescription] = [],
    formerNames: [String] = []
  ) -> EntityDescription {
    EntityDescription(
      name: name, plural: name + "s", table: name + "s", nouns: Nouns(name, name + "s"), formerNames: formerNames,
      attributes: attributes, relationships: relationships)
  }

  static func attribute(
    _ name: String, _ kind: KindName = .text, _ change: (inout AttributeDescription) -> Void = { _ in }
  ) -> AttributeDescription {
    var attribute = AttributeDescription(name: name, label: name, kind: kind)
    change(&attribute)
    return attribute
  }

  static func toOne(
    _ name: String, _ target: String, _ change: (inout RelationshipDescription) -> Void = { _ in }
  ) -> RelationshipDescription {
    var relationship = RelationshipDescription(name: name, label: name, cardinality: .toOne, target: target)
    relationship.deleteRule = .nullify
    change(&relationship)
    return relationship
  }

  /// Opens the file and adds records, by their values.
  func add(_ model: ModelDescription, _ entity: String = "note", _ records: [[String: Value]]) async throws {
    let store = try Store(model, at: url)
    _ = try await store.perform(.code) { transaction in
      for values in records {
        var record = AnyRecord(try #require(model.entity(named: entity)))
        for (name, value) in values { record[name] = value }
        try transaction.insert(record)
      }
    }
  }

  /// All values of an attribute, in the order of the records' numbers.
  func values(_ model: ModelDescription, _ name: String, of entity: String = "note") async throws -> [Value] {
    try await Store(model, at: url).fetch(AnyFetchRequest(entity)).records.sorted { $0.id ?? 0 < $1.id ?? 0 }
      .map { $0[name] }
  }

  /// What stands in the way of opening the file; nil where nothing does.
  func obstacles(_ model: ModelDescription) throws -> [MigrationPlan.Obstacle] {
    do {
      _ = try Store(model, at: url)
      return []
    } catch StoreError.unusable(_, .cannotMigrate(let obstacles)) {
      return obstacles
    }
  }

  /// The copies that migrations have made.
  func copies() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { $0.contains(".before-") }.sorted()
  }

  /// The database's content and schema, as text.
  func dump() throws -> [String] {
    let file = try DatabaseFile(url)
    let tables = try file.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*search*'")
    return try file.rows("SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB '*search*' ORDER BY 1, 2")
      + tables.sorted().flatMap { table in try file.rows("SELECT '\(table)', * FROM \"\(table)\"") }
  }
}
