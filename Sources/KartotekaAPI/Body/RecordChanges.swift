import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The values of a JSON object for a record's fields, and all faults.
struct RecordChanges: Sendable {
  /// The valid values by their column's position.
  private(set) var values: [(position: Int, value: Value)] = []
  /// The faults of the other members.
  private(set) var faults: [FieldFault] = []
  /// The given parts by relationship.
  private(set) var parts: [PartChanges] = []
  /// The given ids of related records of a new record by relationship.
  private(set) var related: [String: [RecordID]] = [:]

  /// Whether there are faults that are independent of the stored record. ``change(_:)`` and ``PartChanges`` report them
  /// together with all others.
  var isFaulty: Bool { !faults.isEmpty || parts.contains(where: \.isFaulty) }

  /// Parses the object.
  /// - Parameters:
  ///   - resource: the record's entity.
  ///   - id: the record's id; nil for a new record.
  init(_ object: JSONObject, for resource: EntityResource, id: RecordID?) {
    self.init(object, of: resource.entity, in: resource.app.description, id: id, partOf: nil)
  }

  /// - Parameter owner: the relationship of a part to its record, which is ignored; nil for a record that is not a part and
  ///   can have parts.
  init(_ object: JSONObject, of entity: EntityDescription, in app: AppDescription, id: RecordID?, partOf owner: String?)
  {
    var scratch = AnyRecord(entity)
    for (name, value) in object where name != owner {
      guard faults.count <= Problem.faultsLimit else { return }
      if owner == nil, let relationship = entity.relationship(name),
        let given = PartChanges(value, relationship, in: app, isNew: id == nil)
      {
        parts.append(given)
      } else if owner == nil, id == nil, entity.relationship(name)?.takesIDs(in: app.model) == true {
        do { related[name] = try RelatedIDs.list(value, named: name) } catch { faults.append(error) }
      } else if let position = entity.position(of: name) {
        // A client may send back what it received. Only the store writes stamps.
        if entity.columns[position].stamp != nil { continue }
        // A client may send back the address that it received.
        if let id, case .string(let address) = value, Self.isAddress(address, of: name, id, entity, app.name) {
          continue
        }
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

  /// A new record with the values, and all faults.
  func newRecord(of entity: EntityDescription) -> (AnyRecord, [FieldFault]) {
    var record = AnyRecord(entity)
    for (position, value) in values {
      record.values[position] = value
      // Null leaves it empty where a formula would fill it in.
      if value.isNull { record.noteEmpty(position) }
    }
    let written = values.filter { entity.columns[$0.position].writability == .never && !$0.value.isNull }
    return (record, all(in: record, readOnly: written.map(\.position), columns: entity.columns.indices))
  }

  /// The changed record, and all faults.
  func change(_ record: AnyRecord) -> (AnyRecord, [FieldFault]) {
    var changed = record
    for (position, value) in values { changed.values[position] = value }
    // JSON lacks infinities, which opened files may have: a client sends back their text.
    for position in record.values.indices {
      guard case .real(let real) = record.values[position], !real.isFinite else { continue }
      if changed.values[position] == .text(String(real)) { changed.values[position] = record.values[position] }
    }
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

  // A client may send back the address of bytes that it received. The part in between may be a key.
  private static func isAddress(
    _ text: String, of name: String, _ id: RecordID, _ entity: EntityDescription, _ app: String
  ) -> Bool {
    let path = "/api/\(URLPath.encoded(app))/\(entity.pathName)/"
    let end = "/" + URLPath.encoded(APIAddress.component(name))
    guard text.hasPrefix(path), text.hasSuffix(end), entity.attribute(name)?.isBytes == true else { return false }
    return entity.isKeyed || text == path + String(id) + end
  }

  private static func pictureFault(in record: AnyRecord, at position: Int) -> FieldFault? {
    guard case .attribute(let attribute) = record.entity.columns[position], attribute.kind == .picture,
      case .blob(let blob) = record.values[position],
      // The bytes were in the request and are in memory.
      let fault = try? PictureFault.fault(in: blob)
    else { return nil }
    return FieldFault(attribute.name, fault.phrase)
  }

  // The fault of a name that is not a column; nil for the record's own id.
  private static func fault(_ name: String, _ value: JSONValue, _ entity: EntityDescription, _ id: RecordID?)
    -> FieldFault?
  {
    if name == "id" {
      if let id, value == .number(String(id)) { return nil }
      // The fields of a key say the same.
      if id != nil, entity.isKeyed { return nil }
      return FieldFault("id", .readOnly)
    }
    // The address of a record of an opened file whose own column is called `id`.
    if name == "rowid", entity.source?.key.isEmpty == true, entity.position(of: "id") != nil {
      return id.map { value == .number(String($0)) } == true ? nil : FieldFault(name, .readOnly)
    }
    // A client may send back computed values that it received.
    if id != nil, entity.computed(name) != nil || name == ComputedValues.stateKey && !entity.states.isEmpty {
      return nil
    }
    if entity.computed(name) != nil { return FieldFault(name, .readOnly) }
    if entity.relationship(name) != nil { return FieldFault(name, "This has its own address") }
    return FieldFault(name, .unknownField)
  }
}

extension Phrase {
  /// The fault of a name that the entity lacks.
  static let unknownField: Phrase = "There is no such field"
}
