import HTTPTypes
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// `Idempotency-Key` of a POST: a request that is sent again with the same key gets the response of the first one.
///
/// Successful responses are kept for ``IdempotentRequest/age``; a request that failed can be sent again with its key.
enum Idempotency {
  /// The name of the header.
  static let header = "Idempotency-Key"
  /// The most characters of a key.
  static let longest = 255

  /// Handles a request. While `work` runs, ``IdempotentRequest/current`` is the request, if it has a key.
  /// - Throws: ``Problem`` for a key that can't be used or was sent with another request, and what `work` throws.
  static func handle(
    _ request: Request, _ body: ByteBuffer, in store: Store, _ work: () async throws -> Response
  ) async throws -> Response {
    guard let keyed = try keyed(request, body) else { return try await work() }
    do {
      if let kept = try await store.response(to: keyed) { return Response(kept) }
      return try await IdempotentRequest.$current.withValue(keyed, operation: work)
    } catch RepeatedRequest.answered(let kept) {
      // The same request was under way at the same time.
      return Response(kept)
    }
  }

  private static func keyed(_ request: Request, _ body: ByteBuffer) throws(Problem) -> IdempotentRequest? {
    guard let name = HTTPField.Name(header), var key = request.headers[name] else { return nil }
    // The draft has a quoted string; most clients send a bare one.
    if key.count > 1, key.hasPrefix("\""), key.hasSuffix("\"") { key = String(key.dropFirst().dropLast()) }
    guard (1...longest).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .parameter(
        header, Phrase("It has to be 1 to {most} visible ASCII characters.", ["most": .text(String(longest))]))
    }
    var fingerprint = Fingerprint()
    fingerprint.add(request.method.rawValue)
    fingerprint.add(request.uri.string)
    fingerprint.add(String(buffer: body))
    return IdempotentRequest(key: key, fingerprint: fingerprint.text)
  }
}

extension StoredResponse {
  /// JSON as a response.
  init(_ json: JSONWriter, status: HTTPResponse.Status = .ok, headers: [HTTPField.Name: String] = [:]) {
    var fields = Dictionary(headers.map { ($0.rawName, $1) }, uniquingKeysWith: { first, _ in first })
    fields[HTTPField.Name.contentType.rawName] = "application/json"
    self.init(status: status.code, headers: fields, body: json.bytes)
  }
}

extension Response {
  /// A response that was kept.
  init(_ kept: StoredResponse) {
    var headers = HTTPFields()
    for (name, value) in kept.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    self.init(
      status: HTTPResponse.Status(integerLiteral: kept.status), headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: kept.body)))
  }
}
