import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// Writes one field of records as JSON.
///
/// It is a class hierarchy for speed: an enumeration with payloads would cost a dozen retains for each record.
class FieldWriter: @unchecked Sendable {
  /// The name of the field.
  let name: String

  fileprivate init(_ name: String) { self.name = name }

  /// The writer of a column.
  /// - Parameter path: the path of the entity's collection.
  static func writer(of column: ColumnDescription, path: String) -> FieldWriter {
    switch column {
    case .attribute(let attribute) where attribute.isBytes: BlobWriter(attribute, path: path)
    case .attribute(let attribute): AttributeWriter(attribute)
    case .toOne(let relationship): ToOneWriter(relationship.name)
    }
  }

  /// Writes a value other than null.
  func write(
    _ value: Value, of record: AnyRecord, at position: Int, to json: inout JSONWriter, _ included: RecordWriter.Included
  ) {
    json.null()
  }
}

/// Writes an attribute by its kind.
private final class AttributeWriter: FieldWriter, @unchecked Sendable {
  private let kind: any AttributeKind
  private let attribute: AttributeDescription

  init(_ attribute: AttributeDescription) {
    kind = attribute.behavior
    self.attribute = attribute
    super.init(attribute.name)
  }

  override func write(
    _ value: Value, of record: AnyRecord, at position: Int, to json: inout JSONWriter, _ included: RecordWriter.Included
  ) {
    if attribute.source != nil, kind.name != .boolean { return StoredKind.write(value, to: &json) }
    kind.write(value, to: &json, for: attribute)
  }
}

/// Writes the address of bytes: the collection's path, the record's id, the attribute's name.
private final class BlobWriter: FieldWriter, @unchecked Sendable {
  private let path: String
  private let component: String

  init(_ attribute: AttributeDescription, path: String) {
    self.path = path
    component = attribute.pathName
    super.init(attribute.name)
  }

  override func write(
    _ value: Value, of record: AnyRecord, at position: Int, to json: inout JSONWriter, _ included: RecordWriter.Included
  ) {
    // Another program may have stored text in a column of bytes.
    guard case .blob = value else { return StoredKind.write(value, to: &json) }
    json.string("\(path)/\(record.pathAddress)/\(component)")
  }
}

/// Writes the id of the related record, or the record if it is included.
private final class ToOneWriter: FieldWriter, @unchecked Sendable {
  override func write(
    _ value: Value, of record: AnyRecord, at position: Int, to json: inout JSONWriter, _ included: RecordWriter.Included
  ) {
    // Another program may have stored a value that is no record's id.
    guard case .integer(let target) = value else { return StoredKind.write(record.keys[position] ?? value, to: &json) }
    if let (writer, records) = included.records[name], let related = records[target] {
      writer.write(related, to: &json)
    } else if let key = record.keys[position] {
      StoredKind.write(key, to: &json)
    } else {
      json.int(target)
    }
  }
}
