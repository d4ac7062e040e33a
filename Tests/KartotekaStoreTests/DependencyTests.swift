import KartotekaModel
import KartotekaTransfer
import Testing

@testable import KartotekaStore

@Suite("Dependencies of what is read")
struct DependencyTests {
  /// Something to ask a store, whose answer may be cached.
  private struct Question: Sendable {
    let name: String
    let ask: @Sendable (Store) async throws -> String

    init(_ name: String, _ ask: @escaping @Sendable (Store) async throws -> String) {
      self.name = name
      self.ask = ask
    }

    /// A page of records.
    init(_ name: String, of entity: String, _ change: (inout AnyFetchRequest) -> Void = { _ in }) {
      var request = AnyFetchRequest(entity)
      request.limit = 4
      request.readsBlobs = false
      change(&request)
      self.init(name) { [request] store in "\(String(describing: try await store.fetch(request).text))" }
    }
  }

  private struct Answer {
    let text: String
    let dependencies: Dependencies
    let version: DataVersion
  }

  private static let byName = [FetchSort("lastName"), FetchSort("firstName")]

  private static func relationship(_ name: String, _ owner: String) throws -> RelationshipDescription {
    try #require(entity(owner).relationship(name))
  }

  private static let questions = [
    Question("first page", of: "user") { $0.sort = byName },
    Question("around a record", of: "user") { ($0.sort, $0.position) = (byName, .around(5)) },
    Question("short search", of: "user") { ($0.sort, $0.search) = (byName, "ab") },
    Question("search", of: "user") { ($0.sort, $0.search, $0.limit) = (byName, "abc", 2) },
    Question("filter", of: "user") { $0.predicate = .compare("firstName", .eq, [.text("Abc")]) },
    Question("Polish", of: "user") { ($0.sort, $0.collation) = (byName, .polish) },
    Question("students of a course", of: "user") { $0.predicate = .isRelated("course", "students", 3) },
    Question("courses", of: "course") { $0.sort = [FetchSort("seats"), FetchSort("name")] },
    Question("courses with teachers", of: "course") { ($0.sort, $0.include) = ([FetchSort("name")], ["teacher"]) },
    Question("courses by teacher", of: "course") { $0.sort = [FetchSort("teacher.lastName")] },
    Question("courses of teachers", of: "course") {
      $0.predicate = .leads("teacher", .compare("firstName", .eq, [.text("Abc")]))
    },
    Question("courses of a student", of: "course") { $0.predicate = .has("students", 4) },
    Question("lessons", of: "lesson"),
    Question("number of people") { "\(try await $0.count(AnyFetchRequest("user")))" },
    Question("number of lessons") { "\(try await $0.count(AnyFetchRequest("lesson")))" },
    Question("one record") { "\(String(describing: try await $0.record(entity("user"), id: 7)?.values))" },
    Question("one record with its last change") { store in
      let read = try await store.recordWithLastChange(entity("course"), id: 7)
      return "\(String(describing: read?.record.values)) \(String(describing: read?.change))"
    },
    Question("letters") { "\(try await $0.initials(of: entity("user"), by: FetchSort("lastName")))" },
    Question("links") { "\(try await $0.related(relationship("students", "course"), of: 3))" },
    Question("links of several") { store in
      let links = try await store.related(relationship("students", "course"), of: Array(1...9))
      return "\(links.sorted { $0.key < $1.key })"
    },
    Question("taught courses") { "\(try await $0.related(relationship("taught", "user"), of: 4))" },
    Question("groups") { store in
      let groups = try await store.groups(
        of: entity("course"), by: "name", showing: "teacher", order: ["lastName", "firstName"])
      return "\(groups.names) \(groups.members)"
    },
    Question("sums") { store in
      var request = AggregateRequest("course")
      request.groups = [.value("teacher.lastName")]
      request.measures = [.count, .sum(.value("seats"))]
      return "\(try await store.aggregates([request]))"
    },
    Question("last change set") { "\(String(describing: try await $0.lastChangeSet()))" },
  ]

  private func ask(_ question: Question, _ store: Store) async throws -> Answer {
    let version = try await store.latestVersion()
    let recorder = DependencyRecorder()
    let text = try await DependencyRecorder.$current.withValue(recorder) { try await question.ask(store) }
    return Answer(text: text, dependencies: recorder.dependencies, version: version)
  }

