import Foundation
import Synchronization

/// Has a large file written to the disk in portions while it is made.
///
/// Otherwise the system keeps gigabytes of it in memory, and a file system such as ext4 writes the new blocks of all files before it
/// commits its journal: every transaction that commits meanwhile would wait for them. One portion is written while the next one is
/// made.
final class DiskPace: Sendable {
  /// The bytes of a portion: a commit waits for two of them at most.
  static let portion: Int64 = 4 << 20
  /// The pages of 4,096 bytes, SQLite's default, that are a portion.
  static let pages = Int(portion / 4_096)

  private struct State {
    var waiting: Int64 = 0
    var failure: StoreError?
  }

  // A class of its own, which the work in the background can hold.
  private final class File: Sendable {
    let path: String
    let descriptor: Int32
    let state = Mutex(State())

    init(_ url: URL) throws {
      path = url.path(percentEncoded: false)
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Disk.fault(path) }
    }

    deinit { close(descriptor) }

    func sync() {
      while fsync(descriptor) != 0 {
        if errno == EINTR { continue }
        let fault = Disk.fault(path)
        return state.withLock { $0.failure = $0.failure ?? fault }
      }
    }
  }

  private let file: File
  private let queue = DispatchQueue(label: "kartoteka.disk", qos: .utility)
  private let group = DispatchGroup()

  /// The pace of a file that another descriptor writes.
  /// - Throws: ``StoreError/disk(_:)``.
  init(of url: URL) throws { file = try File(url) }

  /// Notes bytes that were written. After a portion it waits until the one before is on the disk.
  /// - Throws: ``StoreError/disk(_:)``, also for earlier portions.
  func wrote(_ count: Int) throws {
    let isPortion = file.state.withLock { state in
      state.waiting += Int64(count)
      guard state.waiting >= Self.portion else { return false }
      state.waiting = 0
      return true
    }
    guard isPortion else { return }
    try finish()
    queue.async(group: group) { [file] in file.sync() }
  }

  /// Notes that ``pages`` of a database were written.
  /// - Throws: ``StoreError/disk(_:)``, also for earlier portions.
  func wrotePages() throws { try wrote(Int(Self.portion)) }

  /// Waits until all whole portions are on the disk.
  /// - Throws: ``StoreError/disk(_:)``.
  func finish() throws {
    group.wait()
    if let failure = file.state.withLock({ $0.failure }) { throw failure }
  }
}
