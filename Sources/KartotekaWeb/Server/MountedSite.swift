import Hummingbird
import KartotekaHTTP
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The applications as a part of a Hummingbird application that exists.
///
/// ```swift
/// let apps = try await RunningApp.open([library], in: folder)
/// let site = Server(apps, names: ["www.example.org"], logger: logger).mounted()
/// let application = Application(responder: site.responder(besides: router.buildResponder()), services: site.services)
/// try await application.runService()
/// ```
/// The screens of an application are at `/{app}`, its API is at `/api/{app}`. Every other address, also `/`, is the
/// router's, unless the site has a host of its own. The checks of host and origin concern requests to the site only: name
/// all hosts under which browsers reach it (`Server.init(names:)`).
///
/// ## Topics
/// ### Serving
/// - ``responder(besides:)``
/// - ``responder(host:besides:)``
/// - ``services``
public struct MountedSite: Sendable {
  /// The services beside requests: background jobs, pruning of history, live updates, long undos. They belong into the service
  /// group before the server, so that they end after it. The first one closes the stores' logs when everything else has
  /// ended.
  public let services: [any Service]
  private let site: SiteResponder
  private let addresses: MountedAddresses

  init(services: [any Service], site: SiteResponder, addresses: MountedAddresses) {
    (self.services, self.site, self.addresses) = (services, site, addresses)
  }

  /// A responder that answers the site's addresses, and leaves all others to another responder.
  public func responder<Base: HTTPResponder>(besides base: Base) -> MountedResponder<Base> {
    MountedResponder(site: site, base: base) { [addresses] in addresses.contain($0.uri.path) }
  }

  /// A responder that answers all requests to a host, and leaves those to other hosts to another responder.
  /// - Parameters:
  ///   - host: the name without a port, such as `records.example.org`. It has to be one of the server's names.
  ///   - base: answers the requests to all other hosts.
  public func responder<Base: HTTPResponder>(host: String, besides base: Base) -> MountedResponder<Base> {
    let host = host.lowercased()
    return MountedResponder(site: site, base: base) { request in
      let authority = (request.head.authority ?? "").lowercased()
      return authority == host || authority.hasPrefix(host + ":")
    }
  }
}

/// Answers requests to a ``MountedSite``, and leaves all others to another responder.
public struct MountedResponder<Base: HTTPResponder>: HTTPResponder
where Base.Context: InitializableFromSource<ApplicationRequestContextSource> {
  fileprivate let site: SiteResponder
  fileprivate let base: Base
  fileprivate let isForSite: @Sendable (Request) -> Bool

  /// The response of the site or of the other responder.
  public func respond(to request: Request, context: MountedContext) async throws -> Response {
    guard isForSite(request) else {
      return try await base.respond(to: request, context: Base.Context(source: context.source))
    }
    return try await site.respond(to: request, context: WebContext(source: context.source))
  }
}

/// The context of a request before it is known whose it is. Each responder makes its own context of it.
public struct MountedContext: InitializableFromSource {
  private let channel: any Channel
  private let logger: Logger

  /// A context of a request.
  public init(source: ApplicationRequestContextSource) { (channel, logger) = (source.channel, source.logger) }

  var source: ApplicationRequestContextSource { ApplicationRequestContextSource(channel: channel, logger: logger) }
}

/// The addresses that a mounted site answers. They change with its applications.
final class MountedAddresses: Sendable {
  private struct Known: Sendable {
    var apps: Set<String> = []
    /// The first segments of the other routes.
    var others: Set<String> = []
    var index = RouteIndex()
  }

  private let known = Mutex(Known())

  /// Notes the routes of a router and the names of applications.
  func note(_ router: Router<WebContext>, apps: [String]) {
    var new = Known()
    new.apps = Set(apps)
    new.index = RouteIndex(router.routes.map { ($0.path, $0.method) })
    for route in router.routes {
      guard let first = route.path.description.split(separator: "/").first, !new.apps.contains(String(first)) else {
        continue
      }
      new.others.insert(String(first))
    }
    known.withLock { [new] in $0 = new }
  }

  /// Whether a path is the site's: below one of its applications, or one of its other addresses.
  func contain(_ path: String) -> Bool {
    let segments = path.split(separator: "/", maxSplits: 2)
    guard let first = segments.first.map(String.init) else { return false }
    let known = known.withLock { $0 }
    if known.apps.contains(first) { return true }
    if first == "api", segments.count > 1, known.apps.contains(String(segments[1])) { return true }
    return known.others.contains(first) && known.index.methods(of: path) != nil
  }
}
