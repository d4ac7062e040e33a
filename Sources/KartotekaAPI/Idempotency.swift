import HTTPTypes
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The `Idempotency-Key` of POST requests: a repeated request with the same key gets the response of the first one.
///
/// Successful responses are stored for ``IdempotentRequest/age``. A failed request may be repeated with its key.
enum Idempotency {
  /// The name of the header.
  static let header = "Idempotency-Key"
  /// The maximum length of a key, in characters.
  static let longest = 255

  /// Handles a request. While `work` runs, ``IdempotentRequest/current`` is the request, if it has a key.
  /// - Throws: ``Problem`` if the key is invalid or was sent with another request, and errors of `work`.
  static func handle(
    _ request: Request, _ body: ByteBuffer, in store: Store, _ work: () async throws -> Response
  ) async throws -> Response {
    guard let keyed = try keyed(request, body) else { return try await work() }
    do {
      if let kept = try await store.response(to: keyed) { return Response(kept) }
      return try await IdempotentRequest.$current.withValue(keyed, operation: work)
    } catch RepeatedRequest.answered(let kept) {
      // The same request was running concurrently.
      return Response(kept)
    }
  }

  private static func keyed(_ request: Request, _ body: ByteBuffer) throws(Problem) -> IdempotentRequest? {
    guard let name = HTTPField.Name(header), var key = request.headers[name] else { return nil }
    // The draft requires a quoted string; most clients send a bare one.
    if key.count > 1, key.hasPrefix("\""), key.hasSuffix("\"") { key = String(key.dropFirst().dropLast()) }
    guard (1...longest).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .parameter(
        header, Phrase("It has to be 1 to {most} visible ASCII characters.", ["most": .text(String(longest))]))
    }
    var fingerprint = Fingerprint()
    fingerprint.add(request.method.rawValue)
    fingerprint.add(request.uri.string)
    fingerprint.add(String(buffer: body))
    // Of each person for themselves. No client can send a space in a key.
    let person = Author.current?.id.map { "\($0) " } ?? ""
    return IdempotentRequest(key: person + key, fingerprint: fingerprint.text)
  }
}

extension StoredResponse {
  /// A JSON response to store.
  init(_ json: JSONWriter, status: HTTPResponse.Status = .ok, headers: [HTTPField.Name: String] = [:]) {
    var fields = Dictionary(headers.map { ($0.rawName, $1) }, uniquingKeysWith: { first, _ in first })
    fields[HTTPField.Name.contentType.rawName] = "application/json"
    self.init(status: status.code, headers: fields, body: json.bytes)
  }
}

extension Response {
  /// A stored response.
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
