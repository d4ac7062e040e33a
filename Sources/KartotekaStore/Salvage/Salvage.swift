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
  let filler: StoreFiller
  /// The numbers of records that are known otherwise, by entities.
  let known: [String: Int]
  /// Receives the finished share; an error that it throws ends the work.
  let progress: (Double) throws -> Void
  /// The tables of the damaged database, with their columns.
  private let found: [String: Set<String>]
  private var report = SalvageReport()

  init(
    _ model: ModelDescription, of damaged: SQLConnection, into filler: StoreFiller, known: [String: Int],
    progress: @escaping (Double) throws -> Void
  ) throws {
    (self.model, self.damaged, self.filler) = (model, damaged, filler)
    (self.known, self.progress) = (known, progress)
    found = try Self.tables(in: damaged)
    try checkShape()
  }

  private static func tables(in database: SQLConnection) throws -> [String: Set<String>] {
    var tables: [String: Set<String>] = [:]
    // Ordinary tables alone: a view, or a table of a module, is not what it is called like.
    let rows = try RawStatement(
      PreparedStatement(
        """
        SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' AND name NOT GLOB 'sqlite_*'
        """, in: database), in: database)
    defer { rows.reset() }
    do {
      while try rows.step() {
        let name = rows.text(column: 0)
        tables[name] = Set((try? database.columns(of: name)) ?? [])
      }
    } catch let error as SQLError where error.isDamage {
      // What comes behind the damage is not known to SQLite either.
    }
    return tables
  }

  // A table of another version has other columns, or numbers with another scale. It would be read wrongly.
  private func checkShape() throws {
    let noted = try? StoredModel(in: damaged)
    let expected = StoredModel(model)
    var missing: [String] = []
    for (table, columns) in expected.tables {
      guard let existing = found[table] else { continue }
      for (name, column) in columns {
        let isOther = noted?.tables[table].map { $0[name]?.kind != column.kind || $0[name]?.scale != column.scale }
        if !existing.contains(name) || isOther == true { missing.append("\(table).\(name)") }
      }
    }
    let isForeign = !expected.tables.keys.contains { found[$0] != nil }
    guard missing.isEmpty, !isForeign else {
      throw StoreError.unusable(
        path: damaged.path, problem: .foreign(missing: isForeign ? expected.tables.keys.sorted() : missing.sorted()))
    }
  }

  /// Copies what can be read.
  /// - Parameters:
  ///   - steps: the names of the migrations that the model has behind it.
  ///   - description: the description of which the model is, if the database has it in itself.
  mutating func run(steps: Set<String>, description: StoredDescription?) throws -> SalvageReport {
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
      let copied = try copy(table) { count in try progress(min(0.8, Double(done + count) / Double(total))) }
      done += copied.count
      report.entities[index].saved = copied.count
      report.entities[index].refused = copied.refused
      report.entities[index].isCut = !copied.isWhole
    }
    for table in all where table.role == .links {
      let copied = try copy(table)
      if !copied.isWhole { report.areLinksCut = true }
      report.lostLinks = report.lostLinks.addingClamped(copied.refused.count)
    }
    try copyPlatform(all.filter { $0.role == .platform }, steps)
    try copyArchives()
    if let description {
      _ = try copy(filler.makeDescriptions())
      try filler.note(description)
    } else if found[DescriptionTable.name] != nil {
      // That of an application in code, which could not be read.
      report.lostParts.insert(.fields)
    }
    try closeReferences(records, all.filter { $0.role == .links })
    if report.lostParts.contains(.history) { try filler.noteSalvage(records, as: Self.changeSetName) }
    report.lostFiles = try copyFiles()
    try progress(1)
    return report
  }

  private func knownCount(of entity: EntityDescription) throws -> Int? {
    if let count = known[entity.name] { return count }
    guard found[entity.table] != nil else { return nil }
    // An index has as many entries as the table has rows, and may be whole.
    let counted = try? Int(RawStatement("SELECT count(*) FROM \(SQL.name(entity.table))", in: damaged).integer() ?? 0)
    return counted ?? (try? RecordCounts(database: damaged).stored(entity))
  }

  // MARK: Tables

  /// The outcome of copying a table.
  struct Copied {
    var count = 0
    var refused = SalvageReport.Records()
    var isWhole = true
  }

  func copy(_ table: CopiedTable, _ step: (Int) throws -> Void = { _ in }) throws -> Copied {
    var copied = Copied()
    // A table that an older file may lack has no rows.
    guard let columns = found[table.name] else {
      copied.isWhole = table.role == .platform
      return copied
    }
    let key = table.primaryKey.first.flatMap { name in
      table.columns.first { $0.name == name }?.form == .integer ? name : nil
    }
    let isUnique = table.primaryKey.count == 1
    let keyed = key ?? (table.primaryKey.isEmpty ? "_rowid_" : nil)
    // The first key of links is a record's.
    let numbered = isUnique ? table.name : table.references.first?.table
    let source = DamagedTable(
      database: damaged, name: table.name, columns: table.columns.map { columns.contains($0.name) ? $0.name : nil },
      key: keyed, isUnique: isUnique || key == nil, greatest: numbered.flatMap { try? damaged.lastNumber(of: $0) })
    // A row that comes twice is the same one only where its key was not unique.
    let writer = try filler.writer(of: table, replacing: key != nil && !isUnique)
    var outcome = DamagedTable.Outcome()
    do {
      outcome = try source.read { row in
        let isValid = Self.write(row, table, to: writer)
        do {
          guard isValid else { throw CopiedRowRefused(reason: "") }
          try writer.insert()
          copied.count += 1
        } catch is CopiedRowRefused {
          copied.refused.add(row.integer(column: 0))
        }
        if copied.count % 1_000 == 999 { try step(copied.count) }
      }
    } catch let error as SQLError where error.isDamage || error.kind == .statement {
      // Its definition can't be read.
      outcome.isWhole = false
    }
    copied.isWhole = outcome.isWhole
    if table.hasNumbers {
      // A number that is too great to go on behind it is a damaged one.
      let noted = (try? damaged.lastNumber(of: table.name)).flatMap { (0...(1 << 53)).contains($0) ? $0 : nil }
      if let last = [outcome.last, noted].compactMap(\.self).max() { try filler.setLastNumber(table, last) }
    }
    return copied
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
      let copied = try copy(table)
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
    for name in found.keys.sorted() where name.hasPrefix(Archive.prefix) {
      guard let columns = try? damaged.columns(of: name), !columns.isEmpty else {
        report.lostParts.insert(.archives)
        continue
      }
      let copied = try copy(filler.makeArchive(name, columns: columns))
      if !copied.isWhole || copied.refused.count > 0 { report.lostParts.insert(.archives) }
    }
  }

  // MARK: References and files

  // A record that can't be without a lost one is lost, too, and so are those that can't be without it.
  private mutating func closeReferences(_ records: [CopiedTable], _ links: [CopiedTable]) throws {
    let names = Set(records.map(\.name))
    var isChanged = true
    while isChanged {
      isChanged = false
      for table in records {
        guard let index = report.entities.firstIndex(where: { model.entity(named: $0.name)?.table == table.name })
        else {
          continue
        }
        for reference in table.references where names.contains(reference.table) {
          let isRequired = table.columns.first { $0.name == reference.column }?.isRequired == true
          let ids = try filler.close(reference, of: table, isRequired: isRequired)
          guard !ids.isEmpty else { continue }
          if isRequired {
            isChanged = true
            report.entities[index].saved -= ids.count
            for id in ids { report.entities[index].orphaned.add(id) }
          } else {
            let name = model.entities.first { $0.table == table.name }?.relationships
              .first { $0.cardinality == .toOne && $0.column == reference.column }?.name
            for id in ids { report.entities[index].emptied[name ?? reference.column, default: .init()].add(id) }
          }
        }
      }
    }
    for table in links {
      for reference in table.references where names.contains(reference.table) {
        report.lostLinks = report.lostLinks.addingClamped(try filler.removeLinks(of: table, without: reference))
      }
    }
  }

  // The bytes are compared with their SHA-256: a damaged file is none.
  private func copyFiles() throws -> Int {
    guard found[PackedBlobs.table] != nil || found[PackedBlobs.parts] != nil else { return 0 }
    var lost = 0
    for digest in try filler.digests().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try progress(0.9)
      do { if try !copyFile(digest) { lost += 1 } } catch let error as SQLError where error.isDamage { lost += 1 }
    }
    return lost
  }

  private func copyFile(_ digest: [UInt8]) throws -> Bool {
    for (table, order) in [(PackedBlobs.table, ""), (PackedBlobs.parts, " ORDER BY part")] where found[table] != nil {
      let rows = try RawStatement(
        PreparedStatement("SELECT bytes FROM \(table) WHERE digest = ?\(order)", in: damaged), in: damaged)
      digest.withUnsafeBytes { rows.bind(blob: $0, at: 1) }
      defer { rows.reset() }
      let receiver = filler.receiver()
      var isThere = false
      while try rows.step() {
        isThere = true
        try receiver.append(rows.blob(column: 0))
      }
      if isThere { return try filler.storeFile(receiver) == digest }
    }
    return false
  }
}
