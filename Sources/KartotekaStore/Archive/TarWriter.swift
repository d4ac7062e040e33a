import Foundation

/// Writes a tar archive to a file, member after member.
package final class TarWriter {
  private static let partLength = 1 << 20

  private let path: String
  private let descriptor: Int32
  private var isOpen = true
  private let pace: DiskPace

  /// Makes the file, which must not exist.
  /// - Throws: ``StoreError`` `.disk`.
  package init(at url: URL) throws {
    path = url.path(percentEncoded: false)
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Disk.fault(path) }
    do { pace = try DiskPace(of: url) } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { if isOpen { close(descriptor) } }

  /// Adds a file.
  /// - Parameter progress: receives the number of bytes that are written; an error that it throws ends the work.
  /// - Returns: the size and the SHA-256 of what was written.
  /// - Throws: ``StoreError`` `.disk`.
  package func add(
    _ name: String, from url: URL, progress: (Int64) throws -> Void = { _ in }
  ) throws -> (size: Int64, digest: [UInt8]) {
    let source = url.path(percentEncoded: false)
    let file = open(source, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Disk.fault(source) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Disk.fault(source) }
    let size = Int64(status.st_size)
    try write(TarHeader.blocks(name: name, size: size, date: Int64(Date().timeIntervalSince1970.rounded())))
    let hash = SHA256()
    var done: Int64 = 0
    var buffer = [UInt8](repeating: 0, count: Self.partLength)
    while done < size {
      let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Disk.fault(source) }
      guard count > 0, done + Int64(count) <= size else {
        throw StoreError.disk("\(source): the file was changed while it was read")
      }
      try buffer.withUnsafeBytes { bytes in
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        hash.update(part)
        try write(part)
      }
      done += Int64(count)
      try progress(done)
    }
    try write(TarHeader.padding(after: size))
    return (size, hash.finalize())
  }

  /// Adds a few bytes.
  /// - Throws: ``StoreError`` `.disk`.
  package func add(_ name: String, _ bytes: [UInt8]) throws {
    let size = Int64(bytes.count)
    try write(TarHeader.blocks(name: name, size: size, date: Int64(Date().timeIntervalSince1970.rounded())))
    try write(bytes)
    try write(TarHeader.padding(after: size))
  }

  /// A whole archive of a few small files.
  package static func bytes(of files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    let date = Int64(Date().timeIntervalSince1970.rounded())
    return files.reduce(into: []) { archive, file in
      let size = Int64(file.bytes.count)
      archive += TarHeader.blocks(name: file.name, size: size, date: date) + file.bytes + TarHeader.padding(after: size)
    } + [UInt8](repeating: 0, count: 2 * TarHeader.blockLength)
  }

  /// Ends the archive, has it written to the disk, and gives it its name. A file that was there is replaced.
  /// - Throws: ``StoreError`` `.disk`.
  package func finish(as url: URL) throws {
    try write([UInt8](repeating: 0, count: 2 * TarHeader.blockLength))
    try pace.finish()
    guard fsync(descriptor) == 0 else { throw Disk.fault(path) }
    isOpen = false
    guard close(descriptor) == 0 else { throw Disk.fault(path) }
    guard rename(path, url.path(percentEncoded: false)) == 0 else { throw Disk.fault(url.path(percentEncoded: false)) }
    try Disk.sync(folder: url.deletingLastPathComponent())
  }

  private func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(descriptor, part.baseAddress, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Disk.fault(path) }
      rest = rest.dropFirst(count)
    }
    try pace.wrote(bytes.count)
  }
}
