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
      let source = try DamagedDatabase(copy, seeksLeaves: true, check)
      let builder = try StoreBuilder(model, at: url, check: check)
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
