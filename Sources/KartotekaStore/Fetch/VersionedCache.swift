import KartotekaModel
import Synchronization

/// Answers that stay right for as long as nothing is committed.
final class VersionedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var version = -1
    var values: [Key: Value] = [:]
  }

  /// More than people look at between two commits; when it is full it begins anew.
  private let capacity = 10_000
  private let state = Mutex(State())

  /// The answer as of that version, worked out when it is not known.
  func value(_ key: Key, _ version: Int, _ work: () throws -> Value) rethrows -> Value {
    if let known = known(key, version) { return known }
    let value = try work()
    keep(value, key, version)
    return value
  }

  /// The same for work that waits for something.
  func value(_ key: Key, _ version: Int, _ work: () async throws -> Value) async rethrows -> Value {
    if let known = known(key, version) { return known }
    let value = try await work()
    keep(value, key, version)
    return value
  }

  /// The answer as of that version; nil when it is not known.
  func known(_ key: Key, _ version: Int) -> Value? {
    state.withLock { $0.version == version ? $0.values[key] : nil }
  }

  private func keep(_ value: Value, _ key: Key, _ version: Int) {
    state.withLock { state in
      // An older version's answer must not stand for a newer one's.
      guard version >= state.version else { return }
      if version > state.version || state.values.count >= capacity { state.values = [:] }
      state.version = version
      state.values[key] = value
    }
  }
}

/// What was counted.
struct CountKey: Hashable, Sendable {
  private let entity: String
  private let predicate: FetchPredicate?
  private let search: String

  init(_ request: AnyFetchRequest) {
    entity = request.entity
    predicate = request.predicate
    search = request.search
  }
}
