import GRDB
import KartotekaModel

/// What a change set did to one record.
public struct RecordChange: Sendable, Hashable {
  /// What happened to the record.
  public enum Operation: String, Sendable, CaseIterable {
    /// It was added.
    case insert
    /// Its values or links changed.
    case update
    /// It was deleted.
    case delete
  }

  /// What became of one attribute or relationship.
  public struct Field: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// What it held before: null for a record that was added. Bytes are only counted.
    public let before: Value
    /// What it holds since: null for a record that was deleted.
    public let after: Value
    /// Whether a link was added (``after`` is the id of the related record) or removed (``before`` is).
    public let isLink: Bool
  }

  /// The entity's name.
  public let entity: String
  /// The record; of a bulk import the first of those that it added.
  public let id: RecordID
  /// The last record that a bulk import added, of which no values are kept; nil for one record.
  public let last: RecordID?
  /// What happened to it.
  public let operation: Operation
  /// What changed, of attributes and relationships that the model still has.
  public let fields: [Field]
}

/// Some of what was done, the newest first.
public struct History: Sendable {
  /// A change set, and what it did to the record that was asked for.
  public struct Item: Sendable {
    /// The change set.
    public let changeSet: ChangeSet
    /// What it did to that record; empty in the history of an application.
    public let changes: [RecordChange]
  }

  /// The change sets.
  public let items: [Item]
  /// How many there are in all.
  public let total: Int
  /// The change set before which the next page begins; nil on the last page.
  public let next: Int64?
}

extension Store {
  /// What was done to an application, the newest first.
  /// - Parameters:
  ///   - before: the ``History/next`` of the page before; nil for the first page.
  ///   - limit: the most change sets.
  package func history(before: Int64? = nil, limit: Int = 100) async throws -> History {
    try await snapshot { database in
      let changeSets = try UndoLog.changeSets(
        where: "d.id < ?", .integer(before ?? .max), limit: limit + 1, in: database)
      let total = try RawStatement("SELECT count(*) FROM kartoteka_deeds", in: database).integer() ?? 0
      return History(
        items: changeSets.prefix(limit).map { History.Item(changeSet: $0, changes: []) }, total: Int(total),
        next: changeSets.count > limit ? changeSets[limit - 1].id : nil)
    }
  }

  /// What was done to one record, whether it exists or not, the newest first. Change sets whose images were removed are
  /// missing.
  /// - Parameters:
  ///   - before: the ``History/next`` of the page before; nil for the first page.
  ///   - limit: the most change sets.
  package func history(
    of entity: EntityDescription, id: RecordID, before: Int64? = nil, limit: Int = 100
  ) async throws -> History {
    try await snapshot { [mapping] database in
      let reader = HistoryReader(database: database, mapping: mapping)
      let changeSets = try reader.changeSets(of: entity, id)
      let page = changeSets.drop { $0 >= before ?? .max }
      let items = try page.prefix(limit).compactMap { id -> History.Item? in
        guard let changeSet = try UndoLog.changeSet(id, in: database) else { return nil }
        return History.Item(changeSet: changeSet, changes: try reader.changes(by: id, of: entity))
      }
      return History(
        items: items.map { item in
          History.Item(changeSet: item.changeSet, changes: item.changes.filter { $0.id...($0.last ?? $0.id) ~= id })
        }, total: changeSets.count, next: page.count > limit ? items.last?.changeSet.id : nil)
    }
  }

  /// What a change set did, in the order in which it was done.
  /// - Parameter limit: the most records.
  package func changes(by changeSet: Int64, limit: Int = 100) async throws -> (changes: [RecordChange], total: Int) {
    try await snapshot { [mapping] database in
      let reader = HistoryReader(database: database, mapping: mapping)
      let total = try RawStatement("SELECT count(*) FROM kartoteka_changes WHERE deed = ?", in: database)
        .integer(.integer(changeSet))
      return (try reader.changes(by: changeSet, limit: limit), Int(total ?? 0))
    }
  }
}

