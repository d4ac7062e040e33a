import Hummingbird

/// The cookie with the key of a person's session.
package enum SessionCookie {
  // A browser takes a cookie with this prefix from this host over HTTPS alone: neither a neighbouring host nor the network can
  // set it.
  private static func name(_ isEncrypted: Bool) -> String { isEncrypted ? "__Host-kartoteka" : "kartoteka" }

  /// The key in a request; nil if it has none.
  package static func key(in request: Request, _ context: WebContext) -> String? {
    request.headers[.cookie] == nil ? nil : request.cookie(name(context.isEncrypted))
  }

  /// The header that sets the cookie.
  /// - Parameter seconds: for how long the browser keeps it.
  package static func header(_ key: String, for seconds: Int, _ context: WebContext) -> String {
    "\(name(context.isEncrypted))=\(key); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
      + (context.isEncrypted ? "; Secure" : "")
  }

  /// The header that removes the cookie.
  package static func removal(_ context: WebContext) -> String { header("", for: 0, context) }
}

/// The cookie with the key of a browser in which somebody has signed in. It gives no access: strangers who guess do not slow its
/// browser down.
package enum DeviceCookie {
  // Browsers keep no cookie for longer.
  private static let seconds = 400 * 86_400

  private static func name(_ isEncrypted: Bool) -> String {
    isEncrypted ? "__Host-kartoteka-device" : "kartoteka-device"
  }

  /// The key in a request; nil if it has none.
  package static func key(in request: Request, _ context: WebContext) -> String? {
    request.headers[.cookie] == nil ? nil : request.cookie(name(context.isEncrypted))
  }

  /// The header that sets the cookie.
  package static func header(_ key: String, _ context: WebContext) -> String {
    "\(name(context.isEncrypted))=\(key); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
      + (context.isEncrypted ? "; Secure" : "")
  }
}
