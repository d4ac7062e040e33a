import Foundation
import KartotekaModel

// The rows that imports store besides records. A row that a change set closes has the change set's number in place of images.
extension Transaction {
  // MARK: Imports

  /// Stores the report of an import, after all its records.
  /// - Parameter options: the options of the import, in the importer's own format.
  /// - Returns: its number.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func recordImport(_ name: Phrase, options: String, files: [StoredImport.File]) throws -> Int64 {
    try RawStatement(
      "INSERT INTO kartoteka_imports (at, name, deed, options, files) VALUES (?, ?, ?, ?, ?)", in: database
    ).run(
      .text(Timestamp.text(database.now)), .text(try JSONText.json(name)), log.changeSet.map(Value.integer) ?? .null,
      .text(options), .text(try JSONText.json(files)))
    return database.lastInsertedRowID
  }

  // MARK: Rows

  /// The number of a file's layout.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func layout(of entity: EntityDescription, _ content: String) throws -> Int64 {
    let known = "SELECT id FROM kartoteka_layouts WHERE entity = ? AND content = ?"
    if let id = try RawStatement(known, in: database).integer(.text(entity.name), .text(content)) { return id }
    try RawStatement("INSERT INTO kartoteka_layouts (entity, content) VALUES (?, ?)", in: database)
      .run(.text(entity.name), .text(content))
    return database.lastInsertedRowID
  }

  /// Stores a rejected row.
  /// - Parameters:
  ///   - record: the number it gives its record.
  ///   - corrected: the row as a person has corrected it before; nil without a correction.
  ///   - missing: the references that it waits for, by ``reference(_:_:heading:text:)``; none when something else is
  ///     wrong with it.
  /// - Returns: its number.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  @discardableResult
  package func recordRejectedRow(
    of importID: Int64, layout: Int64, file: String, line: Int, record: RecordID?, raw: String,
    corrected: String? = nil, faults: String, missing: [Int64]
  ) throws -> Int64 {
    try RawStatement(
      """
      INSERT INTO kartoteka_rejects (import, layout, file, line, record, digest, raw, corrected, faults) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, in: database
    ).run(
      .integer(importID), .integer(layout), .text(file), .integer(Int64(line)), record.map(Value.integer) ?? .null,
      .integer(JSONText.digest(raw)), .text(raw), corrected.map(Value.text) ?? .null, .text(faults))
    let id = database.lastInsertedRowID
    try wait(id, for: missing)
    return id
  }

  /// Moves a stored row to another import that rejected it again. A person's correction stays, with the faults that it had
  /// then.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func updateRejectedRow(
    _ row: Int64, of importID: Int64, file: String, line: Int, faults: String, missing: [Int64]
  ) throws {
    try RawStatement(
      """
      UPDATE kartoteka_rejects SET import = ?, file = ?, line = ?, \
      faults = iif(corrected IS NULL, ?, faults) WHERE id = ?
      """, in: database
    ).run(.integer(importID), .text(file), .integer(Int64(line)), .text(faults), .integer(row))
    let isCorrected = "SELECT corrected IS NOT NULL FROM kartoteka_rejects WHERE id = ?"
    if try RawStatement(isCorrected, in: database).integer(.integer(row)) == 0 { try wait(row, for: missing) }
  }

  /// Stores a person's correction of a row, and the faults that remain.
  /// - Parameter corrected: the whole row; nil when it is as it was.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func recordCorrection(
    of row: Int64, _ corrected: String?, record: RecordID?, faults: String, missing: [Int64]
  ) throws {
    try RawStatement(
      "UPDATE kartoteka_rejects SET corrected = coalesce(?, corrected), record = ?, faults = ? WHERE id = ?",
      in: database
    ).run(
      corrected.map(Value.text) ?? .null, record.map(Value.integer) ?? .null, .text(faults), .integer(row))
    try wait(row, for: missing)
  }

  /// Stores a person's correction of a row that has been loaded, for later imports of the same row.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func recordCorrection(of row: Int64, _ corrected: String) throws {
    try RawStatement("UPDATE kartoteka_rejects SET corrected = ? WHERE id = ?", in: database)
      .run(.text(corrected), .integer(row))
  }

  /// Closes rows that have been loaded. Undoing this change set opens them again.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func closeRows(_ rows: [Int64]) throws {
    guard let changeSet = log.changeSet else { return try forgetRows(rows) }
    try closeRows(rows, by: changeSet)
  }

  /// Discards rejected rows. Undoing the change set restores them.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func discardRows(_ rows: [Int64]) throws {
    guard !rows.isEmpty else { return }
    try closeRows(rows, by: log.begin())
    if log.name == nil { log.name = Phrase("Discarded {count} rows", ["count": .count(rows.count)]) }
  }

  /// Deletes the rejected rows of an import permanently.
  /// - Returns: the number of rows.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func forgetRows(ofImport id: Int64) throws -> Int {
    let rows = "kartoteka_rejects WHERE import = ? AND is_open"
    try RawStatement("DELETE FROM kartoteka_waiting WHERE reject IN (SELECT id FROM \(rows))", in: database)
      .run(.integer(id))
    try RawStatement("DELETE FROM \(rows)", in: database).run(.integer(id))
    return database.changesCount
  }

  private func closeRows(_ rows: [Int64], by changeSet: Int64) throws {
    let close = try RawStatement("UPDATE kartoteka_rejects SET is_open = 0, deed = ? WHERE id = ?", in: database)
    for row in rows { try close.run(.integer(changeSet), .integer(row)) }
  }

  /// Deletes rows that have made nothing.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func forgetRows(_ rows: [Int64]) throws {
    let waiting = try RawStatement("DELETE FROM kartoteka_waiting WHERE reject = ?", in: database)
    let kept = try RawStatement("DELETE FROM kartoteka_rejects WHERE id = ?", in: database)
    for row in rows {
      try waiting.run(.integer(row))
      try kept.run(.integer(row))
    }
  }

  private func wait(_ row: Int64, for missing: [Int64]) throws {
    try RawStatement("DELETE FROM kartoteka_waiting WHERE reject = ?", in: database).run(.integer(row))
    let waiting = try RawStatement(
      "INSERT INTO kartoteka_waiting (reference, reject) VALUES (?, ?) ON CONFLICT DO NOTHING", in: database)
    for reference in missing { try waiting.run(.integer(reference), .integer(row)) }
  }

  // MARK: References

  /// The number of an unresolved reference, which is added if it is new.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func reference(
    _ entity: EntityDescription, _ relationship: String, heading: String, text: String
  ) throws -> Int64 {
    let known = "SELECT id FROM kartoteka_references WHERE entity = ? AND relationship = ? AND text = ?"
    let key: [Value] = [.text(entity.name), .text(relationship), .text(text)]
    if let id = try RawStatement(known, in: database).integer(key[0], key[1], key[2]) { return id }
    try RawStatement(
      "INSERT INTO kartoteka_references (entity, relationship, text, heading) VALUES (?, ?, ?, ?)", in: database
    ).run(key[0], key[1], key[2], .text(heading))
    return database.lastInsertedRowID
  }

  /// Stores which records were loaded without a reference; ids without a record are omitted.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func recordReferrers(_ records: [RecordID], of reference: Int64, _ entity: EntityDescription) throws {
    let keep = try RawStatement(
      """
      INSERT INTO kartoteka_referrers (reference, record) \
      SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM \(SQL.name(entity.table)) WHERE id = ?2) ON CONFLICT DO NOTHING
      """, in: database)
    for record in records { try keep.run(.integer(reference), .integer(record)) }
  }

  /// Stores the record that a person has chosen for a text. Undoing the change set restores the record before.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func resolve(_ text: String, of target: EntityDescription, as record: RecordID) throws {
    let before = try meaning(of: text, target.name)
    guard before != record else { return }
    try write(record, as: text, target.name, over: before)
  }

  // Nil if no record was chosen for the text.
  private func meaning(of text: String, _ entity: String) throws -> RecordID? {
    try RawStatement(
      "SELECT record FROM \(ImportReviewSchema.resolved) WHERE entity = ? AND text = ? AND is_active", in: database
    ).integer(.text(entity), .text(text))
  }

  private func write(_ record: RecordID?, as text: String, _ entity: String, over before: RecordID?) throws {
    if let record {
      try RawStatement(
        """
        INSERT INTO \(ImportReviewSchema.resolved) (entity, text, record) VALUES (?, ?, ?) \
        ON CONFLICT (entity, text) DO UPDATE SET record = excluded.record, deed = NULL, is_active = 1
        """, in: database
      ).run(.text(entity), .text(text), .integer(record))
    } else {
      try RawStatement("DELETE FROM \(ImportReviewSchema.resolved) WHERE entity = ? AND text = ?", in: database)
        .run(.text(entity), .text(text))
    }
    func image(_ record: RecordID?) -> Image? {
      record.map { Image([("entity", .text(entity)), ("text", .text(text)), ("record", .integer($0))]) }
    }
    try log.record(
      table: ImportReviewSchema.resolved, id: record ?? before ?? 0, before: image(before), after: image(record),
      named: nil)
  }

  /// Restores the record of a text before a change set, unless another one has been chosen since.
  func takeBackMeaning(_ before: Image?, _ after: Image?) throws {
    func record(_ image: Image?) -> RecordID? { image?.values.last?.value.integer }
    guard let values = (before ?? after)?.values, values.count == 3, case .text(let entity) = values[0].value,
      case .text(let text) = values[1].value, try meaning(of: text, entity) == record(after)
    else { return }
    try write(record(before), as: text, entity, over: record(after))
  }

  /// The records of an entity that people have chosen for texts.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func resolvedTexts(of target: EntityDescription) throws -> [String: RecordID] {
    let rows = try RawStatement(
      "SELECT text, record FROM kartoteka_resolved WHERE entity = ? AND is_active", in: database)
    rows.bind(.text(target.name), at: 1)
    defer { rows.reset() }
    var found: [String: RecordID] = [:]
    while try rows.step() { found[rows.text(column: 0)] = rows.integer(column: 1) }
    return found
  }

  /// Opens again what a change set closed, and takes back what it resolved; or the other way round, when the undoing is
  /// undone.
  func toggleRejectedRows(of changeSet: Int64) throws {
    var root = changeSet
    while let undone = try UndoLog.changeSet(root, in: database)?.undoes { root = undone }
    for sql in [
      "UPDATE kartoteka_rejects SET is_open = NOT is_open WHERE deed = ?",
      "UPDATE \(ImportReviewSchema.resolved) SET is_active = NOT is_active WHERE deed = ?",
    ] {
      try RawStatement(sql, in: database).run(.integer(root))
      // Also where no record is restored: a change set can be undone once.
      if database.changesCount > 0 { _ = try log.begin() }
    }
  }
}
