import Foundation
import KartotekaModel

// Rows that other programs have written to the primary.
extension Replica {
  /// Takes over rows that other programs have written to the primary. In the file they are changes of another program: the
  /// triggers run, and the change log and the derived tables contain them. The result is committed at the primary, so that
  /// other servers get it as a commit of this server.
  /// - Parameter leavesRefused: whether refused rows stay as they are in the primary, which does not let them be put back.
  func takeOver(_ remote: any PrimaryTransaction, on database: SQLConnection, leavesRefused: Bool) throws {
    let tables = state.withLock(\.tables)
    var reached: PrimaryPosition?
    try database.localTransaction(.immediate) {
      let session = try RowSession(on: database, tables)
      try database.deferForeignKeys()
      // PostgreSQL has checked the rows by its own CHECK clauses.
      try database.leaveOutChecks(true)
      defer {
        do { try database.leaveOutChecks(false) } catch { database.isBroken = true }
      }
      let (rows, refused) = try takeRows(remote, tables, session, database)
      if state.withLock(\.mixedSince) != nil { try logPutBack(refused, in: database) }
      try mapping.applyLog(in: database)
      var changed = try session.changes()
      if !leavesRefused {
        // A refused row gets the values in the primary that it has in the file, or is deleted there.
        for row in refused {
          try changed.add(row, exists: RowSource(database, mapping).has(row.key, of: row.table))
        }
      }
      // Another server may have the values that a row had when it was committed, and this one may have got the later ones with that
      // commit: they are no change here. Values of a row that stays refused can't be read.
      let left = leavesRefused ? Set(refused.map(\.place)) : []
      for table in tables {
        changed.note(
          (rows.keys[table.name] ?? []).filter { !left.contains(RefusedRow.Place(table: table.name, key: $0)) },
          of: table)
      }
      warn(of: refused, areLeft: leavesRefused)
      let position = try remote.write(changed, from: RowSource(database, mapping), isTakingOver: true)
      try position.note(in: database)
      // Of an unknown outcome the next attempt learns by the position.
      try remote.commit().requireCommit()
      reached = position
      return .commit
    }
    if let reached { reach(reached) }
  }

  /// Writes rows of other programs into the file, as many as follow all rules.
  /// - Returns: the rows, and those of them that stay as they are in the file.
  private func takeRows(
    _ remote: any PrimaryTransaction, _ tables: [CopiedTable], _ session: RowSession, _ database: SQLConnection
  ) throws -> (rows: ForeignRows, refused: [RefusedRow]) {
    let receiver = RowReceiver(tables, mapping, in: database)
    var most = state.withLock(\.foreignPart)
    var rows = try remote.takeForeignRows(of: tables, atMost: most)
    var kept: [RefusedRow] = []
    while true {
      var refused: [RefusedRow] = []
      var broken: [BrokenReference] = []
      let isDone = try receiver.keeping {
        if let start = state.withLock(\.mixedSince) { try logMissed(rows, since: start, in: database) }
        refused = try remote.readRows(rows.without(kept), into: receiver)
        let isBroken = database.hasForeignKeyViolations
        if remote.hasForeignRows, try isBroken || !refused.isEmpty || touchesOthers(session, rows) { return false }
        if isBroken { broken = try receiver.brokenReferences() }
        return !isBroken
      }
      if isDone { return (rows, refused + kept) }
      if remote.hasForeignRows {
        // Notes about one transaction of a program may be in several parts.
        rows.formUnion(try remote.takeForeignRows(of: tables, atMost: most * 3))
        most *= 4
      } else {
        kept = keeping(kept, for: broken, of: rows, tables)
      }
    }
  }

