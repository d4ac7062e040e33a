import KartotekaModel
import KartotekaStore

/// Stores the report of an import, its rejected rows, and the unresolved references of the records that were
/// loaded without them.
///
/// A row that is rejected again replaces its stored row, and a row that is loaded now closes it. A row
/// that a person has corrected before is loaded with that correction.
struct ImportRecorder {
  private let transaction: Transaction
  private let words: Catalogue
  private var faults = StoredFaults()

  /// - Parameter words: the catalogue with the words of choices in every language.
  init(_ transaction: Transaction, words: Catalogue = Catalogue()) {
    self.transaction = transaction
    self.words = words
  }

  /// Stores the result of an import, and as many rejected rows as fit into the transaction.
  /// - Parameters:
  ///   - name: the name of the change set.
  ///   - isTakenBack: whether the import was rolled back.
  ///   - isDue: whether to leave the other rows to ``record(_:until:)``; called periodically.
  /// - Returns: the import's number, and the remaining rejected rows.
  mutating func record(
    _ name: Phrase, _ plan: ImportPlan, _ results: [FileResult], _ options: ImportOptions, isTakenBack: Bool = false,
    until isDue: () -> Bool
  ) throws -> (importID: Int64, left: [RejectedRows]) {
    let files = results.map { isTakenBack ? $0.takenBack : $0.kept }
    let id = try transaction.recordImport(name, options: options.unresolved.rawValue, files: files)
    var corrected: (new: [Int64], repeated: [Int64]) = ([], [])
    var left: [RejectedRows] = []
    for (file, result) in zip(plan.files, results) {
      var rows = RejectedRows(
        importID: id, entity: file.entity, layout: try transaction.layout(of: file.entity, RowLayout(file).text),
        rejects: result.rejects[...])
      let known = try recordKnownRows(&rows, file, result, isTakenBack)
      corrected = (corrected.new + known.new, corrected.repeated + known.repeated)
      rows = try record(rows, until: isDue)
      if !rows.rejects.isEmpty { left.append(rows) }
      if !isTakenBack { try recordReferences(result.left, file.entity) }
    }
    let all = corrected.new + corrected.repeated
    if !isTakenBack, !all.isEmpty {
      _ = try RejectedRowsImport(transaction, words: words, repeated: Set(corrected.repeated)).run(all)
      transaction.name = name
    }
    return (id, left)
  }

  /// Stores some rejected rows of an import.
  /// - Parameter isDue: whether to stop; called periodically.
  /// - Returns: the remaining rows.
  mutating func record(_ rows: RejectedRows, until isDue: () -> Bool) throws -> RejectedRows {
    var left = rows
    for (index, reject) in rows.rejects.enumerated() {
      if index > 0, index.isMultiple(of: 64), isDue() { return left }
      try record(reject, of: rows)
      left.rejects.removeFirst()
    }
    return left
  }

  /// Stores the unresolved references of records.
  func recordReferences(_ references: [UnresolvedReference: [RecordID]], _ entity: EntityDescription) throws {
    for (reference, records) in references {
      try transaction.recordReferrers(records, of: number(reference, entity), entity)
    }
  }

  /// Stores the remaining faults of a row after another attempt.
  /// - Parameter corrected: the row as corrected by a person; nil if it was not corrected.
  mutating func recordCorrection(
    of row: Int64, _ corrected: String?, _ reject: Reject, _ entity: EntityDescription
  ) throws {
    try transaction.recordCorrection(
      of: row, corrected, record: reject.id, faults: faults.text(reject.faults),
      missing: reject.missing.map { try number($0, entity) })
  }

  private func number(_ reference: UnresolvedReference, _ entity: EntityDescription) throws -> Int64 {
    try transaction.reference(
      entity, reference.relationship, heading: reference.heading, text: reference.text)
  }

  // MARK: Rows

  /// Stores the rejected rows that were stored by an earlier import, and closes those of earlier imports that are loaded now:
  /// this belongs to the change set.
  /// - Parameter rows: all rejected rows of the file; those that are left afterwards are new.
  /// - Returns: the rows for which a correction is known: new ones, and those that were loaded with it before.
  private mutating func recordKnownRows(
    _ rows: inout RejectedRows, _ plan: FilePlan, _ result: FileResult, _ isTakenBack: Bool
  ) throws -> (new: [Int64], repeated: [Int64]) {
    let places = isTakenBack ? [] : try placesBefore(plan)
    var earlier = EarlierRows(transaction, rows.layout)
    var corrections = KnownCorrections(rows.rejects.isEmpty ? [:] : try transaction.corrections(ofLayout: rows.layout))
    var corrected: (new: [Int64], repeated: [Int64]) = ([], [])
    // A copy of a file may have another name.
    let isCopy = result.stored.count * 2 > result.read
    if try !corrections.isEmpty || earlier.hasAny() {
      var new: [Reject] = []
      for reject in rows.rejects {
        let raw = reject.record
        if let row = try earlier.take(raw) {
          try transaction.updateRejectedRow(
            row, of: rows.importID, file: reject.file, line: reject.line, faults: faults.text(reject.faults),
            missing: reject.missing.map { try number($0, plan.entity) })
        } else if let known = corrections.take(raw, isCopy ? nil : plan.name) {
          let row = try record(reject, of: rows, corrected: known.text)
          if known.isRepeated { corrected.repeated.append(row) } else { corrected.new.append(row) }
        } else {
          new.append(reject)
        }
      }
      rows.rejects = new[...]
    }
    // If not all rejected rows are stored, a row of an earlier import may be among the others.
    let isComplete = result.rejected == result.rejects.count
    if !isTakenBack, isComplete { try transaction.closeRows(earlier.found(in: plan) + places) }
    return corrected
  }

