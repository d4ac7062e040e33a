import Hummingbird
import HummingbirdTesting
import KartotekaModel
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaWeb

@Suite("Kept answers")
struct AnswerCacheTests {
  /// A site of one page, which counts how often it is made.
  private final class CountedPage: Sendable {
    private let made = Mutex(0)
    var times: Int { made.withLock { $0 } }
    let app: RunningApp

    init() async throws { app = try await School.open() }

    func run(
      making make: @escaping @Sendable (Store) async throws -> String,
      test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
      let router = Router(context: WebContext.self)
      router.addMiddleware { AnswerCache(apps: [app]) }
      router.get("school/page") { [self] _, _ in
        made.withLock { $0 += 1 }
        return try await make(app.store)
      }
      try await Application(router: router).test(.live) { try await test($0) }
    }

    func add(_ name: String) async throws -> RecordID? {
      try await app.store.perform(.code) { transaction in
        var person = Record<School.Person>().any
        person["name"] = .text(name)
        return try transaction.insert(person).id
      }.value
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

  @Sendable private func text(_ client: any TestClientProtocol) async throws -> String {
    try await client.execute(uri: "/school/page", method: .get) { String(buffer: $0.body) }
  }

  @Test("are given again after commits that touch nothing of them, and made anew after those that do")
  func followsCommits() async throws {
    let page = try await CountedPage()
    try await page.run(
      making: { store in
        var request = AnyFetchRequest("course")
        request.limit = 2
        request.wantsTotal = false
        return try await store.fetch(request).records.map { "\($0["name"])" }.joined()
      },
      test: { client in
        let first = try await text(client)
        _ = try await page.add("Zofia")
        #expect(try await text(client) == first)
        #expect(page.times == 1)
        try await page.rename(course: 4, to: "Zoology")
        #expect(try await text(client) == first)
        #expect(page.times == 1)
        try await page.rename(course: 1, to: "Astronomy")
        #expect(try await text(client).contains("Astronomy"))
        #expect(page.times == 2)
      })
  }

  @Test("say how far the changes have come when they are given again, not when they were made")
  func place() async throws {
    let page = try await CountedPage()
    let feed = page.app.store.feed
    try await page.run(
      making: { store in
        let course = try #require(store.model.entity(named: "course"))
        _ = try await store.record(course, id: 1)
        return #"<body data-changes="?after=\#(ChangePlace.text(store.feed.last, in: store.feed))">Łódź</body>"#
      },
      test: { client in
        for number in [8, 9, 10, 99, 100].map({ $0 + feed.last }) {
          #expect(try await text(client) == #"<body data-changes="?after=\#(feed.run)-\#(feed.last)">Łódź</body>"#)
          while feed.last < number { _ = try await page.add("Person \(number)") }
        }
        #expect(page.times == 1)
      })
  }

  /// A page that says how many people there are, twice, and how far the changes have come.
  @Sendable private func counting(_ store: Store, most: Int = .max, isKnown: Bool = true) async throws -> String {
    let count = try await store.count(AnyFetchRequest("person"))
    var html = HTMLWriter(Localizer(language: .english, catalogue: .platform))
    let people = CountText("\(count) people & more", of: "person") { $0 > most ? nil : "\($0) people & more" }
    html.element(.p) { $0.text(people) }
    html.text("after=\(ChangePlace.text(store.feed.last, in: store.feed)) ")
    html.text(CountText(String(count), of: "person") { String($0) })
    if isKnown { CountPlaces.current?.note(html.counts) }
    return String(buffer: html.finish())
  }

  @Test("have the numbers of records written anew that they say they show, and nothing else")
  func counts() async throws {
    let page = try await CountedPage()
    let store = page.app.store
    try await page.run(
      making: { try await counting($0) },
      test: { client in
        var last: RecordID?
        for number in 4...12 {
          #expect(
            try await text(client)
              == "<p>\(number) people &amp; more</p>after=\(store.feed.run)-\(store.feed.last) \(number)")
          last = try await page.add("Person \(number)")
        }
        let person = try #require(store.model.entity(named: "person"))
        _ = try await store.perform(.code) { [last] transaction in
          for id in [1, 2, 3].map({ (last ?? 0) - $0 }) { try transaction.delete(person, id: id) }
        }
        try await page.rename(course: 1, to: "Astronomy")
        #expect(
          try await text(client) == "<p>10 people &amp; more</p>after=\(store.feed.run)-\(store.feed.last) 10")
        #expect(page.times == 1)
      })
  }

  @Test("are made anew where more depends on a number than its text, or somebody shows it without saying where")
  func countsOfWhichMoreDepends() async throws {
    let page = try await CountedPage()
    try await page.run(
      making: { try await counting($0, most: 4) },
      test: { client in
        _ = try await text(client)
        _ = try await page.add("Person")
        #expect(try await text(client).hasSuffix(" 5"))
        #expect(page.times == 2)
      })
    let silent = try await CountedPage()
    try await silent.run(
      making: { try await counting($0, isKnown: false) },
      test: { client in
        _ = try await text(client)
        _ = try await silent.add("Person")
        #expect(try await text(client).hasPrefix("<p>5 people"))
        #expect(silent.times == 2)
      })
  }

  @Test("of what is not known to read little are made anew after each commit")
  func anything() async throws {
    let page = try await CountedPage()
    try await page.run(
      making: { store in
        _ = try await store.lastDeed()
        return "\(try await store.count(AnyFetchRequest("course")))"
      },
      test: { client in
        for times in 1...3 {
          _ = try await text(client)
          _ = try await text(client)
          #expect(page.times == times)
          _ = try await page.add("Person \(times)")
        }
      })
  }

  @Test("that nobody asks for go when there is no room, the others stay")
  func room() {
    var cache = AgingCache<Int, String>(limit: 20)
    cache.set("asked for", for: 0, size: 1)
    for number in 1...100 {
      cache.set("\(number)", for: number, size: 2)
      #expect(cache[0] == "asked for")
      #expect(cache[number] == "\(number)")
    }
    #expect(cache[50] == nil)
    #expect((1...100).count { cache[$0] != nil } <= 10)
  }
}
