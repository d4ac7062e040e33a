import Foundation
import KartotekaModel

/// Copies of whole databases, made while others read and write (SQLite, "Online Backup API").
enum DatabaseCopy {
  /// The place of the copy of a file that is made before the file is changed.
  static func place(beside url: URL) -> URL {
    let stamp = Timestamp.text(Date()).replacing(":", with: "-")
    return url.deletingLastPathComponent().appending(path: url.lastPathComponent + ".before-" + stamp)
  }

  /// Makes a copy of a database beside it. It gets its name when it is complete. Of earlier ones the last five stay, and
  /// those of the last 30 days.
  /// - Returns: the copy.
  /// - Throws: ``StoreError``; there is no copy then.
  @discardableResult
  static func make(_ url: URL, with blobs: PackedBlobs?) throws -> URL {
    removeParts(beside: url)
    let copy = place(beside: url)
    let process = ProcessInfo.processInfo.processIdentifier
    let part = url.deletingLastPathComponent().appending(path: ".\(copy.lastPathComponent).part-\(process)")
    try make(of: open(url), at: part, with: blobs)
    guard rename(part.path(percentEncoded: false), copy.path(percentEncoded: false)) == 0 else {
      let reason = String(cString: strerror(errno))
      try? FileManager.default.removeItem(at: part)
      throw StoreError.disk(reason)
    }
    prune(beside: url)
    return copy
  }

  /// The newest copies, which are retained regardless of their age.
  private static let maximumCopies = 5
  /// Seconds for which all copies stay.
  private static let copiesStay = 30 * 86_400.0

