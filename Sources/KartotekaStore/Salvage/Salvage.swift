import Foundation
import KartotekaModel

/// Makes a database of what can be read of a damaged one: with tables made anew of the model, into which the rows are copied that
/// SQLite still reads and that keep the tables' rules.
struct Salvage {
  /// The tables of the history, which mean something together only.
  static let history: Set<String> = [
    UndoLog.table, UndoLog.images.name, UndoLog.parts.name, Retention.table, BlobUses.table, ImageBlobs.bytes.name,
    ImageBlobs.users.name, MetaTable.unfinished, ChangeLog.table,
  ]
  static let changeSetName: Phrase = "Saved from a damaged backup"

  let model: ModelDescription
  let damaged: SQLConnection
  /// Whether all tables of the damaged database are known.
  let isSchemaWhole: Bool
  /// The tables of which pages were found to which nothing leads any more.
  let mended: Set<String>
  /// The tables of which that is not certain.
  let uncertain: Set<String>
  /// The tables of which the file has no names and that were found by their rows.
  let unnamed: UnnamedTables?
  /// The folder of pictures and files that may lie beside the damaged file.
  let files: BlobFolder?
  let filler: StoreFiller
  /// The numbers of records that are known otherwise, by entities.
  let known: [String: Int]
  /// The bytes of the damaged database.
  let size: Int64
  let watch: SalvageWatch
  let allowance: SalvageAllowance
  /// The tables of the damaged database, with their columns.
  let found: [String: Set<String>]
  /// The model that the damaged database has noted; nil if that can't be read.
  let noted: StoredModel?
  var report = SalvageReport()

  /// - Parameters:
  ///   - damaged: the connection of the source, as it is lent.
  ///   - allowance: the bytes that may be read; nil for those of the file.
  init(
    _ model: ModelDescription, of damaged: SQLConnection, _ source: DamagedDatabase, files: BlobFolder?,
    into filler: StoreFiller, known: [String: Int], watch: SalvageWatch, allowance: SalvageAllowance? = nil
  ) throws {
    (self.model, self.damaged, self.filler, self.files) = (model, damaged, filler, files)
    (self.known, self.watch, mended, uncertain) = (known, watch, source.mended, source.uncertain)
    unnamed = source.unnamed
    size = ["", "-wal"].reduce(0) { $0.addingClamped(Disk.size(of: URL(filePath: damaged.path + $1))) }
    self.allowance = allowance ?? SalvageAllowance(size)
    let (tables, areWhole) = try Self.tables(in: damaged)
    noted = try? StoredModel(in: damaged)
    isSchemaWhole = source.isSchemaWhole && areWhole
    found = try Self.checked(tables, of: model, noted, isSchemaWhole, damaged.path)
  }

