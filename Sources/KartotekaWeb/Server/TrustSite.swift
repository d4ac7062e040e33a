import HTTPTypes
import Hummingbird
import HummingbirdCore
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaTLS
import Logging
import NIOCore

/// The page by which devices learn to trust the server's own authority, over plain HTTP on a port of its own. It serves nothing
/// else, takes nothing, and says nothing that is secret.
struct TrustSite: HTTPResponder {
  typealias Context = BasicRequestContext

  private static let methods = "GET, HEAD"
  private static let files = TrustPage.Files(
    style: URLPath("trust.css"), certificate: URLPath("authority.crt"), profile: URLPath("authority.mobileconfig"))
  private static let hue = 255
  private static let style = ByteBuffer(string: Style.sheet(of: .settings, hues: [hue]))

  private let shared: SharedAddresses
  private let authority: Authority
  private let branding: Branding
  private let isOwn: @Sendable (String) -> Bool

  /// - Parameters:
  ///   - shared: the addresses of the server.
  ///   - authority: the authority that devices are to trust.
  ///   - branding: the name of the program.
  ///   - isOwn: whether the server's certificate is for a host.
  init(
    _ shared: SharedAddresses, authority: Authority, branding: Branding, isOwn: @escaping @Sendable (String) -> Bool
  ) {
    (self.shared, self.authority, self.branding, self.isOwn) = (shared, authority, branding, isOwn)
  }

  /// The server of the page.
  /// - Parameter onReady: receives the port when it accepts requests.
  func application(
    host: String, limits: Limits, logger: Logger, onReady: @escaping @Sendable (Int) async -> Void
  ) -> some ApplicationProtocol {
    // A few devices at a time.
    let most = 100
    let table = ConnectionTable(limit: most)
    return Application(
      responder: self,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionHandler(table, limits)], idleTimeout: TimeAmount(limits.idle))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: shared.trustPort), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(most)),
      onServerRunning: { [shared] channel in await onReady(channel.localAddress?.port ?? shared.trustPort) },
      logger: logger)
  }

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      return answer(.methodNotAllowed, [.allow: Self.methods, .connection: "close"], ByteBuffer())
    }
    let say = Localizer(
      language: Language.preferred(acceptLanguage: request.headers[.acceptLanguage] ?? ""), catalogue: .platform)
    let response =
      switch request.uri.path {
      case "/": page(request, say)
      case Self.files.style.text: answer(.ok, [.contentType: "text/css; charset=utf-8"], Self.style)
      case Self.files.certificate.text:
        answer(.ok, file("authority.crt", "application/x-x509-ca-cert"), ByteBuffer(bytes: authority.pem))
      case Self.files.profile.text: profile(say)
      default: answer(.notFound, [.contentType: "text/plain; charset=utf-8"], ByteBuffer(string: "Not found\n"))
      }
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func page(_ request: Request, _ say: Localizer) -> Response {
    var html = HTMLWriter(say)
    let page = TrustPage(
      product: say(branding.title), authority: authority.name, fingerprint: authority.fingerprintText,
      server: shared.server(at: host(of: request)), files: Self.files,
      device: TrustPage.Device(agent: request.headers[.userAgent] ?? ""), hue: Self.hue)
    page.write(to: &html)
    return answer(
      .ok, [.contentType: "text/html; charset=utf-8", .contentLanguage: say.language.code],
      html.withBytes { ByteBuffer(bytes: $0) })
  }

  // The name by which the device has found this page, if it is one of the certificate's; else the best one. On this machine, too: a
  // phone may scan the code.
  private func host(of request: Request) -> String {
    let authority = request.head.authority ?? ""
    let host = authority.split(separator: ":").first.map(String.init) ?? ""
    let isServed = isOwn(host) && !WebContext.isLoopback(host) && !shared.unserved.contains(host)
    return isServed ? host.lowercased() : shared.hosts[0]
  }

  private func profile(_ say: Localizer) -> Response {
    let profile = AppleProfile(
      authority, title: authority.name,
      summary: say(
        "Lets this device trust {product} in the local network.", ["product": .text(say(branding.title))]))
    return answer(.ok, file("authority.mobileconfig", AppleProfile.type), ByteBuffer(string: profile.text))
  }

  private func file(_ name: String, _ type: String) -> HTTPFields {
    [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""]
  }

  private func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: ByteBuffer) -> Response {
    var headers = headers
    for (name, value) in Self.headers { headers[name] = value }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  private static let headers: [(HTTPField.Name, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
  ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
