import Foundation
import KartotekaModel

/// The files of a ``BlobFolder`` within a copy of the database, so that a backup is one file. A store that opens such a copy
/// moves them into its folder.
struct PackedBlobs {
  private static let table = "kartoteka_packed_blobs"

  let mapping: ModelMapping
  let folder: BlobFolder

  /// Puts all files that a copy refers to into it. One that is missing, or whose bytes are not those of its digest, is left
  /// out: a copy of everything else is better than none. The copy names those that it lacks.
  /// - Returns: the files that the copy lacks.
  @discardableResult
  func pack(into copy: ConnectionQueue) throws -> [MissingFile] {
    try copy.write { database in
      let digests = try BlobUses(mapping: mapping).digests(in: database)
      guard !digests.isEmpty else { return [] }
      try database.execute(
        "CREATE TABLE \(Self.table) (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID")
      var problems: [[UInt8]: MissingFile.Problem] = [:]
      for digest in digests.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        if let problem = folder.problem(with: digest) {
          problems[digest] = problem
          continue
        }
        let bytes = try Data(contentsOf: folder.url(of: digest), options: .mappedIfSafe)
        try database.execute("INSERT INTO \(Self.table) (digest, bytes) VALUES (?, ?)", [Data(digest), bytes])
      }
      try MissingFiles(mapping: mapping).note(problems, in: database)
      return try MissingFiles.read(database)
    }
  }

  /// Puts packed files into the folder and takes them out of the database; does nothing where none are packed.
  func unpack(_ writer: ConnectionQueue) throws {
    try writer.writeWithoutTransaction { database in
      guard try database.hasTable(Self.table) else { return }
      try database.inTransaction(.immediate) {
        // Another process may have done it meanwhile.
        guard try database.hasTable(Self.table) else { return .rollback }
        try database.forEachRow("SELECT bytes FROM \(Self.table)") { row in
          let receiver = BlobReceiver(folder)
          let bytes: Data = try row[0]
          try bytes.withUnsafeBytes { try receiver.append($0) }
          _ = try folder.store(receiver.finishInFile())
        }
        try database.execute("DROP TABLE \(Self.table)")
        try database.execute("DROP TABLE IF EXISTS \(MissingFiles.table)")
        return .commit
      }
      try database.compact()
    }
  }
}
