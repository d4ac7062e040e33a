import Synchronization

/// The work of a store that no request waits for: applying the change log, building indices, removing files.
final class BackgroundWork: Sendable {
  private struct Job {
    var task: Task<Void, Never>?
    var isAskedAgain = false
  }

  private let jobs = Mutex<[String: Job]>([:])
  private let hasStopped = Atomic(false)

  /// Whether nothing is started any more, and what runs is to end.
  var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

  /// Cancels all jobs and starts none any more.
  func stop() {
    hasStopped.store(true, ordering: .releasing)
    for task in jobs.withLock({ $0.values.compactMap(\.task) }) { task.cancel() }
  }

  /// Starts a job. If one of that name runs, it runs once more afterwards.
  func start(_ name: String, _ work: @escaping @Sendable () async -> Void) {
    if isStopped { return }
    jobs.withLock { jobs in
      guard jobs[name] == nil else {
        jobs[name]?.isAskedAgain = true
        return
      }
      jobs[name] = Job()
      jobs[name]?.task = Task.detached(priority: .utility) { [self] in
        repeat { await work() } while isAskedAgain(name)
      }
    }
  }

  // Ends the job unless it was asked for while it ran.
  private func isAskedAgain(_ name: String) -> Bool {
    jobs.withLock { jobs in
      guard jobs[name]?.isAskedAgain == true else {
        jobs[name] = nil
        return false
      }
      jobs[name]?.isAskedAgain = false
      return true
    }
  }

  /// Waits until no job runs.
  func waitUntilIdle() async {
    while let task = jobs.withLock({ $0.values.compactMap(\.task).first }) { await task.value }
  }
}
