import KartotekaModel

/// Finds what of a change set goes back and what stays, and writes nothing: it knows what the records and links would be by then.
///
/// It goes through the changes as the undo does, the newest first, and assumes that all of them go back. Where one turns out to
/// stay on which an earlier step relied, it begins again with what is known by then. What is kept only grows, so that it ends.
final class UndoPlanner {
  /// What the undo does with one change that does not go back as it is.
  struct Decision {
    /// The columns that stay, or are as before already; nil for the whole change.
    var dropped: Set<String>?
    /// The columns that are put back whatever they are now.
    var forced: Set<String> = []
  }

  /// Why a change does not go back.
  struct Stay: Error {
    let reason: Phrase
    var canBePutBack = false
  }

  private struct Kept {
    var isWhole = false
    var columns: Set<String> = []
  }

  let transaction: Transaction
  let changeSet: ChangeSet
  private let choice: UndoChoice
  private let refused: [UndoKey: Phrase]
  private let closings: UndoneClosings

  // MARK: What all rounds know

  private var kept: [UndoKey: Kept] = [:]
  private var items: [(key: UndoKey, isWhole: Bool, item: UndoPlan.Item)] = []
  private var hasItems: Set<UndoKey> = []
  /// The chosen items that were found.
  private var found: Set<String> = []
  /// The records that the change set has added and that stay, with their titles.
  private var keptAdded: [UndoKey: Phrase.Argument] = [:]
  /// What stays of a bulk import; nil if the change set has added no ranges.
  private var imported: UndoRanges?
  /// How many of the records that stay of a bulk import are known to the rest.
  private var knownImported = 0

  // MARK: What a round knows

  /// The records as they would be; nil for one that would be gone.
  private var records: [UndoKey: AnyRecord?] = [:]
  private var links: [UndoKey: Bool] = [:]
  private var texts: [UndoKey: Value] = [:]
  /// The ranges of a bulk import that would be gone, but for what stays of them.
  private var ranges: [(table: String, ids: ClosedRange<RecordID>)] = []
  private var rangeCount = 0
  private(set) var decisions: [Int64: Decision] = [:]
  /// What the undo itself has found to be impossible.
  var faults: [UndoKey: Phrase] = [:]
  /// What goes back, by column; the empty column stands for a whole record.
  private var going: [UndoKey: Set<String>] = [:]
  /// The records that are expected to come back.
  private var expected: Set<UndoKey> = []
  /// The records to which something belonged that would be gone.
  private var owners: Set<UndoKey> = []
  /// The columns that are as they were before the change set.
  private var unchanged: [UndoKey: Set<String>] = [:]
  /// What needs nothing.
  private var done: Set<UndoKey> = []
  /// Of each sequence the number behind which all are free by then.
  private var freed: [String: Int64] = [:]
  private var settled: Phrase?
  private var mustRepeat = false

  init(
    _ changeSet: ChangeSet, _ choice: UndoChoice, refused: [UndoKey: Phrase] = [:], in transaction: Transaction
  ) {
    (self.transaction, self.changeSet, self.choice, self.refused) = (transaction, changeSet, choice, refused)
    closings = UndoneClosings(changeSet.id, in: transaction)
  }

  /// The plan.
  /// - Parameter limit: the number of changes that are looked at, the newest first.
  func plan(limit: Int = .max) throws -> UndoPlan {
    if try Transaction.hasRanges(changeSet.id, in: transaction.database) {
      let imported = try UndoRanges(changeSet.id, choice, in: transaction)
      try imported.find(closings)
      self.imported = imported
    }
    repeat {
      try keepImported()
      (records, links, texts, ranges, rangeCount, freed) = ([:], [:], [:], [], 0, [:])
      (decisions, going, expected, owners, unchanged, done, settled, mustRepeat) = (
        [:], [:], [], [], [:], [], nil, false
      )
      try goThrough(limit)
    } while mustRepeat
    try choice.check(found: found.union(imported?.found ?? []))
    return UndoPlan(
      goingBack: going.count + rangeCount, staying: Set(items.map(\.key)).count, items: items.map(\.item),
      settled: settled)
  }

  /// The records that stay of a bulk import, by table.
  var imports: [String: Set<RecordID>] { imported?.ids ?? [:] }

