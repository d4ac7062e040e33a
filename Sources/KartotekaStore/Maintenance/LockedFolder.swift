import Foundation
import Synchronization

/// A folder beside a database for the time of one piece of work: of a backup that is written, or checked before it is restored, of the
/// files of a form that is received, or of an application whose files are loaded. The folder for temporary files may be in memory, or on a small disk.
///
/// The process that works in it holds a lock, which ends with the process: a folder that nobody has locked was left behind. The folder
/// around it may be a person's, so that nothing without the name and the lock is ever removed.
package final class LockedFolder: Sendable {
  /// The purpose of the folder. Its name begins so.
  package enum Purpose: String, CaseIterable {
    case restore = ".restore-"
    case backup = ".kartoteka-backup-"
    case form = ".kartoteka-form-"
    case load = ".kartoteka-load-"
  }

  private static let lock = "lock"
  /// Several applications of a process may have folders at once. The turn keeps a new folder from being taken for forgotten
  /// before it is locked.
  private static let turn = Mutex(())

  package let url: URL
  private let descriptor: Int32

  /// Makes one beside a database, and removes those that were left behind.
  /// - Throws: ``StoreError`` `.unusable`.
  package init(for purpose: Purpose, beside database: URL) throws {
    let folder = database.deletingLastPathComponent()
    Self.removeForgotten(in: folder)
    let name = "\(purpose.rawValue)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))"
    url = folder.appending(path: name, directoryHint: .isDirectory)
    descriptor = try Self.turn.withLock { [url] _ in try Self.make(url, in: folder) }
  }

  private static func make(_ url: URL, in folder: URL) throws -> Int32 {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw StoreError.unusable(
        path: folder.path(percentEncoded: false), problem: .unreadable(error.localizedDescription))
    }
    let descriptor = open(url.appending(path: lock).path(percentEncoded: false), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw StoreError.unusable(
        path: url.path(percentEncoded: false), problem: .unreadable(String(cString: strerror(errno))))
    }
    return descriptor
  }

  deinit {
    remove()
    close(descriptor)
  }

  /// Removes the folder with its files.
  package func remove() { try? FileManager.default.removeItem(at: url) }

  /// Removes the folders of processes that were killed.
  static func removeForgotten(in folder: URL) { turn.withLock { _ in remove(in: folder) } }

  private static func remove(in folder: URL) {
    for url in Disk.content(of: folder) {
      let name = url.lastPathComponent
      guard let purpose = Purpose.allCases.first(where: { name.hasPrefix($0.rawValue) }) else { continue }
      let descriptor = open(url.appending(path: lock).path(percentEncoded: false), O_RDWR | O_CLOEXEC)
      if descriptor >= 0 {
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
        try? FileManager.default.removeItem(at: url)
      } else if let process = pid_t(name.dropFirst(purpose.rawValue.count).prefix { $0 != "-" }),
        kill(process, 0) != 0,
        errno == ESRCH
      {
        // Of a version that made no lock, or killed before it did.
        try? FileManager.default.removeItem(at: url)
      }
    }
  }
}

extension Store {
  /// A folder for the files of a form while they are received: beside the data, or a temporary one of a store in memory.
  /// - Throws: ``StoreError`` `.unusable`.
  package func formFolder() throws -> LockedFolder {
    try LockedFolder(for: .form, beside: url ?? FileManager.default.temporaryDirectory.appending(path: "memory"))
  }
}
