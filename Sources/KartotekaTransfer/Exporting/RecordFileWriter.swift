import KartotekaModel

/// Writes records of one entity in one of the formats, so that importing the file gives equal records.
struct RecordFileWriter {
  private let entity: EntityDescription
  /// The relationships whose related records are written: each join table by one of its sides only.
  private let lists: [RelationshipDescription]
  private let hasID: Bool
  // One of the two.
  private var csv: CSVWriter?
  private var json: JSONRecordWriter?

  /// - Parameter hasID: whether the records' numbers are written.
  init(_ entity: EntityDescription, as format: ExportFormat, to sink: any ByteSink, hasID: Bool = true) throws {
    self.entity = entity
    lists = entity.leadingManyToMany
    self.hasID = hasID
    switch format {
    case .csv:
      csv = CSVWriter(to: sink)
      let names = entity.columns.map(\.column) + lists.map { Naming.snakeCase($0.name) }
      try csv?.record((hasID ? ["id"] : []) + names)
    case .json: json = JSONRecordWriter(to: sink, as: .array)
    case .ndjson: json = JSONRecordWriter(to: sink, as: .lines)
    }
  }

  /// - Parameter related: the related records of each many-to-many relationship that the entity leads.
  mutating func write(_ record: AnyRecord, related: [[RecordID]]) throws {
    try json?.record { [entity, lists, hasID] json in
      json.beginObject()
      if hasID, let id = record.id {
        json.key("id")
        json.int(id)
      }
      Self.write(record, of: entity, to: &json)
      for (relationship, ids) in zip(lists, related) {
        json.key(relationship.name)
        json.beginArray()
        for id in ids { json.int(id) }
        json.endArray()
      }
      json.endObject()
    }
    guard csv != nil else { return }
    if hasID { csv?.field(record.id.map(String.init)) }
    for position in entity.columns.indices {
      csv?.field(record.values[position].isNull ? nil : record.text(at: position))
    }
    for ids in related { csv?.field(ids.isEmpty ? nil : ids.map(String.init).joined(separator: ";")) }
    try csv?.endRecord()
  }

  private static func write(_ record: AnyRecord, of entity: EntityDescription, to json: inout JSONWriter) {
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
  }

  mutating func finish() throws {
    try csv?.finish()
    try json?.finish()
  }
}
