import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaPeople
@_spi(System) import KartotekaStore

/// Says who asks: the person of a session's cookie or of a token, or whoever has the administrator's token. On a server without
/// people everybody has all rights, unless it needs them or the request comes from the network of a shared server.
package struct Admission: RouterMiddleware {
  private static let scheme = "bearer "

  private let people: People?
  private let administrator: Administrator?
  private let needs: AddressNeeds
  private let needsPeople: Bool

  /// - Parameters:
  ///   - people: the people of the server; nil for a server without any.
  ///   - administrator: the administrator of the API, whose token has all rights.
  ///   - needs: the needs of the server's addresses.
  ///   - needsPeople: whether everybody is a stranger as long as there are no people.
  package init(
    people: People? = nil, administrator: Administrator? = nil, needs: AddressNeeds = AddressNeeds(),
    needsPeople: Bool = false
  ) {
    (self.people, self.administrator, self.needs) = (people, administrator, needs)
    self.needsPeople = needsPeople
  }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    guard let people else {
      if context.isFromNetwork { return Response(status: .unauthorized) }
      (context.asker, context.access) = (.everybody, SystemAccess.everything)
      return try await next(request, context)
    }
    do { context.asker = try await asker(request, context, people) } catch {
      // Without the people nobody is known, and nobody is let in.
      context.admissionError = error
    }
    context.access = context.asker.access(to: needs.app(in: context.endpointPath ?? request.uri.path))
    (context.needs, context.people) = (needs, people)
    guard let author = context.asker.author else { return try await next(request, context) }
    // A program asks for a language by its header.
    let settings = context.asker.signed.flatMap { $0.isSession ? PersonalSettings($0.person.preferences) : nil }
    return try await PersonalSettings.$current.withValue(settings) { [context] in
      try await Author.$current.withValue(author) { try await next(request, context) }
    }
  }

  private func asker(_ request: Request, _ context: WebContext, _ people: People) async throws -> Asker {
    // It throws where there were people that can't be found.
    let isEmpty = try await people.isEmpty
    if isEmpty, !needsPeople, !context.isFromNetwork { return .everybody }
    if let credentials = request.headers[.authorization], credentials.lowercased().hasPrefix(Self.scheme) {
      let token = credentials.dropFirst(Self.scheme.count).trimmingSpaces()
      if let signed = try await people.signed(token: token) { return .person(signed) }
      return try administrator?.shown(token).map(Asker.administrator) ?? .stranger
    }
    guard let key = SessionCookie.key(in: request, context) else { return .stranger }
    return try await people.signed(session: key).map(Asker.person) ?? .stranger
  }
}
