import KartotekaModel

// The changes of records, each as the undo reverts it.
extension UndoPlanner {
  func entity(_ table: String) -> EntityDescription? {
    transaction.model.entities.first { $0.table == table }
  }

  func takeBack(_ step: Transaction.Step, _ key: UndoKey) throws {
    if let table = PlatformTable.undoable[step.table] { return try takeBack(step, key, table) }
    guard let entity = entity(step.table) else { return try takeBackLink(step, key) }
    if try isSettled(step, entity) {
      needless.insert(step.number)
      return
    }
    switch (step.before, step.after) {
    case (let before?, nil):
      if let now = try record(entity, step.id) {
        guard try isBack(now, step, before) else { throw Transaction.numberIsTaken(step.id) }
        return settle(step, nil, Transaction.inTheWay("{title} has been changed since", now))
      }
      try transaction.checkFiles(of: before)
      try bringBack(entity, step, before)
      going.insert(key)
    case (nil, let after?):
      guard let record = try record(entity, step.id) else {
        return settle(step, key, Transaction.isDeletedSince(step.id))
      }
      if putsBack(id(entity, step.id, nil)) {
        decisions.decide(Decision(dropped: [], forcesAll: true))
      } else if !record.changed(since: after).isEmpty {
        throw Stay(reason: Transaction.inTheWay("{title} has been changed since", record), canBePutBack: true)
      }
      try checkSequences(entity, step.id, nil, after)
      do { try remove(record) } catch StoreError.cannotUndo where step.isByTrigger {
        needless.insert(step.number)
        return
      }
      going.insert(key)
    case (let before?, let after?):
      guard let record = try record(entity, step.id) else {
        // A record that the change set itself has added is gone, as it is to be.
        if try isAdded(entity, step.id) { return settle(step, key, Transaction.isDeletedSince(step.id)) }
        throw Transaction.deletedSince(step.id)
      }
      try restore(step, key, before, after, record)
    case (nil, nil): break
    }
  }

  func putsBack(_ item: String) -> Bool {
    guard choice.putsBack(item) else { return false }
    // They are checked against those that were chosen one by one.
    if choice != .puttingBackAll { found.insert(item) }
    return true
  }

  // Whether the change set itself has added a record.
  func isAdded(_ entity: EntityDescription, _ id: RecordID) throws -> Bool {
    try RawStatement(
      "SELECT EXISTS (SELECT 1 FROM kartoteka_changes WHERE entity = +? AND record = ? AND deed = ? AND before IS NULL)",
      in: transaction.database
    ).integer(.text(entity.table), .integer(id), .integer(changeSet.id)) == 1
  }

  // The value that a field had before the change set, which may have changed it several times.
  func original(_ column: ColumnDescription, of now: AnyRecord, _ key: UndoKey) throws -> Value {
    let rows = try RawStatement(
      "SELECT before FROM kartoteka_changes WHERE entity = +? AND record = ? AND deed = ? AND last IS NULL ORDER BY id",
      in: transaction.database)
    rows.bind([.text(key.table), .integer(key.id), .integer(changeSet.id)])
    defer { rows.reset() }
    while try rows.step() {
      guard var image = try Image(rows.value(column: 0), transaction.mapping.blobs),
        image.columns.contains(column.column)
      else { continue }
      image.drop(Set(image.columns).subtracting([column.column]))
      var record = now
      try transaction.restore(image, in: &record)
      return record[column.name]
    }
    return now[column.name]
  }

  // A change by a trigger of another program's file needs no undo where the record has changed since.
  func isSettled(_ step: Transaction.Step, _ entity: EntityDescription) throws -> Bool {
    guard step.isByTrigger else { return false }
    let now = try record(entity, step.id)
    guard let after = step.after else { return now != nil }
    return now?.differing(from: after).isEmpty != true
  }

