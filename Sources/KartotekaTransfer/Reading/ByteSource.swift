import Foundation

/// The bytes of a file, mapped into memory, so that files of any size can be read without loading them.
///
/// Sources that can't be mapped (pipes, standard input) are read into memory. ``TextSource`` decodes text.
///
/// A mapped file must not be truncated while it is read: the system then ends the process. Uploads are therefore stored in
/// own files.
///
/// Sendable although it contains pointers: the memory is not written after the initializer.
public final class ByteSource: @unchecked Sendable {
  /// The file's name without its folder, for messages; nil for other data.
  public let name: String?
  /// The path of the file; nil for data in memory.
  let path: String?
  /// The encoding of the text that a person has named; nil to tell it by the content.
  package let encoding: TextEncoding?

  let start: UnsafeRawPointer
  let count: Int
  /// The memory of bytes that are not mapped.
  private let memory: GrowingBuffer<UInt8>?

  /// Opens a file.
  ///
  /// - Throws: ``ReadingError`` if the file doesn't exist, is a folder or is not readable.
  public convenience init(path: String) throws(ReadingError) { try self.init(path: path, as: nil) }

  /// Opens a file whose encoding a person may have named.
  ///
  /// - Parameter name: the displayed name; nil for that of the path.
  /// - Throws: ``ReadingError`` if the file doesn't exist, is a folder or is not readable.
  package init(path: String, name: String? = nil, as encoding: TextEncoding?) throws(ReadingError) {
    self.encoding = encoding
    let name = name ?? URL(filePath: path).lastPathComponent
    self.name = name
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReadingError(errno, opening: name) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ReadingError(errno, opening: name) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw ReadingError(EISDIR, opening: name) }

    let size = Int(status.st_size)
    if status.st_mode & S_IFMT == S_IFREG, size > 0,
      let mapped = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED
    {
      madvise(mapped, size, MADV_SEQUENTIAL)
      start = UnsafeRawPointer(mapped)
      count = size
      memory = nil
      self.path = path
    } else {
      let bytes = try Self.contents(of: descriptor, name: name)
      start = UnsafeRawPointer(bytes.start)
      count = bytes.count
      memory = consume bytes
      self.path = nil
    }
  }

  /// Copies bytes that are in memory.
  public convenience init(_ bytes: some Collection<UInt8>, name: String? = nil) {
    self.init(bytes, name: name, as: nil)
  }

  /// Copies bytes whose encoding a person may have named.
  package init(_ bytes: some Collection<UInt8>, name: String?, as encoding: TextEncoding?) {
    self.encoding = encoding
    var copy = GrowingBuffer<UInt8>(capacity: bytes.count)
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      if let base = buffer.baseAddress { copy.append(base, count: buffer.count) }
    }
    if isContiguous == nil { for byte in bytes { copy.append(byte) } }
    path = nil
    self.name = name
    start = UnsafeRawPointer(copy.start)
    count = copy.count
    memory = consume copy
  }

  init(taking bytes: consuming GrowingBuffer<UInt8>, name: String?) {
    encoding = nil
    path = nil
    self.name = name
    start = UnsafeRawPointer(bytes.start)
    count = bytes.count
    memory = consume bytes
  }

  deinit {
    if memory == nil { munmap(UnsafeMutableRawPointer(mutating: start), count) }
  }

  /// The bytes. Their address is constant during the object's life.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: count)
  }

  private static func contents(
    of descriptor: Int32, name: String
  ) throws(ReadingError) -> GrowingBuffer<UInt8> {
    var bytes = GrowingBuffer<UInt8>(capacity: 1 << 16)
    while true {
      let count = try bytes.append(upTo: 1 << 16) { (free) throws(ReadingError) in
        while true {
          let count = read(descriptor, free, 1 << 16)
          if count >= 0 { return count }
          if errno != EINTR { throw ReadingError(errno, opening: name) }
        }
      }
      if count == 0 { return bytes }
    }
  }
}
