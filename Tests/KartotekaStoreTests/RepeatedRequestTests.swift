import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Requests that are sent again", .serialized)
struct RepeatedRequestTests {
  private let response = StoredResponse(status: 201, headers: ["ETag": "\"1\""], body: Array("{}".utf8))

  private func request(_ fingerprint: String = "POST") -> IdempotentRequest {
    IdempotentRequest(key: "key", fingerprint: fingerprint)
  }

  private func addUser(to store: Store, _ request: IdempotentRequest, answering response: StoredResponse?) async throws
  {
    try await IdempotentRequest.$current.withValue(request) {
      _ = try await store.perform(.api) { transaction in
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text("Ada")
        user["lastName"] = .text("Lovelace")
        try transaction.insert(user)
        if let response { try transaction.storeResponse(response, for: request) }
      }
    }
  }

  @Test("the response is committed with the changes, and kept for a day")
  func keptForADay() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    #expect(try await file.store.response(to: request()) == nil)
    try await addUser(to: file.store, request(), answering: response)
    #expect(try await file.store.response(to: request()) == response)
    // Another process has it, too.
    let url = try #require(file.store.url)
    let other = try Store(school, at: url)
    #expect(try await other.response(to: request()) == response)
    await #expect(throws: RepeatedRequest.differs) { try await file.store.response(to: request("PUT")) }
    await #expect(throws: RepeatedRequest.answered(response)) {
      try await addUser(to: file.store, request(), answering: response)
    }
    #expect(try file.other.rows("SELECT count(*) FROM users") == ["1"])

    try file.other.execute("UPDATE kartoteka_requests SET at = '2020-01-01T00:00:00.000Z'")
    #expect(try await file.store.response(to: request()) == nil)
    try await file.store.pruneHistory()
    #expect(try file.other.rows("SELECT count(*) FROM kartoteka_requests") == ["0"])
  }

  @Test("a transaction that fails leaves no key, one without a response is not repeated")
  func failures() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    struct Failure: Error {}
    let first = request()
    await #expect(throws: Failure.self) {
      try await IdempotentRequest.$current.withValue(first) {
        _ = try await file.store.perform(.api) { _ in throw Failure() }
      }
    }
    #expect(try await file.store.response(to: request()) == nil)
    // Several transactions of one request.
    try await addUser(to: file.store, first, answering: nil)
    try await addUser(to: file.store, first, answering: nil)
    await #expect(throws: RepeatedRequest.unanswered) { try await file.store.response(to: request()) }
    await #expect(throws: RepeatedRequest.unanswered) {
      try await addUser(to: file.store, request(), answering: nil)
    }
    #expect(try file.other.rows("SELECT count(*) FROM users") == ["2"])
    try await file.store.storeResponse(response, for: first)
    try await file.store.forget(first)
    #expect(try await file.store.response(to: request()) == response)
  }
}
