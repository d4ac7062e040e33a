import KartotekaModel

/// Writes an entity's records as JSON: `id`, then every attribute and to-one relationship in the order of their
/// declaration, then what is worked out.
///
/// What can be worked out before the first record comes is: kinds, addresses.
struct RecordWriter: Sendable {
  /// Related records that are written in place of their ids, by relationship.
  typealias Included = [String: (writer: RecordWriter, records: [RecordID: AnyRecord])]

  private let path: String
  private let fields: [FieldWriter]
  private let computedFields: [FieldWriter]
  private let hasState: Bool

  /// A writer of an entity's records, whose collection has that address.
  init(_ entity: EntityDescription, path: String) {
    self.path = path
    fields = entity.columns.map { FieldWriter.writer(of: $0, path: path) }
    computedFields = entity.computed.map { FieldWriter.writer(of: .attribute($0.attribute), path: path) }
    hasState = !entity.states.isEmpty
  }

  /// Writes a record.
  func write(
    _ record: AnyRecord, to json: inout JSONWriter, including included: Included = [:], computed: ComputedValues? = nil
  ) {
    let id = record.id ?? 0
    json.beginObject()
    json.key("id")
    json.int(id)
    for index in fields.indices {
      let field = fields[index]
      json.key(field.name)
      if record.values[index].isNull {
        json.null()
      } else {
        field.write(record.values[index], of: id, to: &json, included)
      }
    }
    if let computed { write(computed, of: id, to: &json) }
    json.endObject()
  }

  private func write(_ computed: ComputedValues, of id: RecordID, to json: inout JSONWriter) {
    for (field, value) in zip(computedFields, computed.values) {
      json.key(field.name)
      if value.isNull { json.null() } else { field.write(value, of: id, to: &json, [:]) }
    }
    guard hasState else { return }
    json.key(ComputedValues.stateKey)
    if let state = computed.state { json.string(state.name) } else { json.null() }
  }

  /// Where a record's bytes are.
  func address(of name: String, _ id: RecordID) -> String { "\(path)/\(id)/\(name)" }
}
