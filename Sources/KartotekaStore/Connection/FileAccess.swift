import Foundation
import KartotekaModel

/// The access to the database file at a path: for reading and writing, or for reading alone.
///
/// SQLite needs a shared memory file beside a database with a write-ahead log, which it can't make in a folder that can't be
/// written. While no log lies there, the file is therefore opened as one that nobody changes
/// (<https://www.sqlite.org/wal.html#read_only_databases>). With a log, its shared memory must be there as well.
struct FileAccess: Sendable, Equatable {
  /// A state of a file, to notice that another program has changed it.
  struct Stamp: Sendable, Equatable {
    let file: FileID
    let size: Int64
    let modified: timespec

    static func == (one: Stamp, other: Stamp) -> Bool {
      one.file == other.file && one.size == other.size && one.modified.tv_sec == other.modified.tv_sec
        && one.modified.tv_nsec == other.modified.tv_nsec
    }
  }

  let path: String
  /// Whether the file and its folder can be written.
  let isWritable: Bool
  /// The file, if it is read as one that nobody changes.
  let immutable: Stamp?
  /// Why nothing may be written although the file can be: its primary database can't be reached. Nil as usual.
  let refusal: StoreError?

  /// A copy of a primary database that can't be reached.
  init(_ url: URL, refusal: StoreError) {
    path = url.path(percentEncoded: false)
    isWritable = false
    immutable = nil
    self.refusal = refusal
  }

  /// Looks at the file at a path, or at the folder for a file that is still to be made.
  init(_ url: URL, _ options: StoreOptions = StoreOptions()) {
    let path = url.path(percentEncoded: false)
    self.path = path
    refusal = nil
    isWritable =
      options.isWritable(url.deletingLastPathComponent().path(percentEncoded: false))
      && (FileID(path) == nil || options.isWritable(path))
    // A rollback journal makes SQLite refuse to read the file at all, and rightly so.
    let isAlone = ["-wal", "-journal"].allSatisfy { (FileID(path + $0)?.size ?? 0) == 0 }
    immutable = isWritable || !isAlone ? nil : Stamp(path)
  }

  /// The name by which SQLite opens the file.
  var location: String {
    immutable == nil ? path : URL(filePath: path).absoluteString + "?immutable=1"
  }

  /// Whether a file that was opened like this has to be opened again: it can be written by now, or was changed although it
  /// is read as one that nobody changes.
  func isOutdated(_ now: FileAccess) -> Bool { !isWritable && (now.isWritable || immutable != nil && now != self) }
}

extension FileAccess.Stamp {
  /// The file at a path; nil where there is none.
  fileprivate init?(_ path: String) {
    var status = stat()
    guard let file = FileID(path), stat(path, &status) == 0 else { return nil }
    #if os(Linux)
      let modified = status.st_mtim
    #else
      let modified = status.st_mtimespec
    #endif
    self.init(file: file, size: file.size, modified: modified)
  }
}
