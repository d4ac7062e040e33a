import Foundation
import KartotekaModel

// Bytes that lie in files beside the database.
extension Store {
  /// What takes bytes that come part by part, to be a record's then.
  public func blobReceiver() -> BlobReceiver { BlobReceiver(plan.blobs) }

  /// Where the bytes are that lie outside the database file; nil for a store in memory.
  public var blobFolder: URL? { plan.blobs?.url }

  /// Forgets the bytes in files that undoing deeds up to a moment would bring back, and removes those that nothing
  /// else refers to. Such a deed can't be undone any longer where the bytes are gone.
  ///
  /// The store does so by itself for deeds older than ``StoreOptions/undoKeepsFiles``, when it is opened and now and
  /// then after a commit.
  /// - Returns: how many files were removed.
  @discardableResult
  public func forgetFiles(until moment: Date = Date()) async throws -> Int {
    try await translating { try sweep(forgetting: moment) }
  }

  /// Removes files that nothing refers to, those that only older deeds would bring back among them.
  /// - Returns: how many files were removed.
  @discardableResult
  func sweep(forgetting moment: Date) throws -> Int {
    guard let folder = plan.blobs else { return 0 }
    guard FileManager.default.fileExists(atPath: folder.url.path(percentEncoded: false)) else { return 0 }
    defer { folder.tidy() }
    let uses = BlobUses(plan: plan)
    // Committed before a file goes: a deed must not promise what is gone.
    try writer.write { try BlobUses.forget(until: Timestamp.text(moment), in: $0) }
    // Most sweeps find nothing, and need no lock for that.
    let used = try read { try uses.digests(in: $0) }
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

  /// The same once an hour, in the background.
  func sweepIfDue() {
    let now = Int(Date().timeIntervalSince1970)
    guard plan.blobs != nil, now - lastSweep.load(ordering: .relaxed) > 3_600 else { return }
    lastSweep.store(now, ordering: .relaxed)
    background.start("files") { [weak self] in
      guard let self else { return }
      // If it fails, the next one does it.
      _ = try? await forgetFiles(until: Date(timeIntervalSinceNow: -undoKeepsFiles))
    }
  }
}
