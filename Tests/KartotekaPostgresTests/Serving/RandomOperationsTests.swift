import Foundation
import Kartoteka
import RandomTests
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

/// Random writes of two servers and of another program, after which their copies are compared with the database, and every
/// answer with that of a file that is made from the database anew.
///
/// `KARTOTEKA_OPERATIONS` sets the number of operations; the default is 120.
@Suite("Random writes to an application in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct RandomOperationsTests {
  private typealias Piece = Workshop.Piece
  private struct RolledBack: Error {}

  private static let titles = ["Łódź", "lodz", "Lodge", "Ósma", "osma II", "Rome", "Romeo", "Žatec", "zatec", "Ёлка"]

  private let database: TestDatabase
  private let servers: [Server]
  private let program: PostgresConnection

  init() throws {
    database = try TestDatabase()
    servers = [try database.server(), try database.server()]
    program = try PostgresConnection(database.address())
    try program.run(
      """
      INSERT INTO workshop.makers (name) VALUES ('Oak'), ('Elm'), ('Ash'), ('Fir'), ('Yew');
      INSERT INTO workshop.shelves (name) VALUES ('Left'), ('Right');
      INSERT INTO workshop.tags (name) VALUES ('Old'), ('New'), ('Sold')
      """)
  }

  // MARK: Writing

  private func piece(_ random: inout SeededRandom, id: RecordID? = nil) -> Record<Piece> {
    func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
    var piece = Record<Piece>()
    piece.name = (Self.titles.randomElement(using: &random) ?? "") + " \(Int.random(in: 0..<20, using: &random))"
    piece.code = maybe("c\(Int.random(in: 0..<30, using: &random))")
    piece.note = maybe(Self.titles.randomElement(using: &random) ?? "")
    piece.number = maybe(.random(in: -5..<5, using: &random))
    piece.price = maybe(Decimal(Int.random(in: 0..<1_000, using: &random)) / 4)
    piece.file = maybe(
      Workshop.bytes([10, 150_000].randomElement(using: &random) ?? 0, .random(in: 0..<4, using: &random)))
    piece.maker = maybe(.random(in: 1...7, using: &random))
    piece.shelf = maybe(.random(in: 1...2, using: &random))
    piece.place = maybe(.random(in: 0..<15, using: &random))
    return piece
  }

  /// Writes through a server; what a rule refuses changes nothing.
  private func write(_ random: inout SeededRandom) async throws {
    let server = servers[Int.random(in: 0...1, using: &random)]
    let entity = try server.entity("piece")
    let tags = try #require(entity.relationship("tags"))
    let (kind, id) = (Int.random(in: 0..<10, using: &random), RecordID.random(in: 1...50, using: &random))
    let (tag, isRare) = (RecordID.random(in: 1...3, using: &random), Int.random(in: 0..<100, using: &random) == 0)
    let pieces = (0..<3).map { _ in piece(&random) }
    do {
      if kind == 0, let changeSet = try await server.store.lastChangeSet() {
        try await server.store.undo(changeSet.id, .code)
        return
      }
      if isRare {
        try await server.store.deleteAll(.code)
        return
      }
      _ = try await server.store.perform(.code) { transaction in
        switch kind {
        case 1, 2:
          guard var record = try transaction.record(entity, id: id) else { return }
          record.values = pieces[0].any.values
          try transaction.update(record)
        case 3: try transaction.delete(entity, id: id)
        case 4:
          for var piece in pieces {
            piece.shelf = nil
            var repair = Record<Workshop.Repair>()
            (repair.what, repair.piece) = ("Leg", try transaction.insert(piece.any).id)
            try transaction.insert(repair.any)
          }
        case 5:
          try transaction.delete(entity, id: id)
          try transaction.insert(pieces[0].any)
          throw RolledBack()
        case 6: try transaction.link(entity, tags, of: id, to: tag)
        case 7: try transaction.unlink(entity, tags, of: id, from: tag)
        default: try transaction.insert(pieces[0].any)
        }
      }
    } catch is RolledBack {} catch let error as StoreError {
      // What breaks a rule is refused by the copy, before the database has to.
      if case .primary(let phrase, _, _) = error { Issue.record("\(phrase)") }
    }
  }

  /// Writes as another program does; what a rule refuses changes nothing.
  private func writeAsProgram(_ random: inout SeededRandom) {
    let id = RecordID.random(in: 1...50, using: &random)
    let title = PostgresName.literal(Self.titles.randomElement(using: &random) ?? "")
    let code = "c\(Int.random(in: 0..<30, using: &random))"
    let maker = Int.random(in: 1...7, using: &random)
    let sql =
      switch Int.random(in: 0..<9, using: &random) {
      case 0: "DELETE FROM workshop.pieces WHERE id = \(id)"
      case 1: "UPDATE workshop.pieces SET number = \(id), note = \(title) WHERE id % 7 = \(id % 7)"
      case 2: "INSERT INTO workshop.tags_pieces (piece_id, tag_id) VALUES (\(id), \(id % 3 + 1))"
      case 3: "DELETE FROM workshop.tags_pieces WHERE piece_id % 5 = \(id % 5)"
      case 4: "UPDATE workshop.makers SET name = \(title) WHERE id = \(maker)"
      case 5: "DELETE FROM workshop.makers WHERE id = \(maker)"
      case 6: "INSERT INTO workshop.makers (name) VALUES (\(title))"
      case 7: "UPDATE workshop.pieces SET id = \(id) WHERE id = \(id % 9 + 1)"
      default:
        """
        INSERT INTO workshop.pieces (name, code, maker_id) VALUES (\(title), '\(code)', \(maker)) \
        ON CONFLICT DO NOTHING
        """
      }
    if Int.random(in: 0..<10, using: &random) == 0 {
      _ = try? program.run("BEGIN; \(sql); ROLLBACK")
    } else {
      _ = try? program.run(sql)
    }
  }

  // MARK: Comparing

  /// What a store answers to requests of all kinds.
  private func answers(_ store: Store) async throws -> [String] {
    var answers: [String] = []
    for (name, sort) in [("piece", "name"), ("maker", "name"), ("entry", "title")] {
      let entity = try #require(store.model.entity(named: name))
      for collation in [Collation.root, .polish] {
        for search in ["", "lod", "o", "rom", "елк", "none"] {
          var request = AnyFetchRequest(name)
          (request.search, request.sort, request.collation) = (search, [FetchSort(sort)], collation)
          (request.limit, request.wantsTotal) = (50, true)
          let page = try await store.fetch(request)
          answers.append(
            "\(name) \(search) \(page.total ?? -1) \(try await store.count(request)) \(page.records.map { $0.id ?? 0 })"
          )
        }
        answers.append("\(try await store.initials(of: entity, by: FetchSort(sort), collation))")
      }
    }
    var byMaker = AggregateRequest("piece")
    byMaker.groups = [.value("maker")]
    byMaker.measures = [.count, .sum(.value("price")), .least(.value("number")), .different("code")]
    let rows = try await store.aggregates([byMaker])[0]
    answers += rows.map { "\($0.groups) \($0.measures)" }.sorted()
    let entity = try #require(store.model.entity(named: "piece"))
    let tags = try #require(entity.relationship("tags"))
    for id in 1...50 as ClosedRange<RecordID> { answers.append("\(try await store.related(tags, of: id).sorted())") }
    return answers
  }

  private func compare(_ comment: Comment) async throws {
    try await database.expectEqual(servers, comment)
    let back = try Scratch()
    _ = try await database.copy().read(
      PostgresApplication(Workshop.app), of: Workshop.app.description.model, to: back.file("workshop"), storing: nil
    ) { _, _, _ in }
    let expected = try await answers(back.store(Workshop.app))
    for server in servers { #expect(try await answers(server.store) == expected, comment) }
  }

  static let seeds = 1...UInt64(RandomTests.count(1, all: 2))

  @Test("Copies, database and answers agree", arguments: seeds)
  func random(seed: UInt64) async throws {
    var random = SeededRandom(state: seed)
    let operations = RandomTests.operations(RandomTests.count(120, all: 240))
    for number in 1...operations / Self.seeds.count {
      if Int.random(in: 0..<3, using: &random) > 0 { try await write(&random) } else { writeAsProgram(&random) }
      guard number % 40 == 0 else { continue }
      try await compare("after operation \(number)")
    }
    #expect(servers.flatMap(\.warnings) == [])
  }
}
