import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

extension ApplicationProtocol {
  /// Serves the application on a port that the system chooses, and runs a test against it.
  ///
  /// ```swift
  /// try await server.application().test { client in
  ///   let page = try await client.execute(uri: "/health", method: .get)
  ///   #expect(page.status == .ok)
  /// }
  /// ```
  /// - Throws: what the test throws, and why the server could not be started.
  public func test<Value: Sendable>(_ body: @Sendable (TestClient) async throws -> Value) async throws -> Value {
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let services = ServiceGroup(services: [ServedApplication(base: self, found: found)], logger: logger)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { found.finish() }
        try await services.run()
      }
      do {
        guard let port = await ports.first(where: { _ in true }) else {
          try await group.next()
          throw ServerEnded()
        }
        let value = try await body(TestClient(port: port))
        await services.triggerGracefulShutdown()
        try await group.waitForAll()
        return value
      } catch {
        await services.triggerGracefulShutdown()
        throw error
      }
    }
  }
}

/// A server on a port that the system chooses. It runs until nothing refers to it any more.
public final class StartedServer: Sendable {
  private let services: ServiceGroup
  private let port: Task<Int, any Error>

  /// Starts an application.
  public init(_ application: some ApplicationProtocol) {
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let services = ServiceGroup(
      services: [ServedApplication(base: application, found: found)], logger: application.logger)
    self.services = services
    let run = Task {
      defer { found.finish() }
      try await services.run()
    }
    port = Task {
      if let port = await ports.first(where: { _ in true }) { return port }
      try await run.value
      throw ServerEnded()
    }
  }

  deinit {
    Task { [services] in await services.triggerGracefulShutdown() }
  }

  /// A client of the server, once it listens.
  /// - Throws: why the server could not be started.
  public var client: TestClient {
    get async throws { TestClient(port: try await port.value) }
  }
}

/// A server ended before it listened.
private struct ServerEnded: Error {}

/// An application, served on a port that the system chooses.
private struct ServedApplication<Base: ApplicationProtocol>: ApplicationProtocol {
  typealias Responder = Base.Responder

  let base: Base
  let found: AsyncStream<Int>.Continuation

  var responder: Responder { get async throws { try await base.responder } }
  var server: HTTPServerBuilder { base.server }
  var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
  var configuration: ApplicationConfiguration {
    base.configuration.with(address: .hostname("127.0.0.1", port: 0))
  }
  var logger: Logger { base.logger }
  var services: [any Service] { base.services }
  var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { base.processesRunBeforeServerStart }

  @Sendable func onServerRunning(_ channel: any Channel) async {
    await base.onServerRunning(channel)
    found.yield(channel.localAddress?.port ?? 0)
  }
}
