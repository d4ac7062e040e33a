import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The ids of related records in a request's body: `{"ids":[1,2]}` or `{"id":4}`.
struct RelatedIDs: Sendable {
  /// The maximum number of ids in a request.
  static let limit = 50_000

  private let object: JSONObject

  /// Parses the body.
  /// - Throws: ``Problem``, `JSONSyntaxError`.
  init(_ request: Request, _ limits: Limits) async throws {
    object = try await request.jsonObject(upTo: limits.text)
  }

  /// The ids of the member `ids`.
  func list(of target: EntityResource, in store: Store) async throws -> [RecordID] {
    guard case .array(let items) = try only("ids") else {
      throw Problem.invalid([FieldFault("ids", "This has to be a list of record numbers")])
    }
    guard items.count <= Self.limit else { throw Problem.invalid([FieldFault("ids", .tooMany(Self.limit))]) }
    var ids: [RecordID] = []
    for item in items {
      guard let id = try await Self.id(item, target.entity, in: store) else {
        throw Problem.invalid([FieldFault("ids", "This has to be a list of record numbers")])
      }
      ids.append(id)
    }
    return ids
  }

  /// The id of the member `id`.
  func one(of target: EntityResource, in store: Store) async throws -> RecordID {
    guard let id = try await Self.id(try only("id"), target.entity, in: store) else {
      throw Problem.invalid([FieldFault("id", "This has to be a record's number")])
    }
    return id
  }

  private func only(_ name: String) throws(Problem) -> JSONValue {
    let others = object.filter { $0.key != name }
    guard others.isEmpty else { throw .invalid(others.map { FieldFault($0.key, .unknownField) }) }
    guard let value = object[name] else { throw .invalid([FieldFault(name, "This can't be empty")]) }
    return value
  }

  /// The ids of a member of a new record, such as `"students":[1,2]`.
  static func list(_ value: JSONValue, named name: String) throws(FieldFault) -> [RecordID] {
    guard case .array(let items) = value else { throw FieldFault(name, "This has to be a list of record numbers") }
    guard items.count <= limit else { throw FieldFault(name, .tooMany(limit)) }
    return try items.map { item throws(FieldFault) in
      guard let id = id(item) else { throw FieldFault(name, "This has to be a list of record numbers") }
      return id
    }
  }

  private static func id(
    _ value: JSONValue, _ target: EntityDescription, in store: Store
  ) async throws -> RecordID? {
    if let source = target.source {
      switch value {
      case .string(let address) where !source.key.isEmpty:
        return try await store.id(of: target, at: address)
      case .number(let digits): return RecordID(digits)
      default: return nil
      }
    }
    return id(value)
  }

  private static func id(_ value: JSONValue) -> RecordID? {
    guard case .number(let digits) = value, let id = RecordID(digits), id > 0 else { return nil }
    return id
  }
}
