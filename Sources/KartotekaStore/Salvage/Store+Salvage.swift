import Foundation
import KartotekaModel

extension Store {
  /// Makes a database of what can be read of a damaged one.
  ///
  /// All tables are made anew of the model, and rows that keep their rules are copied. What refers to a lost record refers to
  /// nothing, or is left out where it can't. The history is copied if all of it can be read; else one change set takes its place.
  /// - Parameters:
  ///   - copy: a copy of the damaged file that nobody else has. It is not written.
  ///   - original: the damaged file itself, beside which pictures and files may lie; nil if they can only be in the copy.
  ///   - url: the place of the new database, where nothing may be.
  ///   - description: the description of which the model is, if the database has it in itself.
  ///   - isGiven: whether the description takes the place of all that the damaged file has.
  ///   - known: the numbers of records that are known otherwise, by entities.
  ///   - progress: receives the finished share, also while a single step takes long; an error that it throws ends the work.
  /// - Throws: ``StoreError``, also where the file has another application's tables, or nothing in it can be read; nothing is at
  ///   the place then.
  package static func salvage(
    _ model: ModelDescription, from copy: URL, of original: URL? = nil, to url: URL,
    description: StoredDescription? = nil, isGiven: Bool = false,
    known: [String: Int] = [:], options: StoreOptions = StoreOptions(),
    progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> SalvageReport {
    try salvage(
      model, from: copy, of: original, to: url, description: description, isGiven: isGiven, known: known,
      options: options, watch: SalvageWatch(url, progress))
  }

  static func salvage(
    _ model: ModelDescription, from copy: URL, of original: URL? = nil, to url: URL,
    description: StoredDescription? = nil, isGiven: Bool = false,
    known: [String: Int] = [:], options: StoreOptions = StoreOptions(), watch: SalvageWatch,
    allowance: SalvageAllowance? = nil
  ) throws -> SalvageReport {
    let check = StatementCheck(watch.look)
    return try check.naming {
      let builder = try StoreBuilder(model, at: url, check: check)
      let source = try DamagedDatabase(copy, seeksLeaves: true, seeking: builder.candidates(model), check)
      var report = SalvageReport()
      let files = original.map { BlobFolder(beside: $0, StoreOptions()) }
      try source.queue.unsafeRead { damaged in
        try builder.fill { filler in
          report = try DatabaseCopy.translating(copy) {
            var salvage = try Salvage(
              model, of: damaged, source, files: files, into: filler, known: known, watch: watch,
              allowance: allowance)
            return try salvage.run(
              steps: Set(options.migrations.map(\.name)), description: description, isGiven: isGiven)
          }
          return StoreBuilder.Origin(
            changedEntities: Set(report.entities.filter { !$0.isWhole }.map(\.name)), description: nil)
        }
      }
      try? source.queue.close()
      if let broken = try builder.brokenReference() {
        throw StoreError.unusable(
          path: copy.path(percentEncoded: false), problem: .damaged("FOREIGN KEY \(broken.table) → \(broken.target)"))
      }
      try check.look()
      try builder.publish()
      return report
    }
  }
}

extension StoreBuilder {
  /// All tables of the application with numbered rows, as the new database has them.
  fileprivate func candidates(_ model: ModelDescription) throws -> [UnnamedTables.Candidate] {
    let records = Set(CopiedTable.records(of: model).filter { $0.role == .records }.map(\.name))
    let keys = model.entities.compactMap { SortKeyTable($0) }
    let folded = Dictionary(
      keys.map { ($0.table, UnnamedTables.Candidate.foldedColumns(of: $0)) }, uniquingKeysWith: { first, _ in first })
    // The new database has none of other languages yet.
    let collated = keys.flatMap(\.collated).map(UnnamedTables.Candidate.init(keys:))
    return try collated
      + read { database in
        try LostLeaves.Table.all(in: database).compactMap { table in
          // A search index has tables of blocks, which records never are.
          guard !table.name.hasPrefix("sqlite_"), !table.name.hasPrefix("kartoteka_search_"),
            let sql = try database.first(
              String.self, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [table.name])
          else { return nil }
          return UnnamedTables.Candidate(
            table: table, sql: sql, isOfRecords: records.contains(table.name), keys: folded[table.name])
        }
      }
  }
}

extension UnnamedTables.Candidate {
  /// The table of the sort keys of a language.
  fileprivate init(keys: SortKeyTable) {
    let columns = keys.columns.map { column -> LostLeaves.Column in
      guard case .attribute(let attribute) = column else {
        return LostLeaves.Column(kind: .integer, isRequired: false, isNumber: false)
      }
      if SortKeyTable.isFolded(column) { return LostLeaves.Column(kind: .text, isRequired: true, isNumber: false) }
      let kind: LostLeaves.Column.Kind =
        switch attribute.behavior.storage.rawValue.uppercased() {
        case "INTEGER": .integer
        case "REAL": .real
        case "TEXT": .text
        case "BLOB": .blob
        default: .any
        }
      return LostLeaves.Column(kind: kind, isRequired: false, isNumber: false)
    }
    let number = LostLeaves.Column(kind: .integer, isRequired: false, isNumber: true)
    self.init(
      table: LostLeaves.Table(name: keys.table, root: 0, columns: [number] + columns), sql: "", isOfRecords: false,
      keys: Self.foldedColumns(of: keys))
  }

