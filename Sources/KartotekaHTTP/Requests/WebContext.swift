import Foundation
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaPeople
import KartotekaStore
import NIOCore
import Synchronization

/// The context of a request in middlewares and routes.
package struct WebContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The connection of the request.
  package let channel: any Channel
  /// The client's address: that of the connection, or what a declared proxy says (``ProxyHeaders``); empty if it is unknown.
  package internal(set) var client: String
  /// Whether the client's connection is encrypted: that to this server, or that to a declared proxy.
  package internal(set) var isEncrypted = false
  /// The names and addresses of the server's certificate; empty over plain HTTP.
  package internal(set) var certified: [String] = []
  /// When the server's certificate ends; nil over plain HTTP.
  package internal(set) var certificateEnd: Date?
  /// Whether it came in at an address of the local network, where nobody without an account is let in, whatever the routes were
  /// made for.
  package internal(set) var isFromNetwork = false
  /// Whether a declared proxy forwarded the request.
  package internal(set) var isForwarded = false
  /// The host by which a declared proxy named this server, if it says that the client used another.
  var hostOfProxy: String?
  /// The person or program that asks (``Admission``).
  package internal(set) var asker = Asker.stranger
  /// The sender's access to the application of the request.
  package internal(set) var access = Access.nobody
  /// Why it is not known who asks; nil if it is.
  package var admissionError: (any Error)?
  /// The people of the server; nil for a server without any.
  var people: People?
  /// The needs of the server's addresses, of a server with people.
  var needs: AddressNeeds?
  /// Whether the address is that of a picture or file of the API (``BytesAddresses``).
  var isForBytes = false
  /// Receives the dependencies of a cacheable response; nil for requests whose responses are not cached.
  package var dependencies: StatedDependencies?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    client = channel.remoteAddress?.ipAddress.map { ProxyHeaders.address($0) ?? $0 } ?? ""
  }

  /// The request's id in the log. Hummingbird's `id` traps if the log handler stores no metadata.
  package var reference: String { logger[metadataKey: "hb.request.id"]?.description ?? RequestID().description }

  /// Whether a host is a loopback address.
  package static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// Whether a request comes from this machine and names it by a loopback address. One that a declared proxy forwards does
  /// not, and one that an undeclared local proxy forwards usually names another host.
  package func isOnThisMachine(_ request: Request) -> Bool {
    !isForwarded && Self.isLoopback(client) && Self.namesLoopback(request.head.authority ?? "")
  }

  /// Whether a request comes from this machine, no proxy says that it forwards it for somebody else, and the program that sends it is
  /// not a service of the system.
  package func isByPersonAtMachine(_ request: Request) -> Bool {
    guard isOnThisMachine(request), !Self.forwarding.contains(where: { request.headers[$0] != nil }) else {
      return false
    }
    guard let port = channel.remoteAddress?.port, let own = channel.localAddress?.port else { return true }
    return LocalPeer.mayBePerson(from: port, to: own)
  }

  private static let forwarding = [
    "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via",
  ].compactMap { HTTPField.Name($0) }

  /// Whether a host, with or without a port, is this machine's name for itself.
  package static func namesLoopback(_ authority: String) -> Bool {
    ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix($0 + ":") }
  }

  /// The need of the request's address; nil if no row has it.
  package func need(of request: Request) -> Need? {
    endpointPath.flatMap { needs?.need(request.method, route: $0) }
  }

  /// Whether those who ask may use an address to which a page leads.
  package func mayUse(_ method: HTTPRequest.Method, _ address: String) -> Bool {
    guard let needs, address.first == "/" else { return true }
    return asker.access(to: needs.app(in: address)).allows(needs.need(method, address: address) ?? .see)
  }

  /// The hosts of this server that browsers on other machines accept.
  /// - Parameter own: the addresses of this machine.
  package func addresses(of own: [String]) -> [String] {
    guard isEncrypted, !isForwarded else { return own }
    let named = certified.filter { !$0.contains("*") && !Self.isLoopback($0) }
    return (named.filter { !own.contains($0) } + own.filter(certified.contains)).map {
      $0.contains(":") ? "[\($0)]" : $0
    }
  }

  /// Does a long work, which is cancelled when those who ask are signed out or get other rights, or when an open server gets
  /// its first person.
  package func whileAdmitted(_ work: @escaping @Sendable () async throws -> Void) async throws {
    guard let people else { return try await work() }
    let asker = asker
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await work() }
      group.addTask {
        switch asker {
        case .person(let signed): await people.waitUntilEnded(signed)
        case .administrator(let token): await token.waitUntilEnded()
        case .everybody, .stranger: await people.waitForFirst()
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Closes the connection after a delay.
  package func close(after delay: Duration) {
    channel.eventLoop.scheduleTask(in: TimeAmount(delay)) { [channel] in channel.close(promise: nil) }
  }
}

/// The dependencies of a response that its handler declares. Only responses with declared dependencies are cached.
package final class StatedDependencies: Sendable {
  private let stated = Mutex<Dependencies?>(nil)

  package init() {}

  /// The dependencies; nil if the handler has not declared them.
  package var dependencies: Dependencies? { stated.withLock { $0 } }

  /// Declares all dependencies of the response.
  package func state(_ dependencies: Dependencies) { stated.withLock { $0 = dependencies } }
}

extension Request {
  /// Whether the request is for the API or `/health`, in contrast to a screen.
  package var isForAPI: Bool {
    let path = uri.path
    return path == "/api" || path.hasPrefix("/api/") || path == "/health"
  }

  /// Whether the body is JSON: application/json, or a type with the suffix `+json` such as application/merge-patch+json
  /// (RFC 6839, section 3.1).
  package var isJSON: Bool {
    guard let whole = headers[.contentType] else { return false }
    // The common case, without parsing.
    if whole == "application/json" { return true }
    guard let type = whole.split(separator: ";").first?.trimmingSpaces().lowercased() else { return false }
    return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
  }
}
