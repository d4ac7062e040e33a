import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// Refuses requests beyond the rights of those who send them: the only place where that is decided. What an address needs is in
/// its row of the table of addresses.
///
/// An application that somebody may not see answers as one that does not exist, also at addresses that it does not have.
struct RightsCheck: RouterMiddleware {
  private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard context.asker.hasPeople else { return try await next(request, context) }
    // Without a route it is an address that does not exist, which those may know who see the application. A route without a row is
    // nobody's but an administrator's.
    let need = context.need(of: request) ?? (context.endpointPath == nil ? .see : .administer)
    if need == .public { return try await next(request, context) }
    if let error = context.admissionError { throw error }
    if case .stranger = context.asker { return try strange(request) }
    guard context.access != .nobody else { throw UnknownAddress(request.uri.path).problem(nil) }
    guard context.access.allows(need) else {
      throw Problem(.forbidden, "Your role in this application does not include it. An administrator can change that.")
    }
    // What a program could do to an account is for its person alone.
    guard need != .own || context.asker.signed?.isSession == true else {
      throw Problem(.forbidden, "Only a person who is signed in in a browser may do this.")
    }
    return try await next(request, context)
  }

  // Pages lead to the sign-in. Scripts and programs, which would take its page for the answer, get an error.
  private func strange(_ request: Request) throws -> Response {
    let mode = Self.fetchMode.flatMap { request.headers[$0] }
    if request.method == .get, !request.isForAPI, mode == nil || mode == "navigate" {
      let to = URLPath(local: request.uri.string).map(\.text) ?? ""
      let address = PeopleAddress.signIn.with(PeopleAddress.to, unlessEmpty: to == "/" ? "" : to)
      return Response(status: .seeOther, headers: [.location: address.text, .cacheControl: "no-store"])
    }
    var problem = Problem(
      .notSignedIn, "Sign in first. Programs send the header Authorization: Bearer and a token of a person.")
    let isWrong = request.headers[.authorization] != nil
    problem.headers = [
      .wwwAuthenticate: #"Bearer realm="kartoteka""# + (isWrong ? #", error="invalid_token""# : "")
    ]
    throw problem
  }
}
