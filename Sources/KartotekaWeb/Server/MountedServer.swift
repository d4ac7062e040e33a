import Hummingbird
import KartotekaHTTP
import ServiceLifecycle

/// A server as a part of a Hummingbird application of the program's own.
///
/// ```swift
/// let mounted = server.mounted(behind: router.buildResponder())
/// let application = Application(responder: mounted.responder, services: mounted.services)
/// ```
/// The own routes come first; every other request is the server's. The limits of connections and the `host` and `port` of the
/// server do not apply: the application listens.
public struct MountedServer<Own: HTTPResponder>: Sendable
where Own.Context: InitializableFromSource<ApplicationRequestContextSource> {
  /// What answers the requests of the application.
  public let responder: MountedResponder<Own>
  /// The background work of the server, which the application runs.
  public let services: [any Service]
}

/// Answers a request by the own routes, else by the server.
public struct MountedResponder<Own: HTTPResponder>: HTTPResponder
where Own.Context: InitializableFromSource<ApplicationRequestContextSource> {
  /// The context of a request, for the own routes and for the server.
  public struct Context: InitializableFromSource, Sendable {
    fileprivate let own: Own.Context
    fileprivate let server: WebContext

    /// The context of a connection's request.
    public init(source: ApplicationRequestContextSource) {
      own = Own.Context(source: source)
      server = WebContext(source: source)
    }
  }

  fileprivate let own: Own
  fileprivate let server: SiteResponder

  /// The response of the own route, or of the server if there is none.
  public func respond(to request: Request, context: Context) async throws -> Response {
    do {
      return try await own.respond(to: request, context: context.own)
    } catch let error as HTTPError where error.status == .notFound {
      return try await server.respond(to: request, context: context.server)
    }
  }
}

extension Server {
  /// The server within a Hummingbird application, behind that application's own routes.
  public func mounted<Own: HTTPResponder>(behind own: Own) -> MountedServer<Own>
  where Own.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let parts = parts()
    return MountedServer(
      responder: MountedResponder(own: own, server: SiteResponder(site: parts.site)), services: parts.services)
  }
}
