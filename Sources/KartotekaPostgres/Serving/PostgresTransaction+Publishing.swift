import Foundation
import KartotekaModel
import KartotekaStore

// Whole applications: to the database, and to a local copy.
extension PostgresTransaction {
  func publish(_ snapshot: StoreSnapshot) throws -> PrimaryPosition {
    try naming { connection in
      try finishStream()
      let session = try PostgresSession(connection)
      // A change of tables while the application is open has not read it yet.
      try readNoted()
      if try session.checkPlace(of: application.name, isReplacing: true) {
        try session.clear(schema)
      } else {
        try connection.run("CREATE SCHEMA \(PostgresName.quoted(schema))")
      }
      let described = PostgresApplication(
        name: application.name, title: application.title, isDesigned: application.isDesigned,
        description: application.description)
      _ = try PostgresWriter(session, described) { _, _, _ in }.fill(snapshot)
      try noteEarlier(noted, connection)
      return try serve(snapshot.tables, connection)
    }
  }

  func removeFiles(besides used: Set<[UInt8]>) throws -> Int {
    try naming { connection in
      var unused: [String] = []
      try connection.binaryRows("SELECT DISTINCT digest FROM \(place(PostgresCatalogue.files))") { cells in
        if let digest = cells[0].map(Array.init), !used.contains(digest) { unused.append(RowJSON.hex(digest)) }
      }
      for start in stride(from: 0, to: unused.count, by: 1_000) {
        let part = unused[start..<min(start + 1_000, unused.count)]
        try connection.run(
          "DELETE FROM \(place(PostgresCatalogue.files)) WHERE digest = ANY ($1::bytea[])", Self.array(part))
      }
      return unused.count
    }
  }

  /// Digests as the text of an array of `bytea`.
  static func array(_ digests: some Sequence<String>) -> String {
    "{" + digests.map { "\"\\\($0)\"" }.joined(separator: ",") + "}"
  }

  func remove() throws {
    try naming { connection in
      try PostgresSession(connection).drop(application.name)
    }
  }

  /// Creates the tables and triggers of ``ServedSchema``, with a new epoch.
  private func serve(_ tables: [CopiedTable], _ connection: PostgresConnection) throws -> PrimaryPosition {
    try connection.run(ServedSchema.stateTable(in: schema))
    // Somebody may have dropped or emptied only some of the tables.
    for statement in ServedSchema.removal(in: schema) { try connection.run(statement) }
    for statement in ServedSchema.tables(in: schema) + ServedSchema.triggers(in: schema, tables) {
      try connection.run(statement)
    }
    return try beginEpoch(connection)
  }

  private func beginEpoch(_ connection: PostgresConnection) throws -> PrimaryPosition {
    let next = PrimaryPosition(
      epoch: UUID().uuidString.filter(\.isHexDigit).lowercased(), number: (position?.number ?? 0) + 1, token: token)
    // The row is updated and not replaced, because other transactions may wait for its lock.
    try connection.run(
      """
      INSERT INTO \(place(ServedSchema.state)) (epoch, number) VALUES ($1, $2) \
      ON CONFLICT (is_only) DO UPDATE SET epoch = excluded.epoch, number = excluded.number
      """, next.epoch, String(next.number))
    try connection.run(
      "INSERT INTO \(place(ServedSchema.commits)) (number, token, changes) VALUES ($1, $2, '{}')", String(next.number),
      token)
    written = next
    return next
  }

  /// Begins a new epoch with the rows as they are. In an application that was never served, it creates the tables and triggers of
  /// ``ServedSchema`` first, else only missing and disabled triggers.
  func settle(_ model: ModelDescription) throws {
    try naming { connection in
      if position == nil {
        position = try serve(CopiedTable.records(of: model), connection)
      } else {
        if try !missingTriggers().isEmpty {
          let tables = CopiedTable.records(of: model)
          for statement in ServedSchema.triggers(in: schema, tables) { try connection.run(statement) }
        }
        try connection.run("DELETE FROM \(place(ServedSchema.commits)); DELETE FROM \(place(ServedSchema.foreignRows))")
        position = try beginEpoch(connection)
      }
    }
  }

  /// Copies the application to a file. A writing transaction then writes the derived tables of the file to the database.
  func copy(to url: URL, of model: ModelDescription, replacing live: URL?) throws {
    guard let connection, let description, let position else { throw StoreError.busy }
    let described = PostgresApplication(
      name: application.name, title: application.title, isDesigned: application.isDesigned, description: description)
    _ = try PostgresReader(try PostgresSession(connection), described) { _, _, _ in }.read(
      model, to: url, description: nil, position: position, replacing: live,
      finish: written == nil ? nil : { try self.fillDerived($0, connection) })
  }

  private func fillDerived(_ snapshot: StoreSnapshot, _ connection: PostgresConnection) throws {
    for table in snapshot.tables where table.role == .derived {
      try connection.run("DELETE FROM \(place(table.name))")
      var rows = try snapshot.rows(of: table)
      let names = table.columns.map { PostgresTable.column($0.name) }.joined(separator: ", ")
      let json = RowJSON(table: table)
      let values = table.columns.indices.map { "v.c\($0)" }.joined(separator: ", ")
      try json.write(&rows) { text, _ in
        try connection.run("INSERT INTO \(place(table.name)) (\(names)) SELECT \(values) FROM \(json.records())", text)
      }
    }
  }
}
