import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A route of an application's own below `/api/{app}/`. It takes and answers typed values, and OpenAPI describes it.
///
/// ```swift
/// struct Load: Codable, Sendable { let lent: Int }
///
/// let load = Route(.get, "authors/{id}/load", summary: "How many books of an author are lent") { call -> Load in
///   let author = try await call.record(Author.self, at: "id")
///   return Load(lent: try await call.store.count(Book.all.where(\.author == author.id && \.isLent == true)))
/// }
/// ```
/// A page is answered by an ``OwnPage``, whose name may have parts in braces, too.
/// The same checks as for all other requests apply: origin, size, time. Errors of the store, `FieldFault` and
/// `ActionError.refused` become problems (RFC 9457) with their reason.
public struct Route: Sendable {
  /// The method of a request.
  public enum Method: String, Sendable, CaseIterable {
    case get, post, put, delete
  }

  /// The request of a route.
  public struct Call: Sendable {
    /// The application's records. Changes are made with `perform(.api)`.
    public let store: Store
    private let parts: PathParts

    package init(_ store: Store, parameters: [String: String]) {
      (self.store, parts) = (store, PathParts(values: parameters))
    }

    /// The value of a part of the path in braces: `try call.value(Int.self, at: "year")`. A part that the path doesn't have ends
    /// debug builds with the file and the line.
    /// - Throws: `FieldFault` where the address has another kind of value there.
    public func value<Value: LosslessStringConvertible>(
      _ type: Value.Type, at part: String, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> Value {
      try parts.value(type, at: part, SourcePlace(fileID, line))
    }

    /// The record whose number is a part of the path: `try await call.record(Author.self, at: "id")`.
    /// - Throws: `StoreError` `.notFound`, which is answered with the status 404; `CancellationError`.
    public func record<E: Entity>(
      _ entity: E.Type, at part: String, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Record<E> {
      try await parts.record(entity, at: part, in: store, SourcePlace(fileID, line))
    }
  }

  package let method: Method
  package let path: String
  package let summary: String
  /// The query, the body and the answer, for OpenAPI.
  package let query: ValueShape?
  package let body: ValueShape?
  package let answer: ValueShape
  /// Answers a request: its query by name, and the bytes of its body.
  package let respond: @Sendable (Call, [String: String], Data) async throws -> Data
  let place: SourcePlace

  /// A route without input, beside the parts of its path.
  /// - Parameters:
  ///   - method: the method of the request.
  ///   - path: the path below the application's, with parts in braces: `vets/{id}/load`.
  ///   - summary: one line for OpenAPI.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - respond: makes the answer, which is written as JSON.
  public init<Answer: Codable & Sendable>(
    _ method: Method, _ path: String, summary: String, fileID: StaticString = #fileID, line: UInt = #line,
    respond: @escaping @Sendable (Call) async throws -> Answer
  ) {
    self.init(method, path, summary, query: nil, body: nil, answer: Answer.self, SourcePlace(fileID, line)) {
      call, _, _ in
      try Self.encoder.encode(try await respond(call))
    }
  }

  /// A route that takes its input from the query of the address.
  public init<Query: Codable & Sendable, Answer: Codable & Sendable>(
    _ method: Method, _ path: String, summary: String, query: Query.Type, fileID: StaticString = #fileID,
    line: UInt = #line, respond: @escaping @Sendable (Call, Query) async throws -> Answer
  ) {
    let shape = ValueShape(of: Query.self)
    self.init(method, path, summary, query: shape, body: nil, answer: Answer.self, SourcePlace(fileID, line)) {
      call, query, _ in
      let input = try Self.decode(Query.self, from: shape.json(of: query))
      return try Self.encoder.encode(try await respond(call, input))
    }
  }

  /// A route that takes its input from a JSON body.
  public init<Body: Codable & Sendable, Answer: Codable & Sendable>(
    _ method: Method, _ path: String, summary: String, body: Body.Type, fileID: StaticString = #fileID,
    line: UInt = #line, respond: @escaping @Sendable (Call, Body) async throws -> Answer
  ) {
    let (shape, place) = (ValueShape(of: Body.self), SourcePlace(fileID, line))
    self.init(method, path, summary, query: nil, body: shape, answer: Answer.self, place) { call, _, bytes in
      try Self.encoder.encode(try await respond(call, try Self.decode(Body.self, from: bytes)))
    }
  }

  private init<Answer: Codable>(
    _ method: Method, _ path: String, _ summary: String, query: ValueShape?, body: ValueShape?, answer: Answer.Type,
    _ place: SourcePlace, respond: @escaping @Sendable (Call, [String: String], Data) async throws -> Data
  ) {
    self.method = method
    self.path = path
    self.summary = summary
    self.query = query
    self.body = body
    self.answer = ValueShape(of: Answer.self)
    self.place = place
    self.respond = respond
  }

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      return try decoder.decode(type, from: json)
    } catch let error as DecodingError {
      throw FieldFault(error.field, error.phrase)
    }
  }
}

extension DecodingError {
  /// The name of the value that is wrong; empty for the whole body.
  fileprivate var field: String {
    let context: Context
    switch self {
    case .keyNotFound(let key, _): return key.stringValue
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found): context = found
    @unknown default: return ""
    }
    return context.codingPath.map(\.stringValue).joined(separator: ".")
  }

  fileprivate var phrase: Phrase {
    switch self {
    case .keyNotFound, .valueNotFound: "This can't be empty"
    case .typeMismatch, .dataCorrupted: "This is no value of the right kind"
    @unknown default: "This is no value of the right kind"
    }
  }
}
