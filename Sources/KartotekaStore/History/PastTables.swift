import Foundation
import KartotekaModel

extension Store {
  /// The page of records that a request asks for, as they were at a moment.
  ///
  /// The search text is ignored, because search indices contain current values only.
  func past(_ request: AnyFetchRequest, _ moment: Date) async throws -> FetchPage {
    // The removal of images is not in the change log.
    DependencyRecorder.current?.note(.outside)
    let entity = try mapping.entity(request.entity)
    // Most changes of an opened file are those of other programs, which leave no images.
    if entity.isDerived || entity.source != nil { throw PastUnavailable.derived(entity: request.entity) }
    var request = request.resolved(on: .today)
    (request.search, request.number) = ("", nil)
    return try await snapshot { [mapping, request] database in
      _ = try PastTables(moment, mapping, in: database)
      return try Fetcher(
        database: database, mapping: mapping.withoutKeys, counts: .unshared, version: DataVersion()
      ).page(request)
    }
  }
}

/// Why records can't be shown as they were at a moment.
@nonexhaustive package enum PastUnavailable: Error, Sendable, Hashable {
  /// The images of later changes were removed, and why.
  case removed(ChangeSet.Removal)
  /// More changes were made since than are taken back for one request.
  case tooManyChanges(Int)
  /// The entity's records follow from others', and have no images.
  case derived(entity: String)
}

/// Has a read transaction find records and links as they were at a moment: temporary views of the connection take the place
/// of the tables that change sets have changed since.
///
/// The past is computed from the before images, the newest first. Changes of other programs have no images and are shown.
/// The transaction has to be rolled back, which removes the views.
struct PastTables {
  /// The most changes that are taken back.
  static let limit = 100_000

  private let database: SQLConnection
  private let mapping: ModelMapping
  private let moment: String

  /// Makes the views.
  /// - Throws: ``PastUnavailable``.
  init(_ moment: Date, _ mapping: ModelMapping, in database: SQLConnection) throws {
    self.database = database
    self.mapping = mapping
    self.moment = Timestamp.text(moment)
    try checkImages()
    var changed: Set<String> = []
    for entity in mapping.model.entities where !entity.isDerived {
      if try showRecords(entity) { changed.insert(entity.name) }
    }
    var shown: Set<String> = []
    for owner in mapping.model.entities {
      for relationship in owner.relationships {
        guard let table = relationship.joinTable, let columns = relationship.joinColumns,
          shown.insert(table).inserted, let target = mapping.model.entity(named: relationship.target)
        else { continue }
        try showLinks(table, columns, owner, target, isChanged: !changed.isDisjoint(with: [owner.name, target.name]))
      }
    }
  }

  private func checkImages() throws {
    let removed = try RawStatement(
      """
      SELECT r.removed FROM (\(Self.later)) d CROSS JOIN \(Retention.table) r ON r.deed = d.deed \
      WHERE r.removed IS NOT NULL ORDER BY r.deed DESC LIMIT 1
      """, in: database)
    removed.bind(.text(moment), at: 1)
    defer { removed.reset() }
    if try removed.step() {
      throw PastUnavailable.removed(ChangeSet.Removal(rawValue: removed.text(column: 0)) ?? .age)
    }
    let count = try RawStatement("SELECT count(*) \(Self.changes)", in: database).integer(.text(moment)) ?? 0
    guard count <= Self.limit else { throw PastUnavailable.tooManyChanges(Self.limit) }
  }

  // The change sets with transactions after the moment, and from which image on: a change set of several may have begun before.
  private static let later = """
    SELECT id AS deed, 0 AS first FROM kartoteka_deeds WHERE at > ?1 UNION ALL \
    SELECT p.deed, min(p.first) FROM \(UndoLog.parts.name) p JOIN kartoteka_deeds b ON b.id = p.deed \
    WHERE p.at > ?1 AND b.at <= ?1 GROUP BY p.deed
    """
  private static let changes =
    "FROM (\(later)) d CROSS JOIN kartoteka_changes c ON c.deed = d.deed AND c.id >= d.first"

  // MARK: Records

  /// - Returns: whether records of the entity were changed since.
  private func showRecords(_ entity: EntityDescription) throws -> Bool {
    var past: [RecordID: [Value]?] = [:]
    var added: [ClosedRange<RecordID>] = []
    try forEachChange(of: entity.table) { change in
      if let last = change.last {
        added.append(try ChangedRange.ids(from: change.id, to: last, in: database))
      } else if let before = change.before {
        // An update's image has the columns that it changed, a deletion's all.
        let now = change.isDeletion ? nil : try past[change.id] ?? record(entity, change.id)
        past[change.id] = .some(restored(now ?? entity.columns.map { _ in .null }, before, entity))
      } else {
        past[change.id] = .some(nil)
      }
    }
    if past.isEmpty, added.isEmpty { return false }
    let new = Self.merged(added)
    past = past.filter { id, _ in !Self.contains(id, new) }
    try makeView(of: entity, past, hiding: Self.merged(new + past.keys.map { $0...$0 }))
    return true
  }

  private func record(_ entity: EntityDescription, _ id: RecordID) throws -> [Value]? {
    try mapping.reader(of: entity).record(id: id, in: database)?.values
  }

