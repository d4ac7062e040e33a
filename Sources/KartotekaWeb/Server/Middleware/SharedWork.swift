import Synchronization

/// Work that several ask for at the same time: the first one does it, the others wait for what it comes to.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// What falls to one who asks.
  enum Share: Sendable {
    /// To do it, and then to tell the others by ``SharedWork/end(_:with:)``, whatever happens.
    case toDo
    /// What it came to; nil where that is of no use to others.
    case done(Value?)
  }

  private let waiting = Mutex<[Key: [CheckedContinuation<Share, Never>]]>([:])

  /// How many wait for what others do.
  var waiters: Int { waiting.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Takes part in the work for a key.
  func join(_ key: Key) async -> Share {
    await withCheckedContinuation { continuation in
      let isFirst = waiting.withLock { waiting in
        guard waiting[key] == nil else {
          waiting[key]?.append(continuation)
          return false
        }
        waiting[key] = []
        return true
      }
      if isFirst { continuation.resume(returning: .toDo) }
    }
  }

  /// Ends the work for a key.
  func end(_ key: Key, with value: Value?) {
    for continuation in waiting.withLock({ $0.removeValue(forKey: key) }) ?? [] {
      continuation.resume(returning: .done(value))
    }
  }
}
