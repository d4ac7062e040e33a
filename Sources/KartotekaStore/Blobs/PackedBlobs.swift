import Foundation
import KartotekaModel

/// The files of a ``BlobFolder`` within a copy of the database, so that a backup is one file. A store that opens such a copy
/// moves them into its folder.
struct PackedBlobs {
  static let table = "kartoteka_packed_blobs"
  /// The table of larger files, of which each row has a part: SQLite's rows have at most 10⁹ bytes, and memory less.
  static let parts = "kartoteka_packed_parts"

  let mapping: ModelMapping
  let folder: BlobFolder
  /// The length of a part; a shorter file is one row. Memory has a part several times while it is written.
  var partLength = 4 << 20

  /// Puts all files that a copy refers to into it. One that is missing, or whose bytes are not those of its digest, is left
  /// out: a copy of everything else is better than none. The copy names those that it lacks.
  /// - Parameter only: the files, if it can't be read which ones the copy refers to.
  /// - Returns: the files that the copy lacks.
  @discardableResult
  func pack(into copy: ConnectionQueue, _ pace: DiskPace, only: Set<[UInt8]>? = nil) throws -> [MissingFile] {
    try copy.writeHere { database in
      let digests = try only ?? BlobUses.digests(in: database)
      guard !digests.isEmpty else { return [] }
      try database.execute(
        "CREATE TABLE \(Self.table) (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID")
      try database.execute(
        "CREATE TABLE \(Self.parts) (digest BLOB, part INTEGER, bytes BLOB NOT NULL, PRIMARY KEY (digest, part)) STRICT"
      )
      var problems: [[UInt8]: MissingFile.Problem] = [:]
      for digest in digests.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        problems[digest] = try pack(digest, into: database, pace)
      }
      try MissingFiles(mapping: mapping).note(problems, in: database)
      return try MissingFiles.read(database)
    }
  }

  // The bytes are read once: what turns out to have another digest is removed again.
  private func pack(_ digest: [UInt8], into database: SQLConnection, _ pace: DiskPace) throws -> MissingFile.Problem? {
    guard let file = try? FileHandle(forReadingFrom: folder.url(of: digest)) else { return .missing }
    defer { try? file.close() }
    func next() -> Data? { try? file.read(upToCount: partLength) ?? Data() }
    guard var part = next() else { return .missing }
    guard part.count == partLength else {
      guard SHA256.digest(of: part) == digest else { return .damaged }
      try database.execute("INSERT INTO \(Self.table) (digest, bytes) VALUES (?, ?)", [Data(digest), part])
      try pace.wrote(part.count)
      return nil
    }
    let hash = SHA256()
    var number = 0
    while !part.isEmpty {
      part.withUnsafeBytes { hash.update($0) }
      try database.execute(
        "INSERT INTO \(Self.parts) (digest, part, bytes) VALUES (?, ?, ?)", [Data(digest), number, part])
      try pace.wrote(part.count)
      number += 1
      guard let following = next() else { break }
      part = following
    }
    guard hash.finalize() != digest else { return nil }
    try database.execute("DELETE FROM \(Self.parts) WHERE digest = ?", [Data(digest)])
    return .damaged
  }

  /// Puts packed files into the folder and takes them out of the database; does nothing where none are packed.
  func unpack(_ writer: ConnectionQueue) throws {
    try writer.writeWithoutTransaction { database in
      guard try database.hasTable(Self.table) else { return }
      // The bytes stay in the folder, and the file is compacted.
      try database.withoutOverwriting { try unpack(database) }
      try database.compact()
    }
  }

  private func unpack(_ database: SQLConnection) throws {
    try database.inTransaction(.immediate) {
      // Another process may have done it meanwhile.
      guard try database.hasTable(Self.table) else { return .rollback }
      try database.forEachRow("SELECT bytes FROM \(Self.table)") { row in
        let receiver = BlobReceiver(folder)
        let bytes: Data = try row[0]
        try bytes.withUnsafeBytes { try receiver.append($0) }
        _ = try folder.store(receiver.finishInFile())
      }
      try unpackParts(database)
      try database.execute("DROP TABLE \(Self.table)")
      try database.execute("DROP TABLE IF EXISTS \(MissingFiles.table)")
      return .commit
    }
  }

  private func unpackParts(_ database: SQLConnection) throws {
    guard try database.hasTable(Self.parts) else { return }
    var (current, receiver) = (Data(), BlobReceiver(folder))
    try database.forEachRow("SELECT digest, bytes FROM \(Self.parts) ORDER BY digest, part") { row in
      let (digest, bytes): (Data, Data) = try (row[0], row[1])
      if digest != current, !current.isEmpty {
        _ = try folder.store(receiver.finishInFile())
        receiver = BlobReceiver(folder)
      }
      current = digest
      try bytes.withUnsafeBytes { try receiver.append($0) }
    }
    if !current.isEmpty { _ = try folder.store(receiver.finishInFile()) }
    try database.execute("DROP TABLE \(Self.parts)")
  }
}
