import KartotekaModel

/// Writes an entity's records as JSON: `id`, then every attribute and to-one relationship in the order of their
/// declaration.
///
/// What can be worked out before the first record comes is: kinds, addresses.
struct RecordWriter: Sendable {
  /// Related records that are written in place of their ids, by relationship.
  typealias Included = [String: (writer: RecordWriter, records: [RecordID: AnyRecord])]

  private let path: String
  private let fields: [FieldWriter]

  /// A writer of an entity's records, whose collection has that address.
  init(_ entity: EntityDescription, path: String) {
    self.path = path
    fields = entity.columns.map { FieldWriter.writer(of: $0, path: path) }
  }

  /// Writes a record.
  func write(_ record: AnyRecord, to json: inout JSONWriter, including included: Included = [:]) {
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
    json.endObject()
  }

  /// Where a record's bytes are.
  func address(of name: String, _ id: RecordID) -> String { "\(path)/\(id)/\(name)" }
}
