import Foundation
import GRDB
import Kartoteka
import KartotekaPostgres
import Testing

/// An attribute of every form of a column.
private struct Thing: Entity {
  enum Colour: String, ChoiceValue { case red, green }
  let name = Attribute<String>("Name", .required, .title)
  let code = Attribute<String>("Code", .unique)
  let note = Attribute<String>("Note", .multiline)
  let number = Attribute<Int>("Number")
  let ratio = Attribute<Double>("Ratio")
  let price = Attribute<Decimal>("Price", .scale(2))
  let fine = Attribute<Decimal>("Fine", .scale(9))
  let whole = Attribute<Decimal>("Whole", .scale(0))
  let isOpen = Attribute<Bool>("Open")
  let day = Attribute<CalendarDate>("Day")
  let moment = Attribute<Date>("Moment")
  let colour = Attribute<Colour>("Colour")
  let position = Attribute<Coordinate>("Position")
  let file = Attribute<Data>("File")
  let parent = ToOne<Thing>("Parent", onDelete: .nullify)
}

private let things = App("things", title: "Things", symbol: .box, hue: 1, entities: [Thing.self]) {
  Tab("Things", symbol: .box) { List(Thing.self, title: \.name) }
}

@Suite("Random values to PostgreSQL and back", .enabled(if: Cluster.isInstalled))
struct RandomValueTests {
  private static func text(_ random: inout SeededRandom, most: Int) -> String {
    let pieces = [
      "a", "Z", " ", "'", "\"", "\\", "\\N", "\t", "\n", ",", "ż", "Ж", "日", "🇵🇱", "e\u{301}", "\u{7f}", "\\.", "{}",
    ]
    return (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      .joined()
  }

  @Test("Each value of 2,000 random records is the same", arguments: [1, 2] as [UInt64])
  func random(seed: UInt64) async throws {
    var random = SeededRandom(state: seed)
    let (scratch, back, database) = (try Scratch(), try Scratch(), try TestDatabase())
    let store = try scratch.store(things)
    let url = scratch.file("things")
    let queue = try DatabaseQueue(path: url.path())
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    var rows: [StatementArguments] = []
    for id in 1...2_000 { rows.append(Self.arguments(id, &random)) }
    let inserted = rows
    try await queue.write { database in
      for row in inserted {
        try database.execute(
          sql: """
            INSERT INTO things (id, name, code, note, number, ratio, price, fine, whole, is_open, day, moment, colour, position,
            file, parent_id) VALUES (?, 'n' || ?, ?, ?, ?, ?, ?, ?, ?, ?, date('-0044-01-01', ?), \
            strftime('%Y-%m-%dT%H:%M:%fZ', '0000-01-01', ?, ?), ?, ?, ?, ?)
            """, arguments: row)
      }
    }
    let copy = try database.copy()
    let application = PostgresApplication(things)
    _ = try await copy.write(application, from: store, isReplacing: false) { _, _, _ in }
    _ = try await copy.read(application, of: things.description.model, to: back.file("things"), storing: nil) {
      _, _, _ in
    }
    let (before, after) = (try content(url)["things"], try content(back.file("things"))["things"])
    #expect(before?.count == 2_000)
    #expect(before == after)
  }

  private static func arguments(_ id: Int, _ random: inout SeededRandom) -> StatementArguments {
    func one<T>(_ values: [T]) -> T { values[Int(random.next() % UInt64(values.count))] }
    func maybe(_ value: (any DatabaseValueConvertible)?) -> (any DatabaseValueConvertible)? {
      random.next() % 6 == 0 ? nil : value
    }
    func integer() -> Int64 {
      random.next() % 3 == 0
        ? one([0, 1, -1, .max, .min, 1 << 53, 9_999, 10_000, -10_000])
        : Int64(bitPattern: random.next()) >> Int64(random.next() % 63)
    }
    func real() -> Double {
      let number = Double(bitPattern: random.next())
      return random.next() % 2 == 0 || number.isNaN
        ? one([0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1e15, 1e300]) : number
    }
    func days(_ most: UInt64) -> String { "+\(random.next() % most) days" }
    let code = random.next() % 40 == 0 ? String(repeating: "x", count: 990) + "\(id)" : "\(id)"
    let size = one([0, 1, 60, 184, 185, 5_000])
    let bytes = Data((0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    let values: [(any DatabaseValueConvertible)?] = [
      id, text(&random, most: 20), maybe(code), maybe(text(&random, most: 60)), maybe(integer()), maybe(real()),
      maybe(integer()), maybe(integer()), maybe(integer()), maybe(one([0, 1])), maybe(days(3_660_000)),
      maybe(days(3_652_000)),
      "+\(Double(random.next() % 86_400_000) / 1000) seconds", maybe(one(["red", "green"])),
      maybe(one(["52.2297,21.0122", "-90,180", "0.5,-1e-05"])), maybe(bytes), maybe(Int64(1 + random.next() % 2_000)),
    ]
    return StatementArguments(values)
  }
}
