import HTTPTypes
import Hummingbird
import KartotekaModel
import NIOCore

/// Takes from the headers of a proxy in front of the server the client's address, and the scheme and host that the client used.
///
/// It is taken from `Forwarded` (RFC 7239), else from `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`, and only if
/// the connection comes from an address that was declared as that of a proxy. Anybody else could write these headers. A request whose two
/// families of headers name different clients, schemes or hosts is refused: the proxy wrote one of them and passed on what the client
/// wrote in the other.
package struct ProxyHeaders: RouterMiddleware {
  private static let forwarded = HTTPField.Name("Forwarded")
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
  private static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")
  private static let forwardedHost = HTTPField.Name("X-Forwarded-Host")

  // For the administrator of the proxy; no person sees it.
  private static let contradiction =
    "Forwarded and X-Forwarded-For differ. The proxy has to remove the one that it does not write."

  private let proxies: Set<String>

  /// - Parameter proxies: the addresses of proxies.
  package init(proxies: [String]) { self.proxies = Set(proxies.compactMap(Self.address)) }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let (request, context) = try read(request, context)
    return try await next(request, context)
  }

  /// A request as its client sent it, if a declared proxy has forwarded it.
  /// - Throws: `HTTPError` if the headers contradict each other.
  package func read(_ request: Request, _ context: WebContext) throws -> (Request, WebContext) {
    guard proxies.contains(context.client) else { return (request, context) }
    var (request, context) = (request, context)
    let (standard, usual) = (Self.elements(request.headers), Self.usual(request.headers))
    var element = client(standard ?? usual)
    if standard != nil {
      let other = client(usual)
      guard element.agrees(with: other) else { throw HTTPError(.badRequest, message: Self.contradiction) }
      element.scheme = element.scheme ?? other.scheme
      element.host = element.host ?? other.host
    }
    context.isForwarded = true
    if let client = element.client { context.client = client }
    if let scheme = element.scheme { context.isEncrypted = scheme.lowercased() == "https" }
    if let host = element.host, !host.isEmpty {
      // The check of hosts looks at both: a proxy may pass on what the client says of the second.
      context.hostOfProxy = request.head.authority
      var head = request.head
      head.authority = host
      request = Request(head: head, body: request.body)
    }
    return (request, context)
  }

  // The client is the last one that is no proxy: what is before it was written by the client.
  private func client(_ said: [Element]) -> Element {
    said.last { $0.client.map { !proxies.contains($0) } ?? true } ?? said.first ?? Element()
  }

  /// The statements of one proxy.
  struct Element: Equatable {
    var client: String?
    var scheme: String?
    var host: String?

    /// Whether nothing that both say differs. Where the older headers name a client, this one has to.
    fileprivate func agrees(with usual: Element) -> Bool {
      (usual.client == nil || usual.client == client)
        && (scheme == nil || usual.scheme == nil || scheme?.lowercased() == usual.scheme?.lowercased())
        && (host == nil || usual.host == nil || host?.lowercased() == usual.host?.lowercased())
    }
  }

  /// The elements of `Forwarded`, in their order; nil without the header.
  static func elements(_ headers: HTTPFields) -> [Element]? {
    guard let name = forwarded else { return nil }
    let lines = headers[values: name]
    guard !lines.isEmpty else { return nil }
    return split(lines.joined(separator: ","), at: ",").map { text in
      var element = Element()
      for pair in split(text, at: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces() }
        guard parts.count == 2 else { continue }
        let value = parts[1].hasPrefix("\"") ? String(parts[1].filter { $0 != "\"" && $0 != "\\" }) : String(parts[1])
        switch parts[0].lowercased() {
        case "for": element.client = address(value) ?? "unknown"
        case "proto": element.scheme = value
        case "host": element.host = value
        default: break
        }
      }
      return element
    }
  }

  // The headers that came before `Forwarded`. A proxy appends the client to the first and replaces the others.
  private static func usual(_ headers: HTTPFields) -> [Element] {
    func last(_ name: HTTPField.Name?) -> String? {
      name.flatMap { headers[values: $0].last?.split(separator: ",").last }.map { String($0.trimmingSpaces()) }
    }
    let (scheme, host) = (last(forwardedProto), last(forwardedHost))
    let clients = forwardedFor.map { headers[values: $0] } ?? []
    let all = clients.joined(separator: ",").split(separator: ",").map { text in
      Element(client: address(String(text.trimmingSpaces())) ?? "unknown", scheme: scheme, host: host)
    }
    return all.isEmpty ? [Element(scheme: scheme, host: host)] : all
  }

  // Parts between marks that are not in quotes.
  private static func split(_ text: String, at mark: Character) -> [String] {
    var (parts, isQuoted) = ([""], false)
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == mark, !isQuoted { parts.append("") } else { parts[parts.endIndex - 1].append(character) }
    }
    return parts
  }

  /// An IP address in its usual form; nil for other text. A port and the brackets of IPv6 are left out.
  package static func address(_ text: String) -> String? {
    var bare = text[...]
    if bare.first == "[" {
      bare = bare.dropFirst().prefix { $0 != "]" }
    } else if bare.count(where: { $0 == ":" }) == 1 {
      bare = bare.prefix { $0 != ":" }
    }
    // An IPv4 client of a socket that listens for both.
    if bare.lowercased().hasPrefix("::ffff:"), bare.contains(".") { bare = bare.dropFirst(7) }
    return (try? SocketAddress(ipAddress: String(bare), port: 0))?.ipAddress
  }
}
