import Hummingbird
import KartotekaPeople

/// The name of a cookie of one server alone. Browsers send cookies to all ports of a host, so that two servers on a machine would
/// sign each other's people out.
package enum ServerCookie {
  /// The name with the port that a browser sees, unless it is that of the scheme.
  package static func name(_ name: String, for request: Request) -> String {
    guard let authority = request.head.authority, let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      return name
    }
    // The last part of an IPv6 address is in brackets.
    let port = authority.utf8[authority.utf8.index(after: colon)...]
    guard (1...5).contains(port.count), port.allSatisfy({ (0x30...0x39).contains($0) }) else { return name }
    return "\(name)-\(Substring(port))"
  }

  /// The name of a cookie with a key. A browser takes one with the prefix `__Host-` from this host over HTTPS alone: neither a
  /// neighbouring host nor the network can set it.
  static func secretName(_ name: String, for request: Request, _ context: WebContext) -> String {
    Self.name(context.isEncrypted ? "__Host-" + name : name, for: request)
  }

  /// The header that sets a cookie with a key.
  static func secretHeader(
    _ name: String, _ key: String, for seconds: Int, to request: Request, _ context: WebContext
  ) -> String {
    "\(secretName(name, for: request, context))=\(key); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
      + (context.isEncrypted ? "; Secure" : "")
  }

  /// The value of a cookie with a key; nil if the request has none.
  static func secret(_ name: String, in request: Request, _ context: WebContext) -> String? {
    request.hasCookies ? request.cookie(secretName(name, for: request, context)) : nil
  }
}

/// The cookie with the key of a person's session.
package enum SessionCookie {
  private static let name = "kartoteka"

  /// The key in a request; nil if it has none.
  package static func key(in request: Request, _ context: WebContext) -> String? {
    ServerCookie.secret(name, in: request, context)
  }

  /// The header that sets the cookie.
  /// - Parameter seconds: for how long the browser keeps it.
  package static func header(_ key: String, for seconds: Int, to request: Request, _ context: WebContext) -> String {
    ServerCookie.secretHeader(name, key, for: seconds, to: request, context)
  }

  /// The header that removes the cookie.
  package static func removal(to request: Request, _ context: WebContext) -> String {
    header("", for: 0, to: request, context)
  }
}

/// The cookie with the key of a browser in which somebody has signed in. It gives no access: strangers who guess do not slow its
/// browser down.
package enum DeviceCookie {
  private static let name = "kartoteka-device"
  // Browsers keep no cookie for longer.
  private static let seconds = 400 * 86_400

  /// The key in a request; nil if it has none.
  package static func key(in request: Request, _ context: WebContext) -> String? {
    ServerCookie.secret(name, in: request, context)
  }

  /// The header that sets the cookie.
  package static func header(_ key: String, to request: Request, _ context: WebContext) -> String {
    ServerCookie.secretHeader(name, key, for: seconds, to: request, context)
  }
}

/// The cookie with the identity of the person who was the last to sign in.
package enum LastPersonCookie {
  private static let name = "kartoteka-person"

  /// Whether somebody else than a person was the last one.
  package static func isOfAnother(than person: Person, in request: Request) -> Bool {
    // That of an earlier version has a name without the port, and the number of the account.
    guard let last = request.cookie(ServerCookie.name(name, for: request)) ?? request.cookie(name) else { return false }
    return last != person.authorID.description && last != person.id.description
  }

  /// The header that sets the cookie.
  package static func header(_ person: Person, to request: Request) -> String {
    "\(ServerCookie.name(name, for: request))=\(person.authorID); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
  }
}
