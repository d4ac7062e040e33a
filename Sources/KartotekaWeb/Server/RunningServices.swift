import Logging
import ServiceLifecycle

/// Services that begin and end while the process runs.
struct RunningServices: Sendable {
  private let group: ServiceGroup
  private let task: Task<Void, Never>

  /// Starts services, and waits until they are ready.
  /// - Parameter services: makes them from the function that one of them calls when all are ready.
  /// - Throws: the error of a service that has ended before; `CancellationError` after all have ended if the task is cancelled.
  static func start(
    _ logger: Logger, _ services: (_ onReady: @escaping @Sendable () -> Void) -> [any Service]
  ) async throws -> RunningServices {
    let (states, state) = AsyncStream.makeStream(of: (any Error)?.self)
    var configuration = ServiceGroupConfiguration(services: services { state.yield(nil) }, logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(5)
    let group = ServiceGroup(configuration: configuration)
    // The services of the process end these, and not the request that has started them.
    let task = Task.detached {
      do {
        try await group.run()
        state.yield(CancellationError())
      } catch {
        state.yield(error)
      }
      state.finish()
    }
    let running = RunningServices(group: group, task: task)
    for await error in states {
      guard let error else { return running }
      throw error
    }
    // Nobody else could end services that are still about to become ready.
    await running.end()
    throw CancellationError()
  }

  /// Waits until they have ended.
  func waitForEnd() async { await task.value }

  /// Ends them: requests in progress are finished, for five seconds at most.
  func end() async {
    await group.triggerGracefulShutdown()
    await task.value
  }
}
