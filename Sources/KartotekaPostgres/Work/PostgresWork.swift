import Foundation
import KartotekaStore

/// The entries of one place in the tables of ``WorkSchema``.
struct PostgresWork: SharedWork {
  let tables: PostgresWorkTables
  /// The kind of work and the application's name: "imports/northwind".
  let place: String

  // MARK: Reading

  /// The columns that ``entry(_:)`` needs.
  static func columns(isBrief: Bool, progress: String = "progress") -> String {
    "id, \(isBrief ? "NULL" : "description"), \(progress), commit_number, \(WorkSchema.isRunning), is_stopped"
  }

  /// The entry of a row; nil if it has other columns.
  static func entry(_ row: [String?]) -> SharedEntry? {
    guard row.count == 6, let id = row[0] else { return nil }
    let content = SharedContent(
      description: row[1].map { Data($0.utf8) }, progress: row[2].map { Data($0.utf8) },
      commit: row[3].flatMap(Int64.init))
    return SharedEntry(id: id, content: content, isRunning: row[4] == "t", isStopped: row[5] == "t")
  }

  func entries(_ id: String?, isBrief: Bool) throws -> [SharedEntry] {
    try tables.read(missing: []) { connection in
      try connection.run(
        """
        SELECT \(Self.columns(isBrief: isBrief)) FROM \(WorkSchema.entries) \
        WHERE place = $1 AND ($2::text IS NULL OR id = $2) ORDER BY made DESC, id
        """, place, id
      ).compactMap(Self.entry)
    }
  }

  func isRunning(lane: String) throws -> Bool {
    try tables.read(missing: false) { connection in
      try !connection.run(
        "SELECT 1 FROM \(WorkSchema.entries) WHERE place = $1 AND lane = $2 AND \(WorkSchema.isRunning)", place, lane
      ).isEmpty
    }
  }

  func size() throws -> Int {
    try tables.read(missing: 0) { connection in
      let sum = try connection.run("SELECT sum(size) FROM \(WorkSchema.files) WHERE place = $1", place)
      return sum.first?[0].flatMap(Int.init) ?? 0
    }
  }

  // MARK: Writing

  private static func text(_ json: Data?) -> String? { json.map { String(decoding: $0, as: UTF8.self) } }

  private func insert(_ id: String, _ content: SharedContent, _ connection: PostgresConnection) throws {
    try connection.run("DELETE FROM \(WorkSchema.entries) WHERE place = $1 AND id = $2", place, id)
    try connection.run(
      """
      INSERT INTO \(WorkSchema.entries) (place, id, description, progress, commit_number) VALUES ($1, $2, $3, $4, $5)
      """, place, id, Self.text(content.description) ?? "", Self.text(content.progress), content.commit.map(String.init)
    )
  }

  func add(_ id: String, _ content: SharedContent, files: [URL]) throws {
    try tables.write { connection in
      try insert(id, content, connection)
      try send(files, of: id, on: connection)
    }
  }

  func change(_ id: String, _ content: SharedContent) throws {
    try tables.write(missing: ()) { connection in
      try connection.run(
        """
        UPDATE \(WorkSchema.entries) SET description = coalesce($3, description), progress = $4, \
        commit_number = coalesce($5, commit_number), owner = NULL, beat = NULL, lane = NULL, changed = now() \
        WHERE place = $1 AND id = $2 AND NOT \(WorkSchema.isRunning)
        """, place, id, Self.text(content.description), Self.text(content.progress), content.commit.map(String.init))
    }
  }

