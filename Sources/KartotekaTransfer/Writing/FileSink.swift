import Foundation

/// Writes to a file with a buffer.
///
/// ```swift
/// let sink = try FileSink(path: "users.csv")
/// …
/// try sink.close()
/// ```
/// Without ``close()`` the last bytes are lost, and an error of the last write is not reported.
package final class FileSink: ByteSink {
  private static let capacity = 1 << 16

  private let name: String
  private let ownsDescriptor: Bool
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates a file, or truncates an existing one.
  ///
  /// - Throws: ``WritingError``.
  package init(path: String) throws(WritingError) {
    name = path
    ownsDescriptor = true
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotCreate(file: path, reason: Self.reason) }
    buffer.reserveCapacity(Self.capacity)
  }

  /// Writes to an open file, such as standard output, and leaves it open.
  package init(descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    ownsDescriptor = false
    buffer.reserveCapacity(Self.capacity)
  }

  deinit {
    if ownsDescriptor, descriptor >= 0 { _ = Foundation.close(descriptor) }
  }

  /// Appends bytes to the buffer, and writes it if it is full.
  /// - Throws: ``WritingError`` if the file can't be written.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(WritingError) {
    if buffer.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try put(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Writes the buffer.
  /// - Throws: ``WritingError`` if the file can't be written.
  package func flush() throws(WritingError) {
    let full = buffer
    try full.withUnsafeBufferPointer { (bytes) throws(WritingError) in
      try put(UnsafeRawBufferPointer(bytes))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest and closes the file. Further calls have no effect.
  /// - Throws: ``WritingError`` if the file can't be written.
  package func close() throws(WritingError) {
    guard descriptor >= 0 else { return }
    try flush()
    let closed = descriptor
    descriptor = -1
    guard !ownsDescriptor || Foundation.close(closed) == 0 else {
      throw .cannotWrite(file: name, reason: Self.reason)
    }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(WritingError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(descriptor, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .cannotWrite(file: name, reason: Self.reason)
      }
    }
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
