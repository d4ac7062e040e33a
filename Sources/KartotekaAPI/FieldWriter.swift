import KartotekaModel

/// Writes one field of an entity's records as JSON.
///
/// A class for each way of writing, as what it knows about its field would be copied with every record otherwise:
/// an enumeration's payload costs a dozen retains to look at.
class FieldWriter: @unchecked Sendable {
  /// The field's name.
  let name: String

  fileprivate init(_ name: String) { self.name = name }

  /// The writer of a column, whose entity's collection has that address.
  static func writer(of column: ColumnDescription, path: String) -> FieldWriter {
    switch column {
    case .attribute(let attribute) where attribute.isBytes: BlobWriter(attribute.name, path: path)
    case .attribute(let attribute): AttributeWriter(attribute)
    case .toOne(let relationship): ToOneWriter(relationship.name)
    }
  }

  /// Writes a value that isn't null.
  func write(_ value: Value, of id: RecordID, to json: inout JSONWriter, _ included: RecordWriter.Included) {
    json.null()
  }
}

/// As the attribute's kind has it.
private final class AttributeWriter: FieldWriter, @unchecked Sendable {
  private let kind: any AttributeKind
  private let attribute: AttributeDescription

  init(_ attribute: AttributeDescription) {
    kind = attribute.behavior
    self.attribute = attribute
    super.init(attribute.name)
  }

  override func write(_ value: Value, of id: RecordID, to json: inout JSONWriter, _ included: RecordWriter.Included) {
    kind.write(value, to: &json, for: attribute)
  }
}

/// Bytes have an address of their own: the collection's, the record's id, the attribute's name.
private final class BlobWriter: FieldWriter, @unchecked Sendable {
  private let path: String

  init(_ name: String, path: String) {
    self.path = path
    super.init(name)
  }

  override func write(_ value: Value, of id: RecordID, to json: inout JSONWriter, _ included: RecordWriter.Included) {
    json.string("\(path)/\(id)/\(name)")
  }
}

/// The related record's id, or the record.
private final class ToOneWriter: FieldWriter, @unchecked Sendable {
  override func write(_ value: Value, of id: RecordID, to json: inout JSONWriter, _ included: RecordWriter.Included) {
    guard case .integer(let target) = value else { return json.null() }
    if let (writer, records) = included.records[name], let related = records[target] {
      writer.write(related, to: &json)
    } else {
      json.int(target)
    }
  }
}
