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
  ///   - known: the numbers of records that are known otherwise, by entities.
  ///   - progress: receives the finished share; an error that it throws ends the work.
  /// - Throws: ``StoreError``, also where the file has another application's tables, or nothing in it can be read; nothing is at
  ///   the place then.
  package static func salvage(
    _ model: ModelDescription, from copy: URL, of original: URL? = nil, to url: URL,
    description: StoredDescription? = nil,
    known: [String: Int] = [:], options: StoreOptions = StoreOptions(),
    progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> SalvageReport {
    let source = try DamagedDatabase(copy)
    let builder = try StoreBuilder(model, at: url)
    var report = SalvageReport()
    let files = original.map { BlobFolder(beside: $0, StoreOptions()) }
    try source.queue.unsafeRead { damaged in
      try builder.fill { filler in
        report = try DatabaseCopy.translating(copy) {
          var salvage = try Salvage(
            model, of: damaged, isSchemaWhole: source.isSchemaWhole, files: files, into: filler, known: known,
            progress: progress)
          return try salvage.run(steps: Set(options.migrations.map(\.name)), description: description)
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
    try builder.publish()
    return report
  }
}

extension StoredDescription {
  /// Reads what can be read of the descriptions in a damaged file.
  /// - Parameter copy: a copy of it that nobody else has.
  /// - Returns: the revisions, newest first; none where it has no description.
  /// - Throws: ``StoreError/unusable(path:problem:)`` where none can be read.
  package static func revisions(ofDamaged copy: URL) throws -> [StoredDescription] {
    let source = try DamagedDatabase(copy)
    return try DatabaseCopy.translating(copy) {
      try source.queue.unsafeRead { database in
        guard try database.hasTable(DescriptionTable.name) else {
          if source.isSchemaWhole { return [] }
          throw SQLError.damagedFile
        }
        let table = DamagedTable(
          database: database, name: DescriptionTable.name, columns: ["document"], key: "revision", isUnique: true,
          greatest: nil, mostTries: 2_000)
        var found: [Int64: String] = [:]
        let outcome = try table.read(
          withdraw: { found[$0] = nil },
          { row in if row.storage(column: 1) == .text { found[row.integer(column: 0)] = row.text(column: 1) } })
        if found.isEmpty, !outcome.isWhole { throw SQLError.damagedFile }
        return found.sorted { $0.key > $1.key }.map { StoredDescription(revision: $0.key, json: $0.value) }
      }
    }
  }
}
