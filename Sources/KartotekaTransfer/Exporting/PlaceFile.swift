import KartotekaModel
import KartotekaStore

/// The records of a list as places (GeoJSON, RFC 7946). The fields of the list are the properties, below their labels, and the
/// mark of the record is one of its own: an edited file comes back as changes.
struct PlaceFile: ListFileWriter {
  /// The heading that an import gives to the position of a place.
  static let heading = "Position"

  /// The attribute with the position of an entity's records; nil for none.
  static func position(of entity: EntityDescription) -> AttributeDescription? {
    entity.attributes.first { $0.kind == .coordinate }
  }

  private static let flushLimit = 1 << 16

  private let list: ListFile
  private let position: AttributeDescription?
  private let shown: String
  private let sink: any ByteSink
  private var json = JSONWriter(capacity: flushLimit + 1_024)

  init(_ list: ListFile, to sink: any ByteSink) {
    (self.list, self.sink) = (list, sink)
    position = Self.position(of: list.entity)
    let place = position.flatMap { list.entity.position(of: $0.name) }
    shown = RecordMark.places(list.shown.union(place.map { [$0] } ?? []))
    json.beginObject()
    json.key("type")
    json.string("FeatureCollection")
    json.key("features")
    json.beginArray()
  }

  mutating func write(_ record: AnyRecord, _ cells: ListCells, _ page: FetchPage) throws {
    json.lineBreak()
    json.beginObject()
    json.key("type")
    json.string("Feature")
    if let id = record.id {
      json.key("id")
      json.int(id)
    }
    json.key("geometry")
    writePosition(of: record)
    json.key("properties")
    json.beginObject()
    for (index, field) in list.fields.enumerated() where !isLeftOut(field) {
      json.key(list.columns[index])
      list.write(cells.cell(index, of: record), field, to: &json)
    }
    if list.hasMarks, let mark = RecordMark(record, shown: shown) {
      json.key(RecordMark.heading)
      json.string(mark.text)
    }
    json.endObject()
    json.endObject()
    if json.bytes.count >= Self.flushLimit { try flush() }
  }

  // The position and the number are no properties, and a list would be no text in them.
  private func isLeftOut(_ field: ListCells.Field) -> Bool {
    if case .many = field.subject { return true }
    if case .id = field.subject { return field.path.relationships.isEmpty }
    return field.path.relationships.isEmpty && field.path.name == position?.name
  }

  private mutating func writePosition(of record: AnyRecord) {
    guard let position, case .text(let text) = record[position.name], let place = Coordinate(text) else {
      return json.null()
    }
    json.beginObject()
    json.key("type")
    json.string("Point")
    json.key("coordinates")
    json.beginArray()
    // Longitude, then latitude.
    json.number(String(place.longitude))
    json.number(String(place.latitude))
    json.endArray()
    json.endObject()
  }

  mutating func finish() throws {
    json.newLine()
    json.endArray()
    json.endObject()
    json.newLine()
    try flush()
  }

  private mutating func flush() throws {
    try json.bytes.withUnsafeBytes { try sink.write($0) }
    json.bytes.removeAll(keepingCapacity: true)
  }
}
