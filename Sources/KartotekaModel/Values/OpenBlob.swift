import Foundation

/// An open ``BlobFile``, whose bytes are read part by part.
public final class OpenBlob: Sendable {
  private let descriptor: Int32
  private let count: Int

  init(_ file: BlobFile) throws(UnreadableBlob) {
    let path = file.url.path(percentEncoded: false)
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    count = file.count
    guard descriptor >= 0 else { throw UnreadableBlob("\(path): \(String(cString: strerror(errno)))") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) == count else {
      close(descriptor)
      throw UnreadableBlob("\(path) has \(status.st_size) bytes instead of \(count)")
    }
  }

  deinit { close(descriptor) }

  /// Some of the bytes. Several threads may read at once.
  /// - Throws: ``UnreadableBlob``.
  public func bytes(in range: Range<Int>) throws(UnreadableBlob) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < range.count {
      let read = bytes.withUnsafeMutableBytes { memory in
        pread(descriptor, memory.baseAddress.map { $0 + done }, range.count - done, off_t(range.lowerBound + done))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else {
        throw UnreadableBlob(read < 0 ? String(cString: strerror(errno)) : "the file is too short")
      }
      done += read
    }
    return bytes
  }
}
