import Foundation
import KartotekaModel

/// The last change of a record.
package struct RecordRevision: Sendable, Hashable {
  /// The number of the change set, which is greater than those before.
  package let changeSet: Int64
  /// The time.
  package let date: Date
}

extension Store {
  /// The last changes of records, by their ids. A record has none if its history was deleted, or if it is of an entity without one.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func revisions(of entity: EntityDescription, _ ids: [RecordID]) async throws -> [RecordID: RecordRevision] {
    try await snapshot(noting: nil) { database in
      let rows = try RawStatement(
        """
        SELECT i.value, d.id, d.at FROM json_each(?2) i JOIN kartoteka_deeds d ON d.id = (SELECT max(deed) FROM (\
        SELECT deed FROM kartoteka_changes WHERE entity = +?1 AND record = i.value AND last IS NULL UNION ALL \
        SELECT deed FROM kartoteka_changes INDEXED BY kartoteka_changes_range \
        WHERE entity = +?1 AND last IS NOT NULL AND record <= i.value AND last >= i.value))
        """, in: database)
      rows.bind([.text(entity.table), SQL.json(ids)])
      defer { rows.reset() }
      var found: [RecordID: RecordRevision] = [:]
      while try rows.step() {
        guard let date = Timestamp.date(rows.text(column: 2)) else { continue }
        found[rows.integer(column: 0)] = RecordRevision(changeSet: rows.integer(column: 1), date: date)
      }
      return found
    }
  }
}
