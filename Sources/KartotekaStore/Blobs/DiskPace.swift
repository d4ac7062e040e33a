import Foundation

/// Has a large file written to the disk in portions while it is made.
///
/// Otherwise the system keeps gigabytes of it in memory, and a file system such as ext4 writes the new blocks of all files before it
/// commits its journal: every transaction that commits meanwhile would wait for them.
final class DiskPace {
  /// The bytes of a portion: a commit waits for this many at most.
  static let portion: Int64 = 4 << 20
  /// The pages of 4,096 bytes, SQLite's default, that are a portion.
  static let pages = Int(portion / 4_096)

  private let path: String
  private let descriptor: Int32
  private var waiting: Int64 = 0

  /// The pace of a file that another descriptor writes.
  /// - Throws: ``StoreError/disk(_:)``.
  init(of url: URL) throws {
    path = url.path(percentEncoded: false)
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Disk.fault(path) }
  }

  deinit { close(descriptor) }

  /// Notes bytes that were written, and waits for the disk after a portion.
  /// - Throws: ``StoreError/disk(_:)``.
  func wrote(_ count: Int) throws {
    waiting += Int64(count)
    guard waiting >= Self.portion else { return }
    try Self.sync(descriptor, path)
    waiting = 0
  }

  /// Notes that ``pages`` of a database were written.
  /// - Throws: ``StoreError/disk(_:)``.
  func wrotePages() throws { try wrote(Int(Self.portion)) }

  /// Waits until what was written to a file is on the disk.
  /// - Throws: ``StoreError/disk(_:)``.
  static func sync(_ descriptor: Int32, _ path: String) throws {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw Disk.fault(path) }
    }
  }
}
