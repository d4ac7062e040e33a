import Foundation
import KartotekaModel

// The authors of change sets, and the last changes of records.
extension Store {
  // The number of newest change sets in which authors are looked for where the file has no index of them.
  private static let newest: Int64 = 20_000

  /// The people who made an application's change sets, the last one first, each under the newest name.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func authors() async throws -> [Author] {
    try await snapshot { database in
      guard try database.hasIndex(UndoLog.peopleIndex) else {
        return try Self.authors(
          of: "SELECT id, person FROM kartoteka_deeds ORDER BY id DESC LIMIT ?", .integer(Self.newest), in: database)
      }
      return try Self.authors(RawStatement(Self.distinctPeople, in: database))
    }
  }

  // Two steps in the index for each person, however many change sets there are.
  private static let distinctPeople = """
    WITH RECURSIVE known (person) AS (
      SELECT min(person) FROM kartoteka_deeds WHERE person > ''
      UNION ALL
      SELECT (SELECT min(d.person) FROM kartoteka_deeds d WHERE d.person > known.person) FROM known
      WHERE known.person IS NOT NULL
    )
    SELECT person FROM known WHERE person IS NOT NULL
    ORDER BY (SELECT max(d.id) FROM kartoteka_deeds d WHERE d.person = known.person) DESC
    """

  /// The people who changed a record or its parts, the last one first, each under the newest name.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func authors(of entity: EntityDescription, id: RecordID) async throws -> [Author] {
    try await snapshot { [mapping] database in
      let changed = try HistoryReader(database: database, mapping: mapping).changed(with: entity, id)
      return try Self.authors(
        of: "SELECT id, person FROM kartoteka_deeds WHERE id IN (SELECT value FROM json_each(?))",
        .text(try JSONText.json(Array(changed.keys))), in: database)
    }
  }

  /// The last change of a record or of one of its parts, as far as images of changes are stored; nil if there are none.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func lastChange(of entity: EntityDescription, id: RecordID) async throws -> LastChange? {
    let changes = mapping.lastChanges(of: entity)
    return try await snapshot(noting: changes.dependencies) { database in
      try hasImages(database) ? changes.lastChange(id: id, in: database) : nil
    }
  }

  /// The record of that id with its last change, of one snapshot and in one read; nil when there is no such record.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func recordWithLastChange(
    _ entity: EntityDescription, id: RecordID
  ) async throws -> (record: AnyRecord, change: LastChange?)? {
    let (records, changes) = (mapping.reader(of: entity), mapping.lastChanges(of: entity))
    let read = Dependencies(recordsOf: entity, in: model).union(changes.dependencies)
    return try await snapshot(noting: read) { database in
      guard let record = try records.record(id: id, in: database) else { return nil }
      return (record, try hasImages(database) ? changes.lastChange(id: id, in: database) : nil)
    }
  }

  // A file that is only read may lack the table.
  private func hasImages(_ database: SQLConnection) throws -> Bool {
    try !isReadOnly || database.hasTable(UndoLog.images.name)
  }

  private static func authors(
    of changeSets: String, _ argument: Value, in database: SQLConnection
  ) throws -> [Author] {
    let rows = try RawStatement(
      "SELECT person FROM (\(changeSets)) WHERE person IS NOT NULL GROUP BY person ORDER BY max(id) DESC", in: database)
    rows.bind([argument])
    return try authors(rows)
  }

  // Of rows with the texts of people, the last one first.
  private static func authors(_ rows: RawStatement) throws -> [Author] {
    defer { rows.reset() }
    var known: Set<Int64> = []
    var authors: [Author] = []
    while try rows.step() {
      let author = Author(text: rows.text(column: 0))
      if let id = author.id, known.insert(id).inserted { authors.append(author) }
    }
    return authors
  }
}
