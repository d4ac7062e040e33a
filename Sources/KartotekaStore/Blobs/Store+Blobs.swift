import Foundation
import KartotekaModel

// Bytes that lie in files beside the database.
extension Store {
  /// A receiver of bytes that arrive in parts.
  package func blobReceiver() -> BlobReceiver { BlobReceiver(mapping.blobs) }

  /// Removes files that nothing refers to: no record, and no change set that can be undone.
  /// - Returns: how many files were removed.
  @discardableResult
  func sweep() throws -> Int {
    guard let folder = mapping.blobs, FileManager.default.fileExists(atPath: folder.url.path(percentEncoded: false))
    else { return 0 }
    defer { folder.tidy() }
    let uses = BlobUses(mapping: mapping)
    // Most sweeps find nothing, and need no lock for that.
    let used = try blockingRead { try uses.digests(in: $0) }
    guard folder.digests().contains(where: { !used.contains($0) }) else { return 0 }
    return try writer.writeWithoutTransaction { database in
      var count = 0
      try database.inTransaction(.immediate) {
        let used = try uses.digests(in: database)
        for digest in folder.digests() where !used.contains(digest) {
          folder.remove(digest)
          count += 1
        }
        return .commit
      }
      return count
    }
  }
}
