import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// One operation of a batch: `{"create":"users","as":"t","values":{…}}`, `{"update":"users","id":4,"ifMatch":"…",
/// "values":{…}}` or `{"delete":"users","id":5}`.
///
/// A record that an earlier operation creates is referenced by `"$t"`: as an id, as the value of a to-one relationship, and
/// in a new record's list of related records.
struct BatchOperation: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case create, update, delete

    fileprivate var names: Set<String> {
      switch self {
      case .create: ["create", "as", "values"]
      case .update: ["update", "id", "ifMatch", "values"]
      case .delete: ["delete", "id", "ifMatch"]
      }
    }
  }

  /// The ids of created records by their names within the batch.
  typealias Created = [String: RecordID]

  let kind: Kind
  let resource: EntityResource
  /// The name by which later operations reference the created record.
  let name: String?
  private let id: JSONValue
  private let values: JSONObject
  private let ifMatch: String?

  /// Parses an operation.
  /// - Parameter known: the names of records that earlier operations create.
  /// - Throws: ``Problem`` with its faults.
  init(_ json: JSONValue, _ resources: [String: EntityResource], known: Set<String>) throws(Problem) {
    guard case .object(let object) = json, let kind = Kind.allCases.first(where: { object[$0.rawValue] != nil }) else {
      throw Problem(.invalid, "An operation is an object with create, update or delete.")
    }
    let unknown = object.filter { !kind.names.contains($0.key) }.prefix(Problem.faultsLimit)
    guard unknown.isEmpty else { throw .invalid(unknown.map { FieldFault($0.key, .unknownField) }) }
    guard case .string(let plural) = object[kind.rawValue], let resource = resources[plural] else {
      throw .invalid([FieldFault(kind.rawValue, "There is no such entity")])
    }
    self.kind = kind
    self.resource = resource
    name = try Self.text("as", in: object)
    if let name, known.contains(name) { throw .invalid([FieldFault("as", "This name is used more than once")]) }
    ifMatch = try Self.text("ifMatch", in: object)
    switch object["values"] {
    case .object(let given) where given.count <= Request.namesLimit: values = given
    case .object: throw .invalid([FieldFault("values", .tooMany(Request.namesLimit))])
    case nil where kind == .delete: values = [:]
    default: throw .invalid([FieldFault("values", "This has to be an object")])
    }
    id = object["id"] ?? .null
    if kind != .create { _ = try recordID(Dictionary(uniqueKeysWithValues: known.map { ($0, 1) })) }
  }

  /// Checks the values of a new record as far as possible before the transaction.
  /// - Throws: ``Problem`` with the faults.
  func check(known: Set<String>) throws {
    guard kind == .create else { return }
    _ = try whole(Dictionary(uniqueKeysWithValues: known.map { ($0, 1) }))
  }

  /// Performs the operation.
  /// - Returns: the record; nil after a deletion.
  func perform(in transaction: Transaction, _ created: Created) throws -> AnyRecord? {
    let entity = resource.entity
    switch kind {
    case .create: return try transaction.save(whole(created), of: resource)
    case .update:
      let id = try recordID(created)
      let record = try transaction.record(entity, id: id, if: Preconditions(ifMatch: ifMatch))
      let changes = RecordChanges(try resolved(values, of: entity, created), for: resource, id: id)
      let (changed, faults) = changes.change(record)
      return try transaction.save(changes.whole(changed, faults, in: transaction), of: resource)
    case .delete:
      let id = try recordID(created)
      _ = try transaction.record(entity, id: id, if: Preconditions(ifMatch: ifMatch))
      try transaction.delete(entity, id: id)
      return nil
    }
  }

  /// The id of the changed or deleted record.
  func recordID(_ created: Created) throws(Problem) -> RecordID {
    switch id {
    case .number(let digits):
      if let id = RecordID(digits), id > 0 { return id }
    case .string(let text) where text.hasPrefix("$"): return try Self.id(text, created, "id")
    default: break
    }
    throw .invalid([FieldFault("id", "This has to be a record's number")])
  }

  private func whole(_ created: Created) throws -> RecordWithParts {
    let changes = RecordChanges(try resolved(values, of: resource.entity, created), for: resource, id: nil)
    let (record, faults) = changes.newRecord(of: resource.entity)
    return try changes.whole(record, faults, in: nil)
  }

  // The values with references replaced by ids, including those of parts.
  private func resolved(
    _ values: JSONObject, of entity: EntityDescription, _ created: Created
  ) throws(Problem) -> JSONObject {
    var resolved = values
    for (name, value) in values {
      guard let relationship = entity.relationship(name) else { continue }
      switch value {
      case .string(let text) where relationship.cardinality == .toOne && text.hasPrefix("$"):
        resolved[name] = .number(String(try Self.id(text, created, name)))
      case .array(let parts):
        guard let target = resource.app.description.model.entity(named: relationship.target) else { continue }
        guard parts.count <= RelatedIDs.limit else { continue }
        resolved[name] = .array(
          try parts.map { part throws(Problem) in
            switch part {
            case .string(let text) where text.hasPrefix("$"): .number(String(try Self.id(text, created, name)))
            case .object(let part) where part.count <= Request.namesLimit:
              .object(try self.resolved(part, of: target, created))
            default: part
            }
          })
      default: continue
      }
    }
    return resolved
  }

  private static func id(_ text: String, _ created: Created, _ field: String) throws(Problem) -> RecordID {
    if let id = created[String(text.dropFirst())] { return id }
    throw .invalid([
      FieldFault(field, Phrase("No operation before creates {name}", ["name": .text(text.shortened)]))
    ])
  }

  private static func text(_ name: String, in object: JSONObject) throws(Problem) -> String? {
    switch object[name] {
    case nil: return nil
    case .string(let text)? where !text.isEmpty: return text
    default: throw .invalid([FieldFault(name, "This has to be a text")])
    }
  }
}
