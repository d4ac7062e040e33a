import Foundation
import GRDB
import KartotekaModel

/// The files of a ``BlobFolder`` within a copy of the database, so that a backup is one file. Whoever opens such a copy
/// as a store puts them into its folder.
struct PackedBlobs {
  private static let table = "kartoteka_packed_blobs"

  let plan: StorePlan
  let folder: BlobFolder

  /// Puts all files that a copy refers to into it.
  func pack(into copy: any DatabaseWriter) throws {
    try copy.write { database in
      let digests = try BlobUses(plan: plan).digests(in: database)
      guard !digests.isEmpty else { return }
      try database.execute(
        sql: "CREATE TABLE \(Self.table) (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID")
      for digest in digests.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        // What is missing here is missing there; that is no reason to have no copy of all else.
        guard folder.has(digest) else { continue }
        let bytes = try Data(contentsOf: folder.url(of: digest), options: .mappedIfSafe)
        try database.execute(
          sql: "INSERT INTO \(Self.table) (digest, bytes) VALUES (?, ?)", arguments: [Data(digest), bytes])
      }
    }
  }

  /// Puts packed files into the folder and takes them out of the database; does nothing where none are packed.
  func unpack(_ writer: any DatabaseWriter) throws {
    try writer.writeWithoutTransaction { database in
      let isPacked = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '\(Self.table)')"
      guard try Bool.fetchOne(database, sql: isPacked) == true else { return }
      try database.inTransaction(.immediate) {
        // Another process may have done it meanwhile.
        guard try Bool.fetchOne(database, sql: isPacked) == true else { return .rollback }
        let rows = try Row.fetchCursor(database, sql: "SELECT bytes FROM \(Self.table)")
        while let row = try rows.next() {
          let receiver = BlobReceiver(folder)
          let bytes: Data = row[0]
          try bytes.withUnsafeBytes { try receiver.append($0) }
          _ = try folder.keep(receiver.finishInFile())
        }
        try database.execute(sql: "DROP TABLE \(Self.table)")
        return .commit
      }
      try database.execute(sql: "VACUUM")
    }
  }
}
