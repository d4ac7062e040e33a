import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The values that a JSON object gives to a record's fields, and everything that is wrong with them.
struct RecordChanges: Sendable {
  /// The fields that are given, by position, with values of the right kind.
  private(set) var values: [(position: Int, value: Value)] = []
  /// What is wrong with the others.
  private(set) var faults: [FieldFault] = []
  /// The parts that are given, by relationship.
  private(set) var parts: [PartChanges] = []

  /// Whether something is wrong that can be told without the stored record. ``change(_:)`` and ``PartChanges`` tell it
  /// together with everything else that is wrong.
  var isFaulty: Bool { !faults.isEmpty || parts.contains(where: \.isFaulty) }

  /// Reads the object.
  /// - Parameters:
  ///   - resource: the entity that the record is of.
  ///   - id: the record's id; nil for one that is to be made.
  init(_ object: JSONObject, for resource: EntityResource, id: RecordID?) {
    self.init(object, of: resource.entity, in: resource.app.description, id: id, partOf: nil)
  }

  /// - Parameter owner: the relationship to the record that this one is a part of, which is not read; nil for a record
  ///   that is no part and can have parts itself.
  init(_ object: JSONObject, of entity: EntityDescription, in app: AppDescription, id: RecordID?, partOf owner: String?)
  {
    var scratch = AnyRecord(entity)
    for (name, value) in object where name != owner {
      guard faults.count <= Problem.faultsLimit else { return }
      if owner == nil, let relationship = entity.relationship(name),
        let given = PartChanges(value, relationship, in: app, isNew: id == nil)
      {
        parts.append(given)
      } else if let position = entity.position(of: name) {
        // What a client read may come back as it was.
        if let id, value == .string("/api/\(app.name)/\(entity.plural)/\(id)/\(name)") { continue }
        if let fault = scratch.read(json: value, at: position) {
          faults.append(fault)
        } else if let fault = Self.pictureFault(in: scratch, at: position) {
          faults.append(fault)
        } else {
          values.append((position, scratch.values[position]))
        }
      } else if let fault = Self.fault(name, value, entity, id) {
        faults.append(fault)
      }
    }
  }

  /// A new record with the values, and everything that is wrong with it.
  func newRecord(of entity: EntityDescription) -> (AnyRecord, [FieldFault]) {
    var record = AnyRecord(entity)
    for (position, value) in values { record.values[position] = value }
    let written = values.filter { entity.columns[$0.position].writability == .never && !$0.value.isNull }
    return (record, all(in: record, readOnly: written.map(\.position), columns: entity.columns.indices))
  }

  /// A record with the values in place of its own, and everything that is wrong with it.
  func change(_ record: AnyRecord) -> (AnyRecord, [FieldFault]) {
    var changed = record
    for (position, value) in values { changed.values[position] = value }
    let positions = values.map(\.position).filter { changed.values[$0] != record.values[$0] }
    let fixed = positions.filter { record.entity.columns[$0].writability != .always }
    return (changed, all(in: changed, readOnly: fixed, columns: positions))
  }

  private func all(in record: AnyRecord, readOnly: [Int], columns: some Sequence<Int>) -> [FieldFault] {
    var all = faults
    let unread = Set(faults.map(\.field))
    for position in columns {
      let column = record.entity.columns[position]
      guard !unread.contains(column.name) else { continue }
      let fault =
        readOnly.contains(position)
        ? FieldFault(column.name, .readOnly) : record.entity.fault(at: position, in: record)
      if let fault { all.append(fault) }
    }
    return all
  }

  private static func pictureFault(in record: AnyRecord, at position: Int) -> FieldFault? {
    guard case .attribute(let attribute) = record.entity.columns[position], attribute.kind == .picture,
      case .blob(let blob) = record.values[position],
      // These bytes came with the request: they are in memory.
      let fault = try? PictureFault.fault(in: blob)
    else { return nil }
    return FieldFault(attribute.name, fault.phrase)
  }

  // What is wrong with a name that stands for no value of the record; nil for its id.
  private static func fault(_ name: String, _ value: JSONValue, _ entity: EntityDescription, _ id: RecordID?)
    -> FieldFault?
  {
    if name == "id" {
      if let id, value == .number(String(id)) { return nil }
      return FieldFault("id", .readOnly)
    }
    // What is worked out may come back as it was read.
    if id != nil, entity.computed(name) != nil || name == ComputedValues.stateKey && !entity.states.isEmpty {
      return nil
    }
    if entity.computed(name) != nil { return FieldFault(name, .readOnly) }
    if entity.relationship(name) != nil { return FieldFault(name, "This is changed at an address of its own") }
    return FieldFault(name, .unknownField)
  }
}

extension Phrase {
  /// What is wrong with a name that an entity doesn't have.
  static let unknownField: Phrase = "There is no such field"
}
