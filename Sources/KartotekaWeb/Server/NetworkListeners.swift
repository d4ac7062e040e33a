import Logging
import ServiceLifecycle

/// Has a server listen at each address of the machine on its networks, also at those that it gets later, and not at its loopback
/// addresses.
struct NetworkListeners: Service, CustomStringConvertible {
  /// The addresses of the machine now.
  let addresses: @Sendable () -> [String]
  let logger: Logger
  /// Makes the server at an address. It calls the function when it listens.
  let server: @Sendable (_ address: String, _ onReady: @escaping @Sendable () -> Void) -> any Service
  /// Is called when it listens at the addresses of the start.
  let onReady: @Sendable () -> Void
  /// The interval of looks at the addresses.
  var interval = Duration.seconds(10)
  /// The service group logs its services.
  var description: String { "network" }

  /// Listens until the server shuts down.
  /// - Throws: the error of an address if it can listen at none at the start. A machine without a network waits for one.
  func run() async throws {
    var running: [String: RunningServices] = [:]
    let failure = await listen(&running)
    if running.isEmpty, let failure { throw failure }
    onReady()
    while await !isEnding() { _ = await listen(&running) }
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

  // Returns the last error.
  private func listen(_ running: inout [String: RunningServices]) async -> (any Error)? {
    let wanted = addresses()
    for (address, server) in running where !wanted.contains(address) {
      running[address] = nil
      await server.end()
    }
    var failure: (any Error)?
    for address in wanted where running[address] == nil {
      do {
        running[address] = try await RunningServices.start(logger) { [server(address, $0)] }
      } catch {
        failure = error
        logger.debug("The server can't listen at an address", metadata: ["address": "\(address)", "error": "\(error)"])
      }
    }
    return failure
  }
}
