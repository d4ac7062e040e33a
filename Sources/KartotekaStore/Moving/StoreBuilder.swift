import Foundation
import KartotekaModel

/// Makes the database of an application from the rows of another database: in a hidden folder, from which it is moved to its
/// place when it is complete.
package final class StoreBuilder {
  /// The known facts about the rows when all are there.
  package struct Origin {
    /// The names of the entities whose records another program has changed since they left.
    package var changedEntities: Set<String>
    /// The description that the database gets, if it has none of its own; nil for an application in code.
    package var description: String?
    /// The commit of a primary database that the rows are of; nil for a database that will be no copy of it.
    package var position: PrimaryPosition?

    /// The known facts.
    package init(changedEntities: Set<String>, description: String?, position: PrimaryPosition? = nil) {
      self.changedEntities = changedEntities
      self.description = description
      self.position = position
    }
  }

  /// The place of the complete database.
  package let url: URL
  private let mapping: ModelMapping
  private let workshop: LockedFolder
  private let part: URL
  private let queue: ConnectionQueue

  /// Makes an empty database.
  /// - Parameter url: its place, where nothing may be.
  /// - Throws: ``StoreError``.
  package convenience init(_ model: ModelDescription, at url: URL) throws { try self.init(model, at: url, check: nil) }

  /// - Parameter check: ends statements before their end; nil for none.
  init(_ model: ModelDescription, at url: URL, check: StatementCheck?) throws {
    self.url = url
    workshop = try LockedFolder(for: .restore, beside: url)
    part = workshop.url.appending(path: url.lastPathComponent)
    mapping = ModelMapping(model, blobs: BlobFolder(beside: part, StoreOptions()))
    var settings = ConnectionQueue.Settings()
    settings.enforcesForeignKeys = false
    settings.check = check
    settings.prepare = { database in
      // A database that is not complete is deleted, and a complete one is synced before it is moved.
      try database.useJournalInMemory()
      try StoreFunctions.add(to: database, ownKinds: model.ownKinds)
    }
    let (part, mapping) = (part, mapping)
    queue = try DatabaseCopy.translating(url) {
      let queue = try ConnectionQueue(part.path(percentEncoded: false), settings)
      try Schema(mapping).prepare(queue, at: part)
      return queue
    }
  }

  /// Fills the tables in one transaction, then computes what follows from them.
  /// - Throws: ``StoreError``, and what the body throws; nothing is at the place then.
  package func fill(_ body: (StoreFiller) throws -> Origin) throws {
    try DatabaseCopy.translating(url) {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.exclusive) {
          let dependents = DependentSchema(mapping: mapping)
          try dependents.drop(in: database)
          try database.execute("DELETE FROM \(MetaTable.name)")
          let origin = try body(StoreFiller(mapping, in: database))
          let format = try MetaTable(in: database).number("format") ?? 0
          guard format <= Schema.format else {
            throw StoreError.unusable(path: url.path(percentEncoded: false), problem: .newer)
          }
          // They are about what is computed anew, or about the database that the rows come from.
          let marks = [IndexMark.prefix, SortKeyTable.markPrefix].map { "key GLOB '\($0)*'" }.joined(separator: " OR ")
          try database.execute(
            "DELETE FROM kartoteka_meta WHERE key IN ('log', '\(ChangeLog.appliedKey)', 'keys', 'derived') OR \(marks)"
          )
          try dependents.make(
            in: database, changed: mapping.model.entities.filter { origin.changedEntities.contains($0.name) })
          if try StoredModel(in: database) == nil { try StoredModel(mapping.model).note(in: database) }
          if let json = origin.description, try DescriptionTable.revision(in: database) == nil {
            try database.execute(DescriptionTable.schema)
            try DescriptionTable.insert(1, json, in: database)
          }
          try MetaTable(in: database).remove(PrimaryPosition.key)
          try origin.position?.note(in: database)
          try ChangeLog.identify(in: database)
          return .commit
        }
      }
    }
  }

  /// Reads what the database has when it is filled.
  /// - Throws: ``StoreError``, and what the body throws.
  package func readSnapshot(_ body: (StoreSnapshot) throws -> Void) throws {
    try DatabaseCopy.translating(url) { try queue.read { try body(StoreSnapshot(mapping, in: $0)) } }
  }

  /// Reads the database as it is.
  func read<T>(_ body: (SQLConnection) throws -> T) throws -> T {
    try DatabaseCopy.translating(url) { try queue.read { try body($0) } }
  }

  /// The records that refer to missing ones: the table, the table referred to, and an id.
  /// - Throws: ``StoreError``.
  package func brokenReference() throws -> (table: String, target: String, id: RecordID)? {
    try DatabaseCopy.translating(url) {
      try queue.read { try $0.foreignKeyViolation() }
    }
  }

  /// Puts the complete database, with its pictures and files, in the place of one that others may have open. Their
  /// connections read it from then on.
  /// - Parameter live: the file.
  /// - Throws: ``StoreError``; the file is as it was then.
  package func replace(_ live: URL) throws {
    var settings = ConnectionQueue.Settings()
    settings.busyTimeout = StoreOptions().busyTimeout
    try DatabaseCopy.translating(live) {
      let other = try ConnectionQueue(live.path(percentEncoded: false), settings)
      try other.writeWithoutTransaction { try $0.useWriteAheadLog() }
      // After the first step SQLite holds the lock for writing: no sweep of another process takes the files away before
      // the rows are there. Few pages, since the smallest database must not be done in one step.
      var isFirst = true
      try queue.backup(to: other, pages: 4) { [mapping] _ in
        defer { isFirst = false }
        if isFirst, let own = mapping.blobs { try BlobFolder(beside: live, StoreOptions()).takeOver(own) }
      }
      try other.close()
      try queue.close()
    }
  }

  /// Moves the complete database to its place, with its pictures and files.
  /// - Throws: ``StoreError`` `.disk`, also where something is at the place by now; it is as it was then.
  package func publish() throws {
    try DatabaseCopy.translating(url) {
      try queue.writeWithoutTransaction { try $0.useRollbackJournal() }
      try queue.close()
    }
    try Store.publishClosed(part, at: url)
  }
}
