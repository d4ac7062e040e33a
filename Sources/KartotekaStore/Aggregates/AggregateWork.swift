import KartotekaModel

/// Work on aggregates: one at a time, so that readers are left for pages, and once for all who ask for the same.
actor AggregateWork {
  /// What is asked for, and of which state of the data.
  struct Key: Hashable, Sendable {
    let requests: [AggregateRequest]
    let version: Int
  }

  private var running: [Key: Task<[[AggregateRow]]?, any Error>] = [:]
  private var last: Task<[[AggregateRow]]?, any Error>?

  /// What the work comes to, which is begun when everything asked for before is done.
  func value(
    _ key: Key, _ work: @escaping @Sendable () async throws -> [[AggregateRow]]?
  ) async throws -> [[AggregateRow]]? {
    if let known = running[key] { return try await known.value }
    let task = Task { [last] in
      _ = await last?.result
      return try await work()
    }
    running[key] = task
    last = task
    defer { running[key] = nil }
    return try await task.value
  }
}
