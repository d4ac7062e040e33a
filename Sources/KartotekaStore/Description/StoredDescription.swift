import Foundation
import KartotekaModel

/// The description of an application that lies in the application's own database file, so that the file alone is the
/// whole application.
package struct StoredDescription: Sendable, Hashable {
  /// A number that grows with every change of the description.
  package let revision: Int64
  /// The document, as JSON.
  package let json: String

  /// A description.
  package init(revision: Int64, json: String) {
    self.revision = revision
    self.json = json
  }

  /// Reads the description from a database file without opening a store.
  /// - Returns: nil where there is no such file, or it has no description.
  /// - Throws: ``StoreError/unusable(path:problem:)`` for a file that can't be read.
  package static func read(at url: URL) throws -> StoredDescription? {
    let path = url.path(percentEncoded: false)
    // No look at its bytes by other means: closing the file would end the locks of all connections of this process
    // (<https://www.sqlite.org/howtocorrupt.html>, section 2.2).
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    func stored() throws -> StoredDescription? {
      try DatabaseCopy.translating(url) {
        try DatabaseCopy.glance(at: url).read { try DescriptionTable.stored(in: $0) }
      }
    }
    do {
      // The last connection that is closed removes the write-ahead log, perhaps while this one is opened.
      do { return try stored() } catch StoreError.unusable(_, .unreadable), StoreError.unusable(_, .readOnly) {
        return try stored()
      }
    } catch StoreError.unusable(_, .notADatabase) {
      return nil
    }
  }
}

extension StoredDescription {
  /// Writes a description into the database beside an opened file.
  /// - Parameters:
  ///   - first: the document that is in force as long as the database has none. It stays as the first revision.
  ///   - revision: the revision that is replaced; nil if the database has none.
  /// - Returns: the new revision.
  /// - Throws: ``StoreError/descriptionChanged`` if the database has another revision, ``StoreError/busy``.
  package static func replace(
    at url: URL, by json: String, after revision: Int64?, first: String
  ) throws -> Int64 {
    var settings = ConnectionQueue.Settings()
    settings.busyTimeout = 5
    do {
      return try ConnectionQueue(url.path(percentEncoded: false), settings).writeHere { database in
        try database.execute(DescriptionTable.schema)
        guard try DescriptionTable.revision(in: database) == revision else { throw StoreError.descriptionChanged }
        if revision == nil { try DescriptionTable.insert(0, first, in: database) }
        let next = (revision ?? 0) + 1
        try DescriptionTable.insert(next, json, in: database)
        return next
      }
    } catch let error as SQLError {
      throw StoreError.opening(url.path(percentEncoded: false), error)
    }
  }
}

/// A revision of a description, without the document.
package struct DescriptionRevision: Sendable, Hashable {
  /// The revision's number.
  package let number: Int64
  /// The time of the change.
  package let date: Date
}

extension Store {
  /// The revisions of the description that are kept, newest first.
  /// - Throws: ``StoreError``.
  package func descriptionRevisions() async throws -> [DescriptionRevision] {
    try await read(noting: nil) { database in
      guard try database.hasTable(DescriptionTable.name) else { return [] }
      return try database.rows(
        "SELECT revision, changed_at FROM kartoteka_description ORDER BY revision DESC"
      ).map { DescriptionRevision(number: try $0[0], date: Timestamp.date(try $0[1] as String) ?? .distantPast) }
    }
  }

  /// The document of a revision; nil if it is no longer kept.
  /// - Throws: ``StoreError``.
  package func description(revision: Int64) async throws -> StoredDescription? {
    try await read(noting: nil) { database in
      guard try database.hasTable(DescriptionTable.name) else { return nil }
      return try database.row(
        "SELECT revision, document FROM kartoteka_description WHERE revision = ?", [revision]
      ).map { StoredDescription(revision: try $0[0], json: try $0[1]) }
    }
  }
}

