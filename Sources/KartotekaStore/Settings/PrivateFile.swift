import Foundation

/// Small files that their owner alone may read.
package enum PrivateFile {
  /// Writes a file, so that no reader sees a part of it.
  /// - Parameter isReplacing: whether a file that is there is replaced.
  /// - Throws: ``StoreError`` `.disk`, also where a file is there that is not to be replaced.
  package static func write(_ bytes: [UInt8], to url: URL, isReplacing: Bool = true) throws {
    let path = url.path(percentEncoded: false)
    let part = path + ".part-\(ProcessInfo.processInfo.processIdentifier)"
    // One that was left half written could have other rights.
    unlink(part)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Disk.fault(path) }
    defer { unlink(part) }
    let isWritten = Foundation.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let problem = errno
    close(descriptor)
    errno = isWritten ? errno : problem
    guard isWritten else { throw Disk.fault(path) }
    guard isReplacing else { return try Store.place(URL(filePath: part, directoryHint: .notDirectory), at: url) }
    guard rename(part, path) == 0 else { throw Disk.fault(path) }
    try Disk.sync(folder: url.deletingLastPathComponent())
  }

  /// The bytes of a file.
  /// - Parameter limit: the most bytes that it may have.
  /// - Returns: nil if there is none.
  /// - Throws: ``StoreError`` `.disk`.
  package static func bytes(of url: URL, limit: Int) throws -> [UInt8]? {
    let path = url.path(percentEncoded: false)
    // A pipe would be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw Disk.fault(path) }
      return nil
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Disk.fault(path) }
      if count == 0 { break }
      done += count
    }
    guard done <= limit else {
      errno = EFBIG
      throw Disk.fault(path)
    }
    return Array(bytes.prefix(done))
  }
}
