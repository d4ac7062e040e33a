import Foundation
import HTTPTesting
import Hummingbird
import KartotekaTLS
import ServiceLifecycle
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Sharing that begins and ends in the running server", .timeLimit(.minutes(5)))
struct LiveSharingTests {
  private struct Content {
    /// Whether services become ready, and whether the routes are made.
    var isOpen = true
    /// The services that run.
    var running = 0
    var breaksOff = false
    var reroutings = 0
    var isNoted = false
    var events: [String] = []
  }

  private struct Fault: Error {}

  /// A network whose listeners and routes can be held back.
  private final class Network: Sendable {
    let content = Mutex(Content())

    func set(_ change: (inout Content) -> Void) { content.withLock { change(&$0) } }

    /// Waits for something. The suite's limit cancels it.
    func wait(_ isSo: @Sendable (Content) -> Bool) async throws {
      while !content.withLock({ isSo($0) }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    func pass() async throws { try await wait(\.isOpen) }

    func services(_ onReady: @escaping @Sendable () -> Void) -> [any Service] {
      [Listener(network: self, onReady: onReady)]
    }
  }

  private struct Listener: Service {
    let network: Network
    let onReady: @Sendable () -> Void

    func run() async throws {
      network.set { $0.running += 1 }
      defer { network.set { $0.running -= 1 } }
      try await network.pass()
      onReady()
      try? await cancelWhenGracefulShutdown { try await network.wait(\.breaksOff) }
    }
  }

  private static func sharing(_ network: Network) throws -> LiveSharing {
    let data = FileManager.default.temporaryDirectory.appending(path: "sharing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: data) }
    let own = try OwnCertificates(in: data, title: "Kartoteka") { ["laptop.local", "localhost"] }
    let certificate = try ServerCertificate(own)
    return LiveSharing(beginsOn: false) { _ in
      LiveSharing.Parts(
        own, certificate, SharedAddresses(fingerprint: "AB:CD", trustPort: 0) { ["laptop.local"] },
        began: { _ in network.set { $0.events.append("began") } },
        ended: { network.set { $0.events.append("ended") } })
    }
  }

  private static func begin(_ sharing: LiveSharing, _ network: Network, _ site: Site? = nil) async {
    await sharing.begin(
      at: LiveSharing.Host(
        port: 8080, logger: .quiet,
        reroute: {
          network.set { $0.reroutings += 1 }
          try? await network.pass()
          await site?.reroute()
        }, services: { network.services($2) }))
  }

  private static func serving(_ responder: SiteResponder) -> Application<SiteResponder> {
    Application(
      responder: responder, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      logger: .quiet)
  }

  @Test("Nobody without an account is let in from the network, also while sharing begins or ends")
  func admission() async throws {
    let (network, people) = (Network(), try await PeopleSite([]))
    let sharing = try Self.sharing(network)
    var server = people.server
    server.liveSharing = sharing
    let site = Site(
      Site.Content(apps: server.apps, unavailable: []), folder: nil, options: server.storeOptions, logger: .quiet)
    // It makes the routes.
    let application = server.application(site: site)
    await Self.begin(sharing, network, site)
    let distant = Self.serving(SiteResponder(site: site) { (["localhost"], .distantFuture) })
    try await Self.serving(SiteResponder(site: site)).test { here in
      try await distant.test { there in
        func check(_ isShared: Bool) async throws {
          for address in ["/api/school/courses", "/api/me", "/api/school/changes"] {
            let answer = try await there.page(address)
            #expect(answer.status == .unauthorized, "\(address)")
          }
          let page = try await there.page("/school/courses")
          #expect(page.headers[.location]?.hasPrefix("/apps/sign-in") == true)
          let own = try await here.page("/api/school/courses")
          #expect(own.status == (isShared ? .unauthorized : .ok))
        }
        try await check(false)
        network.set { $0.isOpen = false }
        let on = Task { try await sharing.turn(true) }
        // It listens already, and the routes are those of before.
        try await network.wait { $0.running == 1 }
        try await check(false)
        network.set { $0.isOpen = true }
        try await on.value
        try await check(true)
        network.set { $0.isOpen = false }
        let off = Task { try await sharing.turn(false) }
        try await network.wait { $0.reroutings == 2 }
        try await check(true)
        network.set { $0.isOpen = true }
        try await off.value
        try await check(false)
      }
    }
    withExtendedLifetime(application) {}
  }

  @Test("The last press counts, for the running server and for later starts")
  func presses() async throws {
    let network = Network()
    let sharing = try Self.sharing(network)
    await Self.begin(sharing, network)
    network.set { $0.isOpen = false }
    let on = Task { try await sharing.turn(true) { network.set { $0.isNoted = true } } }
    try await network.wait { $0.running == 1 }
    let off = Task { try await sharing.turn(false) { network.set { $0.isNoted = false } } }
    network.set { $0.isOpen = true }
    try await on.value
    try await off.value
    try await network.wait { $0.running == 0 }
    #expect(sharing.addresses == nil && network.content.withLock { !$0.isNoted && $0.events == ["began", "ended"] })
    // What can't be noted is not so.
    await #expect(throws: Fault.self) { try await sharing.turn(true) { throw Fault() } }
    #expect(sharing.addresses == nil)
    try await sharing.turn(true)
    await #expect(throws: Fault.self) { try await sharing.turn(true) { throw Fault() } }
    await #expect(throws: Fault.self) { try await sharing.turn(false) { throw Fault() } }
    #expect(sharing.addresses != nil && sharing.fault == nil)
    try await sharing.turn(false)
    try await network.wait { $0.running == 0 }
  }

  @Test("Connections to the network that end of themselves are told, and what is shared anew meanwhile stays")
  func breakingOff() async throws {
    let network = Network()
    let sharing = try Self.sharing(network)
    await Self.begin(sharing, network)
    try await sharing.turn(true)
    network.set { $0.breaksOff = true }
    try await network.wait { $0.events == ["began", "ended"] && $0.running == 0 }
    while sharing.fault == nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(sharing.addresses == nil)
    network.set { $0.breaksOff = false }
    try await sharing.turn(true)
    #expect(sharing.addresses != nil && sharing.fault == nil)
    // The end is being noted when it is switched off and on.
    let reroutings = network.content.withLock(\.reroutings)
    network.set { ($0.isOpen, $0.breaksOff) = (false, true) }
    try await network.wait { $0.reroutings == reroutings + 1 }
    network.set { $0.breaksOff = false }
    let (off, on) = (Task { try await sharing.turn(false) }, Task { try await sharing.turn(true) })
    network.set { $0.isOpen = true }
    try await off.value
    try await on.value
    try await sharing.turn(true)
    #expect(sharing.addresses != nil && sharing.fault == nil)
    #expect(network.content.withLock { $0.events.last == "began" })
    try await sharing.turn(false)
    try await network.wait { $0.running == 0 }
  }
}
