import Foundation
import KartotekaModel

/// Writes records of one entity in one format, so that an import gives equal records.
package struct RecordFileWriter {
  private let entity: EntityDescription
  /// The relationships whose links are written. Each join table is written by one of its sides.
  private let lists: [RelationshipDescription]
  private let hasID: Bool
  private let isForSpreadsheets: Bool
  private let timeZone: TimeZone?
  // Exactly one of them is set.
  private var csv: CSVWriter?
  private var json: JSONRecordWriter?

  /// - Parameters:
  ///   - hasID: whether ids are written.
  ///   - isForSpreadsheets: whether text that looks like a formula gets an apostrophe in CSV.
  ///   - timeZone: the time zone of times in CSV; nil for UTC.
  /// - Throws: what the sink throws.
  package init(
    _ entity: EntityDescription, as format: ExportFormat, to sink: any ByteSink, hasID: Bool = true,
    isForSpreadsheets: Bool = false, timeZone: TimeZone? = nil
  ) throws {
    self.entity = entity
    self.isForSpreadsheets = isForSpreadsheets
    self.timeZone = timeZone
    lists = entity.leadingManyToMany
    // Opened files have keys of their own, or a column with that name.
    let isNamedByColumns = entity.source?.key.isEmpty == false || entity.position(of: "id") != nil
    self.hasID = hasID && !isNamedByColumns
    switch format {
    case .csv:
      csv = CSVWriter(to: sink)
      try csv?.record(Array(Self.headings(of: entity).dropFirst(self.hasID ? 0 : 1)))
    case .json: json = JSONRecordWriter(to: sink, as: .array)
    case .ndjson: json = JSONRecordWriter(to: sink, as: .lines)
    }
  }

  /// The headings of a CSV export, the id first.
  static func headings(of entity: EntityDescription) -> [String] {
    ["id"] + entity.columns.map { entity.source?.column($0.column) ?? $0.column }
      + entity.leadingManyToMany.map { Naming.snakeCase($0.name) }
  }

  /// - Parameter related: the related ids of each many-to-many relationship that the entity leads.
  /// - Throws: what the sink throws.
  package mutating func write(_ record: AnyRecord, related: [[RecordID]]) throws {
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
      let text = text(of: record, at: position)
      csv?.field(text)
    }
    for ids in related { csv?.field(ids.isEmpty ? nil : ids.map(String.init).joined(separator: ";")) }
    try csv?.endRecord()
  }

  private func text(of record: AnyRecord, at position: Int) -> String? {
    if record.values[position].isNull { return nil }
    let text = record.text(at: position)
    guard case .attribute(let attribute) = entity.columns[position] else {
      // A reference of an opened file is the stored key.
      return record.keys[position].map { StoredKind().text($0, for: Self.key) } ?? text
    }
    if attribute.kind == .timestamp, let timeZone, let moment = Timestamp.date(text) {
      return Timestamp.text(moment, withOffsetOf: timeZone)
    }
    guard FormulaGuard.concerns(attribute.kind) else { return text }
    return FormulaGuard.added(to: text, isForSpreadsheets: isForSpreadsheets)
  }

  private static func write(_ record: AnyRecord, of entity: EntityDescription, to json: inout JSONWriter) {
    for (position, column) in entity.columns.enumerated() {
      json.key(column.name)
      let value = record.values[position]
      switch (column, value) {
      case (_, .null): json.null()
      case (.attribute(let attribute), _): attribute.behavior.write(value, to: &json, for: attribute)
      case (.toOne, _): StoredKind.write(record.keys[position] ?? value, to: &json)
      }
    }
  }

  private static let key = AttributeDescription(name: "", label: "", kind: .stored)

  /// Writes the end of the file.
  /// - Throws: what the sink throws.
  package mutating func finish() throws {
    try csv?.finish()
    try json?.finish()
  }
}
