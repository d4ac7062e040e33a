import KartotekaModel

// What tables a damaged database has, and whether they are the model's.
extension Salvage {
  // - Returns: also whether all of them have a definition that can be read.
  static func tables(in database: SQLConnection) throws -> ([String: Set<String>], areWhole: Bool) {
    var tables: [String: Set<String>] = [:]
    var areWhole = true
    // Ordinary tables alone: a view, or a table of a module, is not what it is called like.
    let rows = try RawStatement(
      PreparedStatement(
        """
        SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' AND name NOT GLOB 'sqlite_*'
        """, in: database), in: database)
    defer { rows.reset() }
    do {
      while try rows.step() {
        let name = rows.text(column: 0)
        let columns = (try? database.columns(of: name)) ?? []
        if columns.isEmpty { areWhole = false } else { tables[name] = Set(columns) }
      }
    } catch let error as SQLError where error.isDamage {
      // What comes behind the damage is not known to SQLite either.
      areWhole = false
    }
    return (tables, areWhole)
  }

  // A table of another version has other columns, or numbers with another scale. It would be read wrongly. One that has other
  // columns than the database has noted is damaged itself: it is left out, and the others are saved.
  static func checked(
    _ tables: [String: Set<String>], of model: ModelDescription, _ noted: StoredModel?, _ isSchemaWhole: Bool,
    _ path: String
  ) throws -> [String: Set<String>] {
    let expected = StoredModel(model)
    var found = tables
    var missing: [String] = []
    for (table, columns) in expected.tables {
      guard let existing = tables[table] else { continue }
      let others = columns.filter { name, column in
        noted?.tables[table].map { $0[name]?.kind != column.kind || $0[name]?.scale != column.scale } ?? false
      }
      let absent = columns.keys.filter { !existing.contains($0) }
      let unknown = absent.filter { noted?.tables[table]?[$0] == nil }
      if !others.isEmpty || !unknown.isEmpty {
        missing += Set(others.keys).union(unknown).map { "\(table).\($0)" }
      } else if !absent.isEmpty {
        found[table] = nil
      }
    }
    guard missing.isEmpty else { throw StoreError.unusable(path: path, problem: .foreign(missing: missing.sorted())) }
    guard expected.tables.keys.contains(where: { found[$0] != nil }) else {
      throw StoreError.unusable(
        path: path,
        problem: isSchemaWhole ? .foreign(missing: expected.tables.keys.sorted()) : .damaged("sqlite_schema"))
    }
    return found
  }

  /// Whether the damaged database has columns or tables of records that the model lacks: those of a description that can't be read,
  /// or of another program. Their values stay behind.
  var hasOtherFields: Bool {
    let expected = CopiedTable.records(of: model)
    let others = Set(found.keys.filter { !$0.hasPrefix("kartoteka_") }).subtracting(expected.map(\.name))
    return !others.isEmpty
      || expected.contains { found[$0.name]?.isSubset(of: $0.columns.map(\.name)) == false }
  }
}
