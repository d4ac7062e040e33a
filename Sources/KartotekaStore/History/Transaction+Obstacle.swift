import KartotekaModel

extension Store {
  /// What stands in the way of undoing a change set, told without writing anything; nil where nothing does. Of a change
  /// set with many changes the newest are looked at: the undo itself looks at all.
  /// - Parameter origin: from where the change set would be undone: people can't change closed records.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, or where the file can't be read; `CancellationError`.
  package func obstacle(
    toUndoing changeSet: Int64, as origin: ChangeSet.Origin = .screen
  ) async throws -> Phrase? {
    try await tryOut(as: origin) { try $0.obstacle(toUndoing: changeSet) }
  }
}

extension Transaction {
  fileprivate func obstacle(toUndoing id: Int64) throws -> Phrase? {
    do {
      let changeSet = try undoableChangeSet(id)
      if try LongUndo.isUnderWay(with: id, in: database) { throw StoreError.cannotUndo("This is being undone") }
      if try Self.hasRanges(id, in: database) { try checkRanges(of: id) }
      let trial = UndoTrial(of: changeSet, in: self)
      for step in try steps(of: id, before: .max) { try trial.takeBack(step) }
      return nil
    } catch StoreError.cannotUndo(let reason) {
      return reason
    }
  }
}

/// An undo that writes nothing: it knows what the records and links would be by then, and asks what the undo asks.
private final class UndoTrial {
  private struct Key: Hashable {
    let table: String
    let id: RecordID
  }

  private let transaction: Transaction
  private let changeSet: ChangeSet
  private let closings: UndoneClosings
  /// The records as they would be; nil for one that would be gone.
  private var records: [Key: AnyRecord?] = [:]
  private var links: [[Value]: Bool] = [:]
  /// The records of a bulk import that would be gone.
  private var ranges: [(table: String, ids: ClosedRange<RecordID>)] = []

  init(of changeSet: ChangeSet, in transaction: Transaction) {
    (self.transaction, self.changeSet) = (transaction, changeSet)
    closings = UndoneClosings(changeSet.id, in: transaction)
  }

  func takeBack(_ step: Transaction.Step) throws {
    if PlatformTable.undoable[step.table] != nil { return }
    guard let entity = transaction.model.entities.first(where: { $0.table == step.table }) else {
      return try takeBackLink(step)
    }
    if case .integer(let last) = step.last {
      let ids = try ChangedRange.ids(from: step.id, to: last, in: transaction.database)
      try closings.checkRemoving(entity, ids)
      return ranges.append((step.table, ids))
    }
    if try isSettled(step, entity) { return }
    if let before = step.before { try transaction.checkFiles(of: before) }
    if let after = step.after { try transaction.checkSequences(entity, step.before, after) }
    switch (step.before, step.after) {
    case (let before?, nil): try bringBack(entity, step.id, before)
    case (nil, let after?):
      let record = try unchanged(entity, step.id, after)
      do { try remove(record) } catch StoreError.cannotUndo where step.isByTrigger {}
    case (let before?, let after?): try restore(before, over: unchanged(entity, step.id, after))
    case (nil, nil): break
    }
  }

  // What a trigger of another program's file has done is undone as far as nobody has followed.
  private func isSettled(_ step: Transaction.Step, _ entity: EntityDescription) throws -> Bool {
    guard step.isByTrigger else { return false }
    let now = try record(entity, step.id)
    guard let after = step.after else { return now != nil }
    return now.flatMap { try? Transaction.check($0, is: after) } == nil
  }

  // MARK: Records

  private func record(_ entity: EntityDescription, _ id: RecordID) throws -> AnyRecord? {
    if let known = records[Key(table: entity.table, id: id)] { return known.map(emptied) }
    return isInRange(entity, id) ? nil : try transaction.record(entity, id: id).map(emptied)
  }

  // The record without references to records that are gone. Emptying all that refer to one, when it goes, would read each of them.
  private func emptied(_ record: AnyRecord) -> AnyRecord {
    var emptied = record
    for case .toOne(let relationship) in record.entity.columns where relationship.deleteRule == .nullify {
      guard case .integer(let id) = record[relationship.name],
        let target = transaction.model.entity(named: relationship.target),
        let known = records[Key(table: target.table, id: id)], known == nil
      else { continue }
      emptied[relationship.name] = .null
    }
    return emptied
  }

  private func isInRange(_ entity: EntityDescription, _ id: RecordID) -> Bool {
    ranges.contains { $0.table == entity.table && $0.ids.contains(id) }
  }

