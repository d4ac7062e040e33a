import Synchronization

/// Notifies runners that a long undo has begun.
package final class UndoRequests: Sendable {
  private let runners = Mutex<(next: Int, continuations: [Int: AsyncStream<Void>.Continuation])>((0, [:]))

  /// A stream with an element for each request from now on. Unread requests are coalesced. The stream ends with the task that
  /// reads it.
  package func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = runners.withLock { runners in
      runners.next += 1
      runners.continuations[runners.next] = continuation
      return runners.next
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  private func remove(_ id: Int) { runners.withLock { _ = $0.continuations.removeValue(forKey: id) } }

  /// Ends all streams.
  package func finish() {
    for continuation in runners.withLock({ $0.continuations.values.map(\.self) }) { continuation.finish() }
  }

  /// Wakes all runners.
  package func send() {
    for continuation in runners.withLock({ $0.continuations.values.map(\.self) }) { continuation.yield() }
  }
}
