import Foundation
import Hummingbird
import HummingbirdCore
import KartotekaAPI
import KartotekaApplication
@_spi(System) import KartotekaHTTP
import KartotekaModel
import KartotekaPages
import KartotekaPeople
import KartotekaScreens
@_spi(System) import KartotekaStore
import KartotekaTLS
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

// Types that a program with its own server uses.
@_exported import struct HTTPTypes.HTTPFields
@_exported import struct HTTPTypes.HTTPResponse
@_exported import struct HummingbirdCore.Request
@_exported import struct HummingbirdCore.Response
@_exported import struct KartotekaHTTP.Administrator
@_exported import struct KartotekaHTTP.Branding
@_exported import enum KartotekaHTTP.OpeningError
@_exported import struct KartotekaHTTP.RunningApp
@_exported import struct KartotekaHTTP.UnavailableApp

/// Serves applications over HTTP: their screens, their API, and `/health`.
///
/// ```swift
/// let apps = try await RunningApp.open([library], in: folder)
/// try await Server(apps, port: 8080, logger: logger).run()
/// ```
public struct Server: Sendable {
  var apps: [RunningApp]
  /// The applications that could not be opened.
  var unavailable: [UnavailableApp] = []
  let host: String
  let port: Int
  let names: [String]
  let logger: Logger
  var limits = Limits()
  /// The clock of background jobs.
  var clock = JobClock.system
  /// The interval of attempts to open an application whose administrator has to do something at the database server first.
  package var waitingInterval = Duration.seconds(10)
  /// Whether background jobs run.
  package var runsJobs = true
  /// The administrator of the API; nil if administrators' actions are refused.
  var administrator: Administrator?
  /// The name and the logo on the screens.
  let branding: Branding
  /// Functions around every request, the first one outermost, behind the server's own checks: authentication, headers,
  /// responses of one's own. A function answers itself, or with what `next` answers.
  public var middleware: [Middleware] = []
  /// The addresses of proxies in front of the server. Their headers about a client, its scheme and its host are believed
  /// (`Forwarded`, `X-Forwarded-For`, `X-Forwarded-Proto`, `X-Forwarded-Host`); those of other clients are not.
  public var proxies: [String] = []
  /// The certificate of HTTPS; nil for plain HTTP.
  package var certificate: ServerCertificate?
  /// Whether the log has each request.
  package var logsRequests = false
  /// The data folder with designed applications; nil if the server has none.
  package var designs: DesignFolder?
  /// The options of the stores of designed applications.
  public var storeOptions = StoreOptions()
  var screens: ScreenRoutes?
  /// The people who may use the server; nil, or nobody, if everybody may do everything.
  package var people: People?
  /// Whether nobody without an account is let in while there are no people: other machines reach the server, and it was not said
  /// that everybody may do everything. The database with the people may be away when the server starts, and have none when it is back.
  package var needsPeople = false
  /// The addresses of a server that is shared in a local network, which needs people; nil for another one.
  package var shared: SharedAddresses?
  /// Whether the server is shared by the choice on a screen; nil where that can't be set.
  package var sharing: SharingSetting?
  /// The sharing by that choice.
  package var liveSharing: LiveSharing?
  /// The certificates of the server's own authority, which devices are helped to trust; nil without ``shared``.
  package var ownCertificates: OwnCertificates?
  /// The counts of a server that serves; nil before.
  private var counts: RequestCounts?

  /// Makes a server.
  /// - Parameters:
  ///   - apps: the applications, in the order of the home screen.
  ///   - unavailable: the applications that could not be opened.
  ///   - host: the address to listen on; `0.0.0.0` for all interfaces. If it is not a loopback address (``isLoopback(_:)``),
  ///     the home screen says that everybody who reaches the server can change everything.
  ///   - port: the port; 0 for a free one.
  ///   - names: additional names of the server, for example behind a proxy.
  ///   - administrator: the administrator of the API; nil to refuse administrators' actions.
  ///   - branding: the name and the logo on the screens.
  ///   - logger: logs requests at debug level and failures as errors.
  public init(
    _ apps: [RunningApp], unavailable: [UnavailableApp] = [], host: String = "127.0.0.1", port: Int = 8080,
    names: [String] = [], administrator: Administrator? = nil, branding: Branding = Branding(), logger: Logger
  ) {
    self.init(
      apps, host: host, port: port, names: names, branding: branding, logger: logger,
      screens: ScreenRoutes(
        apps, for: SystemAccess.everything, unavailable: unavailable, branding: branding,
        isOpenToEverybody: !Self.isLoopback(host)))
    self.unavailable = unavailable
    self.administrator = administrator
  }