  private func put(_ record: AnyRecord?, _ entity: EntityDescription, _ id: RecordID) {
    records[Key(table: entity.table, id: id)] = .some(record)
  }

  private func unchanged(_ entity: EntityDescription, _ id: RecordID, _ after: Image) throws -> AnyRecord {
    guard let record = try record(entity, id) else { throw Transaction.deletedSince(id) }
    try Transaction.check(record, is: after)
    return record
  }

  private func bringBack(_ entity: EntityDescription, _ id: RecordID, _ image: Image) throws {
    guard try record(entity, id) == nil else { throw Transaction.numberIsTaken(id) }
    var record = AnyRecord(entity)
    record.id = id
    try transaction.restore(image, in: &record)
    let positions = Array(entity.columns.indices)
    try checkTargets(of: record, positions)
    try closings.checkAdding(record)
    try checkKeys(of: record, positions)
    put(record, entity, id)
  }

  private func restore(_ image: Image, over record: AnyRecord) throws {
    var restored = record
    try transaction.restore(image, in: &restored)
    let changed = record.values.indices.filter { record.values[$0] != restored.values[$0] }
    try checkTargets(of: restored, changed)
    try closings.checkChanging(record, to: restored, changed)
    try checkKeys(of: restored, changed)
    put(restored, record.entity, record.id ?? 0)
  }

  private func remove(_ root: AnyRecord) throws {
    try closings.checkRemoving(root)
    var waiting = [root]
    while let record = waiting.popLast() {
      let (entity, id) = (record.entity, record.id ?? 0)
      for (referrer, relationship) in transaction.model.references(to: entity)
      where !referrer.isDerived && relationship.deleteRule != .nullify {
        // What was added with it, or led elsewhere before, would be gone by then.
        let ids = try transaction.referring(referrer, relationship, to: id)
        for other in ids where !(referrer.name == entity.name && other == id) {
          guard let now = try self.record(referrer, other), now[relationship.name] == .integer(id) else { continue }
          guard relationship.deleteRule == .cascade, try transaction.isAdded(referrer.table, other) else {
            throw StoreError.cannotUndo(Transaction.inTheWay("Other records refer to {title} now", root))
          }
          waiting.append(now)
        }
      }
      put(nil, entity, id)
    }
  }

  private func checkTargets(of record: AnyRecord, _ positions: [Int]) throws {
    for position in positions {
      guard case .toOne(let relationship) = record.entity.columns[position],
        case .integer(let id) = record.values[position],
        let target = transaction.model.entity(named: relationship.target), try self.record(target, id) == nil
      else { continue }
      // Otherwise one that comes back later, or a reference to itself.
      guard try !transaction.isRestored(by: changeSet, target.table, id) else { continue }
      throw transaction.isGone(id, record, relationship)
    }
  }

  // A record outside of the change set may have a unique value by now.
  private func checkKeys(of record: AnyRecord, _ positions: [Int]) throws {
    let entity = record.entity
    guard entity.source == nil else { return }
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
        else {
          continue
        }
        let fields = columns.map { entity.columns[$0].name }
        let error: StoreError =
          fields.count == 1
          ? .notUnique(entity: entity.name, field: fields[0]) : .notUniqueTogether(entity: entity.name, fields: fields)
        throw StoreError.cannotUndo(error.phrase(in: transaction.model))
      }
    }
  }

  // MARK: Links

  private func takeBackLink(_ step: Transaction.Step) throws {
    guard let values = (step.before ?? step.after)?.values, values.count == 2,
      let (owner, target) = transaction.ends(ofLinksIn: step.table, own: values[0].column),
      case .integer(let id) = values[0].value, case .integer(let other) = values[1].value
    else { return }
    let ends = [(owner, id), (target, other)]
    // By the names of its columns, since either end may be the one that was linked.
    let sorted = values.sorted { $0.column < $1.column }
    let key = [.text(step.table)] + sorted.map(\.value)
    let isThere = try links[key] ?? transaction.hasLink(step.table, values)
    let isWhole = try ends.allSatisfy { try record($0, $1) != nil }
    guard (isThere && isWhole) == (step.after != nil) else {
      guard let record = try record(owner, id) else { throw Transaction.deletedSince(id) }
      throw StoreError.cannotUndo(Transaction.inTheWay("{title} has been changed since", record))
    }
    if step.after == nil {
      for (entity, end) in ends
      where try record(entity, end) == nil && !transaction.isRestored(by: changeSet, entity.table, end) {
        throw Transaction.deletedSince(end)
      }
    }
    links[key] = step.after == nil
  }
}
