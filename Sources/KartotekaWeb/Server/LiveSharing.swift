import Foundation
import KartotekaHTTP
import KartotekaModel
import KartotekaTLS
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The sharing of a running server in the local network, which an administrator at the machine switches on and off.
///
/// The server goes on to listen at its loopback address without encryption, so that the open pages of the machine stay. Other
/// machines reach it with HTTPS at the addresses that the machine has on its networks.
package final class LiveSharing: Service, CustomStringConvertible {
  /// The parts of a shared server.
  package struct Parts: Sendable {
    let certificates: OwnCertificates
    let certificate: ServerCertificate
    let addresses: SharedAddresses
    let began: @Sendable (_ port: Int) -> Void
    let ended: @Sendable () -> Void

    /// - Parameters:
    ///   - certificates: the certificates of the server's own authority.
    ///   - certificate: the one in use.
    ///   - addresses: the addresses of the server.
    ///   - began: is called when other machines can reach the server.
    ///   - ended: is called when they no longer can.
    package init(
      _ certificates: OwnCertificates, _ certificate: ServerCertificate, _ addresses: SharedAddresses,
      began: @escaping @Sendable (_ port: Int) -> Void, ended: @escaping @Sendable () -> Void
    ) {
      (self.certificates, self.certificate, self.addresses) = (certificates, certificate, addresses)
      (self.began, self.ended) = (began, ended)
    }
  }

  /// The server to which it belongs.
  struct Host: Sendable {
    let port: Int
    let logger: Logger
    /// Makes the routes anew.
    let reroute: @Sendable () async -> Void
    /// Makes the services of a shared server.
    let services: @Sendable (Parts, _ port: Int, _ onReady: @escaping @Sendable () -> Void) -> [any Service]
  }

  private struct State {
    var host: Host?
    var parts: Parts?
    var services: RunningServices?
    /// The number of beginnings.
    var count = 0
    /// The last change. Each one begins after the one before.
    var last: Task<Void, any Error>?
    /// The end of the former services.
    var ending: Task<Void, Never>?
    var fault: SharingFault?
    /// Whether the server shuts down.
    var isOver = false
  }

  private let state = Mutex(State())
  private let beginsOn: Bool
  private let make: @Sendable (_ port: Int) throws -> Parts
  /// The service group logs its services. The default description would contain keys.
  package var description: String { "sharing" }

  /// - Parameters:
  ///   - beginsOn: whether the server is shared from its start on.
  ///   - make: makes the parts of a shared server from its port. It may block the thread. It throws ``SharingFault``.
  package init(beginsOn: Bool, make: @escaping @Sendable (_ port: Int) throws -> Parts) {
    (self.beginsOn, self.make) = (beginsOn, make)
  }

  /// The parts of the server while it is shared.
  var parts: Parts? { state.withLock(\.parts) }

  /// The addresses of the server while it is shared.
  package var addresses: SharedAddresses? { parts?.addresses }

  /// Why the server is not shared although it should be; nil as usual.
  package var fault: SharingFault? { state.withLock(\.fault) }

  /// Notes that the server listens, and shares it if it is to be shared from the start on. A fault keeps no server from starting.
  func begin(at host: Host) async {
    state.withLock { $0.host = host }
    guard beginsOn else { return }
    _ = await inTurn { [self] in
      do { try await begin() } catch { state.withLock { $0.fault = Self.fault(error, port: host.port) } }
    }.result
  }

  /// Begins or ends the sharing.
  /// - Parameter note: notes it for later starts, before another turn begins.
  /// - Throws: ``SharingFault``, errors of `note`; everything is as before then.
  package func turn(_ isOn: Bool, noting note: @escaping @Sendable () throws -> Void = {}) async throws {
    try await inTurn { [self] in
      guard isOn else {
        try note()
        return await end()
      }
      let hasBegun = try await begin()
      do { try note() } catch {
        if hasBegun { await end() }
        throw error
      }
    }.value
  }

  // What changes the state, the listeners and what is noted of them runs to its end before the next of these begins.
  private func inTurn(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
    state.withLock { state in
      let task = Task.detached { [before = state.last] in
        _ = await before?.result
        try await body()
      }
      state.last = task
      return task
    }
  }

  // Returns whether it was not shared before.
  @discardableResult
  private func begin() async throws -> Bool {
    let (host, isDone, ending) = state.withLock { ($0.host, $0.parts != nil || $0.isOver, $0.ending) }
    guard let host, !isDone else { return false }
    // The ports of the former services are free after that.
    await ending?.value
    do {
      let parts = try await parts(at: host.port)
      let services = try await RunningServices.start(host.logger) { host.services(parts, host.port, $0) }
      let number = state.withLock { state in
        (state.parts, state.services, state.fault) = (parts, services, nil)
        state.count += 1
        return state.count
      }
      Task.detached { [weak self] in
        await services.waitForEnd()
        self?.noteEnd(of: number)
      }
      await host.reroute()
      parts.began(host.port)
      return true
    } catch {
      throw Self.fault(error, port: host.port)
    }
  }

  private func parts(at port: Int) async throws -> Parts {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [make] in continuation.resume(with: Result { try make(port) }) }
    }
  }

  private static func fault(_ error: any Error, port: Int) -> SharingFault {
    if let fault = error as? SharingFault { return fault }
    if let error = error as? IOError { return SharingFault(ServerError(error, host: "0.0.0.0", port: port).phrase) }
    return SharingFault(ServerError.network("\(error)").phrase)
  }

  // That services have ended which nobody has ended.
  private func noteEnd(of number: Int) {
    _ = inTurn { [self] in
      // Somebody may have ended them meanwhile, and begun again.
      guard state.withLock({ $0.count == number && $0.services != nil }) else { return }
      state.withLock(\.host)?.logger.error("The server is no longer shared in the local network")
      await end()
      state.withLock { $0.fault = SharingFault("Its connections to the network have ended.") }
    }
  }

  // The page that has ended it does not wait for those of other machines.
  private func end() async {
    let (host, parts) = state.withLock { state in
      defer { (state.parts, state.services, state.fault) = (nil, nil, nil) }
      if let services = state.services { state.ending = Task.detached { await services.end() } }
      return (state.host, state.parts)
    }
    guard let host, let parts else { return }
    await host.reroute()
    parts.ended()
  }

  /// Ends the sharing with the server.
  package func run() async throws {
    try? await gracefulShutdown()
    state.withLock { $0.isOver = true }
    // A beginning that is under way has listeners only at its end.
    _ = await inTurn { [self] in
      let (services, ending) = state.withLock { state in
        defer { state.services = nil }
        return (state.services, state.ending)
      }
      await services?.end()
      await ending?.value
    }.result
  }
}