  /// Copies what can be read.
  /// - Parameters:
  ///   - steps: the names of the migrations that the model has behind it.
  ///   - description: the description of which the model is, if the database has it in itself.
  ///   - isGiven: whether it takes the place of those that the damaged database has.
  mutating func run(
    steps: Set<String>, description: StoredDescription?, isGiven: Bool
  ) throws -> SalvageReport {
    let all = filler.tables
    let records = all.filter { $0.role == .records }
    report.entities = try model.entities.filter { !$0.isDerived }.map {
      SalvageReport.Entity(name: $0.name, known: try knownCount(of: $0))
    }
    let total = max(1, report.entities.reduce(0) { $0.addingClamped($1.known ?? 0) })
    var done = 0
    for table in records {
      guard let index = report.entities.firstIndex(where: { model.entity(named: $0.name)?.table == table.name }) else {
        continue
      }
      let copied = try copy(table) { count in try watch.progress(min(0.7, 0.7 * Double(done + count) / Double(total))) }
      done += copied.count
      report.entities[index].saved = copied.count
      report.entities[index].refused = copied.refused
      // Of a table with a lost page it is known otherwise whether all of it is there.
      let isAll = mended.contains(table.name) && copied.count == report.entities[index].known
      report.entities[index].isCut = !copied.isWhole && !(isAll && !copied.isExcessive)
      report.entities[index].isUncertain = uncertain.contains(table.name)
      report.entities[index].isUnnamed = unnamed?.names.contains(table.name) == true
      report.entities[index].isExcessive = copied.isExcessive
      // A number that was noted before another program added records says nothing.
      if let known = report.entities[index].known, known < copied.count {
        report.entities[index].known = copied.isWhole ? copied.count : nil
      }
    }
    for table in all where table.role == .links {
      let copied = try copy(table) { _ in try watch.progress(0.7) }
      if !copied.isWhole { report.areLinksCut = true }
      report.lostLinks = report.lostLinks.addingClamped(copied.refused.count)
    }
    try copyPlatform(all.filter { $0.role == .platform }, steps)
    try copyArchives()
    if let description {
      let table = try filler.makeDescriptions()
      if !isGiven { _ = try copy(table) }
      try filler.note(description)
    } else if found[DescriptionTable.name] != nil {
      // That of an application in code, which could not be read.
      report.lostParts.insert(.fields)
    }
    if hasOtherFields { report.lostParts.insert(.fields) }
    try closeReferences(records, all.filter { $0.role == .links })
    if report.lostParts.contains(.history) { try filler.noteSalvage(records, as: Self.changeSetName) }
    report.unnamedRows = unnamed?.uncertainRows ?? 0
    report.lostFiles = try copyFiles()
    try watch.progress(1)
    return report
  }

  private func knownCount(of entity: EntityDescription) throws -> Int? {
    if let count = known[entity.name] { return count }
    guard found[entity.table] != nil, !mended.contains(entity.table) else {
      return try? RecordCounts(database: damaged).stored(entity)
    }
    // An index has as many entries as the table has rows, and may be whole. Each takes some bytes: pages that refer to each other
    // have entries without end. A count of all in one step of SQLite's machine could not be ended.
    let counted = try? damaged.first(
      Int.self, "SELECT count(1) FROM (SELECT 1 FROM \(SQL.name(entity.table)) LIMIT ?)", [size])
    return counted ?? (try? RecordCounts(database: damaged).stored(entity))
  }

  // MARK: Tables

  /// The outcome of copying a table.
  struct Copied {
    var count = 0
    var refused = SalvageReport.Records()
    var isWhole = true
    /// Whether there are more bytes than the file has.
    var isExcessive = false
  }

  func copy(_ table: CopiedTable, _ step: (Int) throws -> Void = { _ in }) throws -> Copied {
    var copied = Copied()
    guard let columns = found[table.name] else {
      // A table that an older file may lack has no rows, if all of its tables are known.
      copied.isWhole = table.role == .platform && isSchemaWhole
      return copied
    }
    let key = table.primaryKey.first.flatMap { name in
      table.columns.first { $0.name == name }?.form == .integer ? name : nil
    }
    let isUnique = table.primaryKey.count == 1
    let keyed = key ?? (table.primaryKey.isEmpty ? DamagedTable.rowNumber : nil)
    // The first key of links is a record's.
    let numbered = isUnique ? table.name : table.references.first?.table
    let source = DamagedTable(
      database: damaged, name: table.name, columns: table.columns.map { columns.contains($0.name) ? $0.name : nil },
      key: keyed, isUnique: isUnique || key == nil, greatest: numbered.flatMap { try? damaged.lastNumber(of: $0) })
    // A row that comes twice is the same one only where its key was not unique.
    let writer = try filler.writer(of: table, replacing: key != nil && !isUnique)
    var outcome = DamagedTable.Outcome()
    var turns = 0
    allowance.begin()
    do {
      outcome = try source.read(
        check: { try step(copied.count) },
        withdraw: { if try filler.remove($0, from: table) { copied.count -= 1 } },
        { row in
          turns += 1
          if turns % 1_000 == 0 { try step(copied.count) }
          try allowance.take(row.bytes(in: 1..<table.columns.count + 1))
          do {
            guard Self.isNumber(row.integer(column: 0), of: table), Self.write(row, table, to: writer) else {
              throw CopiedRowRefused(reason: "")
            }
            try writer.insert()
            copied.count += 1
          } catch is CopiedRowRefused {
            copied.refused.add(row.integer(column: 0))
          }
        })
    } catch let error as SQLError where error.isDamage || error.kind == .statement {
      // Its definition can't be read.
      outcome.isWhole = false
    } catch is SalvageAllowance.Spent {
      (outcome.isWhole, copied.isExcessive) = (false, true)
    }
    copied.isWhole = outcome.isWhole && !mended.contains(table.name)
    if table.hasNumbers {
      // A number that is too great to go on behind it is a damaged one.
      let noted = (try? damaged.lastNumber(of: table.name)).flatMap {
        (0...DamagedTable.mostKeys).contains($0) ? $0 : nil
      }
      if let last = [try filler.greatestNumber(of: table), noted].compactMap(\.self).max() {
        try filler.setLastNumber(table, last)
      }
    }
    return copied
  }

