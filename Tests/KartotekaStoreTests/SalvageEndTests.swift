import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Ending the work on a damaged database")
struct SalvageEndTests {
  private struct Stop: Error {}

  /// Throws from some call on.
  private final class Calls {
    private var left: Int
    init(_ count: Int) { left = count }

    func look() throws {
      left -= 1
      if left < 0 { throw Stop() }
    }
  }

  @Test("A single step without end is ended once nobody waits for it, with the reason", .timeLimit(.minutes(1)))
  func step() throws {
    let calls = Calls(3)
    let check = StatementCheck(calls.look)
    var settings = ConnectionQueue.Settings()
    settings.check = check
    let queue = try ConnectionQueue(nil, settings)
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    #expect(throws: Stop.self) { try check.naming { try queue.writeWithoutTransaction { try $0.execute(sql) } } }
    // Also where somebody took the error for damage, and where another one came of it.
    #expect(throws: Stop.self) { try check.naming { _ = try? queue.writeWithoutTransaction { try $0.execute(sql) } } }
    #expect(throws: Stop.self) { try check.naming { throw StoreError.disk("") } }
    #expect(throws: Stop.self) { try check.look() }
  }

  @Test("The search for lost pages of the schema is ended while it reads the file")
  func firstPage() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(count: 4_096 * 600).write(to: url)
    let calls = Calls(1)
    #expect(throws: Stop.self) { try FirstPage.remake(url, check: calls.look) }
    #expect(try Data(contentsOf: url) == Data(count: 4_096 * 600))
  }

  @Test("Saving is ended at each of its steps, and leaves nothing", arguments: [0, 1, 2, 4])
  func salvage(count: Int) async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    let before = try FileManager.default.contentsOfDirectory(atPath: original.folder.path(percentEncoded: false))
    let calls = Calls(count)
    #expect(throws: Stop.self) {
      try Store.salvage(school, from: copy, to: original.folder.appending(path: "saved.sqlite")) { _ in
        try calls.look()
      }
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: original.folder.path(percentEncoded: false))
    #expect(Set(after) == Set(before))
    let reading = Calls(0)
    // A small file may be read before the first look.
    do { _ = try StoredDescription.revisions(ofDamaged: copy, check: reading.look) } catch is Stop {}
  }

  @Test("Saving ends where the disk has no room left, and leaves nothing")
  func room() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    let url = original.folder.appending(path: "saved.sqlite")
    var looks = 0
    func free() -> Int64? {
      looks += 1
      return looks > 2 ? 1_000 : 1 << 40
    }
    let watch = SalvageWatch(url, free: free) { _ in }
    let error = #expect(throws: StoreError.self) { try Store.salvage(school, from: copy, to: url, watch: watch) }
    guard case .disk? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: original.folder.path(percentEncoded: false))
    #expect(names.allSatisfy { !$0.hasPrefix("saved") && !$0.hasPrefix(".restore") })
    #expect(Disk.free(at: original.folder).map { $0 > 0 } == true)
  }

  @Test("A table with more bytes than the file is read in part, and the next one again as a whole")
  func allowance() async throws {
    let allowance = SalvageAllowance(1_000, slack: 500)
    try allowance.take(1_500)
    #expect(throws: SalvageAllowance.Spent.self) { try allowance.take(1) }
    allowance.begin()
    try allowance.take(1_400)
    // All tables together are bounded, too.
    #expect(throws: SalvageAllowance.Spent.self) {
      for _ in 0..<3 {
        allowance.begin()
        try allowance.take(1_500)
      }
    }

    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    let url = original.folder.appending(path: "saved.sqlite")
    let report = try Store.salvage(
      school, from: copy, to: url, watch: SalvageWatch(url) { _ in }, allowance: SalvageAllowance(0, slack: 20_000))
    let course = try #require(report.entities.first { $0.name == "course" })
    #expect(course.isExcessive && !course.isWhole && (1..<400).contains(course.saved), "\(course)")
    let badge = try #require(report.entities.first { $0.name == "badge" })
    #expect(!badge.isExcessive)
    #expect(report.phrases(in: school).contains { $0.key.contains("there is more than the file can have") })
    #expect(try Store.check(school, at: url) == [])
  }
}
