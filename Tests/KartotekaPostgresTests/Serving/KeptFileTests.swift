import Foundation
import Kartoteka
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Replaced and deleted pictures in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct KeptFileTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  private var kept: Int {
    get throws { try database.number("SELECT count(*) FROM workshop.kartoteka_files") }
  }

  @Test("They stay as long as undo can restore them, and go with the history", arguments: ["prune", "forget"])
  func pruned(how: String) async throws {
    let (one, two) = (try database.server(), try database.server())
    let chair = try await one.addPiece("Chair") { $0.picture = Workshop.bytes(150_000, 1) }
    let table = try await two.addPiece("Table") { $0.picture = Workshop.bytes(150_000, 2) }
    _ = try await one.change(Piece.self, chair) { $0.picture = Workshop.bytes(150_000, 3) }
    _ = try await two.change(Piece.self, table) { $0.picture = nil }
    #expect(try kept == 2)
    // All of it is young.
    try await one.store.pruneHistory()
    #expect(try kept == 2)
    try await one.undo()
    #expect(try await one.store.record(Piece.self, id: table)?.picture == Workshop.bytes(150_000, 2))
    // A server that is behind prunes: it first gets what the others have done.
    _ = try await one.change(Piece.self, table) { $0.picture = Workshop.bytes(150_000, 4) }
    let files =
      if how == "prune" {
        try await two.store.pruneHistory(until: Date(timeIntervalSinceNow: 60)).files
      } else {
        try await two.store.purgeHistory(.entity(two.entity("piece"))).files
      }
    #expect(files == 2)
    #expect(try kept == 0)
    try await database.expectEqual([one, two])
    #expect(try await one.store.record(Piece.self, id: chair)?.picture == Workshop.bytes(150_000, 3))
    #expect(try await two.store.record(Piece.self, id: table)?.picture == Workshop.bytes(150_000, 4))
    // Another server's folder has them until it prunes.
    try await one.store.pruneHistory()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: one.scratch.folder.path() + "/workshop.blobs").count <= 4)
  }

  /// A form of which a record can have more than a row of the database may have.
  private struct Album: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let one = Attribute<Data>("One")
    let two = Attribute<Data>("Two")
    let three = Attribute<Data>("Three")
    let four = Attribute<Data>("Four")
    let five = Attribute<Data>("Five")
    let six = Attribute<Data>("Six")
  }

  private static let albums = App("albums", title: "Albums", symbol: .box, hue: 1, entities: [Album.self]) {
    Tab("Albums", symbol: .box) { List(Album.self, title: \.name) }
  }

  @Test("A record whose files are too large for a row of the database is refused before anything is sent")
  func tooLarge() async throws {
    let server = try Server(database.address(), of: Self.albums)
    var record = AnyRecord(try server.entity("album"))
    // The sizes alone count: the bytes are not read.
    let file = Value.blob(Blob(head: [1], count: 45_000_000))
    record.values = [.text("Trip")] + Array(repeating: file, count: 6)
    let error = await #expect(throws: StoreError.self) {
      _ = try await server.store.perform(.code) { [record] in try $0.insert(record) }
    }
    #expect(error == .invalid([FieldFault("one", PrimaryLimit.fault)]))
    #expect(Localizer.english(PrimaryLimit.fault) == "The pictures and files of a record may have 250 MB together")
  }
}
