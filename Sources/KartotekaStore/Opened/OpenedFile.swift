import Foundation
import KartotekaModel

/// Another program's SQLite file that a store reads and writes beside its own database.
public struct OpenedFile: Sendable, Hashable {
  /// The file.
  public var url: URL
  /// Whether it is only read.
  package var isReadOnly: Bool
  /// Whether SQLite enforces its foreign keys. A file with a reference to a missing table would refuse every change
  /// otherwise.
  package var enforcesForeignKeys = true
  /// The encoding of its texts, in which the store's own database has to be as well.
  package var encoding = "UTF-8"
  /// Whether the file was adopted: it has the program's own tables as well.
  package var isAdopted = false

  /// A file.
  public init(_ url: URL, isReadOnly: Bool = false) {
    self.url = url
    self.isReadOnly = isReadOnly
  }

  var path: String { url.path(percentEncoded: false) }

  /// Whether reads keep nobody from writing: the file has a write-ahead log.
  func readsWithoutLocks(in database: SQLConnection) throws -> Bool {
    let schema = isAdopted ? "main" : Attachment.schema
    return try database.first(String.self, "PRAGMA \(schema).journal_mode") == "wal"
  }

  /// The name by which SQLite opens the file, in which no file is created.
  /// - Parameter isWriting: whether the connection may write.
  func location(isWriting: Bool) -> String {
    let address = URL(filePath: path).absoluteString
    let access = FileAccess(url)
    if access.immutable != nil { return address + "?immutable=1" }
    return address + (isWriting && !isReadOnly && access.isWritable ? "?mode=rw" : "?mode=ro")
  }
}

/// The objects of a store's connections for the file that it has opened: the file under the name ``schema``, a temporary view
/// of each of its tables, and in connections that write temporary triggers that log changes.
///
/// Names resolve to temporary objects first (<https://www.sqlite.org/lang_naming.html>). So the store reads the records of an
/// opened file with the same statements as its own, and SQLite flattens the views and uses the file's indices.
struct Attachment: Sendable {
  /// The name under which the file is attached.
  static let schema = "opened"

  let file: OpenedFile
  /// The file at the path when it was opened.
  let identity: FileID?
  private let views: [String]
  private let triggers: [String]
  private let witnesses: [String]

  init(_ file: OpenedFile, _ mapping: ModelMapping) {
    self.file = file
    identity = FileID(file.path)
    views =
      mapping.model.entities.flatMap { entity -> [String] in
        guard let source = entity.source else { return [] }
        return [SourceSQL(entity, source, mapping.model).view]
      }
      + mapping.model.joinSources.map(\.view)
    triggers =
      file.isReadOnly
      ? []
      : mapping.model.entities.flatMap { entity in
        entity.source.map { SourceSQL(entity, $0, mapping.model).triggers } ?? []
      } + mapping.model.joinSources.flatMap { $0.triggers(mapping.model) }
    // Links have images of their own.
    let links = Set(mapping.model.joinSources.map(\.entityTable))
    witnesses = mapping.model.entities.filter { !links.contains($0.table) }.flatMap { entity in
      entity.source.map { SourceSQL(entity, $0, mapping.model).witness } ?? []
    }
  }

  /// The file for ``FileGuard``; nil for an adopted one, which is the store's own.
  var guarded: FileGuard.File? {
    file.isAdopted ? nil : identity.map { FileGuard.File(path: file.path, identity: $0) }
  }

  /// Makes the file known to a connection.
  func attach(to database: SQLConnection) throws {
    let isWriting = !database.isReadOnly
    try RowKeyFunction.add(to: database)
    if !isWriting { database.standInForUnknownCollations() }
    if !file.isAdopted { try attachFile(to: database, isWriting: isWriting) }
    for view in views { try database.execute(view) }
    guard isWriting, !file.isReadOnly else { return }
    for trigger in triggers { try database.execute(trigger) }
    try database.execute(SourceSQL.witnesses)
    let schema = file.isAdopted ? "main" : Self.schema
    let hasTriggers = try database.first(
      Bool.self, "SELECT EXISTS (SELECT 1 FROM \(schema).sqlite_master WHERE type = 'trigger')")
    if hasTriggers == true { for witness in witnesses { try database.execute(witness) } }
  }

  private func attachFile(to database: SQLConnection, isWriting: Bool) throws {
    // The encodings of all databases of a connection have to be equal. It is that of a new database only.
    try database.execute("PRAGMA encoding = '\(file.encoding)'")
    try database.execute("ATTACH ? AS \(Self.schema)", [file.location(isWriting: isWriting)])
    try database.execute("PRAGMA \(Self.schema).cache_size = \(isWriting ? -16000 : -8000)")
    // The store's views were made for the file that was there before.
    guard FileID(file.path) == identity else { throw StoreError.fileLost(path: file.path, .replaced) }
  }
}
