import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// A school whose tables have many pages, in one file as a backup is.
final class DamagedSchool {
  let folder: URL
  let backup: URL
  let bytes: [UInt8]
  /// The rows of each table, by their ids.
  let rows: [String: Set<String>]

  init() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let texts = (0..<400).map { number in String(repeating: "Text \(number) ", count: number % 20) }
    try await file.add("user", (0..<400).map { ["firstName": "First \($0)", "lastName": "Last \($0) Łoś"] })
    // Rows of different lengths.
    try await file.add(
      "course", (0..<400).map { ["name": "Course \($0)", "subject": "Subject " + texts[$0]] })
    try file.other.execute(
      """
      UPDATE courses SET teacher_id = 1 + id % 400 WHERE id % 3 = 0; \
      INSERT INTO lessons (title, course_id) SELECT 'Lesson ' || id, id FROM courses ORDER BY id; \
      INSERT INTO badges (number, owner_id) SELECT id * 7, id FROM users WHERE id % 2 = 0 ORDER BY id; \
      INSERT INTO courses_students SELECT c.id, u.id FROM courses c JOIN users u ON u.id BETWEEN c.id AND c.id + 3
      """)
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    backup = folder.appending(path: "school.backup")
    try file.store.backup(to: backup)
    bytes = Array(try Data(contentsOf: backup))
    rows = try Self.rows(of: backup)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Saves what can be read of changed bytes.
  func salvage(_ bytes: [UInt8], _ name: String) throws -> (report: SalvageReport, url: URL) {
    let damaged = folder.appending(path: name + ".damaged")
    try Data(bytes).write(to: damaged)
    let url = folder.appending(path: name + ".sqlite")
    let report = try Store.salvage(school, from: damaged, to: url, known: ["user": 400, "course": 400])
    #expect(Array(try Data(contentsOf: damaged)) == bytes, "The damaged file is as it was")
    return (report, url)
  }

  static let tables = ["users", "courses", "lessons", "badges", "courses_students"]

  static func rows(of url: URL) throws -> [String: Set<String>] {
    let file = try DatabaseFile(url)
    return try Dictionary(uniqueKeysWithValues: tables.map { ($0, Set(try file.rows("SELECT * FROM \($0)"))) })
  }
}