  @Test("A response whose dependencies have not changed equals a new one, whichever program writes")
  func differential() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let store = file.store
    let process = try Store(school, at: #require(store.url))
    var writer = RandomWriter(file: file, process: process)
    for _ in 0..<30 { try await writer.write(store) }
    var cached: [Answer] = []
    for question in Self.questions { cached.append(try await ask(question, store)) }
    var hits = Array(repeating: 0, count: cached.count)
    for round in 0..<200 {
      try await writer.writeAny()
      // Nothing is cached in a store that is opened now.
      let fresh = round % 10 == 0 ? try Store(school, at: #require(store.url)) : nil
      for (place, question) in Self.questions.enumerated() {
        let known = cached[place]
        #expect(!known.dependencies.isEmpty, "\(question.name)")
        let isValid = try await store.lastChange(of: known.dependencies) <= known.version
        let now = try await ask(question, store)
        if isValid {
          hits[place] += 1
          #expect(now.text == known.text, "\(question.name), round \(round)")
        } else {
          cached[place] = now
        }
        if let fresh { #expect(try await question.ask(fresh) == now.text, "\(question.name), round \(round)") }
      }
    }
    for (question, hits) in zip(Self.questions, hits) where question.name != "last change set" {
      #expect(hits > 10, "\(question.name): \(hits)")
    }
  }

  @Test("A request's dependencies are the entities that it leads to, and the day where it names today")
  func ofRequests() {
    var request = AnyFetchRequest("lesson")
    #expect(Dependencies(request, in: school) == .entities(["lesson"]))
    request.sort = [FetchSort("course.name")]
    #expect(Dependencies(request, in: school).entities == ["lesson", "course"])
    request.predicate = .leads("course", .leads("teacher", .not(.compare("firstName", .eq, [.text("A")]))))
    #expect(Dependencies(request, in: school).entities == ["lesson", "course", "user"])
    var courses = AnyFetchRequest("course")
    courses.predicate = .day("begins", .lt, 3)
    #expect(Dependencies(courses, in: school) == .entities(["course"]).union(.day))
  }

  @Test("A secret that is saved while a transaction commits counts as a change", arguments: [true, false])
  func secrets(inFile: Bool) async throws {
    let scratch = try Scratch(file: inFile)
    defer { scratch.remove() }
    let (store, secret) = (scratch.store, Secret("key", "Key", environment: "KARTOTEKA_TEST_KEY"))
    let version = try await store.latestVersion()
    _ = try await store.perform(.code) { _ in try store.secrets.set(secret, to: "abc") }
    #expect(try await store.lastChange(of: .entities(["lesson"])) > version)
  }

  @Test("A transaction that is rolled back changes nothing")
  func rolledBack() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let before = try await scratch.store.lastChange(of: .entities(["user"]))
    await #expect(throws: CancellationError.self) {
      _ = try await scratch.store.perform(.code) { transaction in
        try transaction.insert(RandomWriter.person("A", "B"))
        throw CancellationError()
      }
    }
    #expect(try await scratch.store.lastChange(of: .entities(["user"])) == before)
  }
}

@Suite("Groups of related records")
struct SharedGroupsTests {
  @Test("Groups that many ask for at the same time are read once for each version")
  func once() async throws {
    let read = Lines()
    var options = StoreOptions()
    (options.sqlLog, options.log) = (.statements, { if $0.contains("GROUP BY 1, 2") { read.add($0) } })
    let store = try Store(inMemory: school, options: options)
    let anna = try await store.perform(.code) { try $0.insert(RandomWriter.person("Anna", "Nowak")) }.value
    for round in 1...3 {
      _ = try await store.perform(.code) { transaction in
        var course = AnyRecord(entity("course"))
        (course["name"], course["teacher"]) = (.text("Course \(round)"), .integer(anna.id ?? 0))
        try transaction.insert(course)
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<32 {
          group.addTask {
            try await store.groups(of: entity("course"), by: "name", showing: "teacher", order: ["lastName"]).members
              .count
          }
        }
        for try await count in group { #expect(count == round) }
      }
      #expect(read.lines.count == round)
    }
  }
}

extension FetchPage {
  fileprivate var text: [String] {
    records.map { "\($0.id ?? 0) \($0.values)" }
      + ["\(String(describing: total))", "\(String(describing: next?.text))", "\(String(describing: previous?.text))"]
      + included.sorted { $0.key < $1.key }.map { name, records in
        name + records.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.values)" }.joined()
      }
  }
}
