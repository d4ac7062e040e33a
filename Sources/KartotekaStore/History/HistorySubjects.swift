import KartotekaModel

/// The records whose history is deleted for good: those of a scope, and those that belong to them or did. Their numbers are in
/// a temporary table, so that each of the platform's tables is read once, however many records belong to one.
struct HistorySubjects {
  /// Records of an entity: those in the table, or all of them.
  struct Subject {
    let entity: EntityDescription
    let isWhole: Bool

    /// The condition that a column has the number of one of the records.
    func has(_ column: String) -> Fragment {
      if isWhole { return Fragment(sql: "TRUE") }
      return Fragment(
        sql: "\(column) IN (\(HistorySubjects.numbers))", values: [.text(entity.name)])
    }

    /// The condition that the range from one column to another has the number of one of the records.
    func isAmong(_ first: String, _ last: String) -> Fragment {
      if isWhole { return Fragment(sql: "TRUE") }
      return Fragment(
        sql: "EXISTS (\(HistorySubjects.numbers) AND forgotten_record BETWEEN \(first) AND \(last))",
        values: [.text(entity.name)])
    }
  }

  private static let table = "temp.kartoteka_forgotten"
  private static let numbers = "SELECT forgotten_record FROM \(table) WHERE forgotten_entity = ?"

  /// Empty for the history before a moment.
  let all: [Subject]

  private let database: SQLConnection

  init(_ scope: HistoryScope, _ mapping: ModelMapping, in database: SQLConnection) throws {
    self.database = database
    switch scope {
    case .before: all = []
    case .entity(let entity): all = Self.parts(of: entity, mapping).map { Subject(entity: $0, isWhole: true) }
    case .record(let entity, let id):
      let names = try Self.note(entity, id, mapping, in: database)
      all = mapping.model.entities.filter { names.contains($0.name) }.map { Subject(entity: $0, isWhole: false) }
    }
  }

  /// Forgets the numbers.
  func remove() throws {
    if all.contains(where: { !$0.isWhole }) { try RawStatement("DELETE FROM \(Self.table)", in: database).run() }
  }

  // Notes a record and those that belong to it, level by level; the names of their entities.
  private static func note(
    _ entity: EntityDescription, _ id: RecordID, _ mapping: ModelMapping, in database: SQLConnection
  ) throws -> Set<String> {
    try database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS kartoteka_forgotten (
        forgotten_entity TEXT, forgotten_record INTEGER, forgotten_level INTEGER,
        PRIMARY KEY (forgotten_entity, forgotten_record)
      ) WITHOUT ROWID; \
      DELETE FROM \(table)
      """)
    try RawStatement("INSERT INTO \(table) VALUES (?, ?, 0)", in: database).run(.text(entity.name), .integer(id))
    var (found, owners, level): (Set<String>, Set<String>, Int64) = ([entity.name], [entity.name], 0)
    while !owners.isEmpty {
      var next: Set<String> = []
      for owner in mapping.model.entities where owners.contains(owner.name) {
        for (part, relationship) in mapping.model.references(to: owner)
        where relationship.deleteRule == .cascade && !part.isDerived {
          if try note(part, relationship, of: owner, at: level, mapping, in: database) { next.insert(part.name) }
        }
      }
      found.formUnion(next)
      (owners, level) = (next, level + 1)
    }
    return found
  }

  // Notes the records that belong to those of a level, and those that belonged to them.
  private static func note(
    _ part: EntityDescription, _ relationship: RelationshipDescription, of owner: EntityDescription, at level: Int64,
    _ mapping: ModelMapping, in database: SQLConnection
  ) throws -> Bool {
    let owners = "SELECT forgotten_record FROM \(table) WHERE forgotten_entity = ?1 AND forgotten_level = ?2"
    try RawStatement(
      """
      INSERT OR IGNORE INTO \(table) SELECT ?3, id, ?2 + 1 FROM (
        SELECT id FROM \(table) o CROSS JOIN \(SQL.name(part.table)) \
      ON \(SourceSQL.leads(relationship, mapping.model, to: "o.forgotten_record"))
        WHERE o.forgotten_entity = ?1 AND o.forgotten_level = ?2
        UNION SELECT record FROM kartoteka_changes WHERE entity = +?4 AND last IS NULL
        AND (json_extract(before, ?5) IN (\(owners)) OR json_extract(after, ?5) IN (\(owners))))
      """, in: database
    ).run(
      .text(owner.name), .integer(level), .text(part.name), .text(part.table),
      .text(HistoryPurge.path(relationship.column)))
    return database.changesCount > 0
  }

  // An entity, and those whose records belong to its records: their texts are texts about those.
  private static func parts(of entity: EntityDescription, _ mapping: ModelMapping) -> [EntityDescription] {
    var (found, next) = ([entity], [entity])
    while let owner = next.popLast() {
      for (part, relationship) in mapping.model.references(to: owner)
      where relationship.deleteRule == .cascade && relationship.isRequired && !part.isDerived
        && !found.contains(where: { $0.name == part.name })
      {
        found.append(part)
        next.append(part)
      }
    }
    return found
  }
}
