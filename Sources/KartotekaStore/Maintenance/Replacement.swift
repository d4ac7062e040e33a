import Foundation
import KartotekaModel

/// Puts another database in the place of a file's, while others may have that file open.
struct Replacement {
  private let url: URL
  private let kept: URL

  init(of url: URL) {
    self.url = url
    kept = DatabaseCopy.place(beside: url)
  }

  /// - Returns: the copy of the database that was replaced; nil if there was none.
  /// - Throws: ``StoreError``; everything is as it was then.
  func run(with store: Store) throws -> URL? {
    let existed = FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
    let isReadable = try existed && canBeRead()
    if existed, !isReadable { try setAside(back: false) }
    do {
      if isReadable { try takeOverNumbers(to: store) }
      try copy(store, keeping: isReadable)
    } catch {
      try? FileManager.default.removeItem(at: existed && isReadable ? kept : url)
      if existed, !isReadable { try? setAside(back: true) }
      throw error
    }
    return existed ? kept : nil
  }

  private func takeOverNumbers(to store: Store) throws {
    try DatabaseCopy.translating(url) {
      let counters: [[Value]]
      do {
        counters = try DatabaseCopy.open(url).read { try NumberCounter.all(in: $0) }
      } catch let error as SQLError where error.isDamage || error.kind == .statement {
        // What is damaged is to be replaced.
        return
      }
      if counters.isEmpty { return }
      try store.writer.writeWithoutTransaction { try NumberCounter.goOn(behind: counters, in: $0) }
    }
  }

  private func copy(_ store: Store, keeping: Bool) throws {
    try DatabaseCopy.translating(url) {
      let live = try open()
      var isFirst = true
      // After the first step SQLite holds the lock for writing, and what others read is still what was there:
      // what is kept is exactly what is replaced. Steps of few pages, since the smallest database must not be
      // done in one.
      try store.writer.backup(to: live, pages: 4) { _ in
        defer { isFirst = false }
        guard isFirst else { return }
        let blobs = BlobFolder(beside: url, StoreOptions())
        if keeping {
          let packed = PackedBlobs(mapping: store.mapping, folder: blobs)
          try DatabaseCopy.make(of: DatabaseCopy.open(url), at: kept, with: packed, isPerhapsDamaged: true)
        }
        if let own = store.mapping.blobs { try blobs.takeOver(own) }
      }
      try live.close()
    }
  }

  private func open() throws -> ConnectionQueue {
    var settings = ConnectionQueue.Settings()
    settings.busyTimeout = StoreOptions().busyTimeout
    let queue = try ConnectionQueue(url.path(percentEncoded: false), settings)
    // Without the log, readers would have to wait, and what is kept could not be read either.
    try queue.writeWithoutTransaction { try $0.useWriteAheadLog() }
    return queue
  }

  private func canBeRead() throws -> Bool {
    do {
      try open().close()
      return true
    } catch let error as SQLError where [.notADatabase, .damaged].contains(error.kind) {
      return false
    } catch {
      return try DatabaseCopy.translating(url) { throw error }
    }
  }

  // A file that is no database can't be replaced through SQLite, and no program has it open as a database.
  private func setAside(back: Bool) throws {
    for suffix in ["", "-wal", "-shm"] {
      let (here, there) = (
        url.path(percentEncoded: false) + suffix, kept.path(percentEncoded: false) + suffix
      )
      let (from, to) = back ? (there, here) : (here, there)
      guard FileManager.default.fileExists(atPath: from), rename(from, to) != 0 else { continue }
      throw StoreError.disk(String(cString: strerror(errno)))
    }
  }
}
