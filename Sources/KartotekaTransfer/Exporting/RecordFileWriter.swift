import KartotekaModel

/// Writes records of one entity in one of the formats, so that importing the file gives equal records.
struct RecordFileWriter {
  private let entity: EntityDescription
  private let hasID: Bool
  // One of the two.
  private var csv: CSVWriter?
  private var json: JSONRecordWriter?

  /// - Parameter hasID: whether the records' numbers are written.
  init(_ entity: EntityDescription, as format: ExportFormat, to sink: any ByteSink, hasID: Bool = true) throws {
    self.entity = entity
    self.hasID = hasID
    switch format {
    case .csv:
      csv = CSVWriter(to: sink)
      try csv?.record((hasID ? ["id"] : []) + entity.columns.map(\.column))
    case .json: json = JSONRecordWriter(to: sink, as: .array)
    case .ndjson: json = JSONRecordWriter(to: sink, as: .lines)
    }
  }

  mutating func write(_ record: AnyRecord) throws {
    try json?.record { [entity, hasID] in Self.write(record, of: entity, hasID: hasID, to: &$0) }
    guard csv != nil else { return }
    if hasID { csv?.field(record.id.map(String.init)) }
    for position in entity.columns.indices {
      csv?.field(record.values[position].isNull ? nil : record.text(at: position))
    }
    try csv?.endRecord()
  }

  private static func write(
    _ record: AnyRecord, of entity: EntityDescription, hasID: Bool, to json: inout JSONWriter
  ) {
    json.beginObject()
    if hasID, let id = record.id {
      json.key("id")
      json.int(id)
    }
    for (position, column) in entity.columns.enumerated() {
      json.key(column.name)
      let value = record.values[position]
      switch (column, value) {
      case (_, .null): json.null()
      case (.attribute(let attribute), _): attribute.behavior.write(value, to: &json, for: attribute)
      case (.toOne, .integer(let id)): json.int(id)
      case (.toOne, _): json.null()
      }
    }
    json.endObject()
  }

  mutating func finish() throws {
    try csv?.finish()
    try json?.finish()
  }
}
