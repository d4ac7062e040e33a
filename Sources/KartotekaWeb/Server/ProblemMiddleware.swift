import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaPages
import KartotekaStore
import Logging

/// Turns thrown errors into responses. It is the only place where errors get a status.
///
/// Below `/api` the response is `application/problem+json` (RFC 9457) in the language of the request, elsewhere a page.
/// Unexpected errors are logged with the request's id, and the client learns only that id.
struct ProblemMiddleware: RouterMiddleware {
  let apps: [RunningApp]
  /// The applications that could not be opened. They have no routes.
  var unavailable: [UnavailableApp] = []
  let addresses: RouteIndex
  let screens: ScreenRoutes?
  var linger = Limits().linger

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    if request.method == .get || request.method == .head {
      do { return try await next(request, context) } catch { return await answer(to: error, request, context) }
    }
    let commits = CommitRecorder()
    do {
      return try await CommitRecorder.$current.withValue(commits) { try await next(request, context) }
    } catch {
      return await answer(to: error, request, context, isSaved: commits.hasCommitted)
    }
  }

  // isSaved: whether the request had committed a change before the error.
  private func answer(
    to error: any Error, _ request: Request, _ context: WebContext, isSaved: Bool = false
  ) async -> Response {
    // An address that a stranger may not see answers like one that does not exist.
    let isAdmitted = context.access != .nobody
    if isAdmitted, request.method == .options, let methods = addresses.methods(of: request.uri.path) {
      return Response(status: .noContent, headers: [.allow: methods])
    }
    let app = isAdmitted ? app(of: request) : nil
    let closed = !isAdmitted ? nil : unavailable.first { $0.name == APIAddress.name(in: request.uri.path) }
    let error = isUnrouted(error) ? closed?.problem ?? addresses.explain(request, app) : error
    var problem = Problem(error, model: app?.description.model)
    let isUnexpected = problem == nil
    let reference = context.reference
    if isSaved, isUnexpected || problem?.kind == .timedOut { problem = .afterCommit(problem, reference) }
    var response: Response
    if let screens, !request.isForAPI {
      response = await screens.page(for: error, problem, reference: reference, request, context)
    } else {
      let header = request.headers[.acceptLanguage]
      let say =
        app?.localizer(acceptLanguage: header) ?? closed?.localizer(acceptLanguage: header)
        ?? platformWords(for: request)
      response = .problem(problem ?? .unexpected(reference), in: say)
    }
    if response.status.kind == .serverError {
      // Query and body are not logged, because they may be private. Database errors contain no bound values.
      context.logger.log(
        level: isUnexpected ? .error : .warning, "Request failed",
        metadata: ["error": "\(error)", "method": "\(request.method)", "path": "\(request.uri.path)"])
    }
    if request.headers[.authorization] != nil {
      // Guesses of a token are seen in the log, and the token is not.
      let metadata: Logger.Metadata = [
        "client": "\(context.client)", "method": "\(request.method)", "path": "\(request.uri.path)",
      ]
      switch problem?.kind {
      case .unauthorized: context.logger.warning("Refused an administrator's token", metadata: metadata)
      case .notSignedIn: context.logger.warning("Refused a token", metadata: metadata)
      default: break
      }
    }
    for field in problem?.headers ?? [:] { response.headers[field.name] = field.value }
    if problem?.closesConnection == true { context.close(after: linger) }
    return request.method == .head ? response.createHeadResponse() : response
  }

  // A 404 of the router has no body, unlike those of handlers.
  private func isUnrouted(_ error: any Error) -> Bool {
    (error as? HTTPError).map { $0.status == .notFound && $0.body == nil } ?? false
  }

  private func app(of request: Request) -> RunningApp? {
    let name = APIAddress.name(in: request.uri.path)
    return apps.first { $0.name == name }
  }

  private func platformWords(for request: Request) -> Localizer {
    let language = request.headers[.acceptLanguage].map { Language.preferred(acceptLanguage: $0) } ?? .english
    return Localizer(language: language, catalogue: .platform)
  }
}
