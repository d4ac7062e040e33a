import Foundation
import KartotekaModel

extension Schema {
  /// Looks whether a file that is there can be a database of ours, before it is opened for writing: that alone turns
  /// it into a database with a write-ahead log, and one that is refused has to be as it was.
  /// - Throws: ``StoreError/unusable(path:problem:)`` with `.empty`, `.newer` or `.foreign`. Opening the file reports other
  ///   faults.
  static func inspect(at url: URL, for model: ModelDescription) throws {
    let path = url.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return }
    // SQLite would create a new database in it, and the loss of the old one would not be noticed.
    if try url.resourceValues(forKeys: [.fileSizeKey]).fileSize == 0 {
      throw StoreError.unusable(path: path, problem: .empty)
    }
    do {
      try DatabaseCopy.glance(at: url).read { database in
        let tables = try tables(in: database)
        if !tables.isEmpty { try check(tables, for: model, database, path: path) }
      }
    } catch let error as StoreError {
      if case .unusable(_, .newer) = error { throw error }
      if case .unusable(_, .foreign) = error { throw error }
    } catch is SQLError {}
  }

  /// The tables of a database, but SQLite's own.
  static func tables(in database: SQLConnection) throws -> Set<String> {
    try Set(database.tableNames())
  }

  /// Checks that a database with these tables is one of ours or can become one, and no newer than this program.
  static func check(
    _ tables: Set<String>, for model: ModelDescription, _ database: SQLConnection, path: String
  ) throws {
    let isPlatform = tables.contains(MetaTable.name)
    if isPlatform {
      let format = try MetaTable(in: database).number("format") ?? 0
      if format > self.format { throw StoreError.unusable(path: path, problem: .newer) }
    }
    // A file with a description of its own may become whatever that says.
    if tables.contains(DescriptionTable.name) { return }
    let own = model.entities.filter { !$0.isDerived }
    let renames = MigrationPlanner.renames(model, tables)
    let absent = own.filter { !tables.contains($0.table) && !renames.values.contains($0.table) }.map(\.table)
    let there = try own.filter { tables.contains($0.table) }.map { try Columns(of: $0, model, in: database) }
    let belongsToOtherModel =
      if isPlatform, let noted = try StoredModel(in: database) {
        noted.isUnlike(own)
      } else {
        there.contains(where: \.belongsToOtherModel)
      }
    guard isPlatform, absent.count < own.count, !belongsToOtherModel else {
      let missing = (isPlatform ? [] : [MetaTable.name]) + absent + there.flatMap(\.missing)
      throw StoreError.unusable(path: path, problem: .foreign(missing: missing))
    }
  }

  /// The columns of a table, if nothing is noted of them, beside those of its entity.
  private struct Columns {
    /// The entity's that the table lacks, as `table.column`.
    var missing: [String] = []
    /// Whether they are those of something else: what every record needs is missing, and others are there. An earlier
    /// version of the application would lack columns, or have more.
    var belongsToOtherModel = false

    init(of entity: EntityDescription, _ model: ModelDescription, in database: SQLConnection) throws {
      let known = try Set(database.columns(of: entity.table))
      let schema = TableSchema(entity: entity, model: model)
      var lacksNeeded = !known.contains("id")
      if lacksNeeded { missing.append("\(entity.table).id") }
      let archived = try Schema.tables(in: database)
      for column in entity.columns where !known.contains(column.column) {
        let former = column.formerNames.flatMap { [$0, Naming.snakeCase($0), Naming.snakeCase($0) + "_id"] }
        guard known.isDisjoint(with: former) else { continue }
        guard !archived.contains(Archive.name(table: entity.table, column: column.column)) else { continue }
        missing.append("\(entity.table).\(column.column)")
        if !schema.canBeAdded(column) { lacksNeeded = true }
      }
      belongsToOtherModel = lacksNeeded && !known.subtracting(["id"] + entity.columns.map(\.column)).isEmpty
    }
  }
}