  // Whether a deleted record is the one that was brought back, by whatever changed since.
  func isBack(_ now: AnyRecord, _ step: Transaction.Step, _ before: Image) throws -> Bool {
    let row = try RawStatement(
      """
      SELECT after FROM kartoteka_changes WHERE entity = +? AND record = ? AND deed > ? AND last IS NULL \
      AND before IS NULL ORDER BY id LIMIT 1
      """, in: transaction.database)
    row.bind([.text(step.table), .integer(step.id), .integer(changeSet.id)])
    defer { row.reset() }
    guard try row.step(), let after = try Image(row.value(column: 0), transaction.mapping.blobs) else {
      return now.changed(since: before).isEmpty
    }
    var first = now
    for (column, value) in after.values {
      if let index = now.entity.columns.firstIndex(where: { $0.column == column }) { first.values[index] = value }
    }
    return first.changed(since: before).isEmpty
  }

  // Of a change, the fields that nobody has changed since go back.
  func restore(
    _ step: Transaction.Step, _ key: UndoKey, _ before: Image, _ after: Image, _ record: AnyRecord
  ) throws {
    let entity = record.entity
    let own = Set(before.columns + after.columns)
    let later = record.differing(from: after)
    var dropped = (keptColumns[key] ?? []).union(unchanged[key] ?? [])
    var forced: Set<String> = []
    let since = Transaction.inTheWay("{title} has been changed since", record)
    // A place that has changed since stays without a word: the others' places are settled around it.
    if !later.isEmpty {
      dropped.formUnion(later.intersection(entity.placeColumns))
      if own.isSubset(of: dropped) { settled = settled ?? since }
    }
    let isNew = try !later.subtracting(dropped).isDisjoint(with: own) && isAdded(entity, key.id)
    for column in entity.columns where own.contains(column.column) && !dropped.contains(column.column) {
      let name = column.column
      guard later.contains(name) else { continue }
      if isNew {
        // It goes or stays as a whole.
        guard putsBack(id(entity, key.id, nil)) else { throw Stay(reason: since, canBePutBack: true) }
        forced.insert(name)
        continue
      }
      let original = try original(column, of: record, key)
      if original == record[column.name] {
        settled = settled ?? since
        // Also where a later change of the change set goes back to it: somebody had changed it back before that.
        unchanged.insert([name], of: key)
      } else if putsBack(id(entity, key.id, column.name)) {
        forced.insert(name)
        continue
      } else {
        try keep(column, of: record, key, before: original, Stay(reason: since, canBePutBack: true))
      }
      dropped.insert(name)
    }
    var image = before
    image.drop(dropped)
    // Files of columns that stay are not asked for.
    try transaction.checkFiles(of: image)
    try checkSequences(entity, key.id, image, after.without(dropped))
    var restored = record
    try transaction.restore(image, in: &restored)
    func changed() -> [Int] { record.values.indices.filter { record.values[$0] != restored.values[$0] } }
    func drop(_ positions: [Int], _ reason: Phrase) throws {
      for position in positions {
        try keep(entity.columns[position], of: record, key, before: restored.values[position], Stay(reason: reason))
        dropped.insert(entity.columns[position].column)
        restored.values[position] = record.values[position]
      }
    }
    for position in changed() {
      do { try checkTarget(of: restored, position) } catch StoreError.cannotUndo(let reason) {
        try drop([position], reason)
      }
    }
    try closings.checkChanging(record, to: restored, changed())
    while let (positions, reason) = try takenKey(of: restored, changed()) {
      let taken = positions.filter(changed().contains)
      try drop(taken, reason)
      if taken.isEmpty { break }
    }
    let isChanged = !changed().isEmpty
    if !dropped.isEmpty || !forced.isEmpty {
      decisions.decide(
        Decision(
          dropped: own.isSubset(of: dropped) ? nil : dropped, forced: forced,
          stays: !dropped.isDisjoint(with: keptColumns[key] ?? [])))
    }
    if isChanged { going.insert(key) }
    // One of its own values that stays may need it whole.
    if keptWhole.contains(key) { mustRepeat = true }
    put(restored, from: step)
  }
}
