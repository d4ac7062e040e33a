import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import KartotekaWeb

@Suite("Listening at the addresses of the machine")
struct NetworkListenersTests {
  /// The addresses of a machine, and those at which something listens.
  private final class Machine: Sendable {
    let addresses = Mutex(["10.0.0.1", "10.0.0.2"])
    let taken = Mutex<Set<String>>([])
    let listening = Mutex<Set<String>>([])
    let isReady = Atomic(false)

    var open: Set<String> { listening.withLock { $0 } }
    var hasBegun: Bool { isReady.load(ordering: .relaxed) }

    func listeners() -> NetworkListeners {
      NetworkListeners(
        addresses: { self.addresses.withLock { $0 } }, logger: .quiet,
        server: { Listener(machine: self, address: $0, onReady: $1) },
        onReady: { self.isReady.store(true, ordering: .relaxed) }, interval: .milliseconds(1))
    }

    func waitUntil(_ wanted: Set<String>) async { while open != wanted { await Task.yield() } }
  }

  private struct Taken: Error {}

  private struct Listener: Service {
    let machine: Machine
    let address: String
    let onReady: @Sendable () -> Void

    func run() async throws {
      if machine.taken.withLock({ $0.contains(address) }) { throw Taken() }
      machine.listening.withLock { _ = $0.insert(address) }
      onReady()
      try? await gracefulShutdown()
      machine.listening.withLock { _ = $0.remove(address) }
    }
  }

  @Test("A server listens at each address, at one that comes, no longer at one that went, and at none after its end")
  func following() async throws {
    let machine = Machine()
    let group = ServiceGroup(configuration: .init(services: [machine.listeners()], logger: .quiet))
    let running = Task { try await group.run() }
    await machine.waitUntil(["10.0.0.1", "10.0.0.2"])
    machine.addresses.withLock { $0 = ["10.0.0.2", "10.0.0.3"] }
    await machine.waitUntil(["10.0.0.2", "10.0.0.3"])
    #expect(machine.hasBegun)
    // Without a network it waits for one.
    machine.addresses.withLock { $0 = [] }
    await machine.waitUntil([])
    machine.addresses.withLock { $0 = ["10.0.0.1"] }
    await machine.waitUntil(["10.0.0.1"])
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(machine.open.isEmpty)
  }

  @Test("An address that is taken is tried again, and a server that can listen at none of them does not start")
  func taken() async throws {
    let machine = Machine()
    machine.taken.withLock { $0 = ["10.0.0.1"] }
    let group = ServiceGroup(configuration: .init(services: [machine.listeners()], logger: .quiet))
    let running = Task { try await group.run() }
    await machine.waitUntil(["10.0.0.2"])
    machine.taken.withLock { $0 = [] }
    await machine.waitUntil(["10.0.0.1", "10.0.0.2"])
    await group.triggerGracefulShutdown()
    try await running.value
    let other = Machine()
    other.taken.withLock { $0 = ["10.0.0.1", "10.0.0.2"] }
    await #expect(throws: Taken.self) { try await other.listeners().run() }
    #expect(!other.hasBegun)
  }

  @Test("Services that end before they are ready are an error, and ready ones end when they are told to")
  func services() async throws {
    let machine = Machine()
    let running = try await RunningServices.start(.quiet) { [Listener(machine: machine, address: "a", onReady: $0)] }
    #expect(machine.open == ["a"])
    await running.end()
    await running.waitForEnd()
    #expect(machine.open.isEmpty)
    machine.taken.withLock { $0 = ["a"] }
    await #expect(throws: Taken.self) {
      _ = try await RunningServices.start(.quiet) { [Listener(machine: machine, address: "a", onReady: $0)] }
    }
  }
}
