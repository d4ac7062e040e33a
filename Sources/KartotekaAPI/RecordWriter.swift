import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// Writes an entity's records as JSON: `id`, then attributes and to-one relationships in the order of their declaration,
/// then computed values.
///
/// Kinds and addresses are prepared once for all records.
struct RecordWriter: Sendable {
  /// Included related records.
  struct Included {
    /// Records that replace ids of to-one relationships.
    var records: [String: (writer: RecordWriter, records: [RecordID: AnyRecord])] = [:]
    /// Lists with totals, by the ids of the owning records.
    var lists: [(name: String, writer: RecordWriter, lists: [RecordID: IncludedRecords])] = []
  }

  /// The name of the total of an included relationship.
  static func totalName(of relationship: String) -> String { relationship + "Total" }

  private let path: String
  private let fields: [FieldWriter]
  private let computedFields: [FieldWriter]
  private let hasState: Bool
  /// Whether records are addressed by keys.
  private let isKeyed: Bool
  /// Whether a column of another program's table is called `id` and is not the record's number.
  private let hasOwnID: Bool

  /// Makes a writer.
  /// - Parameter path: the path of the entity's collection.
  init(_ entity: EntityDescription, path: String) {
    self.path = path
    fields = entity.columns.map { FieldWriter.writer(of: $0, path: path) }
    computedFields = entity.computed.map { FieldWriter.writer(of: .attribute($0.attribute), path: path) }
    hasState = !entity.states.isEmpty
    isKeyed = entity.isKeyed
    hasOwnID = entity.position(of: "id") != nil
  }

  /// Writes a record.
  func write(
    _ record: AnyRecord, to json: inout JSONWriter, including included: Included = Included(),
    computed: ComputedValues? = nil
  ) {
    let id = record.id ?? 0
    json.beginObject()
    if !hasOwnID {
      json.key("id")
      if isKeyed { json.string(record.pathAddress) } else { json.int(id) }
    } else if !isKeyed {
      // The address of a record whose own column is called `id`.
      json.key("rowid")
      json.int(id)
    }
    for index in fields.indices {
      let field = fields[index]
      json.key(field.name)
      if record.values[index].isNull {
        json.null()
      } else {
        field.write(record.values[index], of: record, at: index, to: &json, included)
      }
    }
    if let computed { write(computed, of: record, to: &json) }
    for (name, writer, lists) in included.lists {
      guard let related = lists[id] else { continue }
      json.key(name)
      json.beginArray()
      for record in related.records { writer.write(record, to: &json) }
      json.endArray()
      json.key(Self.totalName(of: name))
      json.int(related.total)
    }
    json.endObject()
  }

  private func write(_ computed: ComputedValues, of record: AnyRecord, to json: inout JSONWriter) {
    for (field, value) in zip(computedFields, computed.values) {
      json.key(field.name)
      if value.isNull { json.null() } else { field.write(value, of: record, at: 0, to: &json, Included()) }
    }
    guard hasState else { return }
    json.key(ComputedValues.stateKey)
    if let state = computed.state { json.string(state.name) } else { json.null() }
  }
}
