import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The parts of a record in a JSON list, such as an order's lines. Objects with an `id` change stored parts, objects without
/// one add parts, and stored parts that the list does not contain are deleted.
///
/// New parts are parsed and checked immediately, stored ones by ``records(of:in:)``.
struct PartChanges: Sendable {
  private enum Part: Sendable {
    case new(AnyRecord)
    case stored(RecordID, RecordChanges)
    /// An item that is not an object.
    case unreadable
  }

  let relationship: RelationshipDescription
  private let target: EntityDescription
  private let owner: RelationshipDescription
  private var parts: [Part] = []
  // The faults of the list and of new parts, with full paths.
  private var faults: [FieldFault] = []

  /// Whether there are faults that are independent of the stored parts.
  private(set) var isFaulty = false

  /// Parses the list; nil if the relationship does not lead to parts.
  /// - Parameter isNew: whether the record is new, so that its parts can't have ids.
  init?(_ json: JSONValue, _ relationship: RelationshipDescription, in app: AppDescription, isNew: Bool) {
    guard let owner = relationship.partOwner(in: app.model), let target = app.model.entity(named: relationship.target)
    else { return nil }
    self.relationship = relationship
    self.owner = owner
    self.target = target
    read(json, in: app, isNew: isNew)
    isFaulty = isFaulty || !faults.isEmpty
  }

  private mutating func read(_ json: JSONValue, in app: AppDescription, isNew: Bool) {
    guard case .array(let items) = json else {
      faults = [FieldFault(relationship.name, "This has to be a list of objects")]
      return
    }
    guard items.count <= RecordWithParts.limit else {
      faults = [FieldFault(relationship.name, .tooMany(RecordWithParts.limit))]
      return
    }
    if items.count < relationship.minimumCount {
      faults = [FieldFault(relationship.name, .tooFewParts(relationship.minimumCount))]
    }
    for (index, item) in items.enumerated() {
      guard faults.count <= Problem.faultsLimit else { return }
      parts.append(part(item, at: index, in: app, isNew: isNew))
    }
  }

  private mutating func part(_ item: JSONValue, at index: Int, in app: AppDescription, isNew: Bool) -> Part {
    func fault(_ phrase: Phrase) { faults.append(FieldFault("\(relationship.name)[\(index)]", phrase)) }
    guard case .object(let object) = item else {
      fault("This has to be an object")
      return .unreadable
    }
    guard object.count <= Request.namesLimit else {
      fault(.tooMany(Request.namesLimit))
      return .unreadable
    }
    var id: RecordID?
    if !isNew, case .number(let digits)? = object["id"] { id = RecordID(digits) }
    let changes = RecordChanges(object, of: target, in: app, id: id, partOf: owner.name)
    if object[owner.name] != nil {
      faults.append(FieldFault(owner.name, .readOnly).inPart(relationship.name, index))
    }
    if let id {
      isFaulty = isFaulty || changes.isFaulty
      return .stored(id, changes)
    }
    let (record, found) = changes.newRecord(of: target)
    faults += of(found, at: index)
    return .new(record)
  }

  // The reference to the owner is set when the owner is stored.
  private func of(_ faults: [FieldFault], at index: Int) -> [FieldFault] {
    faults.filter { $0.field != owner.name }.map { $0.inPart(relationship.name, index) }
  }

  /// The parts as records, and all faults.
  /// - Parameters:
  ///   - id: the record's id; nil for a new record.
  ///   - transaction: reads stored parts; nil for a new record.
  func records(of id: RecordID?, in transaction: Transaction?) throws -> ([AnyRecord], [FieldFault]) {
    var records: [AnyRecord] = []
    var faults = faults
    for (index, part) in parts.enumerated() {
      guard faults.count <= Problem.faultsLimit else { break }
      switch part {
      case .new(let record): records.append(record)
      case .unreadable: break
      case .stored(let part, let changes):
        guard let stored = try transaction?.record(target, id: part), stored[owner.name] == id.map(Value.integer) else {
          let missing = Phrase("There is no record {id}", ["id": .text(String(part))])
          faults += of([FieldFault("id", missing)], at: index)
          continue
        }
        let (record, found) = changes.change(stored)
        records.append(record)
        faults += of(found, at: index)
      }
    }
    for index in records.indices { records[index][owner.name] = id.map(Value.integer) ?? .null }
    return (records, faults)
  }
}

extension RecordChanges {
  /// The record with all given parts and ids of related records, ready to be saved.
  /// - Parameter transaction: reads stored parts; nil for a new record.
  /// - Throws: ``Problem`` with all faults.
  func whole(
    _ record: AnyRecord, _ faults: [FieldFault], in transaction: Transaction?
  ) throws -> RecordWithParts {
    var whole = RecordWithParts(record)
    var faults = faults
    for given in parts where faults.count <= Problem.faultsLimit {
      let (records, found) = try given.records(of: record.id, in: transaction)
      whole.parts[given.relationship.name] = records
      faults += found
    }
    guard faults.isEmpty else { throw Problem.invalid(faults) }
    whole.related = related
    return whole
  }
}

extension Phrase {
  /// The fault of a list or object with too many members.
  static func tooMany(_ limit: Int) -> Phrase {
    Phrase("At most {count} can be sent here", ["count": .count(limit)])
  }
}
