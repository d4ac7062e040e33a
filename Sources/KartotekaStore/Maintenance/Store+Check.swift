import Foundation
import KartotekaModel

extension Store {
  /// Looks for damage in a database file and in the files beside it, while others may use it. Nothing is changed.
  ///
  /// The time it takes grows with the data: every page, key and file is read. Other writers wait while the search indices
  /// are compared.
  /// - Returns: the faults; empty for a file that is as it should be.
  /// - Throws: ``StoreError`` `.unusable` for a file that is no database of the application or can't be read at all, `.busy`.
  package static func check(_ model: ModelDescription, at url: URL) throws -> [CheckFinding] {
    let mapping = ModelMapping(model, blobs: BlobFolder(beside: url, StoreOptions()))
    // The log of another file must not be read with this one.
    _ = DatabaseFiles.setForeignLogAside(at: url.path(percentEncoded: false))
    try Schema.inspect(at: url, for: model)
    return try DatabaseCopy.translating(url) {
      let findings = try connection(to: url, of: model).unsafeRead { database in
        // Rolled back, with the temporary views that are made.
        try database.execute("BEGIN DEFERRED")
        defer { try? database.execute("ROLLBACK") }
        return try DatabaseCheck(mapping: mapping, database: database).findings()
      }
      let canBeSearched = !findings.contains {
        switch $0 {
        case .damaged, .outdated, .missing: true
        default: false
        }
      }
      // SQLite checks a search index by a statement that writes.
      guard canBeSearched, FileAccess(url).isWritable else { return findings }
      var search: [CheckFinding] = []
      try connection(to: url, of: model).inTransaction(.immediate) { database in
        search = try DatabaseCheck(mapping: mapping, database: database).searchFindings()
        return .rollback
      }
      return findings + search.filter { !findings.contains($0) }
    }
  }

  // Not one that only reads: SQLite forgets the CHECK clauses of a file that is opened so.
  private static func connection(to url: URL, of model: ModelDescription) throws -> ConnectionQueue {
    var settings = ConnectionQueue.Settings()
    settings.busyTimeout = StoreOptions().busyTimeout
    settings.prepare = { try StoreFunctions.add(to: $0, ownKinds: model.ownKinds) }
    return try ConnectionQueue(FileAccess(url).location, settings)
  }

  /// Rebuilds all that is derived from records: indices, derived entities, sort keys, search indices and triggers.
  /// Records, links and files stay as they are.
  /// - Throws: ``StoreError`` `.busy`, `.disk`; everything is as it was then.
  func repair() async throws {
    try await remakeDependents { database in
      try database.execute("REINDEX")
      try ChangeLog.removeUnreadable(in: database)
      return true
    }
  }

  /// Compares the schema with the platform's. Tables, indices and triggers that another program has dropped or changed, as tools
  /// do that rebuild a table, are made anew in the background, since changes were not logged meanwhile.
  /// - Returns: the names of what is missing or changed, once for each change.
  func checkSchema() async -> [String] {
    guard !mapping.isOpened, file.loss == nil, let version = try? probe.schemaVersion(),
      core.completeSchema.withLock({ $0 != version }),
      // Of another description there are other triggers, which are right.
      !(await hasOtherDescription()),
      let missing = try? await read(noting: nil, { try DependentSchema(mapping: mapping).lost(in: $0) })
    else { return [] }
    core.completeSchema.withLock { $0 = version }
    guard !missing.isEmpty else { return [] }
    inBackground("schema") { store in
      do {
        try await store.remakeDependents { [mapping = store.mapping, options = store.options] in
          guard try DescriptionTable.revision(in: $0) == options.description.revision else { return false }
          return try !DependentSchema(mapping: mapping).lost(in: $0).isEmpty
        }
        return nil
      } catch StoreError.busy {
        return .milliseconds(250)
      } catch {
        // A table of the model is missing; reads of it report that.
        return nil
      }
    }
    return missing
  }

  /// - Parameter isNeeded: is asked in the transaction.
  private func remakeDependents(where isNeeded: @escaping @Sendable (SQLConnection) throws -> Bool) async throws {
    try await translating {
      try await writer.writeWithoutTransaction { [mapping] database in
        try database.withoutForeignKeys {
          try database.inTransaction(.immediate) {
            guard try isNeeded(database) else { return .rollback }
            let dependents = DependentSchema(mapping: mapping)
            try dependents.drop(in: database)
            try dependents.make(in: database)
            return .commit
          }
        }
      }
      try await follow()
    }
  }
}
