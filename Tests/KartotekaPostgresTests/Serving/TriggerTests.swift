import Foundation
import Kartoteka
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Triggers that another program drops or disables", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct TriggerTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  private static let statements = [
    "ALTER TABLE workshop.pieces DISABLE TRIGGER USER",
    "ALTER TABLE workshop.pieces ENABLE REPLICA TRIGGER kartoteka_note",
    "DROP TRIGGER kartoteka_note ON workshop.pieces",
    "DROP FUNCTION workshop.kartoteka_note() CASCADE",
  ]

  /// What another program writes while no trigger notes it.
  private func changeUnnoticed(_ statement: String) throws {
    try database.run(statement)
    try database.run(
      """
      UPDATE workshop.pieces SET name = 'Throne' WHERE name = 'Chair'; DELETE FROM workshop.pieces WHERE name = 'Table';
      INSERT INTO workshop.pieces (name) VALUES ('Lamp')
      """)
  }

  @Test("They are restored while servers run, which get what the triggers have not noted", arguments: statements)
  func running(statement: String) async throws {
    let one = try Server(database.address(), inspection: .zero)
    let two = try database.server()
    try await one.addPiece("Chair")
    try await one.addPiece("Table")
    try await two.catchUp()
    try changeUnnoticed(statement)
    // Without an inspection nothing is noticed, and writing goes on.
    try await two.addMaker("Ann")
    try await one.catchUp()
    #expect(try await one.store.fetch(Piece.all).compactMap(\.name).sorted() == ["Lamp", "Throne"])
    #expect(one.warnings.count { $0.contains("pieces.kartoteka_note") } == 1)
    try await database.expectEqual([one, two])
    #expect(try await two.store.fetch(Piece.all.searching("throne")).count == 1)
    try database.run("UPDATE workshop.pieces SET name = 'Stool' WHERE name = 'Throne'")
    try await database.expectEqual([two, one])
    #expect(try await one.store.fetch(Piece.all.searching("stool")).count == 1)
    #expect(one.warnings.count == 1 && two.warnings.isEmpty)
  }

  @Test("They are restored when a server starts", arguments: statements)
  func opening(statement: String) async throws {
    let one = try database.server()
    try await one.addPiece("Chair")
    try await one.addPiece("Table")
    try changeUnnoticed(statement)
    let again = try Server(database.address(), in: one.scratch)
    #expect(try await again.store.fetch(Piece.all).compactMap(\.name).sorted() == ["Lamp", "Throne"])
    #expect(again.warnings.contains { $0.contains("pieces.kartoteka_note") })
    try database.run("UPDATE workshop.pieces SET name = 'Stool' WHERE name = 'Throne'")
    try await database.expectEqual([again])
    #expect(try await again.store.fetch(Piece.all.searching("stool")).count == 1)
  }

  /// A server of a user who may not restore a trigger of the pieces, which is disabled. It has a piece.
  private func serverWithoutRight(_ role: String) async throws -> Server {
    try database.run("CREATE ROLE \(role) LOGIN; GRANT CREATE ON DATABASE \(database.name) TO \(role)")
    let server = try Server(database.address(user: role), inspection: .zero)
    try await server.addPiece("Chair")
    try database.run(
      "ALTER TABLE workshop.pieces OWNER TO postgres; GRANT SELECT, INSERT, UPDATE, DELETE ON workshop.pieces TO \(role)"
    )
    try database.run("GRANT ALL ON ALL SEQUENCES IN SCHEMA workshop TO \(role)")
    try database.run("ALTER TABLE workshop.pieces DISABLE TRIGGER kartoteka_note")
    return server
  }

  @Test("A server that may not restore them goes on writing, and tells the administrator why")
  func notPermitted() async throws {
    let server = try await serverWithoutRight(database.name + "_o")
    let error = await #expect(throws: StoreError.self) { try await server.catchUp() }
    guard case .primary(_, _, .notPermitted) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try await server.addPiece("Table")
    #expect(try await server.store.count(Piece.all) == 2)
  }

  @Test("A server that may not restore them is opened, with and without a local copy, and tells the administrator why")
  func openedWithoutRight() async throws {
    let role = database.name + "_p"
    let server = try await serverWithoutRight(role)
    let again = try Server(database.address(user: role), in: server.scratch)
    await #expect(throws: StoreError.self) { try await again.catchUp() }
    try await again.addPiece("Table")
    let new = try Server(database.address(user: role))
    await #expect(throws: StoreError.self) { try await new.catchUp() }
    try await new.addPiece("Lamp")
    #expect(try await new.store.fetch(Piece.all).compactMap(\.name).sorted() == ["Chair", "Lamp", "Table"])
    let live = try Server(database.address(user: role), isLive: true, inspection: .milliseconds(1))
    try await until { live.warnings.contains { $0.contains("GRANT") } }
    try await database.expectEqual([again, new])
  }

  @Test("A server that follows the database inspects the triggers by itself")
  func live() async throws {
    let one = try Server(database.address(), isLive: true, inspection: .milliseconds(1))
    try await one.addPiece("Chair")
    try changeUnnoticed(Self.statements[0])
    try await until { try await one.store.fetch(Piece.all).compactMap(\.name).sorted() == ["Lamp", "Throne"] }
  }
}
