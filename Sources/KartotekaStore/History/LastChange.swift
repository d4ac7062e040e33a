import Foundation
import KartotekaModel

/// The last change of a record or of one of its parts.
package struct LastChange: Sendable, Hashable {
  /// The time of the change set.
  package let at: Date
  /// The author of the change set; nil for one that was made without accounts.
  package let author: Author?
}

/// Reads the last changes of an entity's records, each by one statement: with people every card has one.
struct LastChangeReader: Sendable {
  /// The entities on whose records they depend.
  let dependencies: Dependencies
  private let sql: String
  /// The values of the statement after the record's id.
  private let values: [Value]

  init(_ entity: EntityDescription, in model: ModelDescription) {
    var (names, values, selections) = ([entity.name], [Value](), [String]())
    // The place of a value in the statement.
    func place(of value: Value) -> String {
      values.append(value)
      return "?\(values.count + 1)"
    }
    let table = place(of: .text(entity.table))
    selections.append("SELECT deed FROM kartoteka_changes WHERE entity = +\(table) AND record = ?1 AND last IS NULL")
    selections.append(
      """
      SELECT deed FROM kartoteka_changes INDEXED BY kartoteka_changes_range \
      WHERE entity = +\(table) AND last IS NOT NULL AND record <= ?1 AND last >= ?1
      """)
    for relationship in entity.relationships {
      if let link = ImageLink(relationship) {
        let (joins, start) = (place(of: .text(link.table)), place(of: .text(link.start)))
        selections.append(
          """
          SELECT deed FROM kartoteka_changes WHERE entity = +\(joins) AND record = ?1 \
          AND substr(coalesce(before, after), 1, length(\(start))) = \(start)
          """)
      }
      guard let owner = relationship.dependentOwner(in: model), let part = model.entity(named: relationship.target)
      else { continue }
      names.append(part.name)
      let parts = place(of: .text(part.table))
      let (rows, column) = (SQL.name(part.table), SQL.name(owner.column))
      // One selection for all parts: there may be thousands. That of deleted ones ends with the place of the record's number.
      selections.append(
        """
        SELECT c.deed FROM (SELECT id FROM \(rows) WHERE \(column) = ?1 UNION \
        \(DeletedPartIndex(of: part, owner).selection)1) p CROSS JOIN kartoteka_changes c \
        ON c.entity = +\(parts) AND c.record = p.id AND c.last IS NULL
        """)
      selections.append(
        """
        SELECT r.deed FROM kartoteka_changes r WHERE r.entity = +\(parts) AND r.last IS NOT NULL \
        AND EXISTS (SELECT 1 FROM \(rows) WHERE \(column) = ?1 AND id BETWEEN r.record AND r.last)
        """)
    }
    dependencies = .entities(names)
    self.values = values
    sql = """
      SELECT at, person FROM kartoteka_deeds \
      WHERE id = (SELECT max(deed) FROM (\(selections.joined(separator: " UNION ALL "))))
      """
  }

  /// The last change of a record or of one of its parts; nil if the images of all of them are gone.
  func lastChange(id: RecordID, in database: SQLConnection) throws -> LastChange? {
    let row = try RawStatement(sql, in: database)
    row.bind(id, at: 1)
    for (index, value) in values.enumerated() { row.bind(value, at: index + 2) }
    defer { row.reset() }
    guard try row.step() else { return nil }
    let person: String? = if case .text(let text) = row.value(column: 1) { text } else { nil }
    return LastChange(
      at: Timestamp.date(row.text(column: 0)) ?? .distantPast, author: person.map(Author.init(text:)))
  }
}

/// The images of rows of a join table that were written for the records of an entity. They name the column of those records first; links
/// that were made from the other end have the other record's number.
struct ImageLink {
  /// The join table.
  let table: String
  /// The beginning of the images.
  let start: String

  /// The images of a relationship's links; nil where it has no join table.
  init?(_ relationship: RelationshipDescription) {
    guard let table = relationship.joinTable, let columns = relationship.joinColumns else { return nil }
    (self.table, start) = (table, "{\"\(columns.own)\":")
  }
}