  func begin(_ id: String, _ content: SharedContent, lane: String?, isNew: Bool) throws -> Bool {
    try tables.write { connection in
      // Work of a lane begins at one server at a time.
      try connection.run("SELECT pg_advisory_xact_lock(hashtext('kartoteka work'), hashtext($1))", place)
      if isNew { try insert(id, content, connection) }
      // A beginning that is repeated after a lost connection finds this server as the owner.
      return try connection.change(
        """
        UPDATE \(WorkSchema.entries) e SET description = coalesce($3, description), progress = $4, \
        commit_number = coalesce($5, commit_number), lane = $6, owner = $7, beat = now(), is_stopped = false, \
        changed = now() WHERE place = $1 AND id = $2 AND (NOT \(WorkSchema.isRunning) OR owner = $7) \
        AND NOT EXISTS (SELECT 1 FROM \(WorkSchema.entries) WHERE place = $1 AND id <> $2 AND lane = $6 \
        AND \(WorkSchema.isRunning))
        """, place, id, Self.text(content.description), Self.text(content.progress), content.commit.map(String.init),
        lane, tables.owner) > 0
    }
  }

  func beat(_ id: String, progress: Data?) throws -> SharedOrder {
    try tables.write(missing: .lost, isBeat: true) { connection in
      let stopped = try connection.run(
        """
        UPDATE \(WorkSchema.entries) SET beat = now(), progress = coalesce($4, progress) \
        WHERE place = $1 AND id = $2 AND owner = $3 RETURNING is_stopped
        """, place, id, tables.owner, Self.text(progress))
      return stopped.first.map { $0 == ["t"] ? .stop : .goOn } ?? .lost
    }
  }

  private struct Lost: Error {}

  func end(_ id: String, _ content: SharedContent, files: [URL]?) throws {
    do {
      try tables.write(missing: ()) { connection in
        let own = "place = $1 AND id = $2 AND owner = $3"
        if let files {
          let isOwn = try connection.run("SELECT 1 FROM \(WorkSchema.entries) WHERE \(own)", place, id, tables.owner)
          if isOwn.isEmpty { throw Lost() }
          try connection.run("DELETE FROM \(WorkSchema.files) WHERE place = $1 AND id = $2", place, id)
          try send(files, of: id, on: connection)
        }
        let count = try connection.change(
          """
          UPDATE \(WorkSchema.entries) SET description = coalesce($4, description), progress = $5, \
          commit_number = coalesce($6, commit_number), owner = NULL, beat = NULL, lane = NULL, changed = now() WHERE \(own)
          """, place, id, tables.owner, Self.text(content.description), Self.text(content.progress),
          content.commit.map(String.init))
        if count == 0 { throw Lost() }
      }
    } catch is Lost {
      // Another server has removed the entry or taken it over.
    }
  }

  func stop(_ id: String) throws {
    try tables.write(missing: ()) { connection in
      try connection.run(
        "UPDATE \(WorkSchema.entries) SET is_stopped = true WHERE place = $1 AND id = $2 AND owner IS NOT NULL", place,
        id)
    }
  }

  func remove(_ id: String) throws {
    try tables.write(missing: ()) { connection in
      try connection.run("DELETE FROM \(WorkSchema.entries) WHERE place = $1 AND id = $2", place, id)
    }
  }

  func removeFiles(of id: String) throws {
    try tables.write(missing: ()) { connection in
      try connection.run("DELETE FROM \(WorkSchema.files) WHERE place = $1 AND id = $2", place, id)
    }
  }

  func sweep(olderThan seconds: Int) throws -> Set<String> {
    try tables.write(missing: [], isBeat: true) { connection in
      try connection.run(
        """
        DELETE FROM \(WorkSchema.entries) WHERE place = $1 AND NOT \(WorkSchema.isRunning) \
        AND coalesce(beat, changed) < now() - make_interval(secs => $2::double precision)
        """, place, String(seconds))
      let ids = try connection.run("SELECT DISTINCT id FROM \(WorkSchema.files) WHERE place = $1", place)
      return Set(ids.compactMap { $0[0] })
    }
  }

  func watch(_ notify: @escaping @Sendable ([SharedEntry]) -> Void) -> any Sendable { tables.watch(place, notify) }
}
