import Foundation
import KartotekaModel

extension Store {
  /// Copies the database with all its pictures and files, as of one moment, to one file, and checks the copy. Others
  /// may go on reading and writing. An index that differs from its table is made anew when the copy is restored.
  ///
  /// The file appears when it is whole; one that was there is replaced then.
  /// - Parameters:
  ///   - isTemporary: whether the copy is removed soon, and need not be on the disk.
  ///   - progress: receives the finished share; an error that it throws ends the copy.
  /// - Returns: the pictures and files that the backup lacks, since they are missing or damaged beside the database.
  /// - Throws: ``StoreError``; a file that was there is as it was.
  @discardableResult
  func backup(
    to url: URL, isTemporary: Bool = false, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> [MissingFile] {
    let process = ProcessInfo.processInfo.processIdentifier
    let part = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).part-\(process)")
    defer { try? FileManager.default.removeItem(at: part) }
    let missing = try DatabaseCopy.naming(url, of: part) {
      // By a connection of its own, so that others go on writing.
      let source = try self.url.map { try DatabaseCopy.open($0) } ?? writer
      return try DatabaseCopy.make(
        of: source, at: part, with: mapping.packedBlobs, isTemporary: isTemporary, progress: progress)
    }
    try DatabaseCopy.naming(self.url ?? part) { try DatabaseCopy.check(part, indices: false) }
    let path = url.path(percentEncoded: false)
    guard rename(part.path(percentEncoded: false), path) == 0 else {
      throw StoreError.unusable(path: path, problem: .unreadable(String(cString: strerror(errno))))
    }
    return missing
  }

  /// The number of bytes of a database file, of its write-ahead log, and of its pictures and files: the most that a copy of it has.
  package static func sizeOnDisk(of url: URL) -> Int64 {
    let log = URL(filePath: url.path(percentEncoded: false) + "-wal")
    let blobs = BlobFolder.place(beside: url)
    let files = FileManager.default.enumerator(at: blobs, includingPropertiesForKeys: nil)
    var size = Disk.size(of: url).addingClamped(Disk.size(of: log))
    while let file = files?.nextObject() as? URL { size = size.addingClamped(Disk.size(of: file)) }
    return size
  }

  /// The place of a copy beside a database file that is about to be replaced.
  package static func placeOfCopy(beside url: URL) -> URL { DatabaseCopy.place(beside: url) }

