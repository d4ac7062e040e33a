import Foundation

/// The clients that wait for the first person of an open server. One task looks for all of them: a look by each open stream would
/// be a read of the store for each of them, each second.
struct FirstPersonWatch {
  private var waiting: [UInt64: AsyncStream<Void>.Continuation] = [:]
  private var next: UInt64 = 0
  /// Whether a task looks.
  private(set) var isLooking = false
  /// The number of tasks that have looked so far.
  private(set) var looks = 0

  /// The number of waiting clients.
  var count: Int { waiting.count }

  /// Adds a client.
  /// - Returns: the number by which ``leave(_:)`` removes it.
  mutating func add(_ continuation: AsyncStream<Void>.Continuation) -> UInt64 {
    next &+= 1
    waiting[next] = continuation
    return next
  }

  /// Begins to look.
  /// - Returns: false if a task looks already.
  mutating func begin() -> Bool {
    guard !isLooking else { return false }
    (isLooking, looks) = (true, looks + 1)
    return true
  }

  /// Ends looking, if nobody waits.
  mutating func endIfDone() -> Bool {
    if waiting.isEmpty { isLooking = false }
    return waiting.isEmpty
  }

  /// Removes a client that waits no longer.
  mutating func leave(_ number: UInt64) { waiting[number] = nil }

  /// Takes out all.
  mutating func take() -> [AsyncStream<Void>.Continuation] {
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}

extension People {
  // Commits of other processes wake nobody.
  private static let firstPersonInterval = Duration.seconds(1)

  /// Waits until there is somebody. Returns at once when the task is cancelled.
  package func waitForFirst() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let (number, begins) = state.withLock { state -> (UInt64?, Bool) in
      guard !state.hasPeople else { return (nil, false) }
      return (state.waiting.add(continuation), state.waiting.begin())
    }
    guard let number else { return }
    if begins { Task.detached(priority: .utility) { [self] in await lookForFirst() } }
    // It ends with the task, too.
    for await _ in stream {}
    state.withLock { $0.waiting.leave(number) }
  }

  private func lookForFirst() async {
    repeat {
      // This read notifies the waiting clients. Later ones find that there is somebody.
      _ = try? await isEmpty
      if state.withLock({ $0.waiting.endIfDone() }) { return }
      try? await Task.sleep(for: Self.firstPersonInterval)
    } while true
  }
}
