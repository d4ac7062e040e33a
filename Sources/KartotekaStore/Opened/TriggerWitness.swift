import KartotekaModel

// Changes that triggers of another program's file make to other records when a record is changed here. Temporary triggers of the
// connection that writes note the rows in temporary tables until they are images of the change set. A file without triggers has
// no such tables.
extension SourceSQL {
  /// The temporary table with the names of the tables whose rows were changed.
  static let touched = "kartoteka_touched"

  /// The table that a connection needs before any ``witness``.
  static let witnesses = "CREATE TEMP TABLE \(touched) (entity TEXT NOT NULL)"

  /// The column with what was done to a row.
  private static let operation = "kartoteka_operation"

  private var touchedRows: String { SQL.name("\(Self.touched) \(entity.table)") }
  private var touchedRecords: String { SQL.name("\(Self.touched) \(entity.table) (records)") }

  /// The table of rows as they were before, or of the keys of new ones, with the columns that the view of the records reads; the
  /// view, and the triggers.
  var witness: [String] {
    if source.isReadOnly { return [] }
    var columns: [String] = []
    func add(_ name: String) {
      if !columns.contains(where: { $0.lowercased() == name.lowercased() }) { columns.append(name) }
    }
    for name in [source.rowID].compactMap(\.self) + source.key { add(name) }
    let keys = columns
    for column in entity.columns {
      if let position = source.positions[column.column] {
        add(position.latitude)
        add(position.longitude)
      } else {
        add(source.column(column.column))
      }
    }
    func note(_ operation: String, _ row: String, _ columns: [String], _ condition: String = "") -> String {
      let values = columns.map { "\(row).\(SQL.name($0))" }.joined(separator: ", ")
      return """
        INSERT INTO \(touchedRows) (\(Self.operation), \(SQL.names(columns))) \
        SELECT \(SQL.literal(operation)), \(values)\(condition); \
        INSERT INTO \(Self.touched) VALUES (\(SQL.literal(entity.table)));
        """
    }
    let (new, old) = (id(of: "NEW."), id(of: "OLD."))
    return [
      // Without types: each value is kept as it is stored.
      "CREATE TEMP TABLE \(touchedRows) (\(Self.operation), \(SQL.names(columns)))",
      view(named: touchedRecords, of: touchedRows, with: [Self.operation]),
      trigger("touching_insert", "INSERT", note("insert", "NEW", keys)),
      trigger(
        "touching_update", "UPDATE",
        note("update", "OLD", columns) + note("insert", "NEW", keys, " WHERE \(old) <> \(new)")),
      trigger("touching_delete", "DELETE", note("delete", "OLD", columns)),
    ]
  }

  /// Does something with each row that was changed since ``forgetTouched(in:)``, the first change first: with the record as it was
  /// before, of a new one the id alone, and whether it is new.
  fileprivate func forEachTouched(
    _ reader: RecordReader, in database: SQLConnection, _ body: (AnyRecord, _ isNew: Bool) throws -> Void
  ) throws {
    let rows = try RawStatement(
      "SELECT t.\(Self.operation), \(reader.columns) FROM \(touchedRecords) t", in: database)
    defer { rows.reset() }
    while try rows.step() { try body(reader.record(rows, from: 1), rows.text(column: 0) == "insert") }
  }

  /// Forgets the changed rows.
  fileprivate func forgetTouched(in database: SQLConnection) throws {
    try RawStatement("DELETE FROM \(touchedRows)", in: database).run()
  }
}

/// A record that a trigger of another program's file has changed.
struct TouchedRecord: Hashable {
  let table: String
  let id: RecordID
}

extension Transaction {
  /// Keeps the images of the records that triggers of the file have changed since the last call. The images of new records follow
  /// with ``keepAdded()``: an undo removes them before the records that they came with.
  /// - Parameter own: the record that was written here, whose images the caller keeps.
  func keepTouched(besides own: TouchedRecord? = nil) throws {
    addedByTriggers = []
    let names = try RawStatement("SELECT DISTINCT entity FROM \(SourceSQL.touched)", in: database)
    var tables: Set<String> = []
    while try names.step() { tables.insert(names.text(column: 0)) }
    names.reset()
    if tables.isEmpty { return }
    for entity in model.entities where tables.contains(entity.table) {
      guard let source = sourceSQL(entity) else { continue }
      var seen: Set<RecordID> = own?.table == entity.table ? Set([own?.id].compactMap(\.self)) : []
      try source.forEachTouched(mapping.reader(of: entity), in: database) { record, isNew in
        guard let id = record.id, seen.insert(id).inserted else { return }
        let key = TouchedRecord(table: entity.table, id: id)
        // Only an undo asks.
        if log.undoes != nil, touchedByTriggers[key] == nil {
          touchedByTriggers[key] = .some(
            try touchedEarlier(key, entity, now: isNew ? nil : record) ?? (isNew ? nil : record))
        }
        let now = try self.record(entity, id: id)
        if isNew {
          if let now { addedByTriggers.append(now) }
        } else {
          try keep(record, now)
        }
      }
      try source.forgetTouched(in: database)
    }
    try RawStatement("DELETE FROM \(SourceSQL.touched)", in: database).run()
  }

