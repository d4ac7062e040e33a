import Foundation
import KartotekaModel

/// A request that its client may send again with the same key, to get the response of the first one (IETF draft "The
/// Idempotency-Key HTTP Header Field").
///
/// Transactions that ``Store/perform(_:allowsClosedRecords:_:)`` begins while a request is ``current`` store its key, so that its
/// changes are committed once.
package struct IdempotentRequest: Sendable {
  /// The request that the current task handles.
  @TaskLocal package static var current: IdempotentRequest?

  /// The time for which a key is kept, in seconds.
  package static let age: TimeInterval = 86_400

  /// The key that the client chose.
  package let key: String
  /// The fingerprint of the request: two requests with one key must have the same one.
  package let fingerprint: String
  // Tells several transactions of one request from those of a repeated one.
  let token = UUID().uuidString

  /// A request.
  package init(key: String, fingerprint: String) {
    self.key = key
    self.fingerprint = fingerprint
  }
}

/// A response that is kept for a repeated request.
package struct StoredResponse: Sendable, Hashable {
  /// The status code.
  package let status: Int
  /// The header fields, by name.
  package let headers: [String: String]
  /// The body.
  package let body: [UInt8]

  /// A response.
  package init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why a request with a known key is not carried out.
@nonexhaustive package enum RepeatedRequest: Error, Sendable, Hashable {
  /// It was carried out, with this response.
  case answered(StoredResponse)
  /// The key was sent with another request.
  case differs
  /// The first request is under way, or ended without a response.
  case unanswered
}

extension Store {
  /// The response of an earlier request with the same key; nil where there is none.
  /// - Throws: ``RepeatedRequest`` `.differs`, `.unanswered`.
  package func response(to request: IdempotentRequest) async throws -> StoredResponse? {
    let end = ContinuousClock.now + Self.patience
    while true {
      do {
        try await translating { try await read(noting: nil) { try IdempotencyTable(database: $0).check(request) } }
        return nil
      } catch RepeatedRequest.answered(let response) {
        return response
      } catch RepeatedRequest.unanswered where answersLater && ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  /// Whether responses are stored after the commit of their changes, which is one of two files.
  var answersLater: Bool { model.openedSchema == Attachment.schema }

  /// The time for which a repeated request waits for the response of the first one that follows its commit.
  private static let patience = Duration.seconds(1)

  /// Keeps the response of a request.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func storeResponse(_ response: StoredResponse, for request: IdempotentRequest) async throws {
    _ = try await commit { database, _ in
      try IdempotencyTable(database: database).store(response, for: request)
      return ((), Changes())
    }
  }

  /// Forgets the key of a request that failed, so that it can be sent again.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func forget(_ request: IdempotentRequest) async throws {
    _ = try await commit { database, _ in
      try IdempotencyTable(database: database).forget(request)
      return ((), Changes())
    }
  }
}

extension Transaction {
  /// Keeps the response of a request: it is committed with the request's changes.
  ///
  /// The change of another program's file is committed after the database beside it. If only the database is committed, no client
  /// may get the answer that the change was made: the response is stored afterwards, and a repeated request without one gets the
  /// answer that its result is unknown.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func storeResponse(_ response: StoredResponse, for request: IdempotentRequest) throws {
    let requests = IdempotencyTable(database: database)
    guard model.openedSchema == Attachment.schema else { return try requests.store(response, for: request) }
    try requests.begin(request)
    log.responses.append((response, request))
  }
}
