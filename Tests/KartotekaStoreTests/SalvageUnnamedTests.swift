import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Saving rows of a database that has lost the names of its tables")
struct SalvageUnnamedTests {
  private static let page = 4_096

  /// The bytes without all pages that name tables, with the header of the file or without it.
  private static func nameless(_ school: DamagedSchool, from start: Int) -> [UInt8] {
    nameless(school.bytes, from: start)
  }

  private static func nameless(_ whole: [UInt8], from start: Int) -> [UInt8] {
    var bytes = whole
    let names = ["CREATE TABLE ", "CREATE INDEX ", "CREATE TRIGGER ", "CREATE UNIQUE INDEX "].map { Data($0.utf8) }
    for place in start..<page { bytes[place] = 0 }
    for number in 1..<bytes.count / page {
      let content = Data(bytes[number * page..<(number + 1) * page])
      guard content[0] == PageFormat.leaf, names.contains(where: { content.firstRange(of: $0) != nil }) else {
        continue
      }
      for place in number * page..<(number + 1) * page { bytes[place] = 0 }
    }
    return bytes
  }

  // The id and the first value: references to records that are lost are empty.
  private static func beginnings(_ rows: Set<String>?) -> Set<String> {
    Set(
      (rows ?? []).map { $0.split(separator: "|", omittingEmptySubsequences: false).prefix(2).joined(separator: "|") })
  }

  @Test(
    "Tables are known by the form of their rows, or nothing is guessed, and the report says so", arguments: [0, 100])
  func tables(start: Int) async throws {
    let original = try await DamagedSchool()
    let (report, url) = try original.salvage(Self.nameless(original, from: start), "nameless")
    #expect(try Store.check(school, at: url) == [])
    let saved = try DamagedSchool.rows(of: url)
    var found = 0
    for entity in report.entities {
      let table = try #require(school.entity(named: entity.name)?.table)
      let (rows, known) = (Self.beginnings(saved[table]), Self.beginnings(original.rows[table]))
      #expect(!entity.isWhole && (entity.isUnnamed || rows.isEmpty) && rows.isSubset(of: known), "\(entity)")
      if entity.isUnnamed { found += 1 }
    }
    // No e-mail address is in the rows of people, so that they are no keys.
    #expect(Self.beginnings(saved["users"]) == Self.beginnings(original.rows["users"]), "\(report)")
    #expect(found > 1, "\(report)")
    #expect(report.lostParts.contains(.history) && !report.isWhole)
    #expect(report.phrases(in: school).contains { $0.key.contains("the name or definition of their table is lost") })
  }

  @Test("It is told how many rows have no name; what is no database stays one that is none")
  func rows() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(Self.nameless(original, from: 0)).write(to: copy)
    // At least the records, and at most the rows of all tables.
    let rows = try Store.unnamedRows(ofDamaged: copy)
    #expect(rows >= 4 * 400 - 200)
    let noise = original.folder.appending(path: "noise")
    try Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 5) }).write(to: noise)
    #expect(throws: StoreError.self) { try Store.unnamedRows(ofDamaged: noise) }
    let place = original.folder.appending(path: "none.sqlite")
    #expect(throws: StoreError.self) { try Store.salvage(school, from: noise, to: place) }
    #expect(!FileManager.default.fileExists(atPath: place.path(percentEncoded: false)))
  }

  @Test("Rows that may be those of two tables whose names are lost are left out and counted")
  func alike() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "twins.sqlite")
    try Data(original.bytes).write(to: copy)
    let sql = try #require(
      try DatabaseFile(copy).rows("SELECT sql FROM sqlite_master WHERE name = 'users'").first)
    let end = sql[try #require(sql.firstRange(of: "users")).upperBound...].drop { $0 == "\"" }
    try DatabaseFile(copy).execute("CREATE TABLE twins \(end)")
    try DatabaseFile(copy).execute("INSERT INTO twins SELECT * FROM users")
    var bytes = Array(try Data(contentsOf: copy))
    let names = Data("CREATE TABLE ".utf8)
    for place in 100..<Self.page { bytes[place] = 0 }
    for number in 1..<bytes.count / Self.page {
      let range = number * Self.page..<(number + 1) * Self.page
      let content = Data(bytes[range])
      guard content[0] == PageFormat.leaf, content.firstRange(of: names) != nil else { continue }
      for place in range { bytes[place] = 0 }
    }
    let (report, url) = try original.salvage(bytes, "alike")
    #expect(try DamagedSchool.rows(of: url)["users"] == [])
    #expect(report.unnamedRows >= 800 && !report.isWhole, "\(report)")
    #expect(report.phrases(in: school).contains { $0.key.contains("not certain what they are") })
  }

  struct Red: Entity {
    let name = Attribute<String>("Name", .required, .title, .searched, .sorted)
  }

  struct Blue: Entity {
    let name = Attribute<String>("Name", .required, .title, .searched, .sorted)
  }

  /// Has a form of its own.
  struct Green: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let first = Attribute<Int>("First", .required)
    let place = Attribute<String>("Place", .required)
    let second = Attribute<Int>("Second", .required)
  }

  @Test("The rows of a table are never given to an empty one of the same form", arguments: ["Name", "name"])
  func twins(name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = ModelDescription([Red.self, Blue.self, Green.self])
    let store = try Store(model, at: folder.appending(path: "colours.sqlite"))
    let red = try #require(model.entity(named: "red"))
    let blue = try #require(model.entity(named: "blue"))
    let green = try #require(model.entity(named: "green"))
    _ = try await store.perform(.code) { transaction in
      for number in 0..<400 {
        var record = AnyRecord(red)
        record["name"] = .text("\(name) \(number)")
        try transaction.insert(record)
        var other = AnyRecord(green)
        (other["name"], other["place"]) = (.text("Green \(number)"), .text("Here"))
        (other["first"], other["second"]) = (.integer(1), .integer(2))
        try transaction.insert(other)
      }
    }
    let backup = folder.appending(path: "colours.backup")
    try store.backup(to: backup)
    let damaged = folder.appending(path: "colours.damaged")
    try Data(Self.nameless(Array(try Data(contentsOf: backup)), from: 0)).write(to: damaged)
    let place = folder.appending(path: "saved.sqlite")
    let report = try Store.salvage(model, from: damaged, to: place)
    let reds = try DatabaseFile(place).rows("SELECT count(*) FROM \(red.table)")
    let blues = try DatabaseFile(place).rows("SELECT count(*) FROM \(blue.table)")
    let greens = try DatabaseFile(place).rows("SELECT count(*) FROM \(green.table)")
    // Which of the two it was is not known.
    #expect(reds == ["0"] && blues == ["0"] && greens == ["400"])
    #expect(report.unnamedRows >= 400 && !report.isWhole, "\(report)")
  }

  @Test("A table whose definition is damaged by a single byte has its rows, which are asked to be looked at")
  func definition() async throws {
    let original = try await DamagedSchool()
    var bytes = original.bytes
    let start = try #require(
      ["CREATE TABLE courses (", "CREATE TABLE \"courses\" ("].lazy.compactMap {
        Data(original.bytes).firstRange(of: Data($0.utf8))
      }.first)
    // The bracket of its columns.
    bytes[start.upperBound - 1] = UInt8(ascii: "Q")
    let (report, url) = try original.salvage(bytes, "definition")
    #expect(try DamagedSchool.rows(of: url) == original.rows, "\(report)")
    #expect(report.entities.filter(\.isUnnamed).map(\.name) == ["course"] && !report.isWhole)
    #expect(try Store.check(school, at: url) == [])
  }
}
