import Foundation
import KartotekaModel

extension Store {
  /// Makes a database of what can be read of a damaged one.
  ///
  /// All tables are made anew of the model, and rows that keep their rules are copied. What refers to a lost record refers to
  /// nothing, or is left out where it can't. The history is copied if all of it can be read; else one change set takes its place.
  /// - Parameters:
  ///   - copy: a copy of the damaged file that nobody else has. It is not written.
  ///   - url: the place of the new database, where nothing may be.
  ///   - description: the description of which the model is, if the database has it in itself.
  ///   - known: the numbers of records that are known otherwise, by entities.
  ///   - progress: receives the finished share; an error that it throws ends the work.
  /// - Throws: ``StoreError``, also where the file has another application's tables, or nothing in it can be read; nothing is at
  ///   the place then.
  package static func salvage(
    _ model: ModelDescription, from copy: URL, to url: URL, description: StoredDescription? = nil,
    known: [String: Int] = [:], options: StoreOptions = StoreOptions(),
    progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> SalvageReport {
    let source = try openDamaged(copy)
    let builder = try StoreBuilder(model, at: url)
    var report = SalvageReport()
    try source.unsafeRead { damaged in
      try builder.fill { filler in
        report = try DatabaseCopy.translating(copy) {
          var salvage = try Salvage(model, of: damaged, into: filler, known: known, progress: progress)
          return try salvage.run(steps: Set(options.migrations.map(\.name)), description: description)
        }
        return StoreBuilder.Origin(
          changedEntities: Set(report.entities.filter { !$0.isWhole }.map(\.name)), description: nil)
      }
    }
    try? source.close()
    if let broken = try builder.brokenReference() {
      throw StoreError.unusable(
        path: copy.path(percentEncoded: false), problem: .damaged("FOREIGN KEY \(broken.table) → \(broken.target)"))
    }
    try builder.publish()
    return report
  }

  fileprivate static func openDamaged(_ copy: URL) throws -> ConnectionQueue {
    var settings = ConnectionQueue.Settings()
    settings.isReadOnly = true
    settings.prepare = { database in
      // Parts of the schema that can't be read are no reason to read nothing, and what is in it is run by nobody. Cells that are
      // longer than their page are noticed.
      try database.execute(
        "PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON")
    }
    return try DatabaseCopy.translating(copy) {
      try ConnectionQueue(copy.path(percentEncoded: false), settings)
    }
  }
}

extension StoredDescription {
  /// Reads the description from a damaged file.
  /// - Parameter copy: a copy of it that nobody else has.
  /// - Returns: nil where it has none.
  /// - Throws: ``StoreError/unusable(path:problem:)`` where it can't be read.
  package static func read(ofDamaged copy: URL) throws -> StoredDescription? {
    let source = try Store.openDamaged(copy)
    return try DatabaseCopy.translating(copy) { try source.unsafeRead { try DescriptionTable.stored(in: $0) } }
  }
}
