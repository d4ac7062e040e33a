import KartotekaModel
import KartotekaTransfer
import Testing

@testable import KartotekaStore

@Suite("What an answer was read from")
struct ReadSetTests {
  /// A question, the answer to which may hold over commits.
  private struct Question: Sendable {
    let name: String
    let ask: @Sendable (Store) async throws -> String

    init(_ name: String, _ ask: @escaping @Sendable (Store) async throws -> String) {
      self.name = name
      self.ask = ask
    }

    /// A page of records.
    init(
      _ name: String, of entity: String, _ change: (inout AnyFetchRequest) -> Void = { _ in }
    ) {
      var request = AnyFetchRequest(entity)
      request.limit = 4
      // As pages and lists ask, whose records are kept.
      request.readsBlobs = false
      change(&request)
      self.init(name) { [request] store in "\(String(describing: try await store.fetch(request).told))" }
    }
  }

  private static let byName = [FetchSort("lastName"), FetchSort("firstName")]

  private static func place(_ name: String, _ id: RecordID = 0) -> FetchCursor {
    FetchCursor(sort: byName, values: [.text(name), .text(""), .integer(id)])
  }

  private static let questions = [
    Question("first page", of: "user") { $0.sort = byName },
    Question("descending", of: "user") { $0.sort = [FetchSort("lastName", ascending: false)] },
    Question("after a place", of: "user") { ($0.sort, $0.position) = (byName, .after(place("c"))) },
    Question("at a place", of: "user") { ($0.sort, $0.position) = (byName, .at(place("e"))) },
    Question("before a place", of: "user") { ($0.sort, $0.position) = (byName, .before(place("d"))) },
    Question("from a letter", of: "user") { ($0.sort, $0.position) = (byName, .from("d")) },
    Question("around a record", of: "user") { ($0.sort, $0.position) = (byName, .around(5)) },
    Question("by id", of: "user"),
    Question("short search", of: "user") { ($0.sort, $0.search) = (byName, "ab") },
    Question("search", of: "user") { ($0.sort, $0.search, $0.limit) = (byName, "abc", 2) },
    Question("two words", of: "user") { ($0.sort, $0.search) = (byName, "ab cd") },
    Question("by what no keys are kept of", of: "user") { $0.sort = [FetchSort("email")] },
    Question("filter", of: "user") { $0.predicate = .compare("firstName", .eq, [.text("Abc")]) },
    Question("Polish", of: "user") { ($0.sort, $0.collation) = (byName, .polish) },
    Question("search, in a Polish order that no keys are kept of", of: "user") {
      ($0.sort, $0.search, $0.collation) = ([FetchSort("firstName")], "a", .polish)
      $0.position = .after(FetchCursor(sort: $0.sort, collation: .polish, values: [.text("cb"), .integer(0)]))
    },
    Question("by a number with gaps", of: "course") { $0.sort = [FetchSort("seats")] },
    Question("by a number with gaps, descending", of: "course") {
      $0.sort = [FetchSort("seats", ascending: false), FetchSort("name")]
    },
    Question("with related records", of: "course") { ($0.sort, $0.include) = ([FetchSort("name")], ["teacher"]) },
    Question("number") { "\(try await $0.count(AnyFetchRequest("user")))" },
    Question("one record") { "\(String(describing: try await $0.record(entity("user"), id: 7)?.values))" },
    Question("letters") { "\(try await $0.initials(of: entity("user"), by: FetchSort("lastName")))" },
  ]

  /// Random people and courses, whose names are few enough to meet in every page.
  private struct Chance {
    var numbers = MockRandom(seed: 11)

    mutating func name(_ letters: String) -> Value {
      let all = Array(letters)
      return .text(
        String((0..<Int.random(in: 1...4, using: &numbers)).map { _ in all.randomElement(using: &numbers) ?? "a" }))
    }

    mutating func change(_ record: inout AnyRecord) {
      if record.entity.name == "user" {
        if Bool.random(using: &numbers) { record["firstName"] = name("AaBcćÉd") }
        if Bool.random(using: &numbers) { record["lastName"] = name("abBcdDeéłĄz") }
        if record["firstName"].isNull { record["firstName"] = .text("Abc") }
        if record["lastName"].isNull { record["lastName"] = .text("Łabc") }
        // Nothing that any order is by.
        if Bool.random(using: &numbers) {
          record["email"] = .text("a\(UInt64.random(in: 0...UInt64.max, using: &numbers))@b.example")
        }
      } else {
        record["name"] = name("xyzab")
        record["seats"] =
          Int.random(in: 0...3, using: &numbers) == 0 ? .null : .integer(.random(in: 1...9, using: &numbers))
        record["teacher"] = Bool.random(using: &numbers) ? .null : .integer(.random(in: 1...9, using: &numbers))
      }
    }