  private static func prune(beside url: URL) {
    let folder = url.deletingLastPathComponent()
    // Their names end in the time, so that they are in its order.
    let copies = names(in: folder).filter { $0.hasPrefix(url.lastPathComponent + ".before-") }.sorted()
    let limit =
      url.lastPathComponent + ".before-"
      + Timestamp.text(Date(timeIntervalSinceNow: -copiesStay)).replacing(":", with: "-")
    for name in copies.dropLast(maximumCopies) where name < limit {
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// Removes what processes that were ended have left of a copy.
  private static func removeParts(beside url: URL) {
    let folder = url.deletingLastPathComponent()
    for name in names(in: folder) where name.hasPrefix(".\(url.lastPathComponent).before-") {
      guard let process = name.split(separator: "-").last.flatMap({ Int32($0.prefix { $0.isNumber }) }),
        kill(process, 0) != 0
      else { continue }
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  private static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
  }

  /// Opens a database file that is only to be read.
  /// - Parameter patience: the seconds to wait for another program that locks the file.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  static func open(_ url: URL, patience: TimeInterval = 0) throws -> ConnectionQueue {
    var settings = ConnectionQueue.Settings()
    settings.isReadOnly = true
    settings.busyTimeout = patience
    return try translating(url) { [settings] in try ConnectionQueue(FileAccess(url).location, settings) }
  }

  /// Opens a database file for a look that leaves nothing beside it.
  ///
  /// Beside a database with a write-ahead log, a connection that only reads makes two files and leaves them there; the
  /// last one that may write takes them away when it is closed. But that one would also put what another program left
  /// in a log or a journal into the database.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  static func glance(at url: URL) throws -> ConnectionQueue {
    let path = url.path(percentEncoded: false)
    let access = FileAccess(url)
    var settings = ConnectionQueue.Settings()
    settings.busyTimeout = 5
    settings.isReadOnly =
      !access.isWritable || ["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: path + $0) }
    return try translating(url) { try ConnectionQueue(access.location, settings) }
  }

  /// Copies a database, as of one moment, into a file that needs no others beside it.
  /// - Parameters:
  ///   - blobs: the files that the database refers to, which go into the copy; nil for a copy of a copy.
  ///   - isTemporary: whether it is removed soon, and need not be on the disk.
  ///   - isPerhapsDamaged: whether a damaged database is copied as it is, with all files beside it.
  ///   - progress: receives the finished share; an error that it throws ends the copy.
  /// - Returns: the files that the copy lacks, since they are missing or damaged.
  /// - Throws: ``StoreError``; there is no file then.
  @discardableResult
  static func make(
    of source: ConnectionQueue, at url: URL, with blobs: PackedBlobs?, isTemporary: Bool = false,
    isPerhapsDamaged: Bool = false, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> [MissingFile] {
    do {
      return try translating(url) {
        let copy = try ConnectionQueue(url.path(percentEncoded: false))
        // Each transaction would wait until its pictures are on the disk. Once is enough.
        try copy.writeWithoutTransaction { try $0.leaveOutSync() }
        let pace = try DiskPace(of: url)
        try reading(source.queue.path) {
          try source.backup(to: copy, pages: DiskPace.pages) {
            try pace.wrotePages()
            try progress($0)
          }
        }
        // Before pictures and files are added, which would be written to a log first.
        try copy.writeWithoutTransaction { try $0.useRollbackJournal() }
        var missing: [MissingFile] = []
        func unlessDamaged(_ body: () throws -> Void, instead other: () -> Void = {}) throws {
          do { try body() } catch let error as SQLError
            where isPerhapsDamaged && (error.isDamage || error.kind == .statement)
          {
            other()
          }
        }
        try unlessDamaged {
          missing = try blobs?.pack(into: copy, pace) ?? []
        } instead: {
          // Which files its records refer to can't be read.
          if let blobs { missing = (try? blobs.pack(into: copy, pace, only: Set(blobs.folder.digests()))) ?? [] }
        }
        try unlessDamaged { try copy.writeHere { try ChangeLog.forgetIdentity(in: $0) } }
        try unlessDamaged { try copy.writeHere { try UnfinishedChangeSet.abandon(in: $0) } }
        try copy.close()
        try pace.finish()
        if !isTemporary { try Disk.sync(url) }
        return missing
      }
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }

  /// Reads all of a database, and reports where it contradicts itself.
  /// - Parameter indices: whether indices are compared with their tables. Without that it takes a third of the time, and no record
  ///   can be missing: the tables have them.
  /// - Throws: ``StoreError/unusable(path:problem:)`` with `.damaged`.
  static func check(_ url: URL, indices: Bool = true) throws {
    try translating(url) {
      var report = "ok"
      try open(url).read { try $0.checkIntegrity(limit: 1, indices: indices) { report = $0 } }
      guard report != "ok" else { return }
      // Of several lines the last says what it is.
      let fault = report.split(separator: "\n").last.map(String.init) ?? report
      throw StoreError.unusable(path: url.path(percentEncoded: false), problem: .damaged(fault))
    }
  }

  /// Checks a copy that nobody else has open. Indices that differ from their tables are made anew.
  /// - Throws: ``StoreError/unusable(path:problem:)`` with `.damaged`.
  static func checkMendingIndices(of url: URL) throws {
    do { try check(url) } catch StoreError.unusable(_, .damaged) {
      try check(url, indices: false)
      try translating(url) {
        let copy = try ConnectionQueue(url.path(percentEncoded: false))
        try copy.writeWithoutTransaction { try $0.execute("REINDEX") }
        try copy.close()
      }
      try check(url)
    }
  }

  /// Does something with a copy of a file; what is wrong with the copy's content is wrong with the file's.
  /// - Parameter copy: the copy, if only what concerns it is said of the file; nil for everything.
  static func naming<T>(_ original: URL, of copy: URL? = nil, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch StoreError.unusable(let path, let problem)
      where copy.map({ path == $0.path(percentEncoded: false) }) ?? true
    {
      throw StoreError.unusable(path: original.path(percentEncoded: false), problem: problem)
    }
  }

  /// Says a read error of a file that is copied of that file. Without this it is one of the copy's disk, and of all files.
  static func reading<T>(_ path: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as SQLError where error.isReadFault {
      throw StoreError.unusable(path: path, problem: .unreadable(error.reason))
    }
  }

  /// Throws SQLite's errors in the store's terms, about that file.
  static func translating<T>(_ url: URL, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as SQLError {
      switch error.kind {
      case .busy: throw StoreError.busy
      case .full, .disk: throw StoreError.disk(error.reason)
      default: throw StoreError.opening(url.path(percentEncoded: false), error)
      }
    }
  }
}
