import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("The response cache")
struct ResponseCacheTests {
  /// A site of one page, which counts how often it is made.
  private final class CountedPage: Sendable {
    private let state = Mutex((made: 0, now: Date(timeIntervalSince1970: 1_700_000_100)))
    var times: Int { state.withLock { $0.made } }
    let app: RunningApp
    /// A tag of an earlier run.
    let lastTag = Mutex("\"none\"")

    init() async throws { app = try await School.open() }

    /// Lets time pass.
    func wait(minutes: Double) { state.withLock { $0.now += minutes * 60 } }

    /// - Parameters:
    ///   - others: what the page depends on beside the store; nil for a page that does not state its dependencies.
    func run(
      others: Dependencies? = Dependencies(), making make: @escaping @Sendable (Store) async throws -> String,
      test: @escaping @Sendable (TestClient) async throws -> Void
    ) async throws {
      let router = Router(context: WebContext.self)
      router.addMiddleware { ResponseCacheMiddleware(apps: [app]) { [self] in state.withLock { $0.now } } }
      router.get("school/page") { [self] _, context in
        state.withLock { $0.made += 1 }
        let (text, read) = try await Dependencies.tracking { try await make(app.store) }
        if let others { context.dependencies?.state(read.union(others)) }
        return text
      }
      try await Application(router: router).test { try await test($0) }
    }

    func add(_ name: String) async throws {
      _ = try await app.store.perform(.code) { transaction in
        var person = Record<School.Person>().any
        person["name"] = .text(name)
        try transaction.insert(person)
      }
    }

    func rename(course id: RecordID, to name: String) async throws {
      let course = try #require(app.store.model.entity(named: "course"))
      _ = try await app.store.perform(.code) { transaction in
        var record = try #require(try transaction.record(course, id: id))
        record["name"] = .text(name)
        return try transaction.update(record)
      }
    }
  }

  @Sendable private func text(
    _ client: TestClient, _ query: String = "", _ headers: HTTPFields = [:]
  ) async throws -> String {
    try await client.execute(uri: "/school/page" + query, method: .get, headers: headers) { String(buffer: $0.body) }
  }

  @Sendable private func courses(_ store: Store) async throws -> String {
    try await store.fetch(AnyFetchRequest("course")).records.map { "\($0["name"])" }.joined()
  }

  @Test("A response is invalidated only by a change of an entity that it depends on")
  func entities() async throws {
    let page = try await CountedPage()
    try await page.run(making: courses) { client in
      let first = try await text(client)
      try await page.add("Zofia")
      #expect(try await text(client) == first)
      #expect(page.times == 1)
      try await page.rename(course: 1, to: "Astronomy")
      #expect(try await text(client).contains("Astronomy"))
      #expect(page.times == 2)
    }
  }

  @Test("A response with unknown dependencies is invalidated by every change")
  func everything() async throws {
    let page = try await CountedPage()
    try await page.run(
      making: { store in
        _ = try await store.lastChangeSet()
        return try await courses(store)
      },
      test: { client in
        for times in 1...3 {
          _ = try await text(client)
          _ = try await text(client)
          #expect(page.times == times)
          try await page.add("Person \(times)")
        }
      })
  }

  @Test("A response is not cached unless its dependencies are stated and can be followed")
  func optIn() async throws {
    let undeclared = try await CountedPage()
    try await undeclared.run(
      others: nil, making: courses,
      test: { client in
        for times in 1...3 {
          _ = try await text(client)
          #expect(undeclared.times == times)
        }
      })
    let service = try await CountedPage()
    try await service.run(
      others: .outside, making: courses,
      test: { client in
        for times in 1...3 {
          _ = try await text(client)
          #expect(service.times == times)
        }
      })
    let nothing = try await CountedPage()
    try await nothing.run(
      making: { _ in "nothing read" },
      test: { client in
        for times in 1...3 {
          _ = try await text(client)
          #expect(nothing.times == times)
        }
      })
  }

  @Test("A response that depends on the day is invalidated when the quarter of an hour ends, others are not")
  func day() async throws {
    for isOfDay in [true, false] {
      let page = try await CountedPage()
      try await page.run(
        others: isOfDay ? .day : Dependencies(), making: courses,
        test: { client in
          _ = try await text(client)
          page.wait(minutes: 1)
          _ = try await text(client)
          #expect(page.times == 1)
          page.wait(minutes: 15)
          _ = try await text(client)
          #expect(page.times == (isOfDay ? 2 : 1))
        })
    }
  }