    mutating func write(_ transaction: Transaction) throws {
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let kind = entity(Int.random(in: 0...3, using: &numbers) == 0 ? "course" : "user")
        let id = RecordID.random(in: 1...30, using: &numbers)
        if var record = try transaction.record(kind, id: id) {
          if Int.random(in: 0...3, using: &numbers) == 0 {
            try transaction.delete(kind, id: id)
          } else {
            change(&record)
            if case .integer(let teacher) = record["teacher"],
              try transaction.record(entity("user"), id: teacher) == nil
            {
              record["teacher"] = .null
            }
            _ = try transaction.update(record)
          }
        } else {
          var record = AnyRecord(kind)
          change(&record)
          if kind.name == "course" { record["teacher"] = .null }
          _ = try transaction.insert(record)
        }
      }
    }
  }

  private struct Known {
    var answer: String
    var set: ReadSet
    var version: Int
  }

  private func ask(_ question: Question, _ store: Store) async throws -> Known {
    let version = try await store.version()
    let recorder = ReadSetRecorder()
    let answer = try await ReadSetRecorder.$current.withValue(recorder) { try await question.ask(store) }
    return Known(answer: answer, set: recorder.readSet, version: version)
  }

  private func total(_ search: String, limit: Int, _ store: Store) async throws -> Int? {
    var request = AnyFetchRequest("user")
    request.search = search
    request.limit = limit
    return try await store.fetch(request).total
  }

  @Test(
    "A page, its letters and how many a search finds are not read again after a commit that touches nothing of them")
  func notReadAgain() async throws {
    let statements = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = statements.add
    let store = try Store(inMemory: school, options: options)
    func add(_ names: String...) async throws {
      for name in names {
        var user = Record<User>()
        (user.firstName, user.lastName) = ("Abc", name)
        try await store.save(&user)
      }
    }
    func look(_ search: String) async throws -> FetchPage {
      _ = try await store.initials(of: entity("user"), by: FetchSort("lastName"))
      var request = AnyFetchRequest("user")
      (request.sort, request.search, request.limit, request.readsBlobs) = (Self.byName, search, 2, false)
      return try await store.fetch(request)
    }
    try await add("Adam", "Bell", "Cook", "Zorn")
    _ = (try await look(""), try await look("ell"))
    try await add("Zorro")
    let before = statements.lines.count
    #expect(try await look("").total == 5)
    #expect(try await look("ell").total == 1)
    #expect(statements.lines.dropFirst(before).filter { $0.contains("kartoteka_keys") } == [])
    // Other records were found, but the number of all that were is known.
    try await add("Ellis")
    let last = statements.lines.count
    #expect(try await look("ell").total == 2)
    #expect(statements.lines.dropFirst(last).contains { $0.contains("kartoteka_keys") })
    #expect(!statements.lines.dropFirst(last).contains { $0.contains("count(*)") })
  }

  @Test("An answer that no commit has touched is the answer still", arguments: [true, false])
  func holds(inFile: Bool) async throws {
    let scratch = try Scratch(file: inFile)
    defer { scratch.remove() }
    let store = scratch.store
    // For a second program each commit is another one's, so that it reads all anew.
    let other = try store.url.map { try Store(school, at: $0) }
    var chance = Chance()
    var known: [Known] = []
    for question in Self.questions { known.append(try await ask(question, store)) }
    var held = Array(repeating: 0, count: known.count)
    for _ in 0..<400 {
      let start = chance
      let after = try await store.perform(.code) { transaction in
        var chance = start
        try chance.write(transaction)
        return chance
      }.value
      chance = after
      let version = try await store.version()
      for (place, question) in Self.questions.enumerated() {
        let now = try await ask(question, store)
        if let other { #expect(try await ask(question, other).answer == now.answer, "\(question.name)") }
        let set = known[place].set
        if store.followed(set, from: known[place].version, to: version)?.counts == set.counts {
          #expect(now.answer == known[place].answer, "\(question.name)")
          held[place] += 1
        } else {
          known[place] = now
        }
      }
      for search in ["ab", "abc", "ab cd"] {
        let followed = try await total(search, limit: 1, store)
        // All on one page are not counted otherwise.
        let counted = try await total(search, limit: 1_000, store)
        #expect(followed == counted, "\(search)")
      }
    }
    for (question, times) in zip(Self.questions, held) { #expect(times > 10, "\(question.name): \(times)") }
  }
}

extension FetchPage {
  /// All that a page says.
  fileprivate var told: [String] {
    records.map { "\($0.id ?? 0) \($0.values)" }
      + ["\(String(describing: total))", "\(String(describing: next?.text))", "\(String(describing: previous?.text))"]
      + included.sorted { $0.key < $1.key }.map { name, records in
        name + records.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.values)" }.joined()
      }
  }
}