  /// The pictures and files that a backup lacks, as recorded when it was made.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  package static func missingFiles(ofBackup url: URL) throws -> [MissingFile] {
    try DatabaseCopy.naming(url) { try DatabaseCopy.glance(at: url).read { try MissingFiles.read($0) } }
  }

  /// The numbers of records in a backup of a database, by the names of the entities. Tables that it lacks are left out.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  package static func recordCounts(ofBackup url: URL, model: ModelDescription) throws -> [String: Int] {
    try DatabaseCopy.naming(url) {
      try DatabaseCopy.translating(url) {
        try DatabaseCopy.glance(at: url).read { database in
          var counts: [String: Int] = [:]
          for entity in model.entities where !entity.isDerived {
            guard try database.hasTable(entity.table) else { continue }
            counts[entity.name] = try database.first(Int.self, "SELECT count(*) FROM \(SQL.name(entity.table))")
          }
          return counts
        }
      }
    }
  }

  /// Removes the records of some entities from a backup of a database, so that the file has no bytes of them any more.
  /// - Throws: ``StoreError``.
  package static func removeRecords(of entities: [String], fromBackup url: URL, of model: ModelDescription) throws {
    try DatabaseCopy.translating(url) {
      let queue = try ConnectionQueue(url.path(percentEncoded: false), ConnectionQueue.Settings())
      try queue.writeWithoutTransaction { database in
        for entity in model.entities where entities.contains(entity.name) {
          guard try database.hasTable(entity.table) else { continue }
          try database.execute("DELETE FROM \(SQL.name(entity.table))")
        }
        try database.execute("VACUUM")
      }
      try queue.close()
    }
  }

  /// Puts a backup in the place of a database, at one moment and for everyone who has it open.
  ///
  /// The backup is checked first: that it is whole, and that it is a database of this model or can become one. Triggers in
  /// it that are not the platform's are left out.
  /// - Parameter description: the treatment of the description that the backup itself may have.
  /// - Returns: the copy of the database that was replaced; nil if there was none.
  /// - Throws: ``StoreError``; everything is as it was then.
  @discardableResult
  package static func restore(
    _ model: ModelDescription, at url: URL, from backup: URL, description: DescriptionUse = .none
  ) throws -> URL? {
    let workshop = try LockedFolder(for: .restore, beside: url)
    return try withExtendedLifetime(workshop) {
      let copy = workshop.url.appending(path: url.lastPathComponent)
      let checked = try checked(backup, for: model, description, at: copy)
      return try Replacement(of: url).run(with: checked)
    }
  }

  private static func checked(
    _ backup: URL, for model: ModelDescription, _ description: DescriptionUse, at copy: URL
  ) throws -> Store {
    try DatabaseCopy.naming(backup) {
      try DatabaseCopy.make(of: DatabaseCopy.glance(at: backup), at: copy, with: nil)
      var options = StoreOptions()
      options.description = description
      return try openBackup(copy, of: model, options: options)
    }
  }

  /// Opens a copy of a backup that nobody else uses: checks that it is whole and a database of this model or can become one,
  /// makes indices that differ from their tables anew, and leaves triggers of others out.
  /// - Throws: ``StoreError``.
  package static func openBackup(
    _ copy: URL, of model: ModelDescription, options: StoreOptions
  ) throws -> Store {
    try DatabaseCopy.checkMendingIndices(of: copy)
    try checkTables(of: model, in: copy)
    try dropForeignTriggers(of: model, in: copy)
    // It brings an older backup up to date, or says why it can't be.
    return try Store(model, at: copy, options: options)
  }

  /// Puts an opened copy of a backup in the place of a database, at one moment and for everyone who has it open.
  /// - Returns: the copy of the database that was replaced; nil if there was none.
  /// - Throws: ``StoreError``; everything is as it was then.
  @discardableResult
  package static func replace(_ url: URL, by copy: Store) throws -> URL? { try Replacement(of: url).run(with: copy) }

  private static func checkTables(of model: ModelDescription, in copy: URL) throws {
    try DatabaseCopy.open(copy).read { database in
      let tables = try Schema.tables(in: database)
      try Schema.check(tables, for: model, database, path: "")
      // Tables that an older backup may well lack are no fault, unless there are others in their place.
      let own = Set(model.entities.filter { !$0.isDerived }.map(\.table))
      let joins = Set(model.entities.flatMap { $0.relationships.compactMap(\.joinTable) })
      let derived = try DependentSchema.derivedTables(in: database)
      let others = tables.subtracting(own).subtracting(joins).subtracting(derived)
        .filter { !$0.hasPrefix("kartoteka_") }
      let missing = own.subtracting(tables)
      guard missing.isEmpty || others.isEmpty else {
        throw StoreError.unusable(path: "", problem: .foreign(missing: missing.sorted()))
      }
    }
  }

  // A trigger of somebody else would run with every write of this program's. The platform's own are made anew when they
  // are not what this version makes, whatever is called like one of them.
  private static func dropForeignTriggers(of model: ModelDescription, in copy: URL) throws {
    try DatabaseCopy.translating(copy) {
      let own = Set(schema(of: model).filter { $0.hasPrefix("CREATE TRIGGER ") })
      try ConnectionQueue(copy.path(percentEncoded: false)).writeWithoutTransaction { database in
        let foreign = try database.triggers().filter { !own.contains($0.definition) }.map(\.name)
        guard !foreign.isEmpty else { return }
        for name in foreign { try database.execute("DROP TRIGGER \(SQL.name(name))") }
        try MetaTable(in: database).remove("keys")
      }
    }
  }
}
