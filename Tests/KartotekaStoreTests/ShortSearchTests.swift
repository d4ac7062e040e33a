import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// People are searched by two names, courses by one.
@Suite("Totals of searches for one or two letters")
struct ShortSearchTests {
  private static let words = ["Ala", "Żuk", "Łąka", "Юрий Ёлкин", "Kowal", "aaa", "A", "Ödön", "日本", "x 7", ""]
  private static let parts = [
    "a", "al", "aa", "z", "ż", "юр", "и", "ё", "日", "日本", "q", "xq", "7", "od", "ko", "w", "\u{1F600}",
  ]

  private func total(_ store: Store, _ entity: String, _ part: String) async throws -> Int? {
    var request = AnyFetchRequest(entity)
    request.search = part
    request.limit = 1
    return try await store.fetch(request).total
  }

  /// Compares the totals with what is found by looking at all records of another store.
  private func check(_ file: SchoolFile) async throws {
    let fresh = try Store(school, at: #require(file.store.url))
    for entity in ["user", "course"] {
      for part in Self.parts {
        var request = AnyFetchRequest(entity)
        request.limit = 1_000
        let folded = Folding.fold(part)
        let expected = try await fresh.fetch(request).records.count { record in
          (entity == "user" ? ["firstName", "lastName"] : ["name"]).contains {
            if case .text(let text) = record[$0] { Folding.fold(text).contains(folded) } else { false }
          }
        }
        #expect(try await total(file.store, entity, part) == expected, "\(entity) \(part)")
      }
    }
  }

  @Test("The number is exact after every kind of write, also by another program, in whatever alphabet")
  func exact() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    var numbers = SystemRandomNumberGenerator()
    func word() -> String { Self.words.dropLast().randomElement(using: &numbers) ?? "" }
    for round in 0..<6 {
      try await file.add("user", (0..<40).map { _ in ["firstName": word(), "lastName": word() + " " + word()] })
      try await file.add("course", (0..<40).map { _ in ["name": word() + word()] })
      try await check(file)
      _ = try await file.store.perform(.code) { transaction in
        for id in 1...10 {
          guard var user = try transaction.record(entity("user"), id: RecordID(round * 40 + id)) else { continue }
          user["lastName"] = .text("Zmiana \(id) 日")
          try transaction.update(user)
        }
      }
      try await file.delete("course", [RecordID(round * 40 + 1), RecordID(round * 40 + 2)])
      if round == 3 { try file.other.execute("UPDATE users SET first_name = 'Qxq' WHERE id % 7 = 0") }
      if round == 4 { try await file.store.undo(#require(try await file.store.lastChangeSet()).id, .code) }
      try await check(file)
    }
  }
}
