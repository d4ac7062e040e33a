import Foundation

/// Operations on files and folders.
package enum Disk {
  /// The system's last error.
  static func fault(_ path: String) -> StoreError { .disk("\(path): \(String(cString: strerror(errno)))") }

  /// Makes a folder unless it is there, so that it stays through a failure of power.
  /// - Throws: ``StoreError/disk(_:)``.
  package static func makeFolder(_ url: URL) throws {
    let path = url.path(percentEncoded: false)
    if mkdir(path, 0o755) == 0 { return try sync(folder: url.deletingLastPathComponent()) }
    guard errno != EEXIST else { return }
    guard errno == ENOENT else { throw fault(path) }
    try makeFolder(url.deletingLastPathComponent())
    try makeFolder(url)
  }

  /// Has the names in a folder written to the disk.
  static func sync(folder url: URL) throws { try sync(url) }

  /// Has a file, or the names in a folder, written to the disk.
  static func sync(_ url: URL) throws {
    let path = url.path(percentEncoded: false)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw fault(path) }
  }

  /// The number of bytes of a file; 0 for folders, links, and where there is none.
  static func size(of url: URL) -> Int64 {
    var status = stat()
    guard lstat(url.path(percentEncoded: false), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int64(status.st_size)
  }

  /// The bytes of a folder's disk that this process may still write; nil where the system does not say.
  static func free(at folder: URL) -> Int64? {
    var status = statvfs()
    guard statvfs(folder.path(percentEncoded: false), &status) == 0 else { return nil }
    let (bytes, isMore) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: status.f_frsize))
    return isMore ? .max : bytes
  }

  /// The content of a folder; empty if it does not exist.
  package static func content(of url: URL) -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
  }
}
