import Foundation
import Kartoteka
import KartotekaTransfer
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Imports into an application in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct ImportTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  @discardableResult
  private func importing(
    _ text: String, _ name: String = "pieces", at server: Server, _ change: (inout ImportOptions) -> Void = { _ in }
  ) async throws -> ImportReport {
    var options = ImportOptions()
    change(&options)
    let importer = Importer(server.store, options: options)
    let file = try ImportFile(TextSource(text, name: "\(name).csv"), into: name)
    return try await importer.run(try importer.plan([file]))
  }

  private func pieces(_ count: Int, from first: Int = 1) -> String {
    "Name,Code,Number\n" + (first..<first + count).map { "Chair \($0),c\($0),\($0)\n" }.joined()
  }

  @Test("The rows are those of the copy: numbers with gaps, rows that change new ones, references and links")
  func allKinds() async throws {
    let (one, two) = (try database.server(), try database.server())
    try await importing("Name\nOak\nElm\n", "makers", at: one)
    try await importing("Name\nOld\nNew\n", "tags", at: one)
    let rows = (1...4_000).map { number in
      // Every 50th row changes the one before it, and after each 1,000 numbers 10 are omitted.
      number % 50 == 0
        ? ",Changed \(number),c\(number - 1),,\(number),0.5,2.25,Oak,Old"
        : "\(number + number / 1_000 * 10),Chair \(number),c\(number),Note \(number),\(number),1.5,1.75,Elm,Old;New"
    }
    let text = "Id,Name,Code,Note,Number,Ratio,Price,Maker,Tags\n" + rows.joined(separator: "\n")
    let report = try await importing(text, at: one) { $0.part = .milliseconds(20) }
    #expect(report.files.map(\.inserted) == [3_920] && report.files.map(\.updated) == [80])
    #expect(try database.number("SELECT count(*) FROM workshop.pieces WHERE name LIKE 'Changed%'") == 80)
    #expect(try database.number("SELECT count(*) FROM workshop.entries WHERE maker_name = 'Oak'") == 80)
    try await database.expectEqual([one, two])
    // An id that is between those of others.
    try await importing("Id,Name\n1005,Between\n9000,After\n", at: two)
    #expect(try await one.addPiece("Last") == 9_001)
    try await database.expectEqual([one, two, try database.server()])
  }

  @Test("An import with gaps in its ids reaches another server")
  func gaps() async throws {
    let (one, two) = (try database.server(), try database.server())
    let ids = (1...1_500).map { $0 * 2 } + Array(10_000...10_100)
    try await importing("Id,Name,Code\n" + ids.map { "\($0),Chair \($0),c\($0)\n" }.joined(), at: one)
    try await database.expectEqual([one, two])
    #expect(try await two.store.count(Piece.all) == 1_601)
  }

  @Test("Short ranges of ids are read with the other keys, long ones by themselves")
  func ranges() throws {
    let records = CopiedTable.records(of: Workshop.app.description.model)
    let tables = Dictionary(records.map { ($0.name, $0) }) { first, _ in first }
    var changed = CommittedKeys()
    try changed.add(
      #"{"rows":{"pieces":[[7]]},"ranges":{"pieces":[[1,1],[3,5],[100,149],[200,248]]}}"#, tables)
    let ids: [RecordID] = [1, 3, 4, 5, 7] + Array(200...248)
    #expect(changed.ranges == ["pieces": [100...149]])
    #expect(changed.keys == ["pieces": Set(ids.map { [Value.integer($0)] })])
  }

  @Test("Rows whose connection is lost while they are sent are sent again")
  func lost() async throws {
    let gateway = try Gateway(to: database.cluster.port)
    let one = try Server(database.cluster.address(database.name, port: gateway.port))
    let two = try database.server()
    gateway.lose(.whileRowsAreSent, .beforeCommit)
    try await importing(pieces(3_000), at: one) { $0.part = .seconds(60) }
    #expect(try database.number("SELECT count(*) FROM workshop.pieces") == 3_000)
    try await database.expectEqual([one, two])
    // The first parts are taken back if a later one fails.
    gateway.lose(.whileRowsAreSent, .whileRowsAreSent, .whileRowsAreSent)
    await #expect(throws: StoreError.self) { try await importing(pieces(3_000, from: 4_000), at: one) }
    try await database.expectEqual([one, two])
    #expect(try await one.store.count(Piece.all) == 3_000)
  }

  @Test("An import of which the database refuses a row adds nothing, however many parts it has committed")
  func refused() async throws {
    let (one, two) = (try database.server(), try database.server())
    try database.run("ALTER TABLE workshop.pieces ADD CONSTRAINT few CHECK (number < 2900)")
    let error = await #expect(throws: StoreError.self) {
      try await importing(pieces(3_000), at: one) { $0.part = .zero }
    }
    guard case .primary = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await one.store.count(Piece.all) == 0)
    #expect(try await one.addPiece("Stool") > 0)
    try await database.expectEqual([one, two])
  }

  @Test("A record that rows of one import change twice, to its first values at last, has them at every server")
  func changedBack() async throws {
    let (one, two) = (try database.server(), try database.server())
    // More rows than are sent together follow the first change.
    let others = (1...1_100).map { "Chair \($0),c\($0)" }
    let rows = ["Oak,same", "Elm,same"] + others + ["Oak,same"]
    try await importing("Name,Code\n" + rows.joined(separator: "\n"), at: one)
    #expect(try database.value("SELECT name FROM workshop.pieces WHERE code = 'same'") == "Oak")
    try await database.expectEqual([one, two])
  }

  @Test("Records that another server has imported are found, sorted and counted, also if it opens after the import")
  func found() async throws {
    let (one, two, scratch) = (try database.server(), try database.server(), try Scratch())
    try await Server(database.address(), in: scratch).addPiece("Oak bench")
    let names = ["Ash", "Birch", "Cedar"].flatMap { wood in (1...700).map { "\(wood) chair \($0)" } }
    try await importing("Name\n" + names.joined(separator: "\n"), at: one)
    try await two.addPiece("Zebrano chair")
    // A single record after those of the range, and a second import that follows it.
    try await importing("Name\nAlder chair\n", at: one)
    let late = try Server(database.address(), in: scratch)
    for server in [one, two, late] {
      if server !== late { try await server.catchUp() }
      #expect(try await server.store.count(Piece.all.searching("cedar chair")) == 700)
      #expect(try await server.store.count(Piece.all.searching("chair")) == 2_102)
      let first = try await server.store.fetch(Piece.all.sorted(by: \.name).limit(2)).map(\.name)
      #expect(first == ["Alder chair", "Ash chair 1"])
    }
    try await database.expectEqual([one, two, late])
  }

  @Test("Another server writes between the parts of an import")
  func interleaved() async throws {
    let (one, two) = (try database.server(), try database.server())
    let report = Task { try await importing(pieces(3_000), at: one) { $0.part = .zero } }
    for number in 1...5 { try await two.addPiece("Stool \(number)") }
    #expect(try await report.value.files.map(\.inserted) == [3_000])
    try await database.expectEqual([one, two])
    #expect(try await two.store.count(Piece.all) == 3_005)
  }
}
