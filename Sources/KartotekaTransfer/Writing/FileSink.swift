import Foundation

/// Writes to a file through a buffer.
///
/// ```swift
/// let sink = try FileSink(path: "users.csv")
/// …
/// try sink.close()
/// ```
/// Without ``close()`` the last bytes are lost: only there can it be told that the disk is full.
public final class FileSink: ByteSink {
  private static let capacity = 1 << 16

  private let name: String
  private let ownsDescriptor: Bool
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates a file, or empties the one that is there.
  ///
  /// - Throws: ``WritingError``
  public init(path: String) throws(WritingError) {
    name = path
    ownsDescriptor = true
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotCreate(file: path, reason: Self.reason) }
    buffer.reserveCapacity(Self.capacity)
  }

  /// Writes to a file that is open, such as standard output, and leaves it open.
  public init(descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    ownsDescriptor = false
    buffer.reserveCapacity(Self.capacity)
  }

  deinit {
    if ownsDescriptor, descriptor >= 0 { _ = Foundation.close(descriptor) }
  }

  /// Takes these bytes into the buffer, or hands them on to the system when they do not fit.
  /// - Throws: ``WritingError`` where the file can't be written.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(WritingError) {
    if buffer.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try put(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Hands what is in the buffer on to the system.
  /// - Throws: ``WritingError`` where the file can't be written.
  public func flush() throws(WritingError) {
    let full = buffer
    try full.withUnsafeBufferPointer { (bytes) throws(WritingError) in
      try put(UnsafeRawBufferPointer(bytes))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is left and closes the file. Calling it again does nothing.
  /// - Throws: ``WritingError`` where the file can't be written.
  public func close() throws(WritingError) {
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
