import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// Refuses requests beyond the rights of their senders: the only place where that is decided. The need of an address is in its
/// row of the table of addresses.
///
/// An application that somebody may not see answers as one that does not exist, also at addresses that it does not have.
struct RightsCheck: RouterMiddleware {
  private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard context.asker.hasPeople else { return try await next(request, context) }
    do { if let response = try refusal(of: request, context) { return response } } catch var problem as Problem {
      // Whoever has sent a form may have lost the right since it was opened.
      problem.showsSent = true
      throw problem
    }
    return try await next(request, context)
  }

  // Nil for a request that is admitted.
  private func refusal(of request: Request, _ context: WebContext) throws -> Response? {
    // Without a route it is an address that does not exist, which those may know who see the application. A route without a row is
    // nobody's but an administrator's.
    let need = context.need(of: request) ?? (context.endpointPath == nil ? .see : .administer)
    if need == .public { return nil }
    if let error = context.admissionError { throw error }
    if case .stranger = context.asker { return try strange(request) }
    if context.asker.signed?.needsFactor == true, !PeopleAddress.isForFactor(request.uri.path) {
      return try withoutFactor(request)
    }
    guard context.access != .nobody else { throw UnknownAddress(request.uri.path).problem(nil) }
    guard context.access.allows(need) else {
      throw Problem(.forbidden, "Your role in this application does not include it. An administrator can change that.")
    }
    guard need != .keep || !context.asker.onlyReads else { throw Problem(.forbidden, "This token only reads.") }
    // Changes of an account need a session of its person: a token does not allow them.
    guard need != .own || context.asker.signed?.isSession == true else {
      throw Problem(.forbidden, "Only a person who is signed in in a browser may do this.")
    }
    return nil
  }

  private func isPage(_ request: Request) -> Bool {
    let mode = Self.fetchMode.flatMap { request.headers[$0] }
    return request.method == .get && !request.isForAPI && (mode == nil || mode == "navigate")
  }

  private func withoutFactor(_ request: Request) throws -> Response {
    guard isPage(request) else {
      throw Problem(.forbidden, "Set up a second factor first: one-time codes, or a passkey.")
    }
    return Response(
      status: .seeOther, headers: [.location: PeopleAddress.codes.text, .cacheControl: "no-store"])
  }

  // Pages lead to the sign-in. Scripts and programs, which would take its page for the answer, get an error.
  private func strange(_ request: Request) throws -> Response {
    if isPage(request) {
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
