import Foundation
import KartotekaModel

extension OpenedFile {
  /// Copies the file and the database beside it, both as of one moment. Others write meanwhile if the file has a write-ahead log; else
  /// they wait until it is copied.
  ///
  /// Every change of this program is a transaction of both files. It begins with the lock of the database beside the file:
  /// whoever has that lock sees the two files as they belong together.
  /// - Parameters:
  ///   - side: the database beside the file, and the place of its copy; nil for none.
  ///   - copy: the place of the file's copy; nil if only the other one is copied.
  ///   - progress: receives the finished share; an error that it throws ends the copy.
  /// - Throws: ``StoreError``.
  package func backup(
    side: (from: URL, to: URL)?, to copy: URL?, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    guard let side else {
      guard let copy else { return }
      return try DatabaseCopy.translating(url) {
        try reading { try Self.copy(Self.open(url), to: copy, progress) }
        // An adopted file has its change log in itself.
        let finished = try ConnectionQueue(copy.path(percentEncoded: false))
        try finished.writeHere { if try Adoption.isAdopted($0) { try ChangeLog.forgetIdentity(in: $0) } }
        try finished.close()
      }
    }
    try DatabaseCopy.translating(side.from) {
      var settings = ConnectionQueue.Settings()
      // Writers do not queue for SQLite's lock: beside one that never rests it comes by chance.
      settings.busyTimeout = 60
      // A file that can't be written has no writers.
      settings.isReadOnly = !FileAccess(side.from).isWritable
      let lock = try ConnectionQueue(FileAccess(side.from).location, settings)
      let begin = settings.isReadOnly ? "BEGIN" : "BEGIN IMMEDIATE"
      let beside = try Self.open(side.from)
      let file = try copy.map { _ in try Self.open(url) }
      try lock.writeWithoutTransaction { locked in
        try locked.execute(begin)
        var isLocked = true
        defer { if isLocked { try? locked.execute("ROLLBACK") } }
        func copyBoth(_ copyBeside: ConnectionQueue.SnapshotCopy) throws {
          func unlock() throws {
            isLocked = false
            try locked.execute("ROLLBACK")
          }
          if let file, let copy {
            try reading {
              try file.holdingSnapshot { copyFile in
                try unlock()
                try Self.copy(copyFile, to: copy, progress)
              }
            }
          } else {
            try unlock()
          }
          try Self.copy(copyBeside, to: side.to, progress)
        }
        try DatabaseCopy.reading(side.from.path(percentEncoded: false)) { try beside.holdingSnapshot(copyBoth) }
      }
      // By a new connection, which has the encoding of the texts.
      let finished = try ConnectionQueue(side.to.path(percentEncoded: false))
      try finished.writeHere { database in
        try ChangeLog.forgetIdentity(in: database)
        try UnfinishedChangeSet.abandon(in: database)
      }
      try finished.writeWithoutTransaction { try $0.useRollbackJournal() }
      try finished.close()
    }
    try DatabaseCopy.check(side.to)
  }

  private func reading(_ body: () throws -> Void) throws {
    try DatabaseCopy.reading(url.path(percentEncoded: false), body)
  }

  // A transaction locks a file without a write-ahead log while it is committed.
  private static func open(_ url: URL) throws -> ConnectionQueue { try DatabaseCopy.open(url, patience: 20) }

  private static func copy(
    _ source: ConnectionQueue, to url: URL, _ progress: @escaping (Double) throws -> Void
  ) throws {
    try source.holdingSnapshot { try copy($0, to: url, progress) }
  }

  // The copy's journal mode is the original's.
  private static func copy(
    _ copy: ConnectionQueue.SnapshotCopy, to url: URL, _ progress: @escaping (Double) throws -> Void
  ) throws {
    let target = try ConnectionQueue(url.path(percentEncoded: false))
    let pace = try DiskPace(of: url)
    try copy(target, DiskPace.pages) {
      try pace.wrotePages()
      try progress($0)
    }
    try target.close()
    try pace.finish()
  }
}
