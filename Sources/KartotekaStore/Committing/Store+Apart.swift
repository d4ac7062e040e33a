extension Store {
  /// Runs work on another store than that of the current request: it is no part of the request's responses, idempotency keys, change
  /// sets, dependencies and recorded statements.
  /// - Parameter author: the author of the changes.
  package static func apart<T: Sendable>(
    by author: Author?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async rethrows -> T {
    try await IdempotentRequest.$current.withValue(nil) {
      try await ChangeSetGroup.$current.withValue(nil) {
        try await StatementRecorder.$current.withValue(nil) {
          try await DependencyRecorder.$current.withValue(nil) {
            try await CommitRecorder.$current.withValue(nil) {
              try await Author.$current.withValue(author, operation: body)
            }
          }
        }
      }
    }
  }
}
