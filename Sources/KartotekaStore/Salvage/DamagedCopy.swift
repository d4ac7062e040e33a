import Foundation

/// Copies a file byte by byte, also from a disk that can't read all of it: what can't be read is left empty.
package struct DamagedCopy {
  /// Reads bytes at a place, as pread(2) does.
  typealias Reading = (_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, _ offset: off_t) -> Int

  /// The bytes that are read at once, and those that are given up together.
  private static let (part, block) = (1 << 20, 4_096)

  private let reading: Reading

  /// A copy by the system's own means.
  package init() { self.init { pread($0, $1, $2, $3) } }

  init(_ reading: @escaping Reading) { self.reading = reading }

  /// Copies a file.
  /// - Parameters:
  ///   - url: the place of the copy, where nothing may be.
  ///   - check: is called after each part; an error that it throws ends the copy.
  /// - Returns: how many bytes could not be read.
  /// - Throws: ``StoreError/disk(_:)``, and what the check throws.
  @discardableResult
  package func make(of file: URL, at url: URL, check: () throws -> Void = {}) throws -> Int {
    let (from, to) = (file.path(percentEncoded: false), url.path(percentEncoded: false))
    // Without waiting, which a pipe would do for one who writes to it.
    let source = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard source >= 0 else { throw Disk.fault(from) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw Disk.fault(from) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError.unusable(path: from, problem: .unreadable(String(cString: strerror(EINVAL))))
    }
    let target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw Disk.fault(to) }
    defer { close(target) }
    let size = Int(status.st_size)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.part, alignment: 16)
    defer { buffer.deallocate() }
    guard let start = buffer.baseAddress else { return 0 }
    var (offset, lost, step) = (0, 0, Self.part)
    while offset < size {
      if offset % Self.part == 0 { try check() }
      // To the end of a part or of a block, so that a place that can't be read is given up with its block alone.
      let count = reading(source, start, min(step - offset % step, size - offset), off_t(offset))
      if count > 0 {
        // Empty parts take no space: the length of a damaged file may be any.
        if start.load(as: UInt8.self) != 0 || memcmp(start, start + 1, count - 1) != 0 {
          try write(UnsafeRawBufferPointer(start: start, count: count), to: target, at: offset, to)
        }
        offset += count
      } else if count == 0 {
        break
      } else if errno == EINTR {
        continue
      } else if errno != EIO {
        throw Disk.fault(from)
      } else if step > Self.block {
        step = Self.block
        continue
      } else {
        let end = min(size, (offset / Self.block + 1) * Self.block)
        lost += end - offset
        offset = end
      }
      // The rest of a part with an error is read in blocks.
      if offset % Self.part == 0 { step = Self.part }
    }
    guard ftruncate(target, off_t(offset)) == 0 else { throw Disk.fault(to) }
    return lost
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to target: Int32, at offset: Int, _ path: String) throws {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(target, rest.baseAddress, rest.count, off_t(offset + done))
      guard count > 0 || errno == EINTR else { throw Disk.fault(path) }
      done += max(count, 0)
    }
  }
}