  @discardableResult
  private mutating func record(_ reject: Reject, of rows: RejectedRows, corrected: String? = nil) throws -> Int64 {
    try transaction.recordRejectedRow(
      of: rows.importID, layout: rows.layout, file: reject.file, line: reject.line, record: reject.id,
      raw: reject.record, corrected: corrected, faults: faults.text(reject.faults),
      missing: reject.missing.map { try number($0, rows.entity) })
  }

  // A file of rejected rows has the original file and line of each row.
  private func placesBefore(_ plan: FilePlan) throws -> [Int64] {
    guard plan.format == .csv, let file = plan.columns.firstIndex(where: { $0.header == "_file" }),
      let line = plan.columns.firstIndex(where: { $0.header == "_line" })
    else { return [] }
    var reader = CSVReader(plan.text, dialect: plan.dialect)
    var rows: [Int64] = []
    while (try? reader.next()) ?? true {
      guard reader.fieldCount > max(file, line), let number = Int(String(decoding: reader[line], as: UTF8.self))
      else { continue }
      rows += try transaction.rejectedRows(
        of: plan.entity, file: String(decoding: reader[file], as: UTF8.self), line: number)
    }
    return rows
  }
}

/// The rejected rows of a file that are to be stored.
struct RejectedRows: Sendable {
  let importID: Int64
  let entity: EntityDescription
  /// The number of the file's layout.
  let layout: Int64
  var rejects: ArraySlice<Reject>
}

/// The corrections of rejected rows that were loaded since.
private struct KnownCorrections {
  private var left: [String: [(text: String, file: String)]]
  private let last: [String: String]

  init(_ corrections: [String: [(text: String, file: String)]]) {
    left = corrections
    last = corrections.compactMapValues { $0.last?.text }
  }

  var isEmpty: Bool { last.isEmpty }

  /// The correction of a row. Each is that of one row of a file, which has its record; others with that text are new.
  /// - Parameter file: the name of the file; nil for a copy of one with another name.
  mutating func take(_ raw: String, _ file: String?) -> (text: String, isRepeated: Bool)? {
    if let place = left[raw]?.firstIndex(where: { file == nil || $0.file == file }),
      let found = left[raw]?.remove(at: place)
    {
      return (found.text, true)
    }
    return last[raw].map { ($0, false) }
  }
}

/// The rejected rows of earlier imports of files with the same layout.
private struct EarlierRows {
  private let transaction: Transaction
  private let layout: Int64
  private var rows: [Int64: [Int64]]?

  init(_ transaction: Transaction, _ layout: Int64) {
    self.transaction = transaction
    self.layout = layout
  }

  private mutating func all() throws -> [Int64: [Int64]] {
    if let rows { return rows }
    let all = try transaction.rejectedRows(ofLayout: layout)
    rows = all
    return all
  }

  mutating func hasAny() throws -> Bool { try !all().isEmpty }

  /// The stored row with that text; each is returned once.
  mutating func take(_ raw: String) throws -> Int64? {
    guard try !all().isEmpty else { return nil }
    var text = raw
    let digest = text.withUTF8 { Transaction.digest(UnsafeRawBufferPointer($0)) }
    guard let row = try rows?[digest]?.first(where: { try transaction.isRow($0, raw) }) else { return nil }
    rows?[digest]?.removeAll { $0 == row }
    return row
  }

  /// The rows not taken that a file contains. The file is read only if there are such rows.
  mutating func found(in plan: FilePlan) throws -> [Int64] {
    guard try all().values.contains(where: { !$0.isEmpty }), let rows else { return [] }
    var found: Set<Int64> = []
    try plan.forEachRow { raw in
      guard let rows = rows[Transaction.digest(raw)], !rows.isEmpty else { return }
      let text = String(decoding: raw, as: UTF8.self)
      for row in rows where try transaction.isRow(row, text) { found.insert(row) }
    }
    return found.sorted()
  }
}

extension FilePlan {
  /// Passes every row as it is in the file.
  fileprivate func forEachRow(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch format {
    case .csv:
      var reader = CSVReader(text, dialect: dialect)
      while true {
        do throws(ReadingError) {
          guard try reader.next() else { return }
        } catch {}
        try body(reader.rawRecord)
      }
    case .json:
      var reader = try JSONRecordReader(text)
      while true {
        do throws(ReadingError) {
          guard try reader.next() else { return }
        } catch {}
        try body(reader.rawRecord)
      }
    }
  }
}

extension FileResult {
  /// The counts in their stored form.
  fileprivate var kept: StoredImport.File {
    StoredImport.File(
      file: file, entity: entity, read: read, inserted: inserted, updated: updated, unchanged: unchanged,
      rejected: rejected, unresolved: unresolved, remarks: remarks, records: records.ranges)
  }

  /// The counts of an import that was reverted.
  fileprivate var takenBack: StoredImport.File {
    StoredImport.File(
      file: file, entity: entity, read: read, inserted: 0, updated: 0, unchanged: 0, rejected: rejected, unresolved: 0,
      remarks: remarks)
  }
}