  @Test("A response that depends on the moment is invalidated when the minute ends, and so is its entity tag")
  func moment() async throws {
    let page = try await CountedPage()
    try await page.run(
      others: .moment, making: courses,
      test: { client in
        let tag = try await client.execute(uri: "/school/page", method: .get) { $0.headers[.eTag] ?? "" }
        _ = try await text(client)
        #expect(page.times == 1)
        page.wait(minutes: 1)
        try await client.execute(uri: "/school/page", method: .get, headers: [.ifNoneMatch: tag]) {
          #expect($0.status == .ok)
        }
        #expect(page.times == 2)
      })
  }

  @Test("Routes that are built anew have other tags, since the style sheets of earlier pages may be gone")
  func routes() async throws {
    let page = try await CountedPage()
    for _ in 1...2 {
      try await page.run(making: courses) { client in
        let tag = try await client.execute(uri: "/school/page", method: .get) { $0.headers[.eTag] ?? "" }
        let headers: HTTPFields = [.ifNoneMatch: page.lastTag.withLock { $0 }]
        try await client.execute(uri: "/school/page", method: .get, headers: headers) { #expect($0.status == .ok) }
        page.lastTag.withLock { $0 = tag }
        try await client.execute(uri: "/school/page", method: .get, headers: [.ifNoneMatch: tag]) {
          #expect($0.status == .notModified)
        }
      }
    }
  }

  @Test("Languages and change sets have their own responses, other cookies share one")
  func keys() async throws {
    let page = try await CountedPage()
    try await page.run(making: courses) { client in
      func cookie(_ text: String) -> HTTPFields { [.cookie: text] }
      _ = try await text(client)
      _ = try await text(client, "", cookie("theme=dark"))
      #expect(page.times == 1)
      _ = try await text(client, "", cookie("language=pl"))
      _ = try await text(client, "", cookie("theme=dark; language=pl"))
      #expect(page.times == 2)
      _ = try await text(client, "", [.acceptLanguage: "ru"])
      _ = try await text(client, "", [.acceptLanguage: "ru;q=0.9, en;q=0.1"])
      #expect(page.times == 3)
      let log = page.app.store.feed.log
      _ = try await text(client, "", cookie("undo-school=4~~\(log)"))
      _ = try await text(client, "", cookie("undo-school=4~~\(log); a=b"))
      #expect(page.times == 4)
      _ = try await text(client, "", cookie("undo-school=5~~\(log)"))
      #expect(page.times == 5)
      _ = try await text(client, "", cookie("undo-others=5~~\(log)"))
      #expect(page.times == 5)
      // Those of another change log offer nothing, as no cookie does.
      _ = try await text(client, "", cookie("undo-school=4~~other"))
      _ = try await text(client, "", cookie("undo-school=5~~other"))
      #expect(page.times == 5)
    }
  }

  @Test("A long address is not cached")
  func longAddress() async throws {
    let page = try await CountedPage()
    try await page.run(making: courses) { client in
      let query = "?search=" + String(repeating: "a", count: 3_000)
      _ = try await text(client, query)
      _ = try await text(client, query)
      #expect(page.times == 2)
    }
  }

  @Test("A response has a weak entity tag: who has it already gets 304 until something changes")
  func conditional() async throws {
    let page = try await CountedPage()
    try await page.run(making: courses) { client in
      @Sendable func get(_ tag: String?) async throws -> TestResponse {
        try await client.execute(
          uri: "/school/page", method: .get, headers: tag.map { [.ifNoneMatch: $0] } ?? [:])
      }
      let tag = try #require(try await get(nil).headers[.eTag])
      #expect(tag.hasPrefix("W/\""))
      for _ in 0..<2 {
        let same = try await get(tag)
        #expect(same.status == .notModified)
        #expect(same.headers[.eTag] == tag)
        #expect(same.body.readableBytes == 0)
        try await page.add("Zofia")
      }
      #expect(page.times == 1)
      try await page.rename(course: 1, to: "Astronomy")
      let changed = try await get(tag)
      #expect(changed.status == .ok)
      #expect(changed.headers[.eTag] != tag)
      #expect(page.times == 2)
    }
  }

  @Test("The limit counts keys and bodies; the least recently used responses are dropped first")
  func limit() {
    var cache = TwoGenerationCache<Int, String>(limit: 20)
    cache.insert("asked for", for: 0, size: 1)
    for number in 1...100 {
      cache.insert("\(number)", for: number, size: 2)
      #expect(cache[0] == "asked for")
      #expect(cache[number] == "\(number)")
    }
    #expect(cache[50] == nil)
    #expect((1...100).count { cache[$0] != nil } <= 10)
    cache.insert("too large", for: 200, size: 11)
    #expect(cache[200] == nil)
  }
}