  /// Keeps the images of the records that triggers of the file have added with the last change.
  func keepAdded() throws {
    let added = addedByTriggers
    addedByTriggers = []
    for record in added {
      try log.record(
        table: record.entity.table, id: record.id ?? 0, before: nil, after: Image(record).byTrigger, named: nil)
      log.touched(record.entity, \.inserted, record.id ?? 0)
    }
  }

  /// The earlier state of a record that triggers of the file have changed within this undo, and none of its steps since. The
  /// inner value is nil for a record that they have added, the outer one for a record that they have not changed.
  func touched(_ key: TouchedRecord) throws -> AnyRecord?? {
    if let known = touchedByTriggers[key] { return known }
    guard resumedUndo != nil, let entity = model.entities.first(where: { $0.table == key.table }),
      entity.source != nil, let earlier = try touchedEarlier(key, entity, now: record(entity, id: key.id))
    else { return nil }
    touchedByTriggers[key] = .some(earlier)
    return .some(earlier)
  }

  // The same by the images of the parts before: those of triggers behind the last one of a step.
  private func touchedEarlier(
    _ key: TouchedRecord, _ entity: EntityDescription, now: AnyRecord?
  ) throws -> AnyRecord?? {
    guard let resumedUndo else { return nil }
    let rows = try RawStatement(
      """
      SELECT before, after FROM kartoteka_changes WHERE deed = ? AND entity = +? AND record = ? AND last IS NULL \
      ORDER BY id DESC
      """, in: database)
    rows.bind([.integer(resumedUndo), .text(key.table), .integer(key.id)])
    defer { rows.reset() }
    var (record, isTouched) = (now, false)
    while try rows.step() {
      let before = try Image(rows.value(column: 0), mapping.blobs)
      let after = try Image(rows.value(column: 1), mapping.blobs)
      guard (before ?? after)?.isByTrigger == true else { break }
      isTouched = true
      guard let before else {
        record = nil
        continue
      }
      // A deletion's image has all columns.
      var earlier = after == nil ? AnyRecord(entity) : record ?? AnyRecord(entity)
      earlier.id = key.id
      try restore(before, in: &earlier)
      record = earlier
    }
    return isTouched ? .some(record) : nil
  }

  /// Notes that a step was done that changed nothing of a record, for the parts that follow.
  func settle(_ key: TouchedRecord) throws {
    guard resumedUndo != nil else { return }
    try log.record(table: key.table, id: key.id, before: Image([]), after: Image([]), named: nil)
  }

  /// Whether nothing is left to be done for a record, since triggers of the file have done it within this undo, or have made the
  /// change that is undone and others have followed.
  func isSettled(_ step: Step, _ entity: EntityDescription) throws -> Bool {
    guard entity.source != nil else { return false }
    let touched = try touched(step.key)
    guard touched != nil || step.isByTrigger else { return false }
    let now = try record(entity, id: step.id)
    guard let after = step.after else {
      if case .some(.none) = touched { return false }
      return step.isByTrigger && now != nil
    }
    guard let now else {
      if case .some(let before?) = touched, !step.isByTrigger { try Self.check(before, is: after) }
      return step.before == nil || step.isByTrigger
    }
    guard step.isByTrigger else { return false }
    return (try? Self.check((touched ?? nil) ?? now, is: after)) == nil
  }

  private func keep(_ before: AnyRecord, _ after: AnyRecord?) throws {
    let (entity, id) = (before.entity, before.id ?? 0)
    guard let after else {
      try log.record(table: entity.table, id: id, before: Image(before).byTrigger, after: nil, named: nil)
      return log.touched(entity, \.deleted, id)
    }
    let changed = before.values.indices.filter { before.values[$0] != after.values[$0] }
    guard !changed.isEmpty else { return }
    func image(_ record: AnyRecord) -> Image {
      Image(changed.map { (entity.columns[$0].column, record.values[$0]) }).byTrigger
    }
    try log.record(table: entity.table, id: id, before: image(before), after: image(after), named: nil)
    log.touched(entity, \.updated, id)
  }
}

// Triggers follow the changes of people, and others follow those later: a stock that was counted down, a time of the last change.
// So their images say what they are, and an undo refuses nothing because of them.
extension Image {
  // No column has an empty name.
  private static let mark = ""

  /// Whether a trigger of another program's file has made the change.
  var isByTrigger: Bool { values.contains { $0.column == Self.mark } }

  fileprivate var byTrigger: Image {
    var image = self
    image.values.append((Self.mark, .null))
    return image
  }
}
