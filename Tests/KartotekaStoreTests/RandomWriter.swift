import KartotekaModel
import KartotekaSampleData
import KartotekaTransfer

@testable import KartotekaStore

/// Changes a school's file at random, as several programs do: a store, another process's store, SQLite itself, and
/// transactions that are rolled back. Names are few, so that changes meet in every page.
struct RandomWriter {
  let file: SchoolFile
  /// Another process of the platform.
  let process: Store
  private var numbers = MockRandom(seed: 11)

  init(file: SchoolFile, process: Store) {
    self.file = file
    self.process = process
  }

  static func person(_ first: String, _ last: String) -> AnyRecord {
    var record = AnyRecord(entity("user"))
    record["firstName"] = .text(first)
    record["lastName"] = .text(last)
    return record
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

  private mutating func name(_ letters: String) -> String {
    let all = Array(letters)
    return String((0..<number(1...4)).map { _ in all.randomElement(using: &numbers) ?? "a" })
  }

  /// One change by one of the writers.
  mutating func writeAny() async throws {
    switch number(0...5) {
    case 0: try await write(process)
    case 1, 2: try writeSQL()
    case 3:
      let start = self
      do {
        _ = try await file.store.perform(.code) { transaction in
          var copy = start
          try copy.write(transaction)
          throw CancellationError()
        }
      } catch is CancellationError {}
    default: try await write(file.store)
    }
  }

  /// One to three changes by a store.
  mutating func write(_ store: Store) async throws {
    let start = self
    self = try await store.perform(.code) { transaction in
      var copy = start
      try copy.write(transaction)
      return copy
    }.value
  }

  private mutating func writeSQL() throws {
    let (id, other) = (number(1...30), number(1...30))
    let statements = [
      "INSERT INTO users (first_name, last_name) VALUES ('\(name("AaBc"))', '\(name("abBcł"))')",
      "UPDATE users SET last_name = '\(name("abBcDł"))' WHERE id = \(id)",
      "INSERT INTO lessons (title, course_id) SELECT 'L', id FROM courses WHERE id = \(id)",
      "DELETE FROM lessons WHERE id = \(id)",
      "UPDATE courses SET seats = \(number(1...9)) WHERE id = \(id)",
      "DELETE FROM courses WHERE id = \(id)",
      """
      INSERT OR IGNORE INTO courses_students (course_id, user_id) \
      SELECT c.id, u.id FROM courses c, users u WHERE c.id = \(id) AND u.id = \(other)
      """,
      "DELETE FROM courses_students WHERE course_id = \(id)",
    ]
    try file.other.execute(statements[number(0...statements.count - 1)])
  }

  private mutating func write(_ transaction: Transaction) throws {
    for _ in 0..<number(1...3) {
      let kind = entity(["user", "course", "course", "lesson"][number(0...3)])
      let id = RecordID(number(1...30))
      if var record = try transaction.record(kind, id: id) {
        if number(0...3) == 0 {
          try transaction.delete(kind, id: id)
        } else {
          let course = record.entity.name == "lesson" ? record["course"] : .null
          try change(&record, transaction)
          // A lesson needs a course.
          if kind.name == "lesson", record["course"].isNull { record["course"] = course }
          _ = try transaction.update(record)
        }
      } else {
        var record = AnyRecord(kind)
        try change(&record, transaction)
        if kind.name == "lesson", record["course"].isNull { continue }
        _ = try transaction.insert(record)
      }
    }
  }

  private mutating func change(_ record: inout AnyRecord, _ transaction: Transaction) throws {
    switch record.entity.name {
    case "user":
      record["firstName"] = .text(name("AaBcćÉd"))
      record["lastName"] = .text(name("abBcdDeéłĄz"))
    case "course":
      record["name"] = .text(name("xyzab"))
      record["seats"] = number(0...3) == 0 ? .null : .integer(Int64(number(1...9)))
      record["teacher"] = try existing("user", transaction)
    default:
      record["title"] = .text(name("xyz"))
      record["course"] = try existing("course", transaction)
    }
  }

  private mutating func existing(_ name: String, _ transaction: Transaction) throws -> Value {
    let id = RecordID(number(1...30))
    return try transaction.record(entity(name), id: id) == nil ? .null : .integer(id)
  }
}
