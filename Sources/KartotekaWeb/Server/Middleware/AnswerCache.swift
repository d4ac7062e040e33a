import Hummingbird

/// Keeps the answers to what is read, for as long as nothing is committed that touches what they were read from: whoever
/// commits, this process or another program, the store tells before an answer is given again. Answers that depend on the
/// day ("late") are not taken into the next one.
struct AnswerCache: RouterMiddleware {
  private let kept: [(name: String, answers: KeptAnswers)]

  init(apps: [RunningApp]) {
    kept = apps.map { ($0.name, KeptAnswers($0.store)) }
  }

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    guard request.method == .get, let answers = answers(for: request.uri.path), let key = AnswerKey(request)
    else { return try await next(request, context) }
    return try await answers.answer(to: key) { try await next(request, context) }
  }

  private func answers(for path: String) -> KeptAnswers? {
    let rest = path.hasPrefix("/api/") ? path.dropFirst(5) : path.dropFirst()
    return kept.first { rest.hasPrefix($0.name + "/") }?.answers
  }
}

/// What an answer depends on beside the data.
struct AnswerKey: Hashable {
  private let address: String
  private let cookies: String?
  private let languages: String?

  /// Nil for requests whose answers are not kept: conditional ones, those of a piece, those with a deed to undo, which
  /// only one person sees, and those whose statements somebody wants to see.
  init?(_ request: Request) {
    let headers = request.headers
    guard headers[.ifNoneMatch] == nil, headers[.range] == nil else { return nil }
    cookies = headers[.cookie]
    if let cookies, cookies.contains(DeedCookie.prefix) || cookies.contains(StatementHistory.cookie) { return nil }
    address = request.uri.string
    languages = headers[.acceptLanguage]
  }
}