  // A record with a damaged number that is much too great would leave no number for the next one.
  private static func isNumber(_ key: Int64, of table: CopiedTable) -> Bool {
    table.role != .records || (1...DamagedTable.mostKeys).contains(key)
  }

  // Whether the values can be those of the columns. The table's own rules are checked when the row is inserted.
  private static func write(_ row: RawStatement, _ table: CopiedTable, to writer: CopiedRowWriter) -> Bool {
    for place in table.columns.indices {
      let column = place + 1
      switch row.storage(column: column) {
      case nil: writer.setNull(place)
      case .integer: writer.set(place, row.integer(column: column))
      case .real: writer.set(place, row.real(column: column))
      case .text:
        let text = row.bytes(column: CInt(column))
        // An emptied page at the end of a long text is read without an error.
        guard UTF8Validation.firstFault(in: text) == nil else { return false }
        writer.set(place, text: text)
      case .blob: writer.set(place, bytes: row.blob(column: column))
      }
    }
    return true
  }

  // MARK: The platform's tables

  private mutating func copyPlatform(_ tables: [CopiedTable], _ steps: Set<String>) throws {
    var isHistoryWhole = found[UndoLog.table] != nil
    for table in tables {
      let isMeta = table.name == MetaTable.name
      let copied = try copy(table) { _ in try watch.progress(0.8) }
      if isMeta { try filler.noteSteps(steps, isWhole: copied.isWhole) }
      guard !copied.isWhole || copied.refused.count > 0 else { continue }
      if Self.history.contains(table.name) {
        isHistoryWhole = false
      } else if !isMeta, table.name != IdempotencyTable.name {
        report.lostParts.insert(Self.part(of: table.name))
      }
    }
    if !isHistoryWhole {
      try filler.empty(tables.filter { Self.history.contains($0.name) })
      report.lostParts.insert(.history)
    }
  }

  private static func part(of table: String) -> SalvageReport.Part {
    switch table {
    case SettingsTable.name: .settings
    case ViewTable.name, PrivateViewTable.name: .views
    case JobTable.name: .jobs
    case DistinctRecords.table, NumberCounter.name: .others
    default: .imports
    }
  }

  private mutating func copyArchives() throws {
    let known = noted.map { Set($0.archives.keys) }
    if !isSchemaWhole, known.map({ !$0.isSubset(of: found.keys) }) ?? true { report.lostParts.insert(.archives) }
    for name in found.keys.sorted() where name.hasPrefix(Archive.prefix) {
      guard let columns = try? damaged.columns(of: name), !columns.isEmpty else {
        report.lostParts.insert(.archives)
        continue
      }
      let copied = try copy(filler.makeArchive(name, columns: columns)) { _ in try watch.progress(0.8) }
      if !copied.isWhole || copied.refused.count > 0 { report.lostParts.insert(.archives) }
    }
  }
}
