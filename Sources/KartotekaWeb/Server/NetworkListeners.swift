import Logging
import ServiceLifecycle

/// Has a server listen at each address of the machine on its networks, also at those that it gets later, and not at its loopback
/// addresses.
struct NetworkListeners: Service, CustomStringConvertible {
  /// The addresses of the machine now, the one by which others are most likely to reach it first.
  let addresses: @Sendable () -> [String]
  let logger: Logger
  /// Makes the server at an address. It calls the function when it listens.
  let server: @Sendable (_ address: String, _ onReady: @escaping @Sendable () -> Void) -> any Service
  /// Is called when it listens at the addresses of the start.
  let onReady: @Sendable () -> Void
  /// Is called with the addresses at which it can't listen, when they are others than before.
  var onFailures: @Sendable (Set<String>) -> Void = { _ in }
  /// The interval of looks at the addresses.
  var interval = Duration.seconds(10)
  /// The service group logs its services.
  var description: String { "network" }

  /// Listens until the server shuts down.
  /// - Throws: the error of the first address if it can't listen there at the start: people would be told of an address at which
  ///   another program answers. A machine without a network waits for one.
  func run() async throws {
    var (running, failed) = ([String: RunningServices](), Set<String>())
    let failure = await listen(&running, &failed)
    if let failure {
      await end(running)
      throw failure
    }
    onReady()
    while await !isEnding() { _ = await listen(&running, &failed) }
    await end(running)
  }

  private func end(_ running: [String: RunningServices]) async {
    await withTaskGroup(of: Void.self) { group in
      for server in running.values { group.addTask { await server.end() } }
    }
  }

  // Whether the server shuts down within the interval.
  private func isEnding() async -> Bool {
    do {
      try await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
      return false
    } catch {
      return true
    }
  }

  // Returns the error of the first address.
  private func listen(_ running: inout [String: RunningServices], _ failed: inout Set<String>) async -> (any Error)? {
    let wanted = addresses()
    for (address, server) in running where !wanted.contains(address) {
      running[address] = nil
      await server.end()
    }
    var failures: [String: any Error] = [:]
    for address in wanted where running[address] == nil {
      do {
        running[address] = try await RunningServices.start(logger) { [server(address, $0)] }
      } catch {
        failures[address] = error
        // It is tried again and again.
        if failed.contains(address) || Task.isCancelled { continue }
        logger.warning(
          "The server can't listen at an address", metadata: ["address": "\(address)", "error": "\(error)"])
      }
    }
    if failed != Set(failures.keys) {
      failed = Set(failures.keys)
      onFailures(failed)
    }
    return wanted.first.flatMap { failures[$0] }
  }
}
