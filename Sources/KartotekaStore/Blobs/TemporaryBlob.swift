import Foundation
import KartotekaModel

/// A file that bytes come into before it has its name. It goes with the last that refers to it, or, should the process
/// end before, with the next sweep: the lock on it ends with the process, too.
final class TemporaryBlob: Sendable {
  let url: URL
  private let descriptor: Int32

  /// Makes an empty one.
  /// - Throws: `StoreError.disk`.
  init(in folder: URL) throws {
    try Disk.makeFolder(folder)
    while true {
      let url = folder.appending(path: UUID().uuidString)
      let path = url.path(percentEncoded: false)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw Disk.fault(path) }
      // A sweep in this very moment may have taken it for a forgotten one.
      var status = stat()
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.url = url
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit {
    unlink(url.path(percentEncoded: false))
    close(descriptor)
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw Disk.fault(url.path(percentEncoded: false)) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  func sync() throws {
    guard fsync(descriptor) == 0 else { throw Disk.fault(url.path(percentEncoded: false)) }
  }

  /// Removes a temporary file that no process writes any longer.
  static func removeForgotten(_ url: URL) {
    let path = url.path(percentEncoded: false)
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
  }
}
