import Foundation
import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaStore

/// Random writes by several writers, after which every answer is compared with plain SQL on the same file.
///
/// `KARTOTEKA_OPERATIONS` sets the number of operations; the default is 1,000. The answers are compared after every 100.
@Suite("Answers and plain SQL")
struct DifferentialTests {
  private struct RolledBack: Error {}

  /// A generator whose numbers follow from its seed (SplitMix64).
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }

  private static let titles = ["Łódź", "lodz", "Lodge", "Ósma", "osma II", "Rome", "Romeo", "Žatec", "zatec", "Ёлка"]

  private let url = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)/a.sqlite")
  private let store: Store
  private let other: DatabaseFile

  init() throws {
    typealias R = ReplaceTests
    store = try Store(
      ModelDescription([R.Box.self, R.Shelf.self, R.Volume.self, R.Label.self]), at: url)
    other = try DatabaseFile(url)
    try other.execute(
      """
      INSERT INTO shelves (name) VALUES ('Left'), ('Right');
      INSERT INTO boxes (name) VALUES ('Oak'), ('Elm'), ('Ash'), ('Fir'), ('Yew');
      """)
  }

  // MARK: Writing

  /// The values of a volume, in the order of ``columns``, which is that of its description.
  private func values(_ random: inout Random) -> [Value] {
    func optional(_ value: Value) -> Value { Bool.random(using: &random) ? value : .null }
    return [
      .text((Self.titles.randomElement(using: &random) ?? "") + " \(Int.random(in: 0..<20, using: &random))"),
      optional(.text(["a", "b", "rom"].randomElement(using: &random) ?? "")),
      optional(.text("c\(Int.random(in: 0..<30, using: &random))")),
      optional(.integer(.random(in: 0..<15, using: &random))),
      .text(["main", "spare"].randomElement(using: &random) ?? ""),
      optional(.integer(.random(in: 0..<40, using: &random))),
      optional(.integer(.random(in: 1...5, using: &random))), optional(.integer(.random(in: 1...2, using: &random))),
    ]
  }

  private static let columns = ["title", "subtitle", "code", "place", "label", "number", "box_id", "shelf_id"]

  /// Writes through the store; what a rule refuses changes nothing.
  private func write(_ random: inout Random) async throws {
    let volume = try #require(store.model.entity(named: "volume"))
    let (values, id, kind) = (
      values(&random), RecordID.random(in: 1...60, using: &random), Int.random(in: 0..<6, using: &random)
    )
    let rows = (0..<3).map { _ in self.values(&random) }
    do {
      if kind == 0, let changeSet = try await store.lastChangeSet() {
        try await store.undo(changeSet.id, .code)
        return
      }
      if Int.random(in: 0..<100, using: &random) == 0 {
        try await store.deleteAll(.code)
        return
      }
      _ = try await store.perform(.code) { transaction in
        switch kind {
        case 1:
          var record = try transaction.record(volume, id: id)
          for position in values.indices { record?.values[position] = values[position] }
          if let record { _ = try transaction.update(record) }
        case 2: try transaction.delete(volume, id: id)
        case 3:
          let bulk = try transaction.bulkInsert(volume) { _, _ in }
          for row in rows {
            for (position, value) in row.enumerated() { bulk.bind(value, at: position) }
            try bulk.insert()
          }
          try bulk.finish()
        case 4:
          try transaction.delete(volume, id: id)
          try transaction.insert(AnyRecord(volume, id: nil, values: values))
          throw RolledBack()
        default: try transaction.insert(AnyRecord(volume, id: nil, values: values))
        }
      }
    } catch is RolledBack {} catch is StoreError {}
  }

  /// Writes as another program does.
  private func writeAsOther(_ random: inout Random) throws {
    let values = values(&random).map(SQL.literal)
    let id = RecordID.random(in: 1...60, using: &random)
    let resolution = ["", "OR REPLACE", "OR REPLACE", "OR IGNORE", "OR FAIL"].randomElement(using: &random) ?? ""
    let sql =
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        "INSERT \(resolution) INTO volumes (id, \(SQL.names(Self.columns))) VALUES (\(id), \(values.joined(separator: ", ")))"
      case 1: "DELETE FROM volumes WHERE id = \(id)"
      case 2:
        "INSERT \(resolution) INTO boxes (name) VALUES ('\(["Oak", "Elm", "Box \(id)"].randomElement(using: &random) ?? "")')"
      case 3:
        "UPDATE \(resolution) volumes SET "
          + zip(Self.columns, values).map { "\($0) = \($1)" }.joined(separator: ", ") + " WHERE id % 30 = \(id % 30)"
      case 5: "DELETE FROM boxes WHERE id = \(id % 10)"
      case 6:
        """
        INSERT INTO volumes (id, \(SQL.names(Self.columns))) VALUES (\(id), \(values.joined(separator: ", "))) \
        ON CONFLICT (id) DO UPDATE SET code = excluded.code, place = excluded.place
        """
      case 4: "UPDATE \(resolution) volumes SET id = \(id) WHERE id = \(id % 7 + 1)"
      default:
        "INSERT \(resolution) INTO volumes (\(SQL.names(Self.columns))) VALUES (\(values.joined(separator: ", ")))"
      }
    // What a constraint refuses changes nothing, and neither does a transaction that is rolled back.
    switch Int.random(in: 0..<50, using: &random) {
    // Now `REPLACE` runs the DELETE triggers, too.
    case 11...20: try? other.execute("PRAGMA recursive_triggers = ON; \(sql)")
    case 21...30: try? other.execute("PRAGMA recursive_triggers = OFF; \(sql)")
    case 0: _ = try sqlite3(url, "PRAGMA foreign_keys = ON; \(sql)")
    case 1...10: try? other.execute(sql + "; SELECT no_such_function()")
    default: try? other.execute(sql)
    }
  }

  /// Leaves the search indices to the background, as a large import does.
  private func emptySearchIndices() throws {
    for keys in store.mapping.allKeys where keys.searchIndex != nil {
      let index = "kartoteka_search_\(keys.entity.table)"
      try other.execute(
        """
        INSERT INTO \(index) (\(index)) VALUES ('delete-all');
        INSERT OR REPLACE INTO kartoteka_meta (key, value) VALUES ('indexed_\(keys.entity.table)', '0')
        """)
    }
  }

  // MARK: Comparing

  private func rows(_ table: String) throws -> [RecordID: String] {
    let columns = try other.rows("SELECT name FROM pragma_table_info('\(table)')")
      .map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
    let rows = try other.rows("SELECT id, \(columns) FROM \(table)").map { $0.split(separator: "|", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: rows.map { (RecordID($0[0]) ?? 0, String($0[1])) })
  }

  private func compare() async throws {
    let volumes = try other.rows("SELECT id, title, coalesce(subtitle, '') FROM volumes").map {
      $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }.map { (id: RecordID($0[0]) ?? 0, title: $0[1], subtitle: $0[2]) }
    for collation in [Collation.root, .polish] {
      for search in ["", "lod", "od", "o", "rom", "rom a", "елк", "none"] {
        let words = Folding.fold(search).split(separator: " ")
        let found = volumes.filter { volume in
          words.allSatisfy { Folding.fold(volume.title).contains($0) || Folding.fold(volume.subtitle).contains($0) }
        }.sorted { (collation.key($0.title), $0.id) < (collation.key($1.title), $1.id) }
        var request = AnyFetchRequest("volume")
        (request.search, request.sort, request.collation) = (search, [FetchSort("title")], collation)
        (request.limit, request.wantsTotal) = (50, true)
        var page = try await store.fetch(request)
        #expect(page.total == found.count, "\(search) \(collation)")
        #expect(try await store.count(request) == found.count, "\(search) \(collation)")
        var ids = page.records.compactMap(\.id)
        while let next = page.next {
          request.position = .after(next)
          page = try await store.fetch(request)
          ids += page.records.compactMap(\.id)
        }
        #expect(ids == found.map(\.id), "\(search) \(collation)")
      }
      let volume = try #require(store.model.entity(named: "volume"))
      let keys = Set(volumes.map { collation.key($0.title) }).filter { !$0.isEmpty }.sorted()
      var letters: [String] = []
      for letter in keys.map(collation.initial(ofKey:)) where letters.last != letter { letters.append(letter) }
      #expect(try await store.initials(of: volume, by: FetchSort("title"), collation) == letters)
    }
    let volume = try #require(store.model.entity(named: "volume"))
    let groups = try await store.groups(of: volume, by: "subtitle", showing: "box", order: ["name"])
    let members = groups.members.map { "\(groups.names[$0.group])|\($0.id)|\($0.count)" }
    #expect(
      try members.sorted()
        == other.rows(
          """
          SELECT coalesce(subtitle, ''), box_id, count(*) FROM volumes WHERE box_id IS NOT NULL GROUP BY 1, 2
          """
        ).sorted())
    try await compareNumbers()
    let derived = """
      SELECT v.id, v.title, b.name FROM volumes v LEFT JOIN boxes b ON b.id = v.box_id
      """
    #expect(try other.rows("\(derived) EXCEPT SELECT id, title, box_name FROM labels") == [])
    #expect(try other.rows("SELECT id, title, box_name FROM labels EXCEPT \(derived)") == [])
  }

  /// The numbers of records, which are stored and not counted.
  private func compareCounts(_ comment: Comment? = nil) async throws {
    for entity in store.model.entities {
      let rows = try other.rows("SELECT count(*) FROM \(SQL.name(entity.table))")
      #expect(try await "\(store.count(AnyFetchRequest(entity.name)))" == rows[0], comment)
    }
  }

  /// The numbers of an overview.
  private func compareNumbers() async throws {
    var byShelf = AggregateRequest("volume")
    byShelf.groups = [.value("shelf")]
    byShelf.measures = [
      .count, .different("box"), .sum(.value("place")), .least(.value("place")), .greatest(.value("place")),
    ]
    var byBox = AggregateRequest("label")
    byBox.groups = [.value("boxName")]
    let rows = try await store.aggregates([byShelf, byBox]).map { rows in
      rows.map { row in (row.groups + row.measures).map(SQL.literal).joined(separator: "|") }.sorted()
    }
    let expected = [
      """
      SELECT quote(shelf_id), count(*), count(DISTINCT box_id), coalesce(sum(place), 0), quote(min(place)),
        quote(max(place)) FROM volumes GROUP BY shelf_id
      """,
      "SELECT quote(box_name), count(*) FROM labels GROUP BY box_name",
    ]
    #expect(try rows == expected.map { try other.rows($0).sorted() })
  }

  /// Copies of the rows, kept by nothing but what the feed tells.
  private struct Mirror {
    var rows: [String: [RecordID: String]] = [:]
    var known = 0
  }

  private static let tables = ["volume": "volumes", "label": "labels", "box": "boxes"]

  private func follow(_ mirror: inout Mirror) async throws {
    _ = try await store.version()
    let commits = try #require(store.feed.commits(after: mirror.known))
    mirror.known = commits.last?.number ?? mirror.known
    for (name, table) in Self.tables {
      let now = try rows(table)
      for changes in commits.compactMap({ $0.changes.byEntity[name] }) {
        if changes.isAny { mirror.rows[name] = now }
        let inserted =
          changes.isRange
          ? stride(from: 0, to: changes.inserted.count, by: 2).flatMap {
            Array(changes.inserted[$0]...changes.inserted[$0 + 1])
          } : changes.inserted
        for id in inserted + changes.updated + changes.deleted { mirror.rows[name, default: [:]][id] = now[id] }
      }
      #expect(mirror.rows[name, default: [:]] == now, "\(name)")
    }
  }

  static let seeds = 1...UInt64(RandomTests.count(1, all: 2))

  @Test("They agree after random writes of the store, of imports, of undo and of another program", arguments: seeds)
  func random(seed: UInt64) async throws {
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    var random = Random(state: seed)
    var mirror = Mirror()
    for (name, table) in Self.tables { mirror.rows[name] = try rows(table) }
    let operations = RandomTests.operations(RandomTests.count(1_000, all: 2_000))
    for number in 1...operations / Self.seeds.count {
      if Bool.random(using: &random) { try await write(&random) } else { try writeAsOther(&random) }
      if number % 70 == 0 { try emptySearchIndices() }
      try await compareCounts("after operation \(number)")
      guard number % 100 == 0 else { continue }
      try await follow(&mirror)
      try await compare()
      if number % 500 == 0 {
        await store.background.waitUntilIdle()
        try await compare()
      }
    }
    await store.background.waitUntilIdle()
    let stored = try other.rows("SELECT entity, records FROM kartoteka_counts ORDER BY entity")
    #expect(
      try stored
        == store.model.entities.map(\.table).sorted().map {
          try "\($0)|" + other.rows("SELECT count(*) FROM \(SQL.name($0))")[0]
        })
    for keys in store.mapping.allKeys {
      let names = SQL.names(["id"] + keys.columns.map(\.column))
      let fresh = try store.writer.read {
        try $0.all(
          String.self,
          "SELECT quote(id) FROM (\(keys.computed) EXCEPT SELECT \(names) FROM \(SQL.name(keys.table)))")
      }
      #expect(fresh == [])
      try other.execute(
        "INSERT INTO kartoteka_search_\(keys.entity.table) (kartoteka_search_\(keys.entity.table), rank) VALUES ('integrity-check', 1)"
      )
    }
  }
}
