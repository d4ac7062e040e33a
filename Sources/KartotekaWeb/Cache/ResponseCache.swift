import Foundation
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import Synchronization

/// The response cache of one application.
///
/// Caching is opt-in: a response is cached if its handler declares its dependencies (``StatedDependencies``) and all of
/// them can be followed. A response made at a version of the data is valid until any program changes one of its entities.
/// If it depends on the date, it is valid until the current quarter of an hour ends: in every time zone, each day begins
/// with a quarter of an hour. If it depends on the moment, it is valid until the current minute ends.
final class ResponseCache: Sendable {
  private struct Entry {
    let response: CompressibleResponse
    let dependencies: Dependencies
    /// The version of the data before the response was made.
    let version: DataVersion
    let time: Time

    func response(_ conditions: Preconditions, acceptsGzip: Bool) -> Response {
      if let tag = response.headers[.eTag], conditions.isUnchanged(tag) {
        return Response(status: .ok, headers: response.headers).notModified
      }
      return response.response(acceptsGzip: acceptsGzip)
    }
  }

  /// The maximum size of all responses and of one, in bytes.
  private static let limits = (all: 16_000_000, one: 500_000)
  /// The size of an entry without its body and key, in bytes.
  private static let overhead = 2_000

  /// The quarter of an hour and the minute in which a response was made.
  private struct Time {
    let quarter: Int
    let minute: Int

    init(_ now: Date) {
      minute = Int(clampingFloor: now.timeIntervalSince1970 / 60)
      quarter = Int(clampingFloor: now.timeIntervalSince1970 / 900)
    }

    // The part of an entity tag of what depends on it.
    func tag(_ dependencies: Dependencies) -> String {
      dependencies.isOfMoment ? "-m\(minute)" : dependencies.isOfDay ? "-\(quarter)" : ""
    }

    func holds(at other: Time, for dependencies: Dependencies) -> Bool {
      (!dependencies.isOfDay || quarter == other.quarter) && (!dependencies.isOfMoment || minute == other.minute)
    }
  }

  private let store: Store
  /// Tells this cache from those before it, whose pages name style sheets and scripts that may be gone.
  private let mark = String(UInt32.random(in: 0...UInt32.max), radix: 36)
  private let now: @Sendable () -> Date
  private let entries = Mutex(TwoGenerationCache<CacheKey, Entry>(limit: limits.all))
  private let flights = SingleFlight<CacheKey, Entry>()

  /// The cache of a store's responses.
  /// - Parameter now: returns the current time.
  init(_ store: Store, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store
    self.now = now
  }

  /// The number of requests that wait for the response of another request.
  var waiters: Int { flights.waiters }

  /// The response to a request: a cached one, the one that another request is making, or a new one.
  /// - Parameters:
  ///   - acceptsGzip: whether the client accepts gzip. A cached response is compressed once.
  ///   - make: makes a new response and declares its dependencies.
  /// - Throws: errors of `make`, and `CancellationError` if the task is cancelled while it waits.
  func response(
    to key: CacheKey, _ conditions: Preconditions, acceptsGzip: Bool = false,
    _ make: (StatedDependencies) async throws -> Response
  ) async throws -> Response {
    func response(_ entry: Entry) -> Response { entry.response(conditions, acceptsGzip: acceptsGzip) }
    // Changes that are committed after this point are later than the request.
    let asked = try await store.latestVersion()
    while true {
      if let entry = valid(key) { return response(entry) }
      switch try await flights.join(key) {
      case .leader:
        var made: Entry?
        defer { flights.end(key, with: made) }
        // Another flight may have ended since the first check.
        made = valid(key)
        if let made { return response(made) }
        let (new, entry) = try await self.made(key, make)
        made = entry
        return entry.map(response) ?? new
      case .landed(let made?):
        // Valid for this request if it was made after the request arrived, or if nothing has changed since.
        if made.version >= asked { return response(made) }
        if isValid(made) { return response(made) }
      case .landed(nil): return try await make(StatedDependencies())
      }
    }
  }

  // A new response, and its cache entry if it is cacheable.
  private func made(
    _ key: CacheKey, _ make: (StatedDependencies) async throws -> Response
  ) async throws -> (Response, Entry?) {
    let (version, time) = (try await store.latestVersion(), Time(now()))
    let stated = StatedDependencies()
    var response = try await make(stated)
    guard let dependencies = stated.dependencies, !dependencies.isEmpty, !dependencies.isOutside,
      response.status == .ok,
      response.headers[.cacheControl] != "no-store", response.headers[.setCookie] == nil,
      let length = response.body.contentLength, length <= Self.limits.one
    else { return (response, nil) }
    let change = store.lastKnownChange(of: dependencies)
    let isCurrent = change <= version
    if isCurrent, response.headers[.eTag] == nil {
      let tag = "\(change)\(time.tag(dependencies))-\(key.tag)"
      response.headers[.eTag] = "W/\"\(store.feed.run)-\(mark)-\(tag)\""
    }
    let kept = CompressibleResponse(response.headers, try await response.body.collected(), level: Gzip.fast)
    let entry = Entry(response: kept, dependencies: dependencies, version: version, time: time)
    // After a concurrent change, the entry may be older than the change. Only requests from before the change may receive it.
    if isCurrent {
      entries.withLock { $0.insert(entry, for: key, size: kept.size + key.size + Self.overhead) }
    }
    return (response, entry)
  }

  private func valid(_ key: CacheKey) -> Entry? {
    guard let entry = entries.withLock({ $0[key] }), isValid(entry) else { return nil }
    return entry
  }

  private func isValid(_ entry: Entry) -> Bool {
    guard entry.time.holds(at: Time(now()), for: entry.dependencies) else { return false }
    return store.lastKnownChange(of: entry.dependencies) <= entry.version
  }
}