  private func keepImported() throws {
    guard let imported else { return }
    // Some may stay because of others.
    while knownImported < imported.order.count {
      let key = imported.order[knownImported]
      knownImported += 1
      guard let (stay, record) = imported.staying[key] else { continue }
      kept[key] = Kept(isWhole: true)
      let item = UndoPlan.Item(
        id: id(record.entity, key.id, nil), entity: record.entity.name, record: key.id, field: nil,
        title: record.titleArgument, reason: stay.reason, before: .null, now: .null, canBePutBack: stay.canBePutBack)
      put(item, key)
      try keepNeeds(of: record)
    }
  }

  private func goThrough(_ limit: Int) throws {
    var (next, count) = (Int64.max, 0)
    while count < limit {
      let steps = try transaction.steps(of: changeSet.id, before: next)
      guard let last = steps.last else { return }
      try transaction.checkCancellation()
      for step in steps { try take(step) }
      next = last.number
      count += steps.count
    }
  }

  /// A change as it is to be reverted; nil if it stays.
  func reduced(_ step: Transaction.Step) -> Transaction.Step? {
    guard let decision = decisions[step.number] else { return step }
    guard let dropped = decision.dropped else { return nil }
    return step.without(dropped, unchecked: decision.forced)
  }

  /// Whether something may stay, so that the undo goes on without what it finds to be impossible.
  var mayKeep: Bool { choice != .wholly }

  /// What a change has changed.
  func key(of step: Transaction.Step) -> UndoKey {
    let isRecord = transaction.model.entities.contains { $0.table == step.table }
    guard !isRecord, PlatformTable.undoable[step.table] == nil, let values = (step.before ?? step.after)?.values,
      values.count == 2
    else { return UndoKey(table: step.table, id: step.id) }
    // By the names of its columns, since either end may be the one that was linked.
    let sorted = values.sorted { $0.column < $1.column }
    return UndoKey(table: step.table, id: sorted[0].value.integer ?? 0, other: sorted[1].value.integer)
  }

  private func take(_ step: Transaction.Step) throws {
    if case .integer(let last) = step.last {
      guard let entity = entity(step.table), let imported else { return }
      let ids = try ChangedRange.ids(from: step.id, to: last, in: transaction.database)
      rangeCount += try imported.goingBack(entity, ids)
      return ranges.append((step.table, ids))
    }
    let key = key(of: step)
    if kept[key]?.isWhole == true || done.contains(key) {
      decisions[step.number] = Decision()
      return
    }
    do {
      if let reason = refused[key] { throw Stay(reason: reason) }
      try takeBack(step, key)
    } catch let stay as Stay {
      try keep(step, key, stay)
    } catch StoreError.cannotUndo(let reason) {
      try keep(step, key, Stay(reason: reason))
    }
  }

  // MARK: What stays

  private func keep(_ step: Transaction.Step, _ key: UndoKey, _ stay: Stay) throws {
    decisions[step.number] = Decision()
    kept[key] = Kept(isWhole: true)
    if going[key] != nil || expected.contains(key) { mustRepeat = true }
    put(try item(step, key, stay), key)
    guard key.other == nil, let entity = entity(step.table), let record = try transaction.record(entity, id: key.id)
    else { return }
    if try isAdded(entity, key.id) { return try keepNeeds(of: record) }
    for column in entity.columns { try keepTarget(of: column, record) }
  }

  // An added record to which a value refers that stays, stays as well.
  private func keepTarget(of column: ColumnDescription, _ record: AnyRecord) throws {
    guard case .toOne(let relationship) = column, case .integer(let id) = record[column.name],
      let target = transaction.model.entity(named: relationship.target)
    else { return }
    try keepLinked(target, id, record.titleArgument)
  }

  private func keepLinked(_ entity: EntityDescription, _ id: RecordID, _ title: Phrase.Argument) throws {
    var waiting: [AnyRecord] = []
    try follow(entity, id, Phrase("{title} refers to it and stays", ["title": title]), &waiting)
    for kept in waiting { try keepNeeds(of: kept) }
  }

  private func put(_ item: UndoPlan.Item, _ key: UndoKey) {
    if hasItems.contains(key) { items.removeAll { $0.key == key } }
    hasItems.insert(key)
    items.append((key, true, item))
  }

