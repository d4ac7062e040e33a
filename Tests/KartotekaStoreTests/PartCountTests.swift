import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// People are searched by two names, courses by one, whose different texts are indexed.
@Suite("How many records have a part of one or two letters")
struct PartCountTests {
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

  /// Compares what is followed with what another store counts that knows nothing yet.
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
  func follows() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    var numbers = SystemRandomNumberGenerator()
    func word() -> String { Self.words.dropLast().randomElement(using: &numbers) ?? "" }
    for round in 0..<6 {
      try await file.add("user", (0..<40).map { _ in ["firstName": word(), "lastName": word() + " " + word()] })
      try await file.add("course", (0..<40).map { _ in ["name": word() + word()] })
      try await check(file)
      // Some of them one by one, and all together where nothing was asked for in between.
      _ = try await file.store.perform(.code) { transaction in
        for id in 1...10 {
          guard var user = try transaction.record(entity("user"), id: RecordID(round * 40 + id)) else { continue }
          user["lastName"] = .text("Zmiana \(id) 日")
          try transaction.update(user)
        }
      }
      try await file.delete("course", [RecordID(round * 40 + 1), RecordID(round * 40 + 2)])
      if round == 3 { try file.other.execute("UPDATE users SET first_name = 'Qxq' WHERE id % 7 = 0") }
      if round == 4 { try await file.store.undo(#require(try await file.store.lastDeed()).id, .code) }
      try await check(file)
    }
  }

  @Test("All parts are counted when the first is asked for, and then none any more")
  func once() async throws {
    let lines = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { lines.add($0) }
    let store = try Store(inMemory: school, options: options)
    func add(_ name: String) async throws {
      _ = try await store.perform(.code) { transaction in
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text(name)
        user["lastName"] = .text("Nowak")
        try transaction.insert(user)
      }
    }
    for number in 0..<60 { try await add("Anna \(number)") }
    func readings() -> Int { lines.lines.count { $0.contains(", 1 FROM \"kartoteka_keys_users\"") } }
    #expect(try await total(store, "user", "a") == 60)
    #expect(readings() == 1)
    try await add("Łucja")
    #expect(try await total(store, "user", "łu") == 1)
    #expect(try await total(store, "user", "nn") == 60)
    #expect(try await total(store, "user", "w") == 61)
    #expect(try await total(store, "user", "xq") == 0)
    #expect(readings() == 1)
    #expect(!lines.lines.contains { $0.contains("count(*)") && $0.contains("instr") })
  }
}
