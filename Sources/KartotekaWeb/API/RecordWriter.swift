import KartotekaModel

/// Writes an entity's records as JSON: `id`, then every attribute and to-one relationship in the order of their
/// declaration.
///
/// What can be worked out before the first record comes is: keys with their quotes, kinds, addresses.
struct RecordWriter: Sendable {
  private enum Field: Sendable {
    case attribute(any AttributeKind, AttributeDescription)
    /// Bytes have an address of their own.
    case blob(name: String)
    /// The related record's id, or the record.
    case toOne(name: String)
  }

  /// Related records that are written in place of their ids, by relationship.
  typealias Included = [String: (writer: RecordWriter, records: [RecordID: AnyRecord])]

  private let path: String
  private let idKey = "id"
  private let fields: [(key: String, field: Field)]

  /// A writer of an entity's records, whose collection has that address.
  init(_ entity: EntityDescription, path: String) {
    self.path = path
    fields = entity.columns.map { column in
      let field: Field =
        switch column {
        case .attribute(let attribute) where attribute.kind == .blob: .blob(name: attribute.name)
        case .attribute(let attribute): .attribute(attribute.behavior, attribute)
        case .toOne(let relationship): .toOne(name: relationship.name)
        }
      return (column.name, field)
    }
  }

  /// Writes a record.
  func write(_ record: AnyRecord, to json: inout JSONWriter, including included: Included = [:]) {
    json.beginObject()
    json.key(idKey)
    json.int(record.id ?? 0)
    for (index, entry) in fields.enumerated() {
      json.key(entry.key)
      let value = record.values[index]
      switch entry.field {
      case _ where value.isNull: json.null()
      case .attribute(let kind, let attribute): kind.write(value, to: &json, for: attribute)
      case .blob(let name): json.string(address(of: name, record.id ?? 0))
      case .toOne(let name): write(value, of: name, to: &json, included)
      }
    }
    json.endObject()
  }

  /// Where a record's bytes are.
  func address(of name: String, _ id: RecordID) -> String { "\(path)/\(id)/\(name)" }

  private func write(_ value: Value, of name: String, to json: inout JSONWriter, _ included: Included) {
    guard case .integer(let id) = value else { return json.null() }
    if let (writer, records) = included[name], let related = records[id] {
      writer.write(related, to: &json)
    } else {
      json.int(id)
    }
  }
}