  private func restored(_ values: [Value], _ image: Image, _ entity: EntityDescription) -> [Value] {
    var values = values
    func set(_ column: String, _ value: Value) {
      if let index = entity.columns.firstIndex(where: { $0.column == column }) { values[index] = value }
    }
    for (column, value) in image.values { set(column, value) }
    // A record's JSON says of bytes only that there were some.
    for (column, _) in image.digests { set(column, .blob([0])) }
    return values
  }

  // Whether one of merged ranges has an id. Each of 100,000 changes may have a range of its own.
  private static func contains(_ id: RecordID, _ ranges: [ClosedRange<RecordID>]) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(id)
  }

  // Ranges that don't overlap, in their order.
  private static func merged(_ ranges: [ClosedRange<RecordID>]) -> [ClosedRange<RecordID>] {
    var merged: [ClosedRange<RecordID>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  private func makeView(
    of entity: EntityDescription, _ past: [RecordID: [Value]?], hiding ranges: [ClosedRange<RecordID>]
  ) throws {
    let (records, hidden) = (
      SQL.name("kartoteka_past_" + entity.table), SQL.name("kartoteka_hidden_" + entity.table)
    )
    let columns = entity.columns.map(\.column)
    let names = columns.isEmpty ? "" : ", " + SQL.names(columns)
    try database.execute(
      """
      CREATE TEMP TABLE \(hidden) (first INTEGER PRIMARY KEY, last INTEGER NOT NULL); \
      CREATE TEMP TABLE \(records) (id INTEGER PRIMARY KEY\(names))
      """)
    let hide = try RawStatement("INSERT INTO temp.\(hidden) (first, last) VALUES (?, ?)", in: database)
    for range in ranges { try hide.run(.integer(range.lowerBound), .integer(range.upperBound)) }
    let insert = try RawStatement(
      "INSERT INTO temp.\(records) (id\(names)) VALUES (\(SQL.places(columns.count + 1)))", in: database)
    for case (let id, let values?) in past {
      insert.bind([.integer(id)] + values)
      while try insert.step() {}
      insert.reset()
    }
    try database.execute(
      """
      CREATE TEMP VIEW \(SQL.name(entity.table)) AS SELECT id\(names) FROM main.\(SQL.name(entity.table)) m \
      WHERE coalesce((SELECT h.last FROM temp.\(hidden) h WHERE h.first <= m.id ORDER BY h.first DESC LIMIT 1), 0) < m.id \
      UNION ALL SELECT id\(names) FROM temp.\(records)
      """)
  }

  // MARK: Links

  private func showLinks(
    _ table: String, _ columns: RelationshipDescription.JoinColumns, _ owner: EntityDescription,
    _ target: EntityDescription, isChanged: Bool
  ) throws {
    struct Link: Hashable {
      let own: Value
      let related: Value
    }
    var past: [Link: Bool] = [:]
    try forEachChange(of: table) { change in
      // The one image that there is has both ids.
      guard let image = change.before ?? change.after,
        let own = image.values.first(where: { $0.column == columns.own })?.value,
        let related = image.values.first(where: { $0.column == columns.related })?.value
      else { return }
      past[Link(own: own, related: related)] = change.before != nil
    }
    guard isChanged || !past.isEmpty else { return }
    let links = SQL.name("kartoteka_past_" + table)
    try database.execute(
      "CREATE TEMP TABLE \(links) (own INTEGER, related INTEGER, is_shown INTEGER, PRIMARY KEY (own, related))")
    let insert = try RawStatement("INSERT INTO temp.\(links) (own, related, is_shown) VALUES (?, ?, ?)", in: database)
    for (link, isShown) in past { try insert.run(link.own, link.related, .integer(isShown ? 1 : 0)) }
    // A bulk import keeps no images of the links of the records that it adds: those go with their records.
    let names = SQL.names([columns.own, columns.related])
    try database.execute(
      """
      CREATE TEMP VIEW \(SQL.name(table)) AS SELECT \(names) FROM main.\(SQL.name(table)) m \
      WHERE m.\(SQL.name(columns.own)) IN (SELECT id FROM \(SQL.name(owner.table))) \
      AND m.\(SQL.name(columns.related)) IN (SELECT id FROM \(SQL.name(target.table))) AND NOT EXISTS (\
      SELECT 1 FROM temp.\(links) p \
      WHERE p.own = m.\(SQL.name(columns.own)) AND p.related = m.\(SQL.name(columns.related))) \
      UNION ALL SELECT own, related FROM temp.\(links) WHERE is_shown = 1
      """)
  }

  // MARK: Changes

  private struct Change {
    let id: RecordID
    /// The last one of a range of records that an import added.
    let last: RecordID?
    let before: Image?
    let after: Image?

    var isDeletion: Bool { after == nil }
  }

  // The newest first.
  private func forEachChange(of table: String, _ body: (Change) throws -> Void) throws {
    let rows = try RawStatement(
      "SELECT c.record, c.last, c.before, c.after \(Self.changes) WHERE c.entity = +?2 ORDER BY c.id DESC",
      in: database
    )
    rows.bind([.text(moment), .text(table)])
    defer { rows.reset() }
    while try rows.step() {
      var last: RecordID?
      if case .integer(let end) = rows.value(column: 1) { last = end }
      try body(
        Change(
          id: rows.integer(column: 0), last: last, before: try Image(rows.value(column: 2), mapping.blobs),
          after: try Image(rows.value(column: 3), mapping.blobs)))
    }
  }
}
