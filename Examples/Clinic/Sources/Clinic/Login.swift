import Foundation
import KartotekaCommand

/// Asks everybody for a password (HTTP Basic, RFC 7617); nil for no login.
func login(_ password: String?) -> Server.Middleware {
  let expected = password.map { "Basic " + Data("clinic:\($0)".utf8).base64EncodedString() }
  return { request, next in
    guard let expected, request.headers[.authorization] != expected else { return try await next(request) }
    return Response(status: .unauthorized, headers: [.wwwAuthenticate: "Basic realm=\"Clinic\""])
  }
}
