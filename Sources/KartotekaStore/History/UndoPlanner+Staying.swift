import KartotekaModel

// The changes that stay, and the others that stay because of them.
extension UndoPlanner {
  func keep(_ step: Transaction.Step, _ key: UndoKey, _ stay: Stay) throws {
    decisions.decide(Decision(stays: true))
    if isGoing(key) || expected.contains(key) { mustRepeat = true }
    try keepWhole(key, stay) { try item(step, key, stay) }
    try keepOthers(because: step, key)
  }

  /// Has stay what a change needs that stays as a whole.
  func keepOthers(because step: Transaction.Step, _ key: UndoKey) throws {
    guard key.other == nil, let entity = entity(step.table), let record = try transaction.record(entity, id: key.id)
    else { return }
    if try isAdded(entity, key.id) { return try keepNeeds(of: record) }
    for column in entity.columns { try keepTarget(of: column, record) }
  }

  // An added record to which a value refers that stays, stays as well.
  func keepTarget(of column: ColumnDescription, _ record: AnyRecord) throws {
    guard case .toOne(let relationship) = column, case .integer(let id) = record[column.name],
      let target = transaction.model.entity(named: relationship.target)
    else { return }
    try keepLinked(target, id, record.titleArgument)
  }

  func keepLinked(_ entity: EntityDescription, _ id: RecordID, _ title: Phrase.Argument) throws {
    var waiting: [AnyRecord] = []
    try follow(entity, id, Phrase("{title} refers to it and stays", ["title": title]), &waiting)
    for kept in waiting { try keepNeeds(of: kept) }
  }

  // Has a row stay as a whole, instead of some of its columns.
  func keepWhole(_ key: UndoKey, _ stay: Stay, _ item: () throws -> UndoPlan.Item) rethrows {
    guard keptWhole.insert(key) else { return }
    if keptColumns.remove(key) { items.removeAll { $0.key == key } }
    try list(key, stay, item)
  }

  private func list(_ key: UndoKey, _ stay: Stay, _ item: () throws -> UndoPlan.Item) rethrows {
    if items.count < UndoPlan.mostItems {
      items.append((key, try item()))
    } else if stay.canBePutBack {
      canPutBackFurther = true
    }
  }

  // Whether anything of a row goes back by what was looked at so far.
  private func isGoing(_ key: UndoKey) -> Bool {
    going.contains(key) || linked.contains(key) || unlinked.contains(key)
  }

  // The records to which an added record that stays refers, and those that belong to it, stay with it: as they are now, and not
  // as a step of the same round has left them.
  func keepNeeds(of root: AnyRecord) throws {
    var waiting = [root]
    while let record = waiting.popLast() {
      let key = UndoKey(table: record.entity.table, id: record.id ?? 0)
      guard keptAdded.insert(key) else { continue }
      if owners.contains(key) { mustRepeat = true }
      for case .toOne(let relationship) in record.entity.columns {
        guard case .integer(let id) = record[relationship.name],
          let target = transaction.model.entity(named: relationship.target)
        else { continue }
        let reason = Phrase("{title} refers to it and stays", ["title": record.titleArgument])
        try follow(target, id, reason, &waiting)
      }
      for relationship in record.entity.tags {
        guard let target = transaction.model.entity(named: relationship.target) else { continue }
        let reason = Phrase("{title} refers to it and stays", ["title": record.titleArgument])
        for id in try transaction.related(record.entity, relationship, of: key.id) {
          try follow(target, id, reason, &waiting)
        }
      }
      for (part, relationship) in transaction.model.references(to: record.entity)
      where !part.isDerived && relationship.deleteRule == .cascade {
        for id in try transaction.referring(part, relationship, to: key.id) {
          let reason = Phrase("It belongs to {title}, which stays", ["title": record.titleArgument])
          try follow(part, id, reason, &waiting)
        }
      }
    }
  }

