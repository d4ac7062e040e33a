import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import KartotekaWeb

@Suite("Listening at the addresses of the machine", .timeLimit(.minutes(5)))
struct NetworkListenersTests {
  /// The addresses of a machine, and those at which something listens.
  private final class Machine: Sendable {
    let addresses = Mutex(["10.0.0.1", "10.0.0.2"])
    let taken = Mutex<Set<String>>([])
    let listening = Mutex<Set<String>>([])
    let failures = Mutex<[Set<String>]>([])
    let isReady = Atomic(false)
    /// Whether listeners become ready.
    let isSlow = Atomic(false)

    var open: Set<String> { listening.withLock { $0 } }
    var hasBegun: Bool { isReady.load(ordering: .relaxed) }

    func listeners() -> NetworkListeners {
      NetworkListeners(
        addresses: { self.addresses.withLock { $0 } }, logger: .quiet,
        server: { Listener(machine: self, address: $0, onReady: $1) },
        onReady: { self.isReady.store(true, ordering: .relaxed) },
        onFailures: { failed in self.failures.withLock { $0.append(failed) } }, interval: .milliseconds(1))
    }

    /// Waits until something listens at some addresses alone. The suite's limit cancels it.
    func waitUntil(_ wanted: Set<String>) async throws {
      while open != wanted { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  private struct Taken: Error {}

  private struct Listener: Service {
    let machine: Machine
    let address: String
    let onReady: @Sendable () -> Void

    func run() async throws {
      if machine.taken.withLock({ $0.contains(address) }) { throw Taken() }
      machine.listening.withLock { _ = $0.insert(address) }
      if !machine.isSlow.load(ordering: .relaxed) { onReady() }
      try? await gracefulShutdown()
      machine.listening.withLock { _ = $0.remove(address) }
    }
  }

  @Test("A server listens at each address, at one that comes, no longer at one that went, and at none after its end")
  func following() async throws {
    let machine = Machine()
    let group = ServiceGroup(configuration: .init(services: [machine.listeners()], logger: .quiet))
    let running = Task { try await group.run() }
    try await machine.waitUntil(["10.0.0.1", "10.0.0.2"])
    machine.addresses.withLock { $0 = ["10.0.0.2", "10.0.0.3"] }
    try await machine.waitUntil(["10.0.0.2", "10.0.0.3"])
    #expect(machine.hasBegun)
    // Without a network it waits for one.
    machine.addresses.withLock { $0 = [] }
    try await machine.waitUntil([])
    machine.addresses.withLock { $0 = ["10.0.0.1"] }
    try await machine.waitUntil(["10.0.0.1"])
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(machine.open.isEmpty && machine.failures.withLock(\.isEmpty))
  }

  @Test("An address that is taken is told once, and tried again")
  func taken() async throws {
    let machine = Machine()
    machine.taken.withLock { $0 = ["10.0.0.2"] }
    let group = ServiceGroup(configuration: .init(services: [machine.listeners()], logger: .quiet))
    let running = Task { try await group.run() }
    while !machine.hasBegun { try await Task.sleep(for: .milliseconds(1)) }
    #expect(machine.open == ["10.0.0.1"])
    machine.taken.withLock { $0 = [] }
    try await machine.waitUntil(["10.0.0.1", "10.0.0.2"])
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(machine.failures.withLock { $0.first } == ["10.0.0.2"])
    #expect(machine.failures.withLock(\.count) <= 2)
  }

  @Test("A server that can't listen at the address of which people are told does not start, and leaves no listener")
  func first() async throws {
    let machine = Machine()
    machine.taken.withLock { $0 = ["10.0.0.1"] }
    await #expect(throws: Taken.self) { try await machine.listeners().run() }
    #expect(machine.open.isEmpty && !machine.hasBegun)
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

  @Test("A start that is cancelled before the services are ready ends them")
  func cancelled() async throws {
    let machine = Machine()
    machine.isSlow.store(true, ordering: .relaxed)
    let start = Task {
      try await RunningServices.start(.quiet) { [Listener(machine: machine, address: "a", onReady: $0)] }
    }
    try await machine.waitUntil(["a"])
    start.cancel()
    await #expect(throws: CancellationError.self) { _ = try await start.value }
    #expect(machine.open.isEmpty)
    // The same with a group of which another service fails.
    let listening = Task { try await machine.listeners().run() }
    try await machine.waitUntil(["10.0.0.1"])
    listening.cancel()
    _ = await listening.result
    #expect(machine.open.isEmpty && !machine.hasBegun)
  }
}
