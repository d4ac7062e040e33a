import KartotekaModel
import RandomTests
import Testing

@testable import KartotekaSampleData
@testable import KartotekaStore
@testable import KartotekaTransfer

@Suite("Values that an import lets in")
struct ImportedValuesTests {
  /// Values of every kind of attribute, by the columns of things and of people.
  private static let samples = [
    "things": [
      "name": ["Anna", " a", "'; DROP TABLE"], "notes": ["a\nb", "Łódź\t5"], "count": ["0", "1 000", "-1", "1000001"],
      "weight": ["-1.5", "1e300", "1,5"], "price": ["18.50", "-0.01", "0"], "new": ["yes", "no", "1", "2"],
      "made_on": ["2026-11-21", "2024-02-29", "21.11.2026", "0000-01-01", "9999-12-31"],
      "sold_at": ["2026-11-21T09:12:00Z", "2026-11-21 09:12", "0001-01-01T00:00:00.125Z", "9999-12-31T23:59:59Z"],
      "shape": ["round", "SQUARE"], "page": ["https://example.org", "HTTP://a.bc/é", "example.org/a?b=c#d"],
      "picture": ["AAEC/w==", "0x00FF"], "place": ["52.2297,21.0122", "-90,180", "geo:-33.86,151.21"],
    ],
    "people": [
      "first_name": ["Anna", "👩‍👩‍👧", String(repeating: "ż", count: 40)],
      "phone": ["+48 123 456 789", "(022) 555 01 47", "112", "22 555 01 47 x12"],
      "email": ["anna@example.org", "Jan.Łódzki+list@EXAMPLE.org"],
    ],
  ]

  // While many records are added SQLite leaves these out: the import has to be at least as strict.
  @Test("Keep to the CHECK clauses of the tables", arguments: ["things", "people"])
  func rules(entity: String) async throws {
    var random = MockRandom(seed: 7)
    let columns = try #require(Self.samples[entity])
    let count = RandomTests.count(400, all: 2_000)
    var lines = [(columns.keys.sorted() + (entity == "people" ? ["last_name"] : [])).joined(separator: ",")]
    for (column, samples) in columns {
      for _ in 0..<count {
        let text = Self.changed(random.pick(samples), &random)
        let row = columns.keys.sorted().map { other in
          other == column ? text : ["name", "first_name"].contains(other) ? "A" : ""
        }
        lines.append((row + (entity == "people" ? ["B"] : [])).map(Self.quoted).joined(separator: ","))
      }
    }
    let desk = try Desk()
    let report = try await desk.take(["\(entity).csv": lines.joined(separator: "\r\n")]) {
      // What is made up at random settles nothing.
      $0.notation = ValueNotation(comma: .group, point: .decimal, dateOrder: .dayMonthYear)
    }
    #expect(report.files[0].inserted > count / 10 * columns.count)
    #expect(report.files[0].rejected > count / 20 * columns.count)
    let problem = try desk.store.blockingRead { database in
      let check = try RawStatement("PRAGMA integrity_check(1)", in: database)
      defer { check.reset() }
      return try check.step() ? check.text(column: 0) : ""
    }
    #expect(problem == "ok")
  }

  @Test("A choice is known by its aliases, in any case, in the API's texts and in files")
  func aliases() async throws {
    let desk = try Desk()
    let report = try await desk.take(["things.csv": "Name,Shape\na,RUND\nb,Eckig\nc,circular\nd,oval\n"])
    #expect(report.files[0].inserted == 3 && report.files[0].rejected == 1)
    #expect(try await desk.column("thing", "shape") == ["round", "square", "round"])
    let shape = try #require(office.entity(named: "thing")?.attribute("shape"))
    #expect(try shape.behavior.value(text: "eckig", for: shape) == .text("square"))
  }

  @Test("Short numbers and extensions are imported, by the quick way and by the other one")
  func phones() async throws {
    let desk = try Desk()
    let rows = ["112", "+48 12 345 67 89 wew. 12", "+48 123 456 789 x12", "225550147 or 225550148"]
    let report = try await desk.take([
      "people.csv": "first_name,last_name,phone\n" + rows.map { "Anna,Nowak,\($0)\n" }.joined()
    ])
    #expect(report.counts == ["read": 4, "inserted": 3, "rejected": 1])
    #expect(try await desk.column("person", "phone") == ["112", "+48 123 456 789 x12", "+48 123 456 789 x12"])
  }

  private static let letters = Array(" 019-+.,:/@Zaż中e\u{301}\u{a0}\u{3000}\t\n\u{7f}👩‍👩‍👧")

  /// The text with up to three characters more, fewer or others.
  private static func changed(_ text: String, _ random: inout MockRandom) -> String {
    var text = Array(text)
    for _ in 0..<random.below(4) {
      let place = random.below(text.count + 1)
      let letter = random.pick(letters)
      switch random.below(3) {
      case 0: text.insert(letter, at: place)
      case 1 where place < text.count: text[place] = letter
      default: if place < text.count { text.remove(at: place) }
      }
    }
    return String(text)
  }

  private static func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
}
