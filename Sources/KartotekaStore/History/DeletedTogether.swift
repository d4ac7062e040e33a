import KartotekaModel

/// The changes that bring back one deleted record with all that went with it, by their numbers. They are looked for in a
/// snapshot: a change set may have deleted millions of records, and other writers don't wait for the search.
struct DeletedTogether: Sendable {
  let changeSet: Int64
  /// The deletions of the record, first, and of the records that belonged to it.
  private(set) var deletions: [Int64]
  /// The removals of links with those, and of references to them.
  private(set) var references: [Int64] = []
  /// Whether that is all that the change set did.
  private(set) var isAll = false

  /// - Parameters:
  ///   - number: the deletion of the record.
  ///   - tables: those that the change set changed, where they are known: to find them, all of its changes are read.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  init(_ number: Int64, _ model: ModelDescription, in database: SQLConnection, tables: Set<String>? = nil) throws {
    guard let deletion = try Self.deletion(number, in: database),
      let entity = model.entities.first(where: { $0.table == deletion.table })
    else { throw Self.isGone }
    changeSet = deletion.changeSet
    deletions = [number]
    let search = Search(
      changeSet, model, database, tables: try tables ?? Self.tables(of: changeSet, in: database))
    let gone = try search.parts(of: deletion.record, entity, &deletions)
    references = try search.links(with: gone) + search.references(to: gone)
    isAll = try deletions.count + references.count == Transaction.changeCount(of: changeSet, in: database)
  }

  /// The tables that a change set changed.
  static func tables(of changeSet: Int64, in database: SQLConnection) throws -> Set<String> {
    try Set(database.all(String.self, "SELECT DISTINCT entity FROM kartoteka_changes WHERE deed = ?", [changeSet]))
  }

  /// The deletion with a number; nil where there is none.
  static func deletion(
    _ number: Int64, in database: SQLConnection
  ) throws -> (changeSet: Int64, table: String, record: RecordID)? {
    let row = try RawStatement(
      "SELECT deed, entity, record FROM kartoteka_changes WHERE id = ? AND before IS NOT NULL AND after IS NULL",
      in: database)
    row.bind(.integer(number), at: 1)
    defer { row.reset() }
    guard try row.step() else { return nil }
    return (row.integer(column: 0), row.text(column: 1), row.integer(column: 2))
  }

  static let isGone = StoreError.cannotUndo("What was there before is kept no longer")

  /// The search, by as many statements as there are relationships, however many records there are.
  private struct Search {
    let changeSet: Int64
    let model: ModelDescription
    let database: SQLConnection
    /// The tables that the change set changed.
    let tables: Set<String>

    init(_ changeSet: Int64, _ model: ModelDescription, _ database: SQLConnection, tables: Set<String>) {
      (self.changeSet, self.model, self.database, self.tables) = (changeSet, model, database, tables)
    }

    /// The deleted records that belonged to one, itself among them, by entity.
    func parts(
      of id: RecordID, _ entity: EntityDescription, _ deletions: inout [Int64]
    ) throws -> [String: Set<RecordID>] {
      var known = [entity.name: Set([id])]
      var next = [(entity: entity, ids: [id])]
      while let (owner, ids) = next.popLast() {
        for (part, relationship) in model.references(to: owner)
        where relationship.deleteRule == .cascade && tables.contains(part.table) {
          var found: [RecordID] = []
          try forEach(
            "\(try deleted(part, relationship)) AND \(path(relationship)) IN (SELECT value FROM json_each(?))",
            [Self.list(ids)]
          ) { number, id in
            guard known[part.name, default: []].insert(id).inserted else { return }
            deletions.append(number)
            found.append(id)
          }
          if !found.isEmpty { next.append((part, found)) }
        }
      }
      return known
    }

    // By the index of deleted parts, where there is one: otherwise all that the change set did is read.
    private func deleted(_ part: EntityDescription, _ relationship: RelationshipDescription) throws -> String {
      let index = DeletedPartIndex(of: part, relationship)
      let isThere = try database.hasIndex(index.name)
      return (isThere ? "INDEXED BY \(SQL.name(index.name)) " : "") + "WHERE \(index.condition) AND before IS NOT NULL"
    }

    func links(with gone: [String: Set<RecordID>]) throws -> [Int64] {
      var numbers: [Int64] = []
      for owner in model.entities {
        for relationship in owner.leadingManyToMany {
          guard let table = relationship.joinTable, tables.contains(table), let columns = relationship.joinColumns
          else { continue }
          try forEach(
            """
            WHERE entity = +? AND before IS NOT NULL AND after IS NULL \
            AND (\(path(columns.own)) IN (SELECT value FROM json_each(?)) \
            OR \(path(columns.related)) IN (SELECT value FROM json_each(?)))
            """,
            [.text(table), Self.list(gone[owner.name] ?? []), Self.list(gone[relationship.target] ?? [])]
          ) { number, _ in numbers.append(number) }
        }
      }
      return numbers
    }

    func references(to gone: [String: Set<RecordID>]) throws -> [Int64] {
      var numbers: Set<Int64> = []
      for entity in model.entities where tables.contains(entity.table) {
        for case .toOne(let relationship) in entity.columns {
          guard let ids = gone[relationship.target] else { continue }
          try forEach(
            """
            WHERE entity = +? AND before IS NOT NULL AND after IS NOT NULL \
            AND \(path(relationship)) IN (SELECT value FROM json_each(?))
            """, [.text(entity.table), Self.list(ids)]
          ) { number, _ in numbers.insert(number) }
        }
      }
      return numbers.sorted(by: >)
    }

    private func forEach(_ sources: String, _ arguments: [Value], _ body: (Int64, RecordID) throws -> Void) throws {
      let rows = try RawStatement(
        "SELECT id, record FROM kartoteka_changes \(sources) AND deed = ? ORDER BY id DESC", in: database)
      rows.bind(arguments + [.integer(changeSet)])
      defer { rows.reset() }
      while try rows.step() { try body(rows.integer(column: 0), rows.integer(column: 1)) }
    }

    private func path(_ relationship: RelationshipDescription) -> String { path(relationship.column) }

    private func path(_ column: String) -> String { "json_extract(before, \(SQL.literal("$.\"\(column)\"")))" }

    private static func list(_ ids: some Collection<RecordID>) -> Value {
      .text("[" + ids.map(String.init).joined(separator: ",") + "]")
    }
  }
}