  /// Whether a host is a loopback address.
  public static func isLoopback(_ host: String) -> Bool {
    WebContext.isLoopback(host)
  }

  /// A server with the given screens; nil for the API alone.
  init(
    _ apps: [RunningApp], host: String, port: Int, names: [String], branding: Branding = Branding(), logger: Logger,
    screens: ScreenRoutes?
  ) {
    self.apps = apps
    self.branding = branding
    self.host = host
    self.port = port
    self.names = names
    self.logger = logger
    self.screens = screens
  }

  /// Serves until the process receives SIGINT, SIGTERM or SIGHUP. Requests in progress are finished first, and the write-ahead
  /// logs are checkpointed into the database files.
  /// - Parameter onReady: receives the port when the server accepts requests.
  /// - Throws: `ServerError` if the server can't start.
  public func run(onReady: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
    let site = site()
    defer { for app in site.apps { app.system.emptyLog() } }
    var server = self
    server.limits.fit(openFiles: OpenFiles.raise())
    var configuration = ServiceGroupConfiguration(
      services: [server.application(site: site, onReady: onReady)], gracefulShutdownSignals: Self.signals,
      logger: quietLogger)
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      throw ServerError(error, host: host, port: port)
    } catch let error as SocketAddressError {
      throw ServerError.noSuchHost(host, "\(error)")
    }
  }

  // `nohup` starts a process with SIGHUP ignored. The server keeps it ignored.
  private static var signals: [UnixSignal] {
    var action = sigaction()
    guard sigaction(SIGHUP, nil, &action) == 0, !action.isIgnoring else { return [.sigint, .sigterm] }
    return [.sigint, .sigterm, .sighup]
  }

  /// The Hummingbird application, also for tests.
  /// - Parameters:
  ///   - connections: the table of connections; nil for a new one.
  ///   - site: the applications; nil for those of the initializer.
  ///   - add: adds a test's own routes behind all middlewares.
  ///   - onReady: receives the port when the server accepts requests.
  package func application(
    connections: ConnectionTable? = nil, site given: Site? = nil, adding add: (Router<WebContext>) -> Void = { _ in },
    onReady: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> Application<SiteResponder> {
    let hangUps = HangUps()
    let connections = connections ?? ConnectionTable(limit: limits.connections, proxies: proxies)
    let site = given ?? site()
    let services = serve(site, hangUps, adding: add)
    let trust = trustSite(onReady: onReady)
    let live: [any Service] = liveSharing.map { [$0] } ?? []
    @Sendable func server(
      at host: String, port: Int, by certificate: ServerCertificate?, _ services: [any Service],
      isLive: Bool = false, onRunning: @escaping @Sendable (Int) async -> Void
    ) -> Application<SiteResponder> {
      let http = HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionHandler(connections, limits), hangUps.handler()],
        idleTimeout: TimeAmount(limits.idle))
      // The routes of a server that is shared while it runs are those of its loopback address, too.
      let network = isLive ? certificate.map(Self.parts(of:)) : nil
      return Application(
        responder: network.map { SiteResponder(site: site, forNetworkWith: $0) } ?? SiteResponder(site: site),
        server: certificate.map { .encrypted(http, by: $0, isOwn: hostCheck.isOwn) } ?? .http1(configuration: http),
        configuration: ApplicationConfiguration(
          address: .hostname(host, port: port), serverName: nil,
          availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
        services: services, onServerRunning: { await onRunning($0.localAddress?.port ?? port) }, logger: quietLogger)
    }
    return server(
      at: host, port: port, by: certificate, [ServiceShutdown(site: site)] + services + trust + live
    ) { [shared, liveSharing, logger = quietLogger] port in
      // The page that helps devices has a port of its own.
      if let shared, shared.note(server: port) == nil { return }
      let host = LiveSharing.Host(
        port: port, logger: logger, reroute: { [weak site] in await site?.reroute() },
        services: { parts, port, onReady in
          sharedServices(parts, port, onReady) { address, onReady in
            server(at: address, port: port, by: parts.certificate, [], isLive: true, onRunning: { _ in onReady() })
          }
        })
      await liveSharing?.begin(at: host)
      await onReady(port)
    }
  }

  private var letsInOnlyPeople: Bool { needsPeople || sharedNow != nil }

  /// The applications as a part of a Hummingbird application that exists: a responder beside its router's, and services.
  /// The host and the port are those of that application; ``init(_:unavailable:host:port:names:administrator:branding:logger:)``
  /// takes the host and the names under which browsers reach the site. The function is called once.
  public func mounted() -> MountedSite {
    let (site, addresses) = (site(), MountedAddresses())
    let services = serve(site, HangUps(), noting: addresses)
    return MountedSite(
      services: [ServiceShutdown(site: site, emptiesLogs: true)] + services, site: SiteResponder(site: site),
      addresses: addresses)
  }

  // Makes the routes of a site, now and whenever its applications change.
  // - Returns: the services that work beside requests.
  private func serve(
    _ site: Site, _ hangUps: HangUps, noting addresses: MountedAddresses? = nil,
    adding add: (Router<WebContext>) -> Void = { _ in }
  ) -> [any Service] {
    let (watchdog, reference) = (DeadlineService(interval: limits.watch), SiteReference(site))
    let counts = newCounts()
    @Sendable func router(of server: Server) -> Router<WebContext> {
      var server = server
      server.counts = counts
      let router = server.router(watchdog, hangUps, reference)
      addresses?.note(router, apps: server.apps.map(\.pathName) + server.unavailable.map(\.name))
      return router
    }
    let first = router(of: self)
    add(first)
    site.serve(first: first.buildResponder()) { content in router(of: serving(content)).buildResponder() }
    let watched: [any Service] =
      designs == nil && apps.allSatisfy { $0.reopen == nil } ? [] : [SiteWatch(site: site)]
    let waiting: [any Service] =
      designs == nil || storeOptions.primaries == nil ? [] : [WaitingApps(site: site, longInterval: waitingInterval)]
    let backups: [any Service] = site.desk == nil ? [] : [BackupTimer(site: site, now: clock.now)]
    let jobs: [any Service] = runsJobs ? [JobRunner(apps, site: site, clock: clock, logger: logger)] : []
    let renewal: [any Service] = certificate.map { [CertificateRenewal($0, logger: logger)] } ?? []
    return [
      watchdog, ChangePoller(apps: apps, site: site, logger: logger),
      HistoryPruner(apps: apps, site: site, people: people, logger: logger),
      UndoRunner(apps: apps, site: site, logger: logger),
    ] + watched + waiting + backups + jobs + renewal
  }

  /// The served applications, which may change while the server runs.
  private func site() -> Site {
    Site(
      Site.Content(apps: apps, unavailable: unavailable), folder: designs, options: storeOptions, people: people,
      logger: logger)
  }

  /// This server with other applications.
  private func serving(_ content: Site.Content) -> Server {
    var server = self
    server.apps = content.apps
    server.unavailable = content.unavailable
    if screens != nil {
      server.screens = ScreenRoutes(
        content.apps, for: SystemAccess.everything, unavailable: content.unavailable, branding: branding,
        isOpenToEverybody: !Self.isLoopback(host))
    }
    return server
  }

  private func newCounts() -> RequestCounts {
    let data = designs?.url ?? apps.lazy.compactMap(\.systemStore.url).first?.deletingLastPathComponent()
    return RequestCounts(limits, folder: data)
  }

  /// All routes, each with its method: `GET /northwind/orders/{id}`.
  package var routes: [String] {
    router(DeadlineService(interval: limits.watch)).routes.map { "\($0.method.rawValue) \($0.path.description)" }
  }

  /// The rows of all addresses.
  package var table: [any AddressRow] {
    let site = site()
    let timeLimit = TimeLimit(limits: limits, watchdog: DeadlineService(interval: limits.watch), hangUps: HangUps())
    return withExtendedLifetime(site) { table(SiteReference(site), newCounts(), timeLimit).rows }
  }

  private func table(_ site: SiteReference, _ counts: RequestCounts, _ timeLimit: TimeLimit) -> AddressTable {
    let api = API(
      apps, site: site, administrator: administrator, streams: counts.streams, timeLimit: timeLimit,
      search: screens?.search, hasPeople: people != nil)
    let health = Health(
      host: hostCheck, proxies: ProxyHeaders(proxies: proxies), apps: apps, unavailable: unavailable, people: people,
      needsPeople: letsInOnlyPeople)
    return AddressTable(
      [health] + api.operations
        + (screens?.made(people: people, shared: sharedNow, sharing: sharing).changing(
          site, makesApps: designs != nil, hasBackups: designs != nil, administrator: administrator
        ).table ?? []))
  }

  private var hostCheck: HostCheck {
    HostCheck(host: host, names: names) { [certificate, liveSharing] in
      (certificate ?? liveSharing?.parts?.certificate)?.current.isFor($0) ?? false
    }
  }

  /// The routes of all applications. An application that has two equal ones is left out as unavailable.
  func router(
    _ watchdog: DeadlineService, _ hangUps: HangUps = HangUps(), _ site: SiteReference = SiteReference(nil)
  ) -> Router<WebContext> {
    let counts = counts ?? newCounts()
    let timeLimit = TimeLimit(limits: limits, watchdog: watchdog, hangUps: hangUps)
    let table = table(site, counts, timeLimit)
    if let server = leavingOut(table.repeated) { return server.router(watchdog, hangUps, site) }
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    func add(_ passage: Passage) {
      for row in table.rows where row.passage == passage { router.on(row.path, method: row.method, use: row.response) }
    }
    add(.unchecked)
    if let certificate {
      router.addMiddleware { EncryptedConnection { (certificate.current.hosts, certificate.current.ends) } }
    }
    if !proxies.isEmpty { router.addMiddleware { ProxyHeaders(proxies: proxies) } }
    // Before all others, since error pages are made for who asks, too.
    let needs = AddressNeeds(table.rows, apps: apps.map(\.pathName) + unavailable.map(\.name))
    router.addMiddleware {
      Admission(people: people, administrator: administrator, needs: needs, needsPeople: letsInOnlyPeople)
    }
    router.addMiddleware {
      AccessLog(isWanted: logsRequests)
      Compression()
      SecurityHeaders { [certificate] in certificate?.isGiven ?? false }
      ProblemMiddleware(
        apps: apps, unavailable: unavailable, addresses: RouteIndex(table),
        screens: screens?.made(people: people, shared: sharedNow, sharing: sharing), linger: limits.linger)
      TargetLimit(limits: limits)
      hostCheck
      OriginCheck()
    }
    if people != nil { router.addMiddleware { RightsCheck() } }
    for function in middleware { router.addMiddleware { OwnMiddleware(function: function) } }
    if apps.contains(where: \.systemStore.hasPrimary) { router.addMiddleware { SeenCommit(apps: apps) } }
    add(.quick)
    router.addMiddleware {
      // Before the cache, because the time zone is a part of its key.
      TimeZoneChoice()
      // Before the time limit, because a cached response takes no time.
      ResponseCacheMiddleware(apps: apps, now: clock.now)
      BytesAddresses(table.rows.filter { ($0 as? APIOperation)?.takesBytes == true }.map(\.path))
      timeLimit
      counts.uploads
      counts.writes
    }
    add(.usual)
    return router
  }

  // The same server without the applications that have two equal addresses; nil if there is none.
  private func leavingOut(_ repeated: [String: any AddressRow]) -> Server? {
    var content = Site.Content(apps: [], unavailable: unavailable)
    for app in apps {
      if let row = repeated[app.pathName] {
        let address = "\(row.method.rawValue) \(row.path.description)"
        logger.error("Two parts of an application have the same address", metadata: ["address": "\(address)"])
        content.unavailable.append(UnavailableApp(app.app, because: RouteClash(address: address)))
      } else {
        content.apps.append(app)
      }
    }
    return content.apps.count == apps.count ? nil : serving(content)
  }

  // Info messages of Hummingbird and its service group duplicate our own.
  var quietLogger: Logger {
    var logger = logger
    if logger.logLevel == .info { logger.logLevel = .notice }
    return logger
  }
}

extension sigaction {
  fileprivate var isIgnoring: Bool {
    #if os(Linux)
      let handler = __sigaction_handler.sa_handler
    #else
      let handler = __sigaction_u.__sa_handler
    #endif
    // Functions are not comparable. SIG_IGN is the address 1.
    return unsafeBitCast(handler, to: Int.self) == 1
  }
}
