import Foundation
import KartotekaModel

/// An open file of bytes, read by `pread`: it can be read to its end after another process has removed its name.
final class OpenBlobFile: OpenBlob {
  private let descriptor: Int32
  private let count: Int

  init(_ file: BlobFile) throws(UnreadableBlob) {
    let path = file.url.path(percentEncoded: false)
    descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    count = file.count
    guard descriptor >= 0 else { throw UnreadableBlob("\(path): \(String(cString: strerror(errno)))") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) == count else {
      close(descriptor)
      throw UnreadableBlob("\(path) has \(status.st_size) bytes instead of \(count)")
    }
  }

  deinit { close(descriptor) }

  /// Opens a file; see ``BlobFile/open()``.
  static func open(_ file: BlobFile) throws(UnreadableBlob) -> any OpenBlob { try OpenBlobFile(file) }

  func bytes(in range: Range<Int>) throws(UnreadableBlob) -> [UInt8] {
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
