import KartotekaModel

/// A join table as the model declares it.
struct DeclaredJoin {
  let name: String
  let columns: RelationshipDescription.JoinColumns
  /// The entity that leads the relationship, and the one that it leads to.
  let owner: EntityDescription
  let target: EntityDescription
  let statements: [String]
  /// The relationships that it stores, from both sides.
  let sides: [(entity: EntityDescription, relationship: RelationshipDescription)]

  static func all(of model: ModelDescription) -> [DeclaredJoin] {
    model.entities.filter { !$0.isDerived }.flatMap { owner in
      let tables = TableSchema(entity: owner, model: model).joinTables
      return owner.leadingManyToMany.compactMap { relationship -> DeclaredJoin? in
        guard let name = relationship.joinTable, let columns = relationship.joinColumns,
          let target = model.entity(named: relationship.target),
          let statements = tables.first(where: { $0.name == name })?.statements
        else { return nil }
        let inverse = relationship.inverse.flatMap(target.relationship).map { (target, $0) }
        return DeclaredJoin(
          name: name, columns: columns, owner: owner, target: target, statements: statements,
          sides: [(owner, relationship)] + [inverse].compactMap { $0 })
      }
    }
  }

  /// The names that the table may have had: each entity's by each name of the relationship that it leads.
  func formerNames(_ renames: [String: String]) -> [String] {
    sides.flatMap { entity, relationship in
      let tables = [entity.table] + renames.filter { $0.value == entity.table }.map(\.key)
      return tables.flatMap { table in
        ([relationship.name] + relationship.formerNames).map { table + "_" + Naming.snakeCase($0) }
      }
    }.filter { $0 != name }
  }
}

/// Links that are carried over to a join table.
struct LinkMove {
  /// The table that has the links, by its name after the renames: one with a to-one relationship, or another join table.
  let from: String
  /// The columns with the numbers of the owner's and of the target's records.
  let own: String
  let related: String
  let join: DeclaredJoin

  /// Whether they come from a to-one relationship's column.
  var isFromColumn: Bool { own == "id" || related == "id" }

  /// The column of the to-one relationship.
  var column: String { own == "id" ? related : own }

  /// Copies the links, except for links to records that are gone.
  func run(from table: String, in database: SQLConnection) throws {
    try database.execute(
      """
      INSERT OR IGNORE INTO \(SQL.name(join.name)) (\(SQL.names([join.columns.own, join.columns.related]))) \
      SELECT \(SQL.names([own, related])) FROM \(SQL.name(table)) \
      WHERE \(SQL.name(own)) IN (SELECT id FROM \(SQL.name(join.owner.table))) \
      AND \(SQL.name(related)) IN (SELECT id FROM \(SQL.name(join.target.table)))
      """)
  }
}

extension StoredTable {
  /// The columns of a join table, those with the owner's numbers first; nil where it is none between these tables.
  func joinColumns(_ join: DeclaredJoin, _ renames: [String: String]) -> (own: String, related: String)? {
    guard columns.count == 2 else { return nil }
    let targets = columns.map { $0.rules.reference.map { renames[$0.table] ?? $0.table } }
    if targets == [join.owner.table, join.target.table] { return (columns[0].name, columns[1].name) }
    if targets == [join.target.table, join.owner.table] { return (columns[1].name, columns[0].name) }
    return nil
  }
}