/// The use of the description in its file by a store.
package enum DescriptionUse: Sendable, Hashable {
  /// The file has none: the program has the application's description.
  case none
  /// The file has the one of that revision, of which the store's model is.
  case expected(Int64)
  /// The file gets this document, of which the store's model is, when its model is changed to it.
  /// - after: the revision that it replaces; nil for a file without one.
  /// - first: the document that is kept as the revision before, if the file has none; nil for none.
  case replaced(json: String, after: Int64?, first: String? = nil)
}

/// The table with the description: its revisions, of which the last one is in force.
enum DescriptionTable {
  static let name = "kartoteka_description"

  /// The number of revisions that are kept.
  static let kept = 100

  static let schema = """
    CREATE TABLE IF NOT EXISTS kartoteka_description (
      revision INTEGER PRIMARY KEY, document TEXT NOT NULL, changed_at TEXT NOT NULL
    ) STRICT
    """

  static func stored(in database: SQLConnection) throws -> StoredDescription? {
    guard try database.hasTable(name) else { return nil }
    return try database.row(
      "SELECT revision, document FROM \(name) ORDER BY revision DESC LIMIT 1"
    ).map { StoredDescription(revision: try $0[0], json: try $0[1]) }
  }

  /// Adds a revision, and removes those that are no longer kept.
  static func insert(_ revision: Int64, _ json: String, in database: SQLConnection) throws {
    try database.execute(
      "INSERT INTO \(name) (revision, document, changed_at) VALUES (?, ?, ?)",
      [revision, json, Timestamp.text(Date())])
    try database.execute("DELETE FROM \(name) WHERE revision <= ?", [revision - Int64(kept)])
  }

  static func revision(in database: SQLConnection) throws -> Int64? {
    guard try database.hasTable(name) else { return nil }
    return try database.first(Int64.self, "SELECT max(revision) FROM \(name)")
  }
}

extension DescriptionUse {
  /// The revision that the file has when the store is open; nil for none.
  var revision: Int64? {
    switch self {
    case .none: nil
    case .expected(let revision): revision
    case .replaced(_, let after, _): (after ?? 0) + 1
    }
  }

  /// The same for a file that has been opened.
  var opened: DescriptionUse { revision.map(DescriptionUse.expected) ?? .none }

  /// Whether opening the file changes its description.
  var isChange: Bool { if case .replaced = self { true } else { false } }

  /// Makes sure that the file has the description that the store was opened for.
  /// - Throws: ``StoreError/descriptionChanged``.
  func check(_ database: SQLConnection) throws {
    let expected: Int64? =
      switch self {
      case .none: nil
      case .expected(let revision): revision
      case .replaced(_, let after, _): after
      }
    // An application of this name that the program has is another one.
    guard try DescriptionTable.revision(in: database) == expected else { throw StoreError.descriptionChanged }
  }

  /// Writes the description, within the transaction that changes the tables.
  func note(in database: SQLConnection) throws {
    guard case .replaced(let json, let after, let first) = self, let revision else { return }
    try database.execute(DescriptionTable.schema)
    if after == nil, let first { try DescriptionTable.insert(revision - 1, first, in: database) }
    try DescriptionTable.insert(revision, json, in: database)
  }
}

extension Store {
  /// The revision of the description that the store was opened with; nil where its file has none.
  package var descriptionRevision: Int64? { options.description.revision }

  /// Resumes tasks that wait for changes, so that they notice that the store is no longer used.
  func endStreams() { tracker.changedOutside() }

  /// Whether the file's description is no longer the one that the store was opened with: another process, or another store
  /// of this one, has changed it.
  func hasOtherDescription() async -> Bool {
    let known = descriptionRevision
    do {
      // That of an opened file may be the guessed one, which is in no table.
      let stored = try await read(noting: nil) { try DescriptionTable.revision(in: $0) }
      return stored ?? (openedFile == nil ? nil : 0) != known
    } catch {
      // Otherwise the file can't be read now.
      return error as? StoreError == .descriptionChanged
    }
  }
}
