import KartotekaStore

/// A transaction with a PostgreSQL database that can have applications.
final class PostgresSession {
  let connection: PostgresConnection

  /// The oldest version of the server.
  private static let oldest = 150_000

  /// - Throws: ``PostgresError`` `.tooOld`, `.notUnicode`.
  init(_ connection: PostgresConnection) throws {
    self.connection = connection
    guard connection.version >= Self.oldest else {
      let version = try connection.run("SHOW server_version").first?.first ?? nil
      throw PostgresError.tooOld(server: connection.server, version: version ?? "")
    }
    let encoding = try connection.run("SHOW server_encoding").first?.first ?? nil
    guard encoding == "UTF8" else {
      throw PostgresError.notUnicode(database: connection.database, encoding: encoding ?? "")
    }
  }

  /// Begins the transaction. Its settings end with it, so that connection poolers keep none of them.
  /// - Throws: ``PostgresError`` `.readOnly` where the transaction would have to write.
  func begin(isReading: Bool) throws {
    try connection.run(
      isReading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED")
    // No function or operator of another schema takes the place of PostgreSQL's own.
    try connection.run(
      """
      SET LOCAL search_path = pg_catalog; SET LOCAL standard_conforming_strings = on; SET LOCAL client_min_messages = error; \
      SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '10s'
      """)
    guard !isReading else { return }
    if try text("SHOW transaction_read_only") == "on" { throw PostgresError.readOnly(server: connection.server) }
  }

  private func text(_ sql: String) throws -> String? { try connection.run(sql).first?.first ?? nil }

  private func text(_ sql: String, _ argument: String) throws -> String? {
    try connection.run(sql, argument).first?.first ?? nil
  }

  // MARK: Places of applications

  /// Checks whether an application's schema can be made.
  /// - Returns: whether there is one, which is to be replaced.
  /// - Throws: ``PostgresError``.
  @discardableResult
  func checkPlace(of name: String, isReplacing: Bool) throws -> Bool {
    let schema = PostgresName.fitting(name)
    if try text("SELECT 1 FROM pg_namespace WHERE nspname = $1", schema) != nil {
      guard try isApplication(schema) else { throw PostgresError.foreignSchema(schema: schema) }
      guard isReplacing else { throw PostgresError.exists(application: name) }
      let isOwner = "SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = $1"
      guard try text(isOwner, schema) == "t" else {
        throw PostgresError.notPermitted(
          user: connection.user, schema: "", reason: "DROP SCHEMA " + PostgresName.quoted(schema))
      }
    }
    guard try text("SELECT has_database_privilege(current_database(), 'CREATE')") == "t" else {
      throw PostgresError.mayNotCreate(database: connection.database, user: connection.user)
    }
    return try text("SELECT 1 FROM pg_namespace WHERE nspname = $1", schema) != nil
  }

  private func isApplication(_ schema: String) throws -> Bool {
    try connection.run(
      """
      SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE n.nspname = $1 AND c.relname = '\(PostgresCatalogue.application)' AND c.relkind = 'r'
      """, schema
    ).first != nil
  }

  /// Makes sure that no other copy of the application runs until the transaction ends.
  func lock(_ name: String) throws {
    let lock = "SELECT pg_try_advisory_xact_lock(hashtext('kartoteka copy'), hashtext($1))"
    guard try text(lock, name) == "t" else { throw PostgresError.copyRuns(application: name) }
  }

  /// Drops an application's schema and removes its work that is under way. Tables and views of other programs in the schema, and
  /// views that depend on its tables, prevent that.
  func drop(_ name: String) throws {
    let schema = PostgresName.fitting(name)
    try clear(schema)
    do {
      try connection.run("DROP TABLE IF EXISTS \(PostgresTable.place(ServedSchema.state, in: schema))")
      try connection.run("DROP SCHEMA \(PostgresName.quoted(schema))")
    } catch PostgresError.other(let state, let reason) where state == "2BP01" {
      throw PostgresError.inUse(schema: schema, reason: reason)
    }
    try removeWork(of: name)
  }

  /// Removes the uploads, actions and files of an application: they belong to records that are gone. A user without a right to the
  /// tables leaves them until they expire.
  private func removeWork(of name: String) throws {
    // to_regclass would refuse a user who may not use the schema.
    let rights = try connection.run(
      """
      SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE n.nspname = $1 AND c.relname = 'entries' AND has_schema_privilege(n.oid, 'USAGE') \
      AND has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'DELETE')
      """, WorkSchema.schema)
    guard !rights.isEmpty else { return }
    try connection.run("DELETE FROM \(WorkSchema.entries) WHERE split_part(place, '/', 2) = $1", name)
  }

  /// Drops an application's tables and functions, but for the one that servers lock.
  func clear(_ schema: String) throws {
    let tables = try connection.run(
      """
      SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE n.nspname = $1 AND c.relkind = 'r'
      """, schema
    ).compactMap { $0.first ?? nil }
    let known = Set(
      try connection.run("SELECT name FROM \(PostgresTable.place(PostgresCatalogue.tables, in: schema))")
        .compactMap { ($0.first ?? nil).map(PostgresName.fitting) }
        + [PostgresCatalogue.application, PostgresCatalogue.tables, PostgresCatalogue.files]
        + [ServedSchema.commits, ServedSchema.foreignRows])
    let own = tables.filter(known.contains).map { PostgresTable.place($0, in: schema) }
    do {
      // In one statement, since tables refer to each other.
      if !own.isEmpty { try connection.run("DROP TABLE \(own.joined(separator: ", "))") }
      for function in ServedSchema.functions {
        try connection.run("DROP FUNCTION IF EXISTS \(PostgresTable.place(function, in: schema))()")
      }
    } catch PostgresError.other(let state, let reason) where state == "2BP01" {
      throw PostgresError.inUse(schema: schema, reason: reason)
    }
  }

  // MARK: Applications

  /// The applications by schema and by the identity of the table that describes them; nil for what is none. A change of tables makes
  /// that table anew.
  typealias Known = [[String?]: PostgresApplication?]

  /// The applications of a database.
  struct Found {
    var applications: [PostgresApplication] = []
    /// The names of schemas that were written by a newer version of the program.
    var newer: [String] = []
    /// The names of schemas that the user may not read.
    var hidden: [String] = []

    /// Whether the database has an application of the name, which perhaps can't be read.
    func contains(_ name: String) -> Bool {
      applications.contains { $0.name == name } || (newer + hidden).contains(PostgresName.fitting(name))
    }
  }

  /// All applications that the user may read.
  /// - Throws: ``PostgresError`` `.newer` if one of them can't be read by this version of the program.
  func applications() throws -> [PostgresApplication] {
    var known: Known = [:]
    let found = try applications(&known)
    if let newer = found.newer.first { throw PostgresError.newer(schema: newer) }
    return found.applications
  }

  /// All applications.
  /// - Parameter known: those that were read before, and are not read again. It gets the others.
  func applications(_ known: inout Known) throws -> Found {
    let schemas = try connection.run(
      """
      SELECT n.nspname, c.oid, has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') \
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE c.relname = '\(PostgresCatalogue.application)' AND c.relkind = 'r' ORDER BY n.nspname
      """)
    let read = known
    known = [:]
    var found = Found()
    for row in schemas {
      let (key, schema) = (Array(row.prefix(2)), row[0] ?? "")
      guard row[2] == "t" else {
        found.hidden.append(schema)
        continue
      }
      do {
        let application = try read[key] ?? application(in: schema)
        known[key] = .some(application)
        if let application { found.applications.append(application) }
      } catch PostgresError.newer {
        found.newer.append(schema)
      }
    }
    return found
  }

  private func application(in schema: String) throws -> PostgresApplication? {
    let place = PostgresTable.place(PostgresCatalogue.application, in: schema)
    let row = try connection.run("SELECT name, title, is_designed, description, format FROM \(place)").first
    guard let row, let name = row[0], let title = row[1], let description = row[3] else { return nil }
    // A schema that was renamed or copied by other means has the name of another one.
    guard PostgresName.fitting(name) == schema else { return nil }
    // The name becomes that of a file.
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return nil }
    guard row[4].flatMap(Int.init).map({ $0 <= PostgresCatalogue.format }) == true else {
      throw PostgresError.newer(schema: schema)
    }
    return PostgresApplication(name: name, title: title, isDesigned: row[2] == "t", description: description)
  }
}