  /// Logs what triggers would have logged of rows that came with a commit, and were later than it.
  private func logMissed(_ rows: ForeignRows, since start: Int64, in database: SQLConnection) throws {
    for entity in mapping.model.entities where !entity.isDerived {
      let record = try RawStatement("SELECT 1 FROM \(SQL.name(entity.table)) WHERE id = ?", in: database)
      let last = try RawStatement(
        """
        SELECT operation = 'delete' FROM \(ChangeLog.table) WHERE seq > ?1 AND entity = ?2 AND operation <> 'touch' \
        AND ?3 BETWEEN id AND coalesce(last, id) ORDER BY seq DESC LIMIT 1
        """, in: database)
      for case .integer(let id)? in (rows.keys[entity.table] ?? []).map(\.first) {
        let isThere = try record.integer(.integer(id)) == 1
        switch try last.integer(.integer(start), .text(entity.table), .integer(id)) {
        case 1 where isThere: try ChangeLog.append(entity, id, .insert, in: database)
        case 0 where !isThere:
          try ChangeLog.append(entity, id, .delete, in: database)
          for derived in mapping.derived(from: entity) {
            try RawStatement("DELETE FROM \(SQL.name(derived.entity.table)) WHERE id = ?", in: database).run(
              .integer(id))
          }
        default: break
        }
      }
      for relationship in entity.leadingManyToMany {
        guard let table = relationship.joinTable, let target = mapping.model.entity(named: relationship.target) else {
          continue
        }
        for key in rows.keys[table] ?? [] where key.count == 2 {
          for (end, id) in zip([entity, target], key) {
            if case .integer(let id) = id { try ChangeLog.append(end, id, .touch, in: database) }
          }
        }
      }
    }
  }

  /// Logs rows that are put back to values before a commit that the file has otherwise.
  private func logPutBack(_ refused: [RefusedRow], in database: SQLConnection) throws {
    for row in refused {
      guard let entity = mapping.model.entities.first(where: { $0.table == row.table.name }),
        case .integer(let id)? = row.key.first
      else { continue }
      let isThere = try RowSource(database, mapping).has(row.key, of: row.table)
      try ChangeLog.append(entity, id, isThere ? .update : .delete, in: database)
      for derived in mapping.derived(from: entity) {
        try RawStatement(
          isThere
            ? derived.upsert(where: "s.id = ?") : "DELETE FROM \(SQL.name(derived.entity.table)) WHERE id = ?",
          in: database
        ).run(.integer(id))
      }
    }
  }

  /// Whether actions of foreign keys have changed rows about which there was no note yet.
  private func touchesOthers(_ session: RowSession, _ rows: ForeignRows) throws -> Bool {
    try session.changes().tables.contains { changed in
      guard [.records, .links].contains(changed.table.role) else { return false }
      let known = rows.keys[changed.table.name] ?? []
      return [changed.updated, changed.updatedBesideContent, changed.deleted].joined().contains { !known.contains($0) }
    }
  }

  /// The rows that stay as they are in the file, so that no reference leads nowhere: those that refer to a refused row, or those to
  /// which a row refers that has stayed.
  private func keeping(
    _ kept: [RefusedRow], for broken: [BrokenReference], of rows: ForeignRows, _ tables: [CopiedTable]
  ) -> [RefusedRow] {
    var (kept, known) = (kept, Set(kept.map(\.place)))
    let before = kept.count
    func keep(_ table: CopiedTable, _ key: [Value]) -> Bool {
      guard rows.keys[table.name]?.contains(key) == true else { return false }
      let row = RefusedRow(table: table, key: key, reason: "FOREIGN KEY constraint failed")
      if known.insert(row.place).inserted { kept.append(row) }
      return true
    }
    for reference in broken {
      let isKept = known.contains(RefusedRow.Place(table: reference.table.name, key: reference.key))
      if !isKept, keep(reference.table, reference.key) { continue }
      if let target = tables.first(where: { $0.name == reference.target }) { _ = keep(target, [reference.id]) }
    }
    guard kept.count == before else { return kept }
    // No single row is the reason.
    for table in tables { for key in rows.keys[table.name] ?? [] { _ = keep(table, key) } }
    return kept
  }

  private func warn(of refused: [RefusedRow], areLeft: Bool) {
    var counts: [(table: String, reason: String, count: Int)] = []
    for row in refused {
      if let place = counts.firstIndex(where: { $0.table == row.table.name && $0.reason == row.reason }) {
        counts[place].count += 1
      } else {
        counts.append((row.table.name, row.reason, 1))
      }
    }
    for (table, reason, count) in counts {
      let subject = count == 1 ? "A row of \(table) that another program has written" : "\(count) such rows of \(table)"
      warn(
        areLeft
          ? "\(subject) can't be stored in local copies, and a rule of the database forbids to put it back: \(reason)"
          : "\(subject) \(count == 1 ? "was" : "were") put back: \(reason)")
    }
  }
}

extension ForeignRows {
  /// The rows without some of them.
  fileprivate func without(_ rows: [RefusedRow]) -> ForeignRows {
    var others = self
    for row in rows { others.keys[row.table.name]?.remove(row.key) }
    return others
  }
}
