import Foundation
import KartotekaModel
import KartotekaStore

/// Copies one application from PostgreSQL to a new SQLite file.
struct PostgresReader {
  private let session: PostgresSession
  private let application: PostgresApplication
  private let progress: PostgresCopy.Progress
  private var connection: PostgresConnection { session.connection }
  private var schema: String { application.schema }

  init(_ session: PostgresSession, _ application: PostgresApplication, _ progress: @escaping PostgresCopy.Progress) {
    self.session = session
    self.application = application
    self.progress = progress
  }

  /// A table that was copied to the database.
  private struct Noted {
    let role: CopiedTable.Role?
    let columns: [String]
    let digest: RowsDigest.Value
  }

  /// Copies all tables, compares them, computes what follows from them, and moves the file to its place.
  /// - Parameters:
  ///   - position: the commit that the rows are of, for a local copy of the schema; nil for a file of its own.
  ///   - live: a file that others may have open, which gets the rows, instead of one at the place.
  ///   - finish: reads the complete file before it gets to its place.
  func read(
    _ model: ModelDescription, to url: URL, description: String?, position: PrimaryPosition? = nil,
    replacing live: URL? = nil, finish: ((StoreSnapshot) throws -> Void)? = nil
  ) throws -> CopyReport {
    let noted = try notedTables()
    let types = try columnTypes()
    for table in CopiedTable.records(of: model) where table.role != .derived { try check(table, types) }
    let builder = try StoreBuilder(model, at: url)
    // The rows of an application that is served change with each commit, which says what it has changed.
    let isServed =
      try connection.run("SELECT to_regclass($1)", PostgresTable.place(ServedSchema.state, in: schema)) != [[nil]]
    var report = CopyReport()
    try builder.fill { filler in
      let tables = try tables(filler, noted, types)
      for table in tables {
        let digest = try copy(table, filler)
        if [.records, .links].contains(table.role) {
          report.records += digest.count
        } else {
          report.platformRows += digest.count
        }
        if !isServed, noted[table.name]?.digest != digest { report.changed.append(table.name) }
        if table.hasNumbers { try copyLastNumber(table, filler) }
      }
      report.hiddenFiles = try copyFiles(filler)
      report.foreign = foreign(to: tables, model, types)
      return StoreBuilder.Origin(
        changedEntities: changedEntities(report.changed, model), description: description, position: position)
    }
    if let broken = try builder.brokenReference() {
      throw PostgresError.ruleBroken(
        table: broken.table, row: broken.id, reason: "FOREIGN KEY \(broken.table) → \(broken.target)")
    }
    if let finish { try builder.readSnapshot(finish) }
    if let live { try builder.replace(live) } else { try builder.publish() }
    return report
  }

  private func notedTables() throws -> [String: Noted] {
    let place = PostgresTable.place(PostgresCatalogue.tables, in: schema)
    guard try !connection.run("SELECT to_regclass($1)", place).contains([nil]) else {
      throw PostgresError.schemaChanged(schema: schema, .noTable(PostgresCatalogue.tables))
    }
    let rows = try connection.run("SELECT name, role, array_to_json(columns), rows, sha256 FROM \(place)")
    return Dictionary(
      rows.compactMap { row in
        guard let name = row[0], let columns = row[2], let count = row[3].flatMap(Int.init), let sum = row[4] else {
          return nil
        }
        let names = (try? JSONDecoder().decode([String].self, from: Data(columns.utf8))) ?? []
        let role = row[1].flatMap { CopiedTable.Role(rawValue: $0) }
        return (name, Noted(role: role, columns: names, digest: .init(count: count, sum: sum)))
      }
    ) { first, _ in first }
  }

  /// The types of the columns in the schema, by table and column.
  private func columnTypes() throws -> [String: [String: String]] {
    let rows = try connection.run(
      """
      SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a \
      JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE n.nspname = $1 AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      """, schema)
    var types: [String: [String: String]] = [:]
    for row in rows { types[row[0] ?? "", default: [:]][row[1] ?? ""] = row[2] }
    return types
  }

  // MARK: Tables

  private func tables(
    _ filler: StoreFiller, _ noted: [String: Noted], _ types: [String: [String: String]]
  ) throws -> [CopiedTable] {
    var tables = filler.tables
    // The platform's tables that a later version has are empty.
    tables.removeAll { $0.role == .platform && types[PostgresName.fitting($0.name)] == nil && noted[$0.name] == nil }
    if application.isDesigned { tables.append(try filler.makeDescriptions()) }
    for (name, table) in noted.sorted(by: { $0.key < $1.key })
    where table.role == .archive && name.hasPrefix(CopiedTable.archivePrefix) {
      tables.append(try filler.makeArchive(name, columns: table.columns))
    }
    for table in tables { try check(table, types) }
    return tables
  }