  // What an added record that stays refers to, and what belongs to it, stays with it: as they are now, and not as a step of
  // the same round has left them.
  private func keepNeeds(of root: AnyRecord) throws {
    var waiting = [root]
    while let record = waiting.popLast() {
      let key = UndoKey(table: record.entity.table, id: record.id ?? 0)
      guard keptAdded[key] == nil else { continue }
      keptAdded[key] = record.titleArgument
      if owners.contains(key) { mustRepeat = true }
      for case .toOne(let relationship) in record.entity.columns {
        guard case .integer(let id) = record[relationship.name],
          let target = transaction.model.entity(named: relationship.target)
        else { continue }
        let reason = Phrase("{title} refers to it and stays", ["title": record.titleArgument])
        try follow(target, id, reason, &waiting)
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
  private func follow(
    _ entity: EntityDescription, _ id: RecordID, _ reason: Phrase, _ waiting: inout [AnyRecord]
  ) throws {
    let key = UndoKey(table: entity.table, id: id)
    let stay = Stay(reason: reason)
    if let imported, imported.contains(key) {
      let count = imported.order.count
      try imported.add(entity, id) { _ in stay }
      if imported.order.count > count { mustRepeat = true }
      return
    }
    guard kept[key]?.isWhole != true, try isAdded(entity, id), let record = try transaction.record(entity, id: id)
    else { return }
    kept[key] = Kept(isWhole: true)
    if let known = records[key], known == nil { mustRepeat = true }
    if going[key] != nil { mustRepeat = true }
    let item = UndoPlan.Item(
      id: self.id(entity, id, nil), entity: entity.name, record: id, field: nil, title: record.titleArgument,
      reason: reason, before: .null, now: .null, canBePutBack: false)
    put(item, key)
    waiting.append(record)
  }

  private func keep(
    _ column: ColumnDescription, of record: AnyRecord, _ key: UndoKey, before: Value, _ stay: Stay
  ) throws {
    guard kept[key, default: Kept()].columns.insert(column.column).inserted else { return }
    if going[key]?.contains(column.column) == true { mustRepeat = true }
    let item = UndoPlan.Item(
      id: id(record.entity, key.id, column.name), entity: record.entity.name, record: key.id, field: column.name,
      title: record.titleArgument, reason: stay.reason, before: before.counted, now: record[column.name].counted,
      canBePutBack: stay.canBePutBack)
    hasItems.insert(key)
    items.append((key, false, item))
    try keepTarget(of: column, record)
  }

  private func item(_ step: Transaction.Step, _ key: UndoKey, _ stay: Stay) throws -> UndoPlan.Item {
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

  private func gone(_ entity: EntityDescription, _ step: Transaction.Step) -> AnyRecord {
    var record = AnyRecord(entity, id: step.id, values: entity.columns.map { _ in .null })
    for (column, value) in (step.before ?? step.after)?.values ?? [] {
      if let index = entity.columns.firstIndex(where: { $0.column == column }) { record.values[index] = value }
    }
    return record
  }

  private func id(_ entity: EntityDescription, _ id: RecordID, _ field: String?) -> String {
    entity.plural + "/" + String(id) + (field.map { "/" + $0 } ?? "")
  }

  // Nothing is to be done: it is as before, or somebody has changed it after the change set had put it back itself. The same
  // is so for all earlier changes of what is given.
  private func settle(_ step: Transaction.Step, _ key: UndoKey?, _ reason: Phrase) {
    if let key { done.insert(key) }
    decisions[step.number] = Decision()
    settled = settled ?? reason
  }

  // MARK: Changes

  private func entity(_ table: String) -> EntityDescription? {
    transaction.model.entities.first { $0.table == table }
  }

  private func takeBack(_ step: Transaction.Step, _ key: UndoKey) throws {
    if let table = PlatformTable.undoable[step.table] { return try takeBack(step, key, table) }
    guard let entity = entity(step.table) else { return try takeBackLink(step, key) }
    if try isSettled(step, entity) { return }
    switch (step.before, step.after) {
    case (let before?, nil):
      if let now = try record(entity, step.id) {
        guard try isBack(now, step, before) else { throw Transaction.numberIsTaken(step.id) }
        return settle(step, nil, Transaction.inTheWay("{title} has been changed since", now))
      }
      try transaction.checkFiles(of: before)
      try bringBack(entity, step.id, before)
      going[key, default: []].insert("")
    case (nil, let after?):
      guard let record = try record(entity, step.id) else {
        return settle(step, key, Transaction.isDeletedSince(step.id))
      }
      if putsBack(id(entity, step.id, nil)) {
        decisions[step.number] = Decision(dropped: [], forced: Set(after.columns))
      } else if !record.differing(from: after).isEmpty {
        throw Stay(reason: Transaction.inTheWay("{title} has been changed since", record), canBePutBack: true)
      }
      try checkSequences(entity, step.id, nil, after)
      do { try remove(record) } catch StoreError.cannotUndo where step.isByTrigger { return }
      going[key, default: []].insert("")
    case (let before?, let after?):
      guard let record = try record(entity, step.id) else {
        // What the change set has added itself is gone, as it is to be.
        if try isAdded(entity, step.id) { return settle(step, key, Transaction.isDeletedSince(step.id)) }
        throw Transaction.deletedSince(step.id)
      }
      try restore(step, key, before, after, record)
    case (nil, nil): break
    }
  }

  private func putsBack(_ item: String) -> Bool {
    guard choice.putsBack(item) else { return false }
    found.insert(item)
    return true
  }

  // Whether the change set has added a record by itself.
  private func isAdded(_ entity: EntityDescription, _ id: RecordID) throws -> Bool {
    try RawStatement(
      "SELECT EXISTS (SELECT 1 FROM kartoteka_changes WHERE entity = ? AND record = ? AND deed = ? AND before IS NULL)",
      in: transaction.database
    ).integer(.text(entity.table), .integer(id), .integer(changeSet.id)) == 1
  }

  // The value that a field had before the change set, which may have changed it several times.
  private func original(_ column: ColumnDescription, of now: AnyRecord, _ key: UndoKey) throws -> Value {
    let rows = try RawStatement(
      "SELECT before FROM kartoteka_changes WHERE entity = ? AND record = ? AND deed = ? AND last IS NULL ORDER BY id",
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

  // What a trigger of another program's file has done is undone as far as nobody has followed.
  private func isSettled(_ step: Transaction.Step, _ entity: EntityDescription) throws -> Bool {
    guard step.isByTrigger else { return false }
    let now = try record(entity, step.id)
    guard let after = step.after else { return now != nil }
    return now?.differing(from: after).isEmpty != true
  }

  // Whether a deleted record is the one that was brought back, by whatever changed since.
  private func isBack(_ now: AnyRecord, _ step: Transaction.Step, _ before: Image) throws -> Bool {
    let row = try RawStatement(
      """
      SELECT after FROM kartoteka_changes WHERE entity = ? AND record = ? AND deed > ? AND last IS NULL \
      AND before IS NULL ORDER BY id LIMIT 1
      """, in: transaction.database)
    row.bind([.text(step.table), .integer(step.id), .integer(changeSet.id)])
    defer { row.reset() }
    guard try row.step(), let after = try Image(row.value(column: 0), transaction.mapping.blobs) else {
      return now.differing(from: before).isEmpty
    }
    var first = now
    for (column, value) in after.values {
      if let index = now.entity.columns.firstIndex(where: { $0.column == column }) { first.values[index] = value }
    }
    return first.differing(from: before).isEmpty
  }

  // Of a change, the fields that nobody has changed since go back.
  private func restore(
    _ step: Transaction.Step, _ key: UndoKey, _ before: Image, _ after: Image, _ record: AnyRecord
  ) throws {
    let entity = record.entity
    let own = Set(before.columns + after.columns)
    let later = record.differing(from: after)
    var dropped = (kept[key]?.columns ?? []).union(unchanged[key] ?? [])
    var forced: Set<String> = []
    let since = Transaction.inTheWay("{title} has been changed since", record)
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
        unchanged[key, default: []].insert(name)
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
    let columns = changed().map { entity.columns[$0].column }
    if !dropped.isEmpty || !forced.isEmpty {
      decisions[step.number] = Decision(
        dropped: own.isSubset(of: dropped) ? nil : dropped, forced: forced)
    }
    if !columns.isEmpty { going[key, default: []].formUnion(columns) }
    put(restored, entity, key.id)
  }

  // MARK: Records

  private func record(_ entity: EntityDescription, _ id: RecordID) throws -> AnyRecord? {
    if let known = records[UndoKey(table: entity.table, id: id)] { return known.map(emptied) }
    return isInRange(entity, id) ? nil : try transaction.record(entity, id: id).map(emptied)
  }

  // The record without references to records that are gone. Emptying all that refer to one, when it goes, would read each.
  private func emptied(_ record: AnyRecord) -> AnyRecord {
    var emptied = record
    for case .toOne(let relationship) in record.entity.columns where relationship.deleteRule == .nullify {
      guard case .integer(let id) = record[relationship.name],
        let target = transaction.model.entity(named: relationship.target),
        let known = records[UndoKey(table: target.table, id: id)], known == nil
      else { continue }
      emptied[relationship.name] = .null
    }
    return emptied
  }

  private func isInRange(_ entity: EntityDescription, _ id: RecordID) -> Bool {
    ranges.contains { $0.table == entity.table && $0.ids.contains(id) }
      && imported?.staying[UndoKey(table: entity.table, id: id)] == nil
  }

  private func put(_ record: AnyRecord?, _ entity: EntityDescription, _ id: RecordID) {
    records[UndoKey(table: entity.table, id: id)] = .some(record)
  }

  private func references(
    of record: AnyRecord, where isWanted: (RelationshipDescription) -> Bool
  ) -> [UndoKey] {
    record.entity.columns.compactMap { column in
      guard case .toOne(let relationship) = column, isWanted(relationship),
        case .integer(let id) = record[relationship.name],
        let target = transaction.model.entity(named: relationship.target)
      else { return nil }
      return UndoKey(table: target.table, id: id)
    }
  }

  private func bringBack(_ entity: EntityDescription, _ id: RecordID, _ image: Image) throws {
    var record = AnyRecord(entity)
    record.id = id
    try transaction.restore(image, in: &record)
    let positions = Array(entity.columns.indices)
    for position in positions { try checkTarget(of: record, position) }
    try closings.checkAdding(record)
    if let (_, reason) = try takenKey(of: record, positions) { throw StoreError.cannotUndo(reason) }
    put(record, entity, id)
  }

  private func remove(_ root: AnyRecord) throws {
    try closings.checkRemoving(root)
    var doomed = [root]
    var next = 0
    var found: Set<UndoKey> = [UndoKey(table: root.entity.table, id: root.id ?? 0)]
    while next < doomed.count {
      let (entity, id) = (doomed[next].entity, doomed[next].id ?? 0)
      next += 1
      for (referrer, relationship) in transaction.model.references(to: entity)
      where !referrer.isDerived && relationship.deleteRule != .nullify {
        // What was added with it, or led elsewhere before, would be gone by then.
        let ids = try transaction.referring(referrer, relationship, to: id)
        for other in ids where !(referrer.name == entity.name && other == id) {
          guard let now = try self.record(referrer, other), now[relationship.name] == .integer(id) else { continue }
          let key = UndoKey(table: referrer.table, id: other)
          guard relationship.deleteRule == .cascade, keptAdded[key] == nil,
            try transaction.isAdded(referrer.table, other)
          else { throw StoreError.cannotUndo(Transaction.inTheWay("Other records refer to {title} now", root)) }
          if found.insert(key).inserted { doomed.append(now) }
        }
      }
    }
    for record in doomed {
      owners.formUnion(references(of: record, where: { $0.deleteRule == .cascade }))
      put(nil, record.entity, record.id ?? 0)
    }
  }

  // A number of a sequence goes back if no later one stays.
  private func checkSequences(
    _ entity: EntityDescription, _ id: RecordID, _ before: Image?, _ after: Image
  ) throws {
    for (attribute, number) in Transaction.sequenceNumbers(entity, before, after) {
      let column = SQL.name(attribute.column)
      let sequence = entity.name + "." + attribute.name
      let rows = try RawStatement(
        "SELECT id FROM \(SQL.name(entity.table)) WHERE \(column) > ? AND \(column) <= ?", in: transaction.database)
      rows.bind([.integer(number), .integer(freed[sequence] ?? .max)])
      defer { rows.reset() }
      while try rows.step() {
        guard case .integer(let other)? = try record(entity, rows.integer(column: 0))?[attribute.name],
          other > number
        else { continue }
        throw Transaction.isNotLast(attribute, number)
      }
      freed[sequence] = min(freed[sequence] ?? .max, number)
    }
  }

  private func checkTarget(of record: AnyRecord, _ position: Int) throws {
    guard case .toOne(let relationship) = record.entity.columns[position],
      case .integer(let id) = record.values[position],
      let target = transaction.model.entity(named: relationship.target), try self.record(target, id) == nil
    else { return }
    // Otherwise one that comes back later, or a reference to itself.
    guard try !comesBack(target, id) else { return }
    throw transaction.isGone(id, record, relationship)
  }

  private func comesBack(_ entity: EntityDescription, _ id: RecordID) throws -> Bool {
    let key = UndoKey(table: entity.table, id: id)
    guard kept[key]?.isWhole != true, try transaction.isDeleted(entity.table, id, by: changeSet.id) else {
      return false
    }
    expected.insert(key)
    return true
  }

  // A record outside of the change set may have a unique value by now.
  private func takenKey(of record: AnyRecord, _ positions: [Int]) throws -> (positions: [Int], reason: Phrase)? {
    let entity = record.entity
    guard entity.source == nil else { return nil }
    for key in TableSchema(entity: entity, model: transaction.model).uniqueIndices.map(\.columns) {
      let columns = key.compactMap { name in entity.columns.firstIndex { $0.column == name } }
      let values = columns.map { record.values[$0] }
      guard columns.contains(where: positions.contains), !values.contains(where: \.isNull) else { continue }
      let condition = key.map { "\(SQL.name($0)) = ?" }.joined(separator: " AND ")
      let rows = try RawStatement(
        "SELECT id FROM \(SQL.name(entity.table)) WHERE \(condition)", in: transaction.database)
      rows.bind(values)
      defer { rows.reset() }
      while try rows.step() {
        let id = rows.integer(column: 0)
        guard id != record.id, let other = try self.record(entity, id), columns.map({ other.values[$0] }) == values
        else { continue }
        let fields = columns.map { entity.columns[$0].name }
        let error: StoreError =
          fields.count == 1
          ? .notUnique(entity: entity.name, field: fields[0]) : .notUniqueTogether(entity: entity.name, fields: fields)
        return (columns, error.phrase(in: transaction.model))
      }
    }
    return nil
  }

  // MARK: Links, settings and views

  private func takeBackLink(_ step: Transaction.Step, _ key: UndoKey) throws {
    guard let values = (step.before ?? step.after)?.values, values.count == 2,
      let (owner, target) = transaction.ends(ofLinksIn: step.table, own: values[0].column),
      case .integer(let id) = values[0].value, case .integer(let other) = values[1].value
    else { return }
    let ends = [(owner, id), (target, other)]
    let isThere = try links[key] ?? transaction.hasLink(step.table, values)
    let isWhole = try ends.allSatisfy { try record($0, $1) != nil }
    guard (isThere && isWhole) == (step.after != nil) else {
      guard let record = try record(owner, id) else { return settle(step, key, Transaction.isDeletedSince(id)) }
      return settle(step, key, Transaction.inTheWay("{title} has been changed since", record))
    }
    let keys = ends.map { UndoKey(table: $0.0.table, id: $0.1) }
    if step.after == nil {
      for (entity, end) in ends where try record(entity, end) == nil && !comesBack(entity, end) {
        throw Transaction.deletedSince(end)
      }
    } else {
      for key in keys {
        guard let title = keptAdded[key] else { continue }
        // The other end of it, too.
        for (entity, end) in ends { try keepLinked(entity, end, title) }
        throw Stay(reason: Phrase("It belongs to {title}, which stays", ["title": title]))
      }
      owners.formUnion(keys)
    }
    links[key] = step.after == nil
    going[key, default: []].insert("")
  }

  private func takeBack(_ step: Transaction.Step, _ key: UndoKey, _ table: PlatformTable.Undo) throws {
    let (before, after) = (step.before?.json ?? .null, step.after?.json ?? .null)
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
    going[key, default: []].insert("")
  }
}

extension Transaction.Step {
  /// The change without some of its columns, and without the values that are not compared with those of now.
  fileprivate func without(_ dropped: Set<String>, unchecked: Set<String>) -> Transaction.Step {
    Transaction.Step(
      number: number, table: table, id: id, last: last, before: before?.without(dropped),
      after: after?.without(dropped.union(unchecked)))
  }
}

extension Image {
  fileprivate var columns: [String] { values.map(\.column) + digests.map(\.column) }

  fileprivate mutating func drop(_ columns: Set<String>) {
    values.removeAll { columns.contains($0.column) }
    digests.removeAll { columns.contains($0.column) }
  }

  fileprivate func without(_ columns: Set<String>) -> Image {
    var image = self
    image.drop(columns)
    return image
  }
}

extension Value {
  /// Of bytes only their number.
  fileprivate var counted: Value {
    if case .blob(let blob) = self { .blob(Blob(head: [], count: blob.count)) } else { self }
  }
}