  // Has a record stay that the change set has added, because of another one.
  func follow(
    _ entity: EntityDescription, _ id: RecordID, _ reason: Phrase, _ waiting: inout [AnyRecord]
  ) throws {
    let key = UndoKey(table: entity.table, id: id)
    let stay = Stay(reason: reason)
    if let imported, imported.contains(key) {
      let count = imported.staying.count
      try imported.add(entity, id) { _ in stay }
      if imported.staying.count > count { mustRepeat = true }
      return
    }
    guard !keptWhole.contains(key), try isAdded(entity, id), let record = try transaction.record(entity, id: id)
    else { return }
    if gone.contains(key) || isGoing(key) { mustRepeat = true }
    keepWhole(key, stay) {
      UndoPlan.Item(
        id: self.id(entity, id, nil), entity: entity.name, record: id, field: nil, title: record.titleArgument,
        reason: reason, before: .null, now: .null, canBePutBack: false)
    }
    waiting.append(record)
  }

  func keep(
    _ column: ColumnDescription, of record: AnyRecord, _ key: UndoKey, before: Value, _ stay: Stay
  ) throws {
    guard !keptWhole.contains(key), keptColumns.insert([column.column], of: key) else { return }
    // A newer change of this column may have gone back.
    if isGoing(key) { mustRepeat = true }
    list(key, stay) {
      UndoPlan.Item(
        id: id(record.entity, key.id, column.name), entity: record.entity.name, record: key.id, field: column.name,
        title: record.titleArgument, reason: stay.reason, before: before.counted, now: record[column.name].counted,
        canBePutBack: stay.canBePutBack)
    }
    try keepTarget(of: column, record)
  }

  func item(_ step: Transaction.Step, _ key: UndoKey, _ stay: Stay) throws -> UndoPlan.Item {
    var (id, field, title) = (step.table + "/" + String(step.id), String?.none, Phrase.Argument.text(String(step.id)))
    var owner = entity(step.table)
    if let entity = owner {
      id = self.id(entity, step.id, nil)
      title = try record(entity, step.id)?.titleArgument ?? gone(entity, step).titleArgument
    } else if let values = (step.before ?? step.after)?.values, values.count == 2,
      let link = transaction.ends(ofLinksIn: step.table, own: values[0].column), let own = values[0].value.integer,
      let other = values[1].value.integer
    {
      owner = link.0
      field = link.0.relationships.first { $0.joinTable == step.table && $0.joinColumns?.own == values[0].column }?.name
      id = self.id(link.0, own, field) + "/" + String(other)
      title = try record(link.0, own)?.titleArgument ?? .text(String(own))
    } else if let setting = (step.before ?? step.after).flatMap(SettingsTable.read) {
      (id, title) = ("settings/" + setting.name, .text(setting.name))
    } else if let view = (step.before ?? step.after).flatMap({ ViewTable.view(step.id, $0) }) {
      (id, title) = ("views/" + String(step.id), .text(view.name))
    }
    func end(_ image: Image?) -> Value { field == nil ? .null : image?.values.last?.value ?? .null }
    return UndoPlan.Item(
      id: id, entity: owner?.name, record: step.id, field: field, title: title, reason: stay.reason,
      before: end(step.before), now: end(step.after), canBePutBack: stay.canBePutBack)
  }

  func gone(_ entity: EntityDescription, _ step: Transaction.Step) -> AnyRecord {
    var record = AnyRecord(entity, id: step.id, values: entity.columns.map { _ in .null })
    for (column, value) in (step.before ?? step.after)?.values ?? [] {
      if let index = entity.columns.firstIndex(where: { $0.column == column }) { record.values[index] = value }
    }
    return record
  }

  func id(_ entity: EntityDescription, _ id: RecordID, _ field: String?) -> String {
    entity.plural + "/" + String(id) + (field.map { "/" + $0 } ?? "")
  }

  // Nothing is to be done: it is as before, or somebody has changed it after the change set had put it back itself. The same
  // is so for all earlier changes of what is given.
  func settle(_ step: Transaction.Step, _ key: UndoKey?, _ reason: Phrase) {
    if let key { done.insert(key) }
    decisions.decide(Decision())
    settled = settled ?? reason
  }
}
