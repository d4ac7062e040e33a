import Foundation
import Synchronization

/// The folder beside a database in which a backup is checked before it is restored. The process that works in it holds a
/// lock, which ends with the process: a folder that nobody has locked was left behind.
final class RestoreFolder {
  private static let prefix = ".restore-"
  private static let lock = "lock"
  /// Several applications of a process may have folders at once. None is taken for forgotten before it is locked.
  private static let turn = Mutex(())

  let url: URL
  private let descriptor: Int32

  /// Makes one beside a database.
  /// - Throws: ``StoreError`` `.unusable`.
  init(beside database: URL) throws {
    let folder = database.deletingLastPathComponent()
    Self.removeForgotten(in: folder)
    let name = "\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))"
    url = folder.appending(path: name)
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
    try? FileManager.default.removeItem(at: url)
    close(descriptor)
  }

  /// Removes the folders of processes that were killed.
  static func removeForgotten(in folder: URL) { turn.withLock { _ in remove(in: folder) } }

  private static func remove(in folder: URL) {
    for url in Disk.content(of: folder) where url.lastPathComponent.hasPrefix(prefix) {
      let descriptor = open(url.appending(path: lock).path(percentEncoded: false), O_RDWR | O_CLOEXEC)
      if descriptor >= 0 {
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
        try? FileManager.default.removeItem(at: url)
      } else if let process = pid_t(url.lastPathComponent.dropFirst(prefix.count).prefix { $0 != "-" }),
        kill(process, 0) != 0,
        errno == ESRCH
      {
        // Of a version that made no lock, or killed before it did.
        try? FileManager.default.removeItem(at: url)
      }
    }
  }
}
