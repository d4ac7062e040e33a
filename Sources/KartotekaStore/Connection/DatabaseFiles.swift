import Foundation
import KartotekaModel

/// The identity of a file, independent of its name.
struct FileID: Hashable, Codable {
  let device: UInt64
  let inode: UInt64
  /// In bytes; no part of the identity.
  let size: Int64

  /// The file at a path; nil where there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
  }

  static func == (one: FileID, other: FileID) -> Bool { one.device == other.device && one.inode == other.inode }

  func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(inode)
  }
}

/// The files at the path of a database: it, and its write-ahead log.
///
/// SQLite finds a log by its name alone, and replays it into whatever database lies beside it
/// (<https://www.sqlite.org/howtocorrupt.html>, sections 1.4 and 4). So the files that belong together are noted in a file
/// beside them. A folder that is copied as a whole has a new log beside a new database, and both are taken as they are.
struct DatabaseFiles: Equatable, Codable {
  var database: FileID?
  var log: FileID?
  /// The identity of the change log that the database has without its write-ahead log; empty for none, nil if it can't be read.
  private(set) var identity: String?

  /// The files at a path now.
  init(at path: String) {
    database = FileID(path)
    log = FileID(path + "-wal")
  }

  /// The suffix of the file with the note.
  static let noteSuffix = "-files"

  /// Writes down that these belong together.
  func note(at path: String) {
    var noted = self
    noted.identity = Self.identity(at: path)
    // Should it fail, there is no note, and a log is taken as it is.
    try? JSONEncoder().encode(noted).write(to: URL(filePath: path + Self.noteSuffix), options: .atomic)
  }

  /// Takes the note away.
  static func removeNote(at path: String) { unlink(path + noteSuffix) }

  /// Takes the note away once the last connection of all processes has removed the log. A write that outlives its store closes
  /// its connection a moment later; that of another process can take longer, and takes the note away itself.
  static func removeNoteWithLog(at path: String, within looks: Int = 100) {
    guard FileID(path + "-wal") != nil else { return removeNote(at: path) }
    guard looks > 1 else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(50)) {
      removeNoteWithLog(at: path, within: looks - 1)
    }
  }

  // A file that another one was copied over is the same one to the system. Its change log tells them apart: a backup's has no
  // identity. That of a local copy changes with its primary database, and is none. By SQLite alone, since the end of any other
  // look at the file would end the locks of this process.
  private static func identity(at path: String) -> String? {
    var settings = ConnectionQueue.Settings()
    settings.isReadOnly = true
    let identity = try? ConnectionQueue(URL(filePath: path).absoluteString + "?immutable=1", settings).read {
      database -> String? in
      guard try database.hasTable(MetaTable.name) else { return "" }
      return try PrimaryPosition.isCopy(database) ? nil : ChangeLog.identity(in: database)
    }
    return identity ?? nil
  }

  // Whether another database was copied over the one that is noted.
  private func isCopiedOver(at path: String) -> Bool {
    guard let identity, !identity.isEmpty, let now = Self.identity(at: path) else { return false }
    return now != identity
  }

  /// Sets a write-ahead log aside that belongs to another file than the one at the path, as after a crash and a replacement.
  /// - Returns: where it lies now; nil where there is none.
  static func setForeignLogAside(at path: String) -> String? {
    let now = DatabaseFiles(at: path)
    guard let note = try? Data(contentsOf: URL(filePath: path + noteSuffix)),
      let noted = try? JSONDecoder().decode(DatabaseFiles.self, from: note),
      let log = now.log, log == noted.log,
      now.database != noted.database || log.size > 0 && noted.isCopiedOver(at: path)
    else { return nil }
    return setLogAside(at: path)
  }

  /// Removes the index of the log at a path. The next connection makes it anew.
  static func removeIndex(at path: String) { unlink(path + "-shm") }

  /// Renames the log at a path, and removes its index. A log without content is removed.
  /// - Returns: where the log lies now; nil for none.
  static func setLogAside(at path: String) -> String? {
    removeIndex(at: path)
    guard let log = FileID(path + "-wal") else { return nil }
    if log.size == 0 {
      unlink(path + "-wal")
      return nil
    }
    let aside = DatabaseCopy.place(beside: URL(filePath: path)).path(percentEncoded: false) + "-wal"
    return rename(path + "-wal", aside) == 0 ? aside : nil
  }
}
