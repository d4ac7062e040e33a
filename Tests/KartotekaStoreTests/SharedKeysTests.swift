import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Search and order after writes that share a commit", .serialized)
struct SharedKeysTests {
  private static let searches = ["nowa", "ziel", "bie", "ann", ""]

  private static func rename(_ id: RecordID, to name: String) -> Scratch.Write {
    { transaction in
      let user = entity("user")
      guard var record = try transaction.record(user, id: id) else { throw StoreError.notFound(entity: "user", id: id) }
      record["lastName"] = .text(name)
      try transaction.update(record)
      return id
    }
  }

  private static func insert(_ name: String) -> Scratch.Write {
    { transaction in
      var record = AnyRecord(entity("user"))
      record["firstName"] = .text("Anna")
      record["lastName"] = .text(name)
      return try transaction.insert(record).id ?? 0
    }
  }

  private static func delete(_ id: RecordID) -> Scratch.Write {
    { transaction in
      try transaction.delete(entity("user"), id: id)
      return id
    }
  }

  /// What each search finds in order of name, and how many, as the store says it and keeps it.
  private func found(_ store: Store) async throws -> [String] {
    var found: [String] = []
    for search in Self.searches {
      var request = AnyFetchRequest("user")
      request.search = search
      request.sort = [FetchSort("lastName")]
      let page = try await store.fetch(request)
      let records = page.records.map { record in
        if case .text(let name) = record["lastName"] { "\(record.id ?? 0) \(name)" } else { "" }
      }
      found.append("\(search) \(page.total ?? -1): \(records.joined(separator: ", "))")
    }
    return found
  }

  @Test("find a record that several writes changed by its final values, and count it once", arguments: [false, true])
  func merged(file: Bool) async throws {
    let scratch = try Scratch(file: file)
    defer { scratch.remove() }
    for name in ["Nowak", "Bielska", "Nowacka"] { _ = try await scratch.person("Anna", name) }
    let before = try await found(scratch.store)
    let results = try await scratch.together([
      Self.rename(1, to: "Zieliński"), Self.insert("Nowakowski"), Self.rename(1, to: "Bielak"), Self.delete(3),
      // Comes and goes within the one commit.
      Self.insert("Zielony"), Self.rename(5, to: "Nowy"), Self.delete(5),
      // Is refused, and leaves nothing.
      Self.rename(2, to: ""), Self.rename(4, to: "Nowa"),
    ])
    #expect(results.map { (try? $0.get()) != nil } == [true, true, true, true, true, true, true, false, true])
    let after = try await found(scratch.store)
    #expect(after != before)
    #expect(
      after == [
        "nowa 1: 4 Nowa", "ziel 0: ", "bie 2: 1 Bielak, 2 Bielska", "ann 3: 1 Bielak, 2 Bielska, 4 Nowa",
        " 3: 1 Bielak, 2 Bielska, 4 Nowa",
      ])
    // The same as with keys that are made anew from what the records say.
    try await scratch.store.rebuild(entity("user"))
    #expect(try await found(scratch.store) == after)
  }
}