/// Reads images as changes of the model's attributes and relationships.
private struct HistoryReader {
  let database: Database
  let mapping: ModelMapping

  /// The change sets that changed a record, the newest first.
  func changeSets(of entity: EntityDescription, _ id: RecordID) throws -> [Int64] {
    let tables = [entity.table] + entity.relationships.compactMap(\.joinTable)
    let rows = try RawStatement(
      """
      SELECT deed FROM kartoteka_changes \
      WHERE entity IN (\(SQL.places(tables.count))) AND record = ? AND last IS NULL \
      UNION SELECT deed FROM kartoteka_changes INDEXED BY kartoteka_changes_range \
      WHERE entity = ? AND last IS NOT NULL AND record <= ? AND last >= ? ORDER BY 1 DESC
      """, in: database)
    rows.bind(tables.map(Value.text) + [.integer(id), .text(entity.table), .integer(id), .integer(id)])
    defer { rows.reset() }
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(column: 0)) }
    return found
  }

  /// What a change set did.
  /// - Parameter entity: to the records of that entity only.
  func changes(
    by changeSet: Int64, of entity: EntityDescription? = nil, limit: Int = .max
  ) throws -> [RecordChange] {
    let rows = try RawStatement(
      """
      SELECT entity, record, last, before, after FROM kartoteka_changes WHERE deed = ? ORDER BY id LIMIT ?
      """, in: database)
    rows.bind([.integer(changeSet), .integer(Int64(limit))])
    defer { rows.reset() }
    var found: [RecordChange] = []
    while try rows.step() {
      let table = rows.text(column: 0)
      if let entity, entity.table != table, !entity.relationships.contains(where: { $0.joinTable == table }) {
        continue
      }
      let images = try (Image(rows.value(column: 3), mapping.blobs), Image(rows.value(column: 4), mapping.blobs))
      if let change = change(table, rows.integer(column: 1), rows.value(column: 2).integer, images.0, images.1) {
        found.append(change)
      }
    }
    return found
  }

  private func change(
    _ table: String, _ id: RecordID, _ last: RecordID?, _ before: Image?, _ after: Image?
  ) -> RecordChange? {
    guard let entity = mapping.model.entities.first(where: { $0.table == table }) else {
      return link(table, id, before, after)
    }
    let operation: RecordChange.Operation = before == nil ? .insert : after == nil ? .delete : .update
    let fields = entity.columns.compactMap { column -> RecordChange.Field? in
      let (old, new) = (before?.shown(column.column), after?.shown(column.column))
      guard old != nil || new != nil, (old ?? .null) != (new ?? .null) else { return nil }
      return RecordChange.Field(name: column.name, before: old ?? .null, after: new ?? .null, isLink: false)
    }
    return RecordChange(entity: entity.name, id: id, last: last, operation: operation, fields: fields)
  }

  private func link(_ table: String, _ id: RecordID, _ before: Image?, _ after: Image?) -> RecordChange? {
    guard let values = (before ?? after)?.values, values.count == 2 else { return nil }
    for owner in mapping.model.entities {
      for relationship in owner.relationships
      where relationship.joinTable == table && relationship.joinColumns?.own == values[0].column {
        let field = RecordChange.Field(
          name: relationship.name, before: before == nil ? .null : values[1].value,
          after: after == nil ? .null : values[1].value, isLink: true)
        return RecordChange(entity: owner.name, id: id, last: nil, operation: .update, fields: [field])
      }
    }
    return nil
  }
}

extension Image {
  /// What a column held; nil where the image has none. Bytes are only counted.
  fileprivate func shown(_ column: String) -> Value? {
    if let digest = digests.first(where: { $0.column == column })?.digest {
      return .blob(Blob(head: [], count: digest.count))
    }
    guard let value = values.first(where: { $0.column == column })?.value else { return nil }
    if case .blob(let blob) = value { return .blob(Blob(head: [], count: blob.count)) }
    return value
  }
}
