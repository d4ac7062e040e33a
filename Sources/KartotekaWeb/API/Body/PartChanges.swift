import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The parts of a record that a JSON list gives: an order's lines, as objects. Those with an `id` are changed, those
/// without are added, and stored ones that are not named are deleted.
struct PartChanges: Sendable {
  let relationship: RelationshipDescription
  /// What is wrong with the list as it stands, with whole paths.
  private(set) var faults: [FieldFault] = []
  private let target: EntityDescription
  private let owner: RelationshipDescription
  private var parts: [(id: RecordID?, changes: RecordChanges)] = []

  /// Reads the list; nil for a relationship that leads to no parts.
  /// - Parameter isNew: whether the record is new, so that no part of it can have an id.
  init?(_ json: JSONValue, _ relationship: RelationshipDescription, in app: AppDescription, isNew: Bool) {
    guard let owner = relationship.partOwner(in: app.model), let target = app.model.entity(named: relationship.target)
    else { return nil }
    self.relationship = relationship
    self.owner = owner
    self.target = target
    guard case .array(let items) = json else {
      faults = [FieldFault(relationship.name, "This has to be a list of objects")]
      return
    }
    if items.count < relationship.minimumCount {
      faults = [FieldFault(relationship.name, .tooFewParts(relationship.minimumCount))]
    }
    for (index, item) in items.enumerated() {
      guard case .object(let object) = item else {
        faults.append(FieldFault("\(relationship.name)[\(index)]", "This has to be an object"))
        continue
      }
      var id: RecordID?
      if !isNew, case .number(let digits)? = object["id"] { id = RecordID(digits) }
      let rest = JSONObject(object.filter { $0.key != owner.name }.map { ($0.key, $0.value) })
      parts.append((id, RecordChanges(rest, of: target, in: app, id: id, canHaveParts: false)))
      if object[owner.name] != nil {
        faults.append(FieldFault(owner.name, .readOnly).inPart(relationship.name, index))
      }
    }
  }

  /// The parts as records, and everything that is wrong with them.
  /// - Parameter id: the record that they belong to; nil for a new one.
  func records(of id: RecordID?, in transaction: Transaction) throws -> ([AnyRecord], [FieldFault]) {
    var records: [AnyRecord] = []
    var faults = faults
    for (index, part) in parts.enumerated() {
      var (record, found) = try record(part.id, part.changes, of: id, in: transaction)
      record[owner.name] = id.map(Value.integer) ?? .null
      records.append(record)
      // To which record it belongs is known when that is stored.
      found.removeAll { $0.field == owner.name }
      faults += found.map { $0.inPart(relationship.name, index) }
    }
    return (records, faults)
  }

  private func record(
    _ part: RecordID?, _ changes: RecordChanges, of id: RecordID?, in transaction: Transaction
  ) throws -> (AnyRecord, [FieldFault]) {
    guard let part else { return changes.newRecord(of: target) }
    guard let stored = try transaction.record(target, id: part), stored[owner.name] == id.map(Value.integer) else {
      let missing = Phrase("There is no record {id}", ["id": .text(String(part))])
      return (AnyRecord(target), [FieldFault("id", missing)])
    }
    return changes.change(stored)
  }
}

extension RecordChanges {
  /// The record with all parts that are given, ready to be saved.
  /// - Throws: ``Problem`` with everything that is wrong with them.
  func whole(_ record: AnyRecord, _ faults: [FieldFault], in transaction: Transaction) throws -> RecordWithParts {
    var whole = RecordWithParts(record)
    var faults = faults
    for given in parts {
      let (records, found) = try given.records(of: record.id, in: transaction)
      whole.parts[given.relationship.name] = records
      faults += found.filter { !faults.contains($0) }
    }
    guard faults.isEmpty else { throw Problem.invalid(faults) }
    return whole
  }
}
