import KartotekaModel

// The rules of the application at the end of an undo in parts. They may be about several records, so that they are asked when
// all are reverted. A record that one refuses becomes what it was before the undo.
extension Transaction {
  /// The most records that stay because of rules: the undo stores each, and is taken back where there are more.
  private static let mostRefusedByRules = 1_000
  /// The most times that the rules are checked again because of records that stay.
  private static let mostRuleRounds = 20
  // Each may take others with it, so that the time is looked at after each.
  private static let refusedAtOnce = 1

  /// Asks the rules about the restored records.
  /// - Returns: whether all have been asked.
  /// - Throws: ``StoreError`` `.cannotUndo` where what a rule refuses can't stay.
  func checkRules(after undo: inout LongUndo, until end: ContinuousClock.Instant) throws -> Bool {
    let entities = model.entities.filter { hasCode($0) }
    guard !entities.isEmpty else { return true }
    // What the undo has changed is read once in a part, and not for each record that is refused.
    var tables: Set<String>?
    repeat {
      let refused = try refused(by: entities, after: &undo, until: end)
      for (key, reason) in refused.found {
        let known = try tables ?? DeletedTogether.tables(of: undo.undoing, in: database)
        tables = known
        try keep(key, because: reason, in: &undo, tables: known)
      }
      if refused.isLast {
        // A record that stays may break the rule of one that was asked before.
        guard undo.refusedByRules?.count ?? 0 > undo.refusedBefore ?? 0 else { return true }
        (undo.checked, undo.refusedBefore) = (0, undo.refusedByRules?.count)
        undo.ruleRounds = (undo.ruleRounds ?? 0) + 1
        if let last = undo.refusedByRules?.last, undo.ruleRounds ?? 0 > Self.mostRuleRounds {
          throw StoreError.cannotUndo(last.reason)
        }
      }
    } while ContinuousClock.now < end
    return false
  }

  private typealias Refused = (key: UndoKey, reason: Phrase)

  // Some of the refused records: the rows of a statement are read before anything is written.
  private func refused(
    by entities: [EntityDescription], after undo: inout LongUndo, until end: ContinuousClock.Instant
  ) throws -> (found: [Refused], isLast: Bool) {
    let rows = try RawStatement(
      """
      SELECT id, entity, record FROM kartoteka_changes WHERE deed = ? AND id > ? AND after IS NOT NULL \
      AND entity IN (\(SQL.places(entities.count))) ORDER BY id
      """, in: database)
    rows.bind([.integer(undo.undoing), .integer(undo.checked ?? 0)] + entities.map { .text($0.table) })
    defer { rows.reset() }
    let known = Set((undo.refusedByRules ?? []).map(\.key))
    let mayKeep = try mayKeepRefused(undo)
    var found: [Refused] = []
    undo.checked = undo.checked ?? 0
    while try rows.step() {
      let table = rows.text(column: 1)
      guard let entity = entities.first(where: { $0.table == table }) else { continue }
      let key = UndoKey(table: table, id: rows.integer(column: 2))
      do { try checkRulesAfterUndo(of: entity, key.id) } catch StoreError.cannotUndo(let reason) where mayKeep {
        if !known.contains(key), !found.contains(where: { $0.key == key }) { found.append((key, reason)) }
      }
      undo.checked = rows.integer(column: 0)
      if found.count >= Self.refusedAtOnce || ContinuousClock.now >= end { return (found, false) }
    }
    return (found, true)
  }

  // An undo that may leave nothing is not planned.
  private func mayKeepRefused(_ undo: LongUndo) throws -> Bool {
    guard undo.isWholly == false, undo.decisions != nil,
      let original = try UndoLog.changeSet(undo.changeSet, in: database)
    else { return false }
    return try !isWhollyUndone(original)
  }

  private func keep(
    _ key: UndoKey, because reason: Phrase, in undo: inout LongUndo, tables: Set<String>
  ) throws {
    guard undo.refusedByRules?.count ?? 0 < Self.mostRefusedByRules,
      let undoing = try UndoLog.changeSet(undo.undoing, in: database)
    else { throw StoreError.cannotUndo(reason) }
    var needed: Set<UndoKey> = []
    do { try attempt { needed = try putBack(key, asBefore: undoing, tables: tables) } } catch {
      guard let known = StoreError.translating(error, model) as? StoreError, !known.mayPass else { throw error }
      throw StoreError.cannotUndo(reason)
    }
    undo.refusedByRules = (undo.refusedByRules ?? []) + [LongUndo.Refusal(key: key, reason: reason)]
    undo.neededByRefused = (undo.neededByRefused ?? []).union(needed)
  }

  // Reverts what an undo has changed of a record, with the records that it needs then and what belonged to these.
  // It gives these others.
  private func putBack(
    _ key: UndoKey, asBefore undoing: ChangeSet, tables: Set<String>
  ) throws -> Set<UndoKey> {
    try database.deferForeignKeys()
    let closings = UndoneClosings(undoing.id, in: self)
    var (waiting, known, references) = ([key], Set([key]), [Int64]())
    var reverted: Set<UndoKey> = []
    func follow(_ table: String, _ id: RecordID) {
      let key = UndoKey(table: table, id: id)
      if known.insert(key).inserted { waiting.append(key) }
    }
    while let key = waiting.popLast() {
      guard let entity = model.entities.first(where: { $0.table == key.table }) else { continue }
      let steps = try steps(of: undoing.id, of: entity, key.id, from: 0)
      for step in steps { try takeBack(step, of: undoing, closings) }
      if !steps.isEmpty { reverted.insert(key) }
      guard let record = try record(entity, id: key.id) else { continue }
      for case .toOne(let relationship) in entity.columns {
        guard case .integer(let id) = record[relationship.name], let target = model.entity(named: relationship.target),
          try !exists(target, id: id)
        else { continue }
        follow(target.table, id)
      }
      guard let deletion = steps.first(where: { $0.before != nil && $0.after == nil }) else { continue }
      let together = try DeletedTogether(deletion.number, model, in: database, tables: tables)
      for number in together.deletions {
        if let part = try DeletedTogether.deletion(number, in: database) { follow(part.table, part.record) }
      }
      references += together.references
    }
    for number in references.sorted() {
      guard let step = try steps(of: undoing.id, before: number + 1, limit: 1).first, step.number == number else {
        continue
      }
      try restoreReference(step)
    }
    if database.hasForeignKeyViolations { throw Self.deletedSince(key.id) }
    return reverted.subtracting([key])
  }
}
