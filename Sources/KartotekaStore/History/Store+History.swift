import KartotekaModel

/// The change of one record by a change set.
public struct RecordChange: Sendable, Hashable {
  /// The kind of change.
  public enum Operation: String, Sendable, CaseIterable {
    /// It was added.
    case insert
    /// Its values or links changed.
    case update
    /// It was deleted.
    case delete
  }

  /// The change of one attribute or relationship.
  public struct Field: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// The value before: null for a record that was added. Bytes are only counted.
    public let before: Value
    /// The value after: null for a record that was deleted.
    public let after: Value
    /// Whether a link was added (``after`` is the id of the related record) or removed (``before`` is).
    package let isLink: Bool

    package init(name: String, before: Value, after: Value, isLink: Bool) {
      (self.name, self.before, self.after, self.isLink) = (name, before, after, isLink)
    }
  }

  /// The entity's name.
  public let entity: String
  /// The record; of a bulk import the first of those that it added.
  public let id: RecordID
  /// The last record of a bulk import, whose values are not stored; nil for one record.
  public let last: RecordID?
  /// The kind of change.
  package let operation: Operation
  /// The changed attributes and relationships that the model still has.
  public let fields: [Field]

  package init(entity: String, id: RecordID, last: RecordID?, operation: Operation, fields: [Field]) {
    (self.entity, self.id, self.last, self.operation, self.fields) = (entity, id, last, operation, fields)
  }
}

/// A page of change sets, the newest first.
package struct History: Sendable {
  /// A change set, and what it did to the record that was asked for.
  package struct Item: Sendable {
    /// The change set.
    package let changeSet: ChangeSet
    /// The changes of that record and its parts; empty in the history of an application.
    package let changes: [RecordChange]
  }

  /// The change sets.
  package let items: [Item]
  /// The total number.
  package let total: Int
  /// The change set before which the next page begins; nil on the last page.
  package let next: HistoryPosition?
}

extension Store {
  /// The history of an application, the newest change set first.
  /// - Parameters:
  ///   - before: the ``History/next`` of the page before; nil for the first page.
  ///   - limit: the most change sets.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func history(before: HistoryPosition? = nil, limit: Int = 100) async throws -> History {
    try await snapshot { database in
      let changeSets = try UndoLog.changeSets(
        where: "d.id < ?", [.integer(before?.number ?? .max)], limit: limit + 1, in: database)
      let total = try RawStatement("SELECT count(*) FROM kartoteka_deeds", in: database).integer() ?? 0
      return History(
        items: changeSets.prefix(limit).map { History.Item(changeSet: $0, changes: []) }, total: Int(total),
        next: changeSets.count > limit ? HistoryPosition(before: changeSets[limit - 1].id) : nil)
    }
  }

  /// The change sets that changed one record or its parts (an order's lines), whether it exists or not, the newest first.
  /// Change sets whose images were removed are missing.
  /// - Parameters:
  ///   - filter: lets through some of them by origin, person and time; its entity and search are not looked at.
  ///     ``History/total`` counts all of them.
  ///   - before: the ``History/next`` of the page before; nil for the first page.
  ///   - limit: the most change sets.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func history(
    of entity: EntityDescription, id: RecordID, _ filter: ChangeSetFilter = ChangeSetFilter(),
    before: HistoryPosition? = nil, limit: Int = 100
  ) async throws -> History {
    try await snapshot { [mapping] database in
      let reader = HistoryReader(database: database, mapping: mapping)
      let changed = try reader.changed(with: entity, id)
      let changeSets = changed.keys.sorted(by: >)
      let end = before?.number ?? .max
      let page = try filter.passing(changeSets.filter { $0 < end }, in: database)
      let items = try page.prefix(limit).compactMap { changeSet -> History.Item? in
        guard let found = try UndoLog.changeSet(changeSet, in: database) else { return nil }
        let changes = try changed[changeSet, default: []].flatMap {
          try reader.changes(by: changeSet, of: $0.entity, $0.id)
        }
        return History.Item(changeSet: found, changes: changes)
      }
      return History(
        items: items, total: changeSets.count,
        next: page.count > limit ? items.last.map { HistoryPosition(before: $0.changeSet.id) } : nil)
    }
  }

  /// The changes of a change set, in their order.
  /// - Parameter limit: the most records.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func changes(by changeSet: Int64, limit: Int = 100) async throws -> (changes: [RecordChange], total: Int) {
    try await snapshot { [mapping] database in
      let reader = HistoryReader(database: database, mapping: mapping)
      let total = try RawStatement("SELECT count(*) FROM kartoteka_changes WHERE deed = ?", in: database)
        .integer(.integer(changeSet))
      return (try reader.changes(by: changeSet, limit: limit), Int(total ?? 0))
    }
  }
}