  private func check(_ table: CopiedTable, _ types: [String: [String: String]]) throws {
    guard let columns = types[PostgresName.fitting(table.name)] else {
      throw PostgresError.schemaChanged(schema: schema, .noTable(table.name))
    }
    for column in table.columns {
      guard let type = columns[PostgresName.column(column.name)] else {
        throw PostgresError.schemaChanged(schema: schema, .noColumn(table: table.name, column: column.name))
      }
      let expected = PostgresTable.type(column.form)
      guard type == expected else {
        throw PostgresError.schemaChanged(
          schema: schema, .type(table: table.name, column: column.name, expected: expected, found: type))
      }
    }
  }

  private func copy(_ table: CopiedTable, _ filler: StoreFiller) throws -> RowsDigest.Value {
    let writer = try filler.writer(of: table)
    let decoder = RowDecoder()
    try connection.copyOut(PostgresTable(table: table, schema: schema).copyOut) { message in
      try decoder.read(message) { cells in
        try cells.write(table, to: writer)
        do { try writer.insert() } catch let error as CopiedRowRefused {
          throw PostgresError.ruleBroken(
            table: table.name, row: table.hasNumbers ? cells[0]?.integer(at: 0) : nil, reason: error.reason)
        }
        if decoder.digest.count % 1_000 == 0 { progress(table.name, decoder.digest.count, nil) }
      }
    }
    let encoder = try RowEncoder { _ in }
    var rows = try filler.rows(of: table)
    while try rows.next() { try encoder.write(rows) }
    guard encoder.digest.value == decoder.digest.value else { throw PostgresError.differs(table: table.name) }
    return decoder.digest.value
  }

  private func copyLastNumber(_ table: CopiedTable, _ filler: StoreFiller) throws {
    let place = PostgresTable.place(table.name, in: schema)
    let sequence =
      try connection.run(
        "SELECT pg_get_serial_sequence($1, $2)", place, PostgresName.column(table.primaryKey[0])
      ).first?.first ?? nil
    // Another program may have dropped it.
    guard let sequence else { return }
    let number = try connection.run("SELECT last_value FROM \(sequence) WHERE is_called").first?.first ?? nil
    if let number = number.flatMap(Int64.init) { try filler.setLastNumber(table, number) }
  }

  private func copyFiles(_ filler: StoreFiller) throws -> Int {
    var count = 0
    var current: (digest: [UInt8], receiver: BlobReceiver)?
    func store() throws {
      guard let (digest, receiver) = current else { return }
      // A file that was damaged when it left has other bytes than its name says, and is of no use.
      if try filler.storeFile(receiver) == digest { count += 1 }
    }
    let decoder = RowDecoder()
    try connection.copyOut(PostgresCatalogue.copyOut(filesOf: schema)) { message in
      try decoder.read(message) { cells in
        guard cells.count == 3, let digest = cells[0], let bytes = cells[2] else { throw PostgresError.badData }
        if current.map({ !$0.digest.elementsEqual(digest) }) ?? true {
          try store()
          current = (Array(digest), filler.receiver())
        }
        try current?.receiver.append(bytes)
      }
    }
    try store()
    return count
  }

  // MARK: Changes by other programs

  private func foreign(
    to tables: [CopiedTable], _ model: ModelDescription, _ types: [String: [String: String]]
  ) -> [String] {
    let derived = CopiedTable.records(of: model).filter { $0.role == .derived }
    let own = Dictionary(
      (tables + derived).map { ($0.name, Set($0.columns.map { PostgresName.column($0.name) })) }
    ) { first, _ in first }
    let known = Dictionary(own.map { (PostgresName.fitting($0.key), $0.value) }) { first, _ in first }
    return types.sorted { $0.key < $1.key }.flatMap { table, columns -> [String] in
      if table.hasPrefix("kartoteka_") { return [] }
      guard let own = known[table] else { return [table] }
      return columns.keys.filter { !own.contains($0) }.sorted().map { "\(table).\($0)" }
    }
  }

  private func changedEntities(_ tables: [String], _ model: ModelDescription) -> Set<String> {
    Set(
      model.entities.filter { entity in
        tables.contains(entity.table) || entity.relationships.contains { tables.contains($0.joinTable ?? "") }
      }.map(\.name))
  }
}
