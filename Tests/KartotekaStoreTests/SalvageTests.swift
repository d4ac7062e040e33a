import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Saving what can be read of a damaged database")
struct SalvageTests {
  @Test("Of an undamaged database everything is saved, with its history and numbers")
  func undamaged() async throws {
    let original = try await DamagedSchool()
    let (report, url) = try original.salvage(original.bytes, "whole")
    #expect(report.isWhole, "\(report)")
    #expect(try DamagedSchool.rows(of: url) == original.rows)
    #expect(try Store.check(school, at: url) == [])
    for sql in [
      "SELECT * FROM kartoteka_deeds", "SELECT * FROM kartoteka_changes",
      "SELECT * FROM sqlite_sequence WHERE name IN ('users', 'courses')",
    ] {
      #expect(try DatabaseFile(url).rows(sql) == DatabaseFile(original.backup).rows(sql), "\(sql)")
    }
  }

  @Test(
    "Of a database with pages that were overwritten all rows of the others are saved, valid and with their own values")
  func pages() async throws {
    let original = try await DamagedSchool()
    var count = 0
    for seed in 0..<40 { count += try pages(seed, original) ? 1 : 0 }
    // Few pages are those without which nothing can be read.
    #expect(count > 20)
  }

  /// - Returns: whether something could be saved.
  private func pages(_ seed: Int, _ original: DamagedSchool) throws -> Bool {
    var random = SeededGenerator(state: UInt64(seed))
    var bytes = original.bytes
    let page = 4_096
    for _ in 0...Int.random(in: 0..<4, using: &random) {
      let start = Int.random(in: 0..<bytes.count / page, using: &random) * page
      let isEmpty = Bool.random(using: &random)
      for place in start..<start + page { bytes[place] = isEmpty ? 0 : UInt8.random(in: 0...255, using: &random) }
    }
    let report: SalvageReport
    let url: URL
    do { (report, url) = try original.salvage(bytes, "pages\(seed)") } catch StoreError.unusable { return false }
    #expect(try Store.check(school, at: url) == [])
    let saved = try DamagedSchool.rows(of: url)
    for table in ["users", "lessons", "badges", "courses_students"] {
      #expect(saved[table]?.isSubset(of: original.rows[table] ?? []) == true, "\(seed) \(table)")
    }
    // References of courses may have been emptied.
    let names = try Set(DatabaseFile(url).rows("SELECT id, name, subject FROM courses"))
    #expect(
      try names.isSubset(of: DatabaseFile(original.backup).rows("SELECT id, name, subject FROM courses")), "\(seed)")
    for entity in report.entities {
      let table = try #require(school.entity(named: entity.name)).table
      #expect(saved[table]?.count == entity.saved)
      // What is not there is said. Rows below a lost page may be all, without anything that says so.
      let isAll = saved[table] == original.rows[table]
      #expect(entity.isWhole ? isAll : !isAll || entity.isCut, "\(entity)")
    }
    #expect(report.phrases(in: school).count >= school.entities.count)
    return true
  }

  @Test(
    "Random bytes end neither the process nor the salvage; what is saved keeps the rules of its table")
  func bytes() async throws {
    let original = try await DamagedSchool()
    for seed in 0..<40 {
      var random = SeededGenerator(state: UInt64(seed) &+ 1_000)
      var bytes = original.bytes
      for _ in 0..<Int.random(in: 1..<200, using: &random) {
        bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let (report, url): (SalvageReport, URL)
      do { (report, url) = try original.salvage(bytes, "bytes\(seed)") } catch StoreError.unusable { continue }
      #expect(try Store.check(school, at: url) == [], "\(seed)")
      // SQLite has no checksums, so that a changed letter of a text is taken for the text. Nothing is there more often than it was.
      let saved = try DamagedSchool.rows(of: url)
      for entity in report.entities {
        let table = try #require(school.entity(named: entity.name)).table
        #expect(saved[table]?.count == entity.saved, "\(seed) \(table)")
      }
    }
  }

  @Test("A reference to a lost record is emptied, and what can't be without it is left out and said")
  func references() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    _ = try sqlite3(copy, "DELETE FROM users WHERE id = 4; DELETE FROM courses WHERE id = 6")
    let (report, url) = try original.salvage(Array(try Data(contentsOf: copy)), "references")
    #expect(try Store.check(school, at: url) == [])
    let entities = Dictionary(report.entities.map { ($0.name, $0) }) { first, _ in first }
    #expect(entities["course"]?.emptied["teacher"]?.first == [3])
    #expect(entities["badge"]?.orphaned.first == [2])
    #expect(entities["lesson"]?.orphaned.first == [6])
    #expect(report.lostLinks > 0 && !report.isWhole)
    #expect(try DatabaseFile(url).rows("SELECT count(*) FROM lessons") == ["399"])
  }

  @Test("Without its history a database gets one change set, and no record's number is given again")
  func history() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    _ = try sqlite3(copy, "DELETE FROM users WHERE id = 400; DROP TABLE kartoteka_deeds")
    let (report, url) = try original.salvage(Array(try Data(contentsOf: copy)), "history")
    #expect(report.lostParts == [.history])
    let names = try DatabaseFile(url).rows("SELECT name FROM kartoteka_deeds")
    #expect(names.count == 1 && names.first?.contains("Saved from a damaged backup") == true)
    let store = try Store(school, at: url)
    var user = Record<User>()
    (user.firstName, user.lastName) = ("Eva", "Nová")
    try await store.save(&user)
    #expect(user.id == 401)
  }

  @Test("Another application's database, and a file that is none, are refused")
  func foreign() async throws {
    let original = try await DamagedSchool()
    #expect(throws: StoreError.self) { try original.salvage(Array("no database".utf8), "none") }
    let other = original.folder.appending(path: "other.sqlite")
    _ = try sqlite3(other, "CREATE TABLE things (name TEXT)")
    let bytes = Array(try Data(contentsOf: other))
    #expect(throws: StoreError.self) { try original.salvage(bytes, "foreign") }
  }

  @Test("The middle of a range lies within it, however wide it is")
  func middle() {
    var ranges: [ClosedRange<Int64>] = [
      Int64.min...Int64.max, -1...0, 0...1, 1...Int64.max, 0...Int64.max, Int64.min ... -1,
    ]
    ranges += [3...4, Int64.max - 1...Int64.max, Int64.min...Int64.min + 1, 1...1 << 40, Int64.min ... -1]
    for range in ranges {
      let middle = DamagedTable.middle(of: range)
      #expect(range.contains(middle) && middle < range.upperBound, "\(range): \(middle)")
    }
  }
}
