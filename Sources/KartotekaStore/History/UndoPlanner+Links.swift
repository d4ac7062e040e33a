import KartotekaModel

// Links, settings and views.
extension UndoPlanner {
  func takeBackLink(_ step: Transaction.Step, _ key: UndoKey) throws {
    guard let values = (step.before ?? step.after)?.values, values.count == 2,
      let (owner, target) = transaction.ends(ofLinksIn: step.table, own: values[0].column),
      case .integer(let id) = values[0].value, case .integer(let other) = values[1].value
    else { return }
    let ends = [(owner, id), (target, other)]
    let isThere = try linked.contains(key) || !unlinked.contains(key) && transaction.hasLink(step.table, values)
    let isWhole = try ends.allSatisfy { try record($0, $1) != nil }
    guard (isThere && isWhole) == (step.after != nil) else {
      guard let record = try record(owner, id) else { return settle(step, key, Transaction.isDeletedSince(id)) }
      return settle(step, key, Transaction.inTheWay("{title} has been changed since", record))
    }
    if step.after == nil {
      for (entity, end) in ends where try record(entity, end) == nil && !comesBack(entity, end) {
        throw Transaction.deletedSince(end)
      }
    } else {
      // A tag that stays keeps none of the records that have it.
      let tagColumn = transaction.tagColumn(of: step.table)
      for (value, kept) in zip(values, ends) {
        guard value.column != tagColumn, keptAdded.contains(kept.0.table, kept.1) else { continue }
        let title = try transaction.record(kept.0, id: kept.1)?.titleArgument ?? .text(String(kept.1))
        // The other end of it, too.
        for (entity, end) in ends { try keepLinked(entity, end, title) }
        throw Stay(reason: Phrase("It belongs to {title}, which stays", ["title": title]))
      }
      for (entity, end) in ends { owners.insert(UndoKey(table: entity.table, id: end)) }
    }
    if step.after == nil {
      unlinked.remove(key)
      linked.insert(key)
    } else {
      linked.remove(key)
      unlinked.insert(key)
    }
  }

  func takeBack(_ step: Transaction.Step, _ key: UndoKey, _ table: PlatformTable.Undo) throws {
    let before = step.before.map(ViewTable.withoutPublisher)?.json ?? .null
    let after = step.after.map(ViewTable.withoutPublisher)?.json ?? .null
    let now: Value
    let reason: Phrase
    switch table {
    case .setting:
      guard let name = (step.before ?? step.after).flatMap(SettingsTable.read)?.name else { return }
      let text = try SettingsTable(database: transaction.database).texts()[name]
      (now, reason) = (SettingsTable.image(name, text)?.json ?? .null, "The settings have been changed since")
    case .view:
      let view = try ViewTable(database: transaction.database).all().first { $0.id == step.id }
      (now, reason) = (view.map(ViewTable.image)?.json ?? .null, "The view has been changed since")
    case .resolvedText: return
    }
    let current = texts[key] ?? now
    guard current == after else {
      if current == before { return settle(step, key, reason) }
      throw Stay(reason: reason)
    }
    texts[key] = before
    going.insert(key)
  }
}
