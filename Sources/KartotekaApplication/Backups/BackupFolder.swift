import Foundation
import KartotekaModel
import KartotekaStore

/// A backup in a folder of backups.
package struct BackupFile: Sendable {
  /// The name of the file.
  package let name: String
  package let url: URL
  /// When it was begun; of files that others have put there when they were changed.
  package let date: Date
  /// When the file was changed.
  package let changed: Date
  /// The number of bytes.
  package let size: Int64
  /// Whether this data folder's server has made it, whose timer may remove it.
  package let isOwn: Bool
}

/// A folder with the backups of a data folder. Several data folders may share it, and people may put files there.
package struct BackupFolder: Sendable {
  /// The file that marks a folder of backups, and is locked while one is written. Where the disk is not connected, its folder is
  /// often there and empty: without the mark nothing is written.
  static let mark = ".kartoteka-backups"
  private static let ending = ".tar"

  package let url: URL
  /// The part of the names of backups that identifies this data folder.
  let id: String
  /// Whether it is made where it is missing.
  let isMade: Bool

  /// - Parameters:
  ///   - id: letters and digits that no other data folder has.
  ///   - isMade: whether it is a part of the data folder, and not one that a person chose.
  package init(_ url: URL, id: String, isMade: Bool) { (self.url, self.id, self.isMade) = (url, id, isMade) }

  private var path: String { url.path(percentEncoded: false) }
  private var markPath: String { url.appending(path: Self.mark).path(percentEncoded: false) }

  // MARK: Looking

  /// Whether it is there and is the one that was chosen. One that is to be made may be missing.
  package var isThere: Bool { isMade || access(markPath, F_OK) == 0 }

  /// The backups, the newest first; none if the folder is not there.
  package func files() -> [BackupFile] {
    let files = Disk.content(of: url).compactMap { file(at: $0) }
    return files.sorted { ($0.date, $0.name) > ($1.date, $1.name) }
  }

  /// The backup of that name; nil if there is none.
  package func file(named name: String) -> BackupFile? {
    guard !name.contains("/"), !name.contains("\0") else { return nil }
    return file(at: url.appending(path: name))
  }

  private func file(at url: URL) -> BackupFile? {
    let name = url.lastPathComponent
    var status = stat()
    guard name.hasSuffix(Self.ending), !name.hasPrefix("."), lstat(url.path(percentEncoded: false), &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    let own = date(in: name)
    let changed = Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
    return BackupFile(
      name: name, url: url, date: own ?? changed, changed: changed, size: Int64(status.st_size), isOwn: own != nil)
  }

  /// The times of this data folder's backups.
  package func times() -> [Date] { files().filter(\.isOwn).map(\.date) }

  /// The newest one of this data folder's backups. Backups whose time is to come are of a clock that was set back.
  package static func newest(_ files: [BackupFile], now: Date) -> BackupFile? {
    files.first { $0.isOwn && $0.date <= now }
  }

  // MARK: Names

  private var prefix: String { "kartoteka-\(id)-" }

  /// The place of a backup that is begun now. No two have one name.
  package func place(now: Date) -> URL {
    var time = now
    while true {
      let name = prefix + time.ISO8601Format().replacing(":", with: "-") + Self.ending
      let place = url.appending(path: name)
      if access(place.path(percentEncoded: false), F_OK) != 0 { return place }
      time.addTimeInterval(1)
    }
  }

  /// The time in the name of one of this data folder's backups: 2026-11-28T02-30-00Z.
  package func date(in name: String) -> Date? {
    guard name.hasPrefix(prefix) else { return nil }
    let text = name.dropFirst(prefix.count).dropLast(Self.ending.count)
    guard text.utf8.count == 20, let time = text.firstIndex(of: "T") else { return nil }
    return try? Date(String(text[..<time]) + text[time...].replacing("-", with: ":"), strategy: .iso8601)
  }

  // MARK: Writing

  /// Makes the folder one of backups.
  /// - Throws: ``BackupError`` `.badFolder`.
  package func choose() throws(BackupError) {
    guard path.hasPrefix("/") else { throw .badFolder }
    let descriptor = open(markPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .badFolder }
    close(descriptor)
  }

  /// Locks the folder for a backup that is written, also for other servers.
  /// - Throws: ``BackupError`` `.backingUp`, `.folderGone`, `.folderReadOnly`, `.folderFull`.
  package func lock() throws(BackupError) -> BackupFolderLock {
    if isMade, mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.fault(errno) }
    let flags = isMade ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDWR | O_CLOEXEC
    let descriptor = open(markPath, flags, 0o600)
    guard descriptor >= 0 else { throw Self.fault(errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(descriptor)
      throw .backingUp
    }
    return BackupFolderLock(descriptor)
  }

  private static func fault(_ code: Int32) -> BackupError {
    switch code {
    case EROFS, EACCES, EPERM: .folderReadOnly
    case ENOSPC, EDQUOT: .folderFull
    default: .folderGone
    }
  }

  /// An error of writing to the folder with its explanation.
  package func explained(_ error: any Error) -> any Error {
    guard error is StoreError else { return error }
    if access(path, F_OK) != 0 || !isThere { return BackupError.folderGone }
    let text = "\(error)"
    let full = [ENOSPC, EDQUOT].map { String(cString: strerror($0)) } + ["database or disk is full"]
    if full.contains(where: text.contains) { return BackupError.folderFull }
    let closed = [EROFS, EACCES, EPERM].map { String(cString: strerror($0)) }
    if access(path, W_OK) != 0 || closed.contains(where: text.contains) { return BackupError.folderReadOnly }
    return error
  }

  /// A name of a file in the folder, for one that a file has elsewhere.
  package static func safe(_ name: String) -> String {
    let scalars = BackupError.shown(name).unicodeScalars.map { "/\\:\0".unicodeScalars.contains($0) ? "-" : $0 }
    var stem = String(String.UnicodeScalarView(scalars))
    if stem.hasSuffix(ending) { stem.removeLast(ending.count) }
    stem = String(stem.drop { $0 == "." })
    // Names of files are counted in bytes. A number and the ending are added.
    while stem.utf8.count > 180 { stem.removeLast() }
    // The timer counts and removes what is named as its own.
    if stem.hasPrefix("kartoteka-") { stem = "uploaded-" + stem }
    return (stem.isEmpty ? "backup" : stem) + ending
  }

  /// Takes a file into the folder. One of that name that is there stays: the new one gets a number.
  /// - Returns: its name in the folder.
  /// - Throws: ``BackupError`` `.folderReadOnly`, `.folderFull`, `.folderGone`.
  package func take(_ file: URL, called name: String) throws(BackupError) -> String {
    let stem = String(Self.safe(name).dropLast(Self.ending.count))
    for number in 1...1_000 {
      let target = url.appending(path: (number == 1 ? stem : "\(stem)-\(number)") + Self.ending)
      let (from, to) = (file.path(percentEncoded: false), target.path(percentEncoded: false))
      // It fails where there is one of the name. Not all disks have links.
      if link(from, to) == 0 { return target.lastPathComponent }
      if errno == EEXIST { continue }
      guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { throw Self.fault(errno) }
      guard access(to, F_OK) != 0 else { continue }
      guard rename(from, to) == 0 else { throw Self.fault(errno) }
      return target.lastPathComponent
    }
    throw .folderReadOnly
  }

  /// Removes a backup.
  /// - Throws: ``BackupError`` `.folderReadOnly`.
  package func remove(_ file: BackupFile) throws(BackupError) {
    guard unlink(file.url.path(percentEncoded: false)) == 0 || errno == ENOENT else { throw .folderReadOnly }
  }

  /// Removes this data folder's backups that a rule lets go. Backups that lack something, or can't be read, neither count nor go.
  package func removeSurplus(by rule: BackupRule, now: Date, in zone: TimeZone) throws(BackupError) {
    let files = files().filter { $0.isOwn && Self.isWhole($0) }
    let surplus = rule.surplus(files.map(\.date), now: now, in: zone)
    for file in files where surplus.contains(file.date) { try remove(file) }
  }

  /// Whether a backup is whole and lacks nothing.
  package static func isWhole(_ file: BackupFile) -> Bool {
    guard let archive = try? BackupArchive(file.url), archive.faults.isEmpty else { return false }
    let manifest = archive.manifest
    return manifest.unavailable.isEmpty && manifest.applications.allSatisfy { $0.missingFiles == nil }
  }

  /// The room that a backup needs: the files with their pictures and what is kept beside them, and a copy of the largest database
  /// while it is added.
  package static func room(for databases: [URL], _ opened: [OpenedFile]) -> Int64 {
    let sizes =
      databases.map(Store.sizeOnDisk)
      + opened.map { file in
        Store.sizeOnDisk(of: file.url)
          .addingClamped(file.sideFile == file.url ? 0 : Store.sizeOnDisk(of: file.sideFile))
      }
    let copied = (databases + opened.map(\.url)).map { url in
      (try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false)))?[.size] as? Int64 ?? 0
    }
    return sizes.reduce(copied.max() ?? 0) { $0.addingClamped($1) }
  }

  /// Whether the disk has room for so many bytes and a reserve. Where that is unknown it is tried.
  package static func hasRoom(for bytes: Int64, at url: URL, besides reserve: Int64 = 200_000_000) -> Bool {
    let path = url.path(percentEncoded: false)
    guard let free = (try? FileManager.default.attributesOfFileSystem(forPath: path))?[.systemFreeSize] as? Int64 else {
      return true
    }
    return free > bytes.addingClamped(reserve)
  }
}

/// The lock of a folder of backups, which ends with the process.
package final class BackupFolderLock: Sendable {
  private let descriptor: Int32

  fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}
