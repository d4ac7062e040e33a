import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("A response that several ask for at once")
struct SingleFlightTests {
  /// What holds the first answer up while it is made.
  private final class Gate: Sendable {
    private let state = Mutex((isReached: false, isOpen: false, made: 0))

    var made: Int { state.withLock { $0.made } }

    /// Counts an answer, and holds the first one.
    func pass() async {
      let isFirst = state.withLock { state in
        state.made += 1
        state.isReached = true
        return state.made == 1
      }
      while isFirst, !state.withLock({ $0.isOpen }) { await Task.yield() }
    }

    func reached() async { while !state.withLock({ $0.isReached }) { await Task.yield() } }

    func open() { state.withLock { $0.isOpen = true } }
  }

  private struct Broken: Error {}

  private let key: CacheKey
  private let conditions: Preconditions
  private let app: RunningApp
  private let cache: ResponseCache
  private let gate = Gate()

  init() async throws {
    let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/school/page")
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    app = try await School.open()
    key = try #require(CacheKey(request, of: app))
    conditions = Preconditions(request)
    cache = ResponseCache(app.store)
  }

  private func text(_ make: @escaping @Sendable (StatedDependencies) async throws -> Response) async throws -> String {
    String(buffer: try await cache.response(to: key, conditions, make).body.collected())
  }

  // Read before it is held up: a name that is changed meanwhile is not in it.
  @Sendable private func course(_ stated: StatedDependencies) async throws -> Response {
    let course = try #require(app.store.model.entity(named: "course"))
    let (name, read) = try await Dependencies.tracking { try await app.store.record(course, id: 1)?["name"] }
    stated.state(read)
    await gate.pass()
    return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "\(name ?? .null)")))
  }

  /// Asks once, and then, while that answer is made, several times.
  private func ask(
    _ times: Int, making make: @escaping @Sendable (StatedDependencies) async throws -> Response,
    meanwhile: () async throws -> Void = {}
  ) async throws -> [Result<String, any Error>] {
    let first = Task { try await text(make) }
    await gate.reached()
    try await meanwhile()
    let others = (0..<times).map { _ in Task { try await text(make) } }
    while cache.waiters < times { await Task.yield() }
    gate.open()
    var results = [await first.result]
    for task in others { results.append(await task.result) }
    return results
  }

  @Test("is made once")
  func once() async throws {
    let texts = try await ask(8, making: course).map { try $0.get() }
    #expect(Set(texts).count == 1 && texts.count == 9)
    #expect(gate.made == 1)
    #expect(cache.waiters == 0)
  }

  @Test("is made once more, and no oftener, for those who ask after a commit that it lacks")
  func commitMeanwhile() async throws {
    let texts = try await ask(8, making: course) { try await rename(to: "Astronomy") }.map { try $0.get() }
    #expect(!texts[0].contains("Astronomy"))
    #expect(texts.dropFirst().allSatisfy { $0.contains("Astronomy") })
    #expect(gate.made == 2)
  }

  @Test("is each one's own where making it fails")
  func failure() async throws {
    let results = try await ask(3) { _ in
      await gate.pass()
      if gate.made == 1 { throw Broken() }
      return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "whole")))
    }
    #expect(throws: Broken.self) { try results[0].get() }
    #expect(try results.dropFirst().map { try $0.get() } == ["whole", "whole", "whole"])
  }

  @Test("stops waiting when its request is cancelled, and the others go on")
  func cancelled() async throws {
    let first = Task { try await text(course) }
    await gate.reached()
    let others = (0..<3).map { _ in Task { try await text(course) } }
    while cache.waiters < 3 { await Task.yield() }
    others[1].cancel()
    await #expect(throws: CancellationError.self) { try await others[1].value }
    #expect(cache.waiters == 2)
    gate.open()
    #expect(try await others[0].value == first.value)
    #expect(try await others[2].value == first.value)
    #expect(gate.made == 1)
  }

  @Test("is each one's own where it is not cached")
  func notCached() async throws {
    let results = try await ask(3) { _ in
      await gate.pass()
      return Response(
        status: .ok, headers: [.cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "\(gate.made)")))
    }
    _ = try results.map { try $0.get() }
    #expect(gate.made == 4)
  }

  private func rename(to name: String) async throws {
    let course = try #require(app.store.model.entity(named: "course"))
    _ = try await app.store.perform(.code) { transaction in
      var record = try #require(try transaction.record(course, id: 1))
      record["name"] = .text(name)
      return try transaction.update(record)
    }
  }
}
