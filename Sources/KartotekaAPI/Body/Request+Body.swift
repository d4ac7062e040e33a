import HTTPTypes
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import NIOCore

extension Request {
  /// The maximum number of names in a JSON object of a request.
  static let namesLimit = 500

  /// The body of the request.
  /// - Throws: ``Problem`` if it exceeds the limit in bytes. The rest is then not read.
  func bytes(upTo limit: Int) async throws -> ByteBuffer {
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw Problem.tooLarge(limit: limit)
    }
    do {
      return try await body.collect(upTo: limit)
    } catch is NIOTooManyBytesError {
      throw Problem.tooLarge(limit: limit)
    }
  }

  /// The JSON object in the body.
  /// - Parameters:
  ///   - limit: the maximum size, in bytes.
  ///   - header: the header that names the accepted types in the response to another type.
  /// - Throws: ``Problem``, also for more than ``namesLimit`` names, and `JSONSyntaxError`.
  func jsonObject(upTo limit: Int, _ header: HTTPField.Name? = nil) async throws -> JSONObject {
    try await jsonBody(upTo: limit, header).object
  }

  /// The JSON object in the body, and the body's bytes.
  /// - Throws: the errors of ``jsonObject(upTo:_:)``.
  func jsonBody(
    upTo limit: Int, _ header: HTTPField.Name? = nil
  ) async throws -> (object: JSONObject, bytes: ByteBuffer) {
    guard isJSON, header != .acceptPatch || !isOtherPatch else {
      let accepted = header == .acceptPatch ? "application/merge-patch+json" : "application/json"
      throw Problem.unsupportedType(accepted, header)
    }
    let bytes = try await bytes(upTo: limit)
    return (try Self.jsonObject(bytes), bytes)
  }

  /// The JSON object in the body, and the body's bytes. An empty body gives an empty object.
  /// - Throws: ``Problem``, `JSONSyntaxError`.
  func jsonBodyIfAny(upTo limit: Int) async throws -> (object: JSONObject, bytes: ByteBuffer) {
    let bytes = try await bytes(upTo: limit)
    guard bytes.readableBytes > 0 else { return ([:], bytes) }
    guard isJSON else { throw Problem.unsupportedType("application/json", .acceptPost) }
    return (try Self.jsonObject(bytes), bytes)
  }

  // Whether the type is that of a patch that is no merge patch, such as JSON Patch (RFC 6902).
  private var isOtherPatch: Bool {
    let type = (headers[.contentType] ?? "").prefix { $0 != ";" }.trimmingSpaces().lowercased()
    return type != "application/merge-patch+json" && type.contains("patch")
  }

  private static func jsonObject(_ buffer: ByteBuffer) throws -> JSONObject {
    let value = try buffer.withUnsafeReadableBytes { try JSONParser.parse($0) }
    guard case .object(let object) = value else {
      throw Problem(.invalid, "The body has to be a JSON object: names and values in braces.")
    }
    guard object.count <= namesLimit else {
      throw Problem(.invalid, Phrase("A JSON object can have at most {count} names.", ["count": .count(namesLimit)]))
    }
    return object
  }
}

extension HTTPField.Name {
  /// The types that PATCH accepts (RFC 5789, section 3.1).
  static let acceptPatch = HTTPField.Name("Accept-Patch")
  /// The types that POST accepts (W3C, Linked Data Platform, section 7.1).
  static let acceptPost = HTTPField.Name("Accept-Post")
}
