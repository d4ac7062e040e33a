import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("The SQL log")
struct StatementLogTests {
  /// What a store logs at a level while it is asked for courses called Anna.
  private func lines(_ level: StoreOptions.SQLLog) async throws -> [String] {
    let lines = Mutex<[String]>([])
    var options = StoreOptions()
    options.sqlLog = level
    options.log = { line in lines.withLock { $0.append(line) } }
    let store = try Store(inMemory: school, options: options)
    for name in ["Anna", "Anna", "Jan"] {
      var course = Record<Course>()
      course.name = name
      try await store.save(&course)
    }
    lines.withLock { $0 = [] }
    _ = try await store.fetch(Course.all.where(\.name == "Anna"))
    return lines.withLock { $0 }.filter { $0.contains("SELECT") && $0.contains("\"courses\"") }
  }

  @Test("NW-11 has statements at level 1, their times and rows at 2, and the values at 3")
  func levels() async throws {
    let statements = try await lines(.statements)
    #expect(statements.contains { $0.hasPrefix("SELECT") })
    #expect(!statements.contains { $0.contains("Anna") })
    let times = try await lines(.times)
    #expect(times.contains { $0.contains(" ms, 2 rows  SELECT") })
    #expect(!times.contains { $0.contains("Anna") })
    #expect(try await lines(.values).contains { $0.contains(" ms, 2 rows  SELECT") && $0.contains("'Anna'") })
  }

  @Test("NW-11 remembers a task's statements with their rows and plans, and nobody else's")
  func recorder() async throws {
    let store = try Store(inMemory: school)
    var course = Record<Course>()
    course.name = "Anna"
    try await store.save(&course)
    let recorder = StatementRecorder()
    try await StatementRecorder.$current.withValue(recorder) {
      _ = try await store.fetch(Course.all.where(\.name == "Anna"))
    }
    _ = try await store.fetch(Course.all.where(\.name == "Jan"))
    let statement = try #require(recorder.statements.first { $0.sql.contains("\"courses\"") && $0.rows == 1 })
    #expect(statement.rows == 1)
    #expect(statement.plan.contains { $0.detail.hasPrefix("SEARCH") || $0.detail.hasPrefix("SCAN") })
    #expect(recorder.statements.filter { $0.sql == statement.sql }.count == 1)
  }

  @Test("NW-11 goes on logging after a page's statements were remembered")
  func logAfterRecording() async throws {
    let count = Mutex(0)
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { _ in count.withLock { $0 += 1 } }
    let store = try Store(inMemory: school, options: options)
    let recorder = StatementRecorder()
    try await StatementRecorder.$current.withValue(recorder) { _ = try await store.count(AnyFetchRequest("course")) }
    #expect(!recorder.statements.isEmpty)
    count.withLock { $0 = 0 }
    _ = try await store.fetch(Course.all)
    #expect(count.withLock { $0 } > 0)
  }
}
