import Foundation
import GRDB
import Kartoteka
import KartotekaPostgres
import Testing

/// A folder of a test's own, which goes with the test.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func file(_ name: String) -> URL { folder.appending(path: name + ".sqlite") }

  /// A store of an application in the folder.
  func store(_ app: App) throws -> Store {
    try Store(app.description.model, at: file(app.description.name), options: app.storeOptions(StoreOptions()))
  }
}

extension PostgresApplication {
  /// An application of the program's, or a designed one.
  init(_ app: App) {
    self.init(
      name: app.description.name, title: app.description.title, isDesigned: app.design != nil,
      description: app.document.json)
  }
}

extension Store {
  /// Adds sample records of all entities, with pictures of every size.
  func fill(_ count: Int) async throws {
    var done: Set<String> = []
    let entities = model.entities.filter { !$0.isDerived }
    while done.count < entities.count {
      let entity = try #require(
        entities.first { entity in
          !done.contains(entity.name)
            && entity.relationships.allSatisfy {
              $0.cardinality != .toOne || !$0.isRequired || done.contains($0.target) || $0.target == entity.name
            }
        })
      let mock = try await EntityMock(of: entity, in: self)
      _ = try await perform(.code) { transaction in
        for index in 0..<count {
          var record = mock.record(index, of: count)
          for (position, attribute) in entity.attributes.enumerated() where attribute.isBytes {
            let size = [60, 5_000, 150_000, 300][index % 4]
            record.values[position] = .blob(Self.png(size, index))
          }
          // A sample value can repeat, or break a rule of the application.
          _ = try? transaction.insert(record)
        }
      }
      done.insert(entity.name)
    }
    for entity in entities {
      for relationship in entity.leadingManyToMany {
        _ = try await perform(.code) { transaction in
          for id in 1...Int64(count / 3) {
            _ = try? transaction.link(entity, relationship, of: id, to: id % 5 + 1)
          }
        }
      }
    }
  }

  /// Bytes that begin like a PNG.
  private static func png(_ size: Int, _ seed: Int) -> [UInt8] {
    let header: [UInt8] = [
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2,
      0, 0, 0,
    ]
    return header + (0..<max(0, size - header.count)).map { UInt8(truncatingIfNeeded: $0 &* (seed + 7)) }
  }
}

/// All rows of a database file, table by table, in their order.
func content(_ url: URL, tables: (String) -> Bool = { _ in true }) throws -> [String: [[DatabaseValue]]] {
  var configuration = Configuration()
  configuration.readonly = true
  return try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration).read { database in
    let names = try String.fetchAll(
      database,
      sql:
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'kartoteka_search%'"
    ).filter(tables)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let rows = try Row.fetchAll(
          database, sql: "SELECT * FROM \"\(name)\"\(name == "sqlite_sequence" ? " ORDER BY name" : "")")
        return (name, rows.map { Array($0.databaseValues) })
      })
  }
}