  fileprivate static func foldedColumns(of keys: SortKeyTable) -> Set<Int> {
    // Behind the number of the record.
    Set(keys.columns.indices.filter { SortKeyTable.isFolded(keys.columns[$0]) }.map { $0 + 1 })
  }
}

extension Store {
  /// The number of rows in a damaged file whose tables have lost their names, as far as they may be records.
  /// - Parameters:
  ///   - copy: a copy of it that nobody else has.
  ///   - look: is called while it is read; an error that it throws ends the work.
  /// - Throws: ``StoreError``, and what the check throws.
  package static func unnamedRows(
    ofDamaged copy: URL, check look: @escaping () throws -> Void = {}
  ) throws -> Int {
    let watch = SalvageWatch(copy, { _ in try look() })
    let check = StatementCheck(watch.look)
    return try check.naming { try DamagedDatabase.unnamedRows(of: copy, check) }
  }
}

extension StoredDescription {
  /// Reads what can be read of the descriptions in a damaged file.
  /// - Parameters:
  ///   - copy: a copy of it that nobody else has.
  ///   - look: is called while it is read; an error that it throws ends the work.
  /// - Returns: the revisions, newest first; none where it has no description.
  /// - Throws: ``StoreError/unusable(path:problem:)`` where none can be read, and what the check throws.
  package static func revisions(
    ofDamaged copy: URL, check look: @escaping () throws -> Void = {}
  ) throws -> [StoredDescription] {
    let watch = SalvageWatch(copy, { _ in try look() })
    let check = StatementCheck(watch.look)
    return try check.naming {
      let source = try DamagedDatabase(copy, seeksLeaves: false, check)
      return try DatabaseCopy.translating(copy) { try source.queue.unsafeRead { try read($0, source, check) } }
    }
  }

  private static func read(
    _ database: SQLConnection, _ source: DamagedDatabase, _ check: StatementCheck
  ) throws -> [StoredDescription] {
    guard try database.hasTable(DescriptionTable.name) else {
      if source.isSchemaWhole { return [] }
      throw SQLError.damagedFile
    }
    let table = DamagedTable(
      database: database, name: DescriptionTable.name, columns: ["document"], key: "revision", isUnique: true,
      greatest: nil, mostTries: 2_000)
    let allowance = SalvageAllowance(Disk.size(of: URL(filePath: database.path)))
    var found: [Int64: String] = [:]
    var isWhole = false
    do {
      isWhole = try table.read(
        check: check.look, withdraw: { found[$0] = nil },
        { row in
          guard row.storage(column: 1) == .text else { return }
          try allowance.take(row.bytes(in: 1..<2))
          found[row.integer(column: 0)] = row.text(column: 1)
        }
      ).isWhole
    } catch is SalvageAllowance.Spent {
      // The others may be as good.
    }
    if found.isEmpty, !isWhole { throw SQLError.damagedFile }
    return found.sorted { $0.key > $1.key }.map { StoredDescription(revision: $0.key, json: $0.value) }
  }
}
