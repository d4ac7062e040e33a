import Foundation
import KartotekaModel

/// The keys of requests that may be sent again, with their responses, for ``IdempotentRequest/age``.
struct IdempotencyTable {
  static let name = "kartoteka_requests"
  /// `token` is the request's that stored the row; `status` is NULL until there is a response.
  static let statements = [
    """
    CREATE TABLE \(name) (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, token TEXT NOT NULL,
      at TEXT NOT NULL, status INTEGER, headers TEXT, body BLOB
    ) STRICT
    """,
    "CREATE INDEX \(name)_at ON \(name) (at)",
  ]

  let database: SQLConnection

  /// Looks for an earlier request with the same key.
  /// - Throws: ``RepeatedRequest`` where there is one.
  func check(_ request: IdempotentRequest) throws {
    let row = try RawStatement(
      "SELECT fingerprint, token, status, headers, body FROM \(Self.name) WHERE key = ? AND at > ?", in: database)
    row.bind([.text(request.key), .text(oldest)])
    defer { row.reset() }
    guard try row.step(), row.text(column: 1) != request.token else { return }
    guard row.text(column: 0) == request.fingerprint else { throw RepeatedRequest.differs }
    guard case .integer(let status) = row.value(column: 2) else { throw RepeatedRequest.unanswered }
    var body: [UInt8] = []
    if case .blob(let blob) = row.value(column: 4) { body = try blob.bytes() }
    throw RepeatedRequest.answered(
      StoredResponse(
        status: Int(status), headers: JSONText.value([String: String].self, row.text(column: 3)) ?? [:], body: body))
  }

  /// Stores the key of a request that begins to change data.
  /// - Throws: ``RepeatedRequest`` where another request had the key.
  func begin(_ request: IdempotentRequest) throws {
    try check(request)
    try prune()
    try RawStatement(
      "INSERT INTO \(Self.name) (key, fingerprint, token, at) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
      in: database
    ).run(.text(request.key), .text(request.fingerprint), .text(request.token), .text(Timestamp.text(database.now)))
  }

  /// Stores the response of a request.
  func store(_ response: StoredResponse, for request: IdempotentRequest) throws {
    try begin(request)
    try RawStatement("UPDATE \(Self.name) SET status = ?, headers = ?, body = ? WHERE key = ?", in: database).run(
      .integer(Int64(response.status)), .text(try JSONText.json(response.headers)),
      .blob(response.body), .text(request.key))
  }

  /// Removes the key of a request that has no response.
  func forget(_ request: IdempotentRequest) throws {
    try RawStatement("DELETE FROM \(Self.name) WHERE key = ? AND token = ? AND status IS NULL", in: database).run(
      .text(request.key), .text(request.token))
  }

  /// Removes all responses, which may have any record's values. Their requests are still not carried out again.
  func forgetResponses() throws {
    try RawStatement("UPDATE \(Self.name) SET status = NULL, headers = NULL, body = NULL", in: database).run()
  }

  /// Removes the keys that are too old.
  func prune() throws {
    try RawStatement("DELETE FROM \(Self.name) WHERE at <= ?", in: database).run(.text(oldest))
  }

  private var oldest: String { Timestamp.text(database.now.addingTimeInterval(-IdempotentRequest.age)) }
}
