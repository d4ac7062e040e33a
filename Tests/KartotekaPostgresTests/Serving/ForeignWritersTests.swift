import Foundation
import Kartoteka
import RandomTests
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

/// Random writes of two servers and of another program to the same few rows. The servers catch up at random moments, so that rows of
/// the program meet commits that a server lacks. All rows of both copies are compared with the database in between and at the end.
///
/// `KARTOTEKA_OPERATIONS` sets the number of operations of each test; the default is 150.
@Suite("Other programs between the commits of servers", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(60)))
struct ForeignWritersTests {
  /// Whose reference is required and forbids deletions, whose codes are unique, and whose weights can be NaN.
  private struct Part: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let code = Attribute<String>("Code", .unique)
    let weight = Attribute<Double>("Weight")
    let serial = Attribute<Int>("Serial")
    let parent = ToOne<Part>("Parent", onDelete: .nullify)
  }

  private struct Use: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let part = ToOne<Part>("Part", required: true, onDelete: .deny)
  }

  private struct Note: Entity {
    let text = Attribute<String>("Text", .required, .title)
    let part = ToOne<Part>("Part", required: true, onDelete: .cascade)
  }

  private static let app = App(
    "machine", title: "Machine", symbol: .box, hue: 1, entities: [Part.self, Use.self, Note.self]
  ) {
    Tab("Parts", symbol: .box) { List(Part.self, title: \.name) }
  }

  private let database: TestDatabase
  private let servers: [Server]
  private let program: PostgresConnection

  init() throws {
    database = try TestDatabase()
    let address = try database.address()
    servers = try (0..<2).map { _ in try Server(address, of: Self.app) }
    // Some batches end in the middle of a transaction.
    servers[1].store.replica?.state.withLock { $0.foreignPart = 3 }
    program = try PostgresConnection(address)
    try program.run(
      """
      INSERT INTO machine.parts (name, code) SELECT 'Part ' || n, 'c' || n FROM generate_series(1, 4) n;
      INSERT INTO machine.uses (name, part_id) VALUES ('Cart', 1), ('Coach', 2);
      INSERT INTO machine.notes (text, part_id) VALUES ('Oak', 1), ('Elm', 3)
      """)
  }

  private func write(_ random: inout SeededRandom) async throws {
    let server = servers[Int.random(in: 0...1, using: &random)]
    let (part, use, note) = (try server.entity("part"), try server.entity("use"), try server.entity("note"))
    let (kind, id) = (Int.random(in: 0..<8, using: &random), RecordID.random(in: 1...8, using: &random))
    let (other, number) = (RecordID.random(in: 1...8, using: &random), Int.random(in: 0..<6, using: &random))
    do {
      if kind == 0, let last = try await server.store.lastChangeSet() {
        try await server.store.undo(last.id, .code)
        return
      }
      _ = try await server.store.perform(.code) { transaction in
        switch kind {
        case 1: try transaction.delete(part, id: id)
        case 2: try transaction.delete(use, id: id)
        case 3:
          var record = Record<Use>()
          (record.name, record.part) = ("Use \(number)", id)
          try transaction.insert(record.any)
        case 4:
          var record = Record<Note>()
          (record.text, record.part) = ("Note \(number)", id)
          try transaction.insert(record.any)
        case 5:
          guard var record = try transaction.record(Note.self, id: other) else { return }
          record.part = id
          try transaction.update(record)
        case 6:
          var record = Record<Part>()
          (record.name, record.code, record.parent) = ("Part", "c\(number)", id)
          try transaction.insert(record.any)
        default:
          guard var record = try transaction.record(Part.self, id: id) else { return }
          (record.serial, record.code) = (number, number % 2 == 0 ? "c\(number)" : record.code)
          record.parent = number == 3 ? other : record.parent
          try transaction.update(record)
        }
        _ = note
      }
    } catch let error as StoreError {
      // What breaks a rule is refused by the copy, before the database has to.
      if case .primary(let phrase, _, _) = error { Issue.record("\(Localizer.english(phrase))") }
    }
  }

  private func writeAsProgram(_ random: inout SeededRandom) {
    let id = RecordID.random(in: 1...8, using: &random)
    let (other, number) = (RecordID.random(in: 1...8, using: &random), Int.random(in: 0..<6, using: &random))
    func statement(_ kind: Int) -> String {
      switch kind {
      case 0: "DELETE FROM machine.parts WHERE id = \(id)"
      case 1: "UPDATE machine.parts SET serial = \(number), name = 'P\(number)' WHERE id IN (\(id), \(other))"
      case 2: "UPDATE machine.parts SET weight = 'NaN' WHERE id = \(id)"
      case 3: "INSERT INTO machine.parts (id, name, weight) VALUES (\(id), 'Bad', 'NaN') ON CONFLICT DO NOTHING"
      case 4: "INSERT INTO machine.uses (name, part_id) VALUES ('U\(number)', \(id))"
      case 5: "UPDATE machine.uses SET part_id = \(id) WHERE part_id = \(other)"
      case 6: "DELETE FROM machine.uses WHERE part_id = \(id)"
      case 7: "UPDATE machine.notes SET part_id = \(id), text = 'N\(number)' WHERE part_id = \(other)"
      case 8: "INSERT INTO machine.notes (text, part_id) VALUES ('N\(number)', \(id))"
      case 9:
        """
        UPDATE machine.parts SET code = CASE id WHEN \(id) THEN (SELECT code FROM machine.parts WHERE id = \(other)) \
        ELSE (SELECT code FROM machine.parts WHERE id = \(id)) END WHERE id IN (\(id), \(other)) \
        AND (SELECT count(*) FROM machine.parts WHERE id IN (\(id), \(other))) = 2
        """
      case 10: "UPDATE machine.parts SET parent_id = \(other) WHERE id = \(id)"
      case 11: "UPDATE machine.notes SET id = \(other) WHERE id = \(id)"
      case 12: "UPDATE machine.parts SET code = NULL WHERE id = \(id)"
      default: "UPDATE machine.parts SET code = 'c\(number)' WHERE id = \(id)"
      }
    }
    let statements = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      statement(.random(in: 0..<14, using: &random))
    }
    do {
      try program.run("BEGIN; SET CONSTRAINTS ALL DEFERRED; \(statements.joined(separator: "; ")); COMMIT")
    } catch {
      // A rule forbids it, perhaps at the end alone.
      _ = try? program.run("ROLLBACK")
    }
  }

  @Test("Copies and database agree", arguments: 1...UInt64(RandomTests.count(1, all: 4)))
  func agree(seed: UInt64) async throws {
    var random = SeededRandom(state: seed)
    let operations = RandomTests.operations(150)
    for number in 1...operations {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: try await write(&random)
      case 2, 3: writeAsProgram(&random)
      default: try await servers[Int.random(in: 0...1, using: &random)].catchUp()
      }
      if number % 25 == 0 || number == operations {
        try await database.expectEqual(servers, schema: "machine", "seed \(seed), operation \(number)")
      }
    }
    // Rows were put back, and nothing else was remarkable.
    let warnings = servers.flatMap(\.warnings)
    #expect(warnings.allSatisfy { $0.contains("put back") }, "\(warnings.filter { !$0.contains("put back") })")
  }
}
