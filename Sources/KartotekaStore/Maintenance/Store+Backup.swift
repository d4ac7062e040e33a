import Foundation
import GRDB
import KartotekaModel

extension Store {
  /// Copies the database with all its pictures and files, as of one moment, to one file, and checks the copy. Others
  /// may go on reading and writing.
  ///
  /// The file appears when it is whole; one that was there is replaced then.
  /// - Parameter progress: is told the share that is done; what it throws ends the copying.
  /// - Throws: ``StoreError``; a file that was there is as it was.
  public func backup(to url: URL, progress: @escaping (Double) throws -> Void = { _ in }) throws {
    let process = ProcessInfo.processInfo.processIdentifier
    let part = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).part-\(process)")
    defer { try? FileManager.default.removeItem(at: part) }
    try DatabaseCopy.naming(url) {
      try DatabaseCopy.make(of: writer, at: part, with: plan.packedBlobs, progress: progress)
    }
    try DatabaseCopy.naming(self.url ?? part) { try DatabaseCopy.check(part) }
    let path = url.path(percentEncoded: false)
    guard rename(part.path(percentEncoded: false), path) == 0 else {
      throw StoreError.unusable(path: path, problem: .unreadable(String(cString: strerror(errno))))
    }
  }

  /// Puts a backup in the place of a database, at one moment and for everyone who has it open.
  ///
  /// The backup is checked first: that it is whole, and that it is a database of this model or can become one.
  /// - Returns: the file in which what was there is kept; nil when nothing was there.
  /// - Throws: ``StoreError``; everything is as it was then.
  @discardableResult
  public static func restore(_ model: ModelDescription, at url: URL, from backup: URL) throws -> URL? {
    let folder = url.deletingLastPathComponent()
    let workshop = folder.appending(path: ".restore-\(ProcessInfo.processInfo.processIdentifier)")
    do {
      try FileManager.default.createDirectory(at: workshop, withIntermediateDirectories: true)
    } catch {
      throw StoreError.unusable(
        path: folder.path(percentEncoded: false), problem: .unreadable(error.localizedDescription))
    }
    defer { try? FileManager.default.removeItem(at: workshop) }
    let checked = try checked(backup, for: model, at: workshop.appending(path: url.lastPathComponent))
    return try Replacement(of: url).run(with: checked)
  }

  // Opening the copy as a store brings an older backup up to date, or says why it can't be.
  private static func checked(_ backup: URL, for model: ModelDescription, at copy: URL) throws -> Store {
    try DatabaseCopy.naming(backup) {
      try DatabaseCopy.make(of: DatabaseCopy.glance(at: backup), at: copy, with: nil)
      try DatabaseCopy.check(copy)
      try checkTables(of: model, in: copy)
      return try Store(model, at: copy)
    }
  }

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
}
