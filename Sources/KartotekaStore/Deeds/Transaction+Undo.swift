import GRDB
import KartotekaModel

extension Transaction {
  /// Undoes a deed: puts back what its images say was there before.
  ///
  /// It is refused, as a whole, where what the deed left behind has been changed since.
  /// - Throws: ``StoreError`` `.noSuchDeed`, `.cannotUndo` with the reason for the person.
  public func undo(_ id: Int64) throws {
    try standAlone()
    guard let deed = try DeedLog.deed(id, in: database) else { throw StoreError.noSuchDeed(id) }
    guard deed.undoneBy == nil else { throw StoreError.cannotUndo("This has been undone already") }
    log.name =
      deed.undoes == nil
      ? Phrase("Undid: {deed}", ["deed": .phrase(deed.name)])
      : Phrase("Did again: {deed}", ["deed": .phrase(original(deed.name))])
    log.undoes = id
    // Records may come back before those they refer to.
    try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
    let rows = try RawStatement(
      "SELECT entity, record, last, before, after, id FROM kartoteka_changes WHERE deed = ? ORDER BY id DESC",
      in: database)
    rows.bind(.integer(id), at: 1)
    var steps: [Step] = []
    while try rows.step() {
      steps.append(
        Step(
          table: rows.text(column: 0), id: rows.integer(column: 1), last: rows.value(column: 2),
          before: try Image(rows.value(column: 3), plan.blobs), after: try Image(rows.value(column: 4), plan.blobs)))
    }
    rows.reset()
    try checkFiles(of: steps)
    try detachRanges(of: id)
    let returning = Set(
      steps.filter { $0.before != nil && $0.after == nil }.map { Returning(table: $0.table, id: $0.id) })
    for step in steps { try takeBack(step, of: deed, with: returning) }
    try turnKept(of: id)
  }

  private struct Step {
    let table: String
    let id: RecordID
    let last: Value
    let before: Image?
    let after: Image?
  }

  // A record that comes back.
  private struct Returning: Hashable {
    let table: String
    let id: RecordID
  }

  // Nobody can remove a file while this transaction has the lock.
  private func checkFiles(of steps: [Step]) throws {
    for case .blob(let blob) in steps.flatMap({ $0.before?.values ?? [] }).map(\.value) {
      if let file = blob.file, plan.blobs?.has(file.digest) != true {
        throw StoreError.cannotUndo("A picture or file that it would bring back is kept no longer")
      }
    }
  }

  private func original(_ name: Phrase) -> Phrase {
    if case .phrase(let inner) = name.arguments["deed"] { inner } else { name }
  }

  private func takeBack(_ step: Step, of deed: Deed, with returning: Set<Returning>) throws {
    if step.table == SettingsTable.name { return try takeBackSetting(step.before, step.after) }
    guard let entity = model.entities.first(where: { $0.table == step.table }) else {
      return try takeBackLink(step)
    }
    if case .integer(let last) = step.last { return try takeBackRange(entity, step.id...last, deed) }
    switch (step.before, step.after) {
    case (let before?, nil): try bringBack(entity, step.id, before, with: returning)
    case (nil, let after?):
      let record = try unchanged(entity, step.id, after)
      let denials = try denials(of: entity, id: step.id)
      guard denials.isEmpty else {
        throw StoreError.cannotUndo(Self.inTheWay("Other records refer to {title} now", record))
      }
      try remove(record)
    case (let before?, let after?):
      let record = try unchanged(entity, step.id, after)
      var restored = record
      for (column, value) in before.values {
        if let index = entity.columns.firstIndex(where: { $0.column == column }) {
          restored.values[index] = value
        }
      }
      try write(
        restored, over: record, record.values.indices.filter { record.values[$0] != restored.values[$0] })
    case (nil, nil): break
    }
  }

  private func bringBack(
    _ entity: EntityDescription, _ id: RecordID, _ image: Image, with returning: Set<Returning>
  ) throws {
    guard try !exists(entity, id: id) else {
      throw StoreError.cannotUndo(
        Phrase("There is another record with the number {number} now", ["number": .text(String(id))]))
    }
    var record = AnyRecord(entity)
    record.id = id
    for (column, value) in image.values {
      if let index = entity.columns.firstIndex(where: { $0.column == column }) {
        record.values[index] = value
      }
    }
    for (index, column) in entity.columns.enumerated() {
      guard case .toOne(let relationship) = column, case .integer(let target) = record.values[index],
        let other = model.entity(named: relationship.target)
      else { continue }
      // What the same deed deleted comes back in this transaction; the deferred foreign key looks at the end.
      guard try returning.contains(Returning(table: other.table, id: target)) || exists(other, id: target) else {
        throw StoreError.cannotUndo(Self.inTheWay("What {title} belonged to is gone", record))
      }
    }
    let names = ["id"] + entity.columns.map(\.column)
    let insert = try RawStatement(
      "INSERT INTO \(SQL.name(entity.table)) (\(SQL.names(names))) VALUES (\(SQL.places(names.count)))",
      in: database)
    insert.bind([.integer(id)] + record.values)
    while try insert.step() {}
    insert.reset()
    try log.record(
      table: entity.table, id: id, before: nil, after: Image(record),
      named: try named("Added {title}", record))
    log.touched(entity, \.inserted, id)
  }

  private func unchanged(_ entity: EntityDescription, _ id: RecordID, _ after: Image) throws -> AnyRecord {
    guard let record = try record(entity, id: id) else {
      throw StoreError.cannotUndo(
        Phrase("Record No. {number} has been deleted since", ["number": .text(String(id))]))
    }
    for (column, value) in after.values {
      if let index = entity.columns.firstIndex(where: { $0.column == column }), record.values[index] != value {
        throw StoreError.cannotUndo(Self.inTheWay("{title} has been changed since", record))
      }
    }
    return record
  }

  private func takeBackLink(_ step: Step) throws {
    guard let values = (step.before ?? step.after)?.values, values.count == 2 else { return }
    let names = values.map(\.column)
    let table = SQL.name(step.table)
    if step.after == nil {
      try RawStatement("INSERT OR IGNORE INTO \(table) (\(SQL.names(names))) VALUES (?, ?)", in: database)
        .run(values[0].value, values[1].value)
    } else {
      try RawStatement(
        "DELETE FROM \(table) WHERE \(SQL.name(names[0])) = ? AND \(SQL.name(names[1])) = ?", in: database
      )
      .run(values[0].value, values[1].value)
    }
    try log.record(
      table: step.table, id: step.id, before: step.after, after: step.before, named: "Changed data")
  }

  static func inTheWay(_ key: String, _ record: AnyRecord) -> Phrase { Phrase(key, ["title": record.titleArgument]) }
}
