import Foundation

extension Store {
  /// The time for which ``publish(_:at:)`` waits until nobody has the database open.
  private static let patience = Duration.seconds(5)

  /// Moves a complete database on the same disk, with its pictures and files, to a place where nothing is. No other program sees it
  /// there before it is complete.
  /// - Throws: ``StoreError/busy`` while somebody has the database open, ``StoreError/disk(_:)``, also where something is at the place;
  ///   the database is where it was then.
  package static func publish(_ part: URL, at url: URL) throws {
    try DatabaseCopy.translating(part) {
      let queue = try ConnectionQueue(part.path(percentEncoded: false))
      let end = ContinuousClock.now + patience
      // The threads of a store that is no longer used close their connections shortly after it.
      while true {
        do {
          try queue.writeWithoutTransaction { try $0.useRollbackJournal() }
          break
        } catch let error as SQLError where error.kind == .busy && .now < end {
          usleep(10_000)
        }
      }
      try queue.close()
    }
    try publishClosed(part, at: url)
  }

  /// Moves a database without a log that nobody has open.
  static func publishClosed(_ part: URL, at url: URL) throws {
    let (from, to) = (part.path(percentEncoded: false), url.path(percentEncoded: false))
    let descriptor = open(from, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Disk.fault(from) }
    let isSynced = fsync(descriptor) == 0
    close(descriptor)
    guard isSynced else { throw Disk.fault(from) }
    guard !FileManager.default.fileExists(atPath: to) else { throw StoreError.disk(String(cString: strerror(EEXIST))) }
    // No database is there yet, so that nothing sweeps them away.
    try BlobFolder(beside: url, StoreOptions()).takeOver(BlobFolder(beside: part, StoreOptions()))
    try place(part, at: url)
  }

  /// Moves a file on the same disk to a place where nothing is.
  /// - Throws: ``StoreError/disk(_:)``, also where something is at the place; the file is where it was then.
  package static func place(_ part: URL, at url: URL) throws {
    let (from, to) = (part.path(percentEncoded: false), url.path(percentEncoded: false))
    // A second name never replaces a file. Where a disk knows no second names, the file gets another one.
    if link(from, to) != 0 {
      guard errno != EEXIST, !FileManager.default.fileExists(atPath: to), rename(from, to) == 0 else {
        throw Disk.fault(to)
      }
    } else {
      unlink(from)
    }
    try Disk.sync(folder: url.deletingLastPathComponent())
  }
}
