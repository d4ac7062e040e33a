import Foundation
import KartotekaTransfer

/// Standard output: only the requested output.
final class StandardOutput: ByteSink {
  /// Writes bytes.
  /// - Throws: ``BrokenPipe`` if the reader has exited, `WritingError` for other errors.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(STDOUT_FILENO, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw BrokenPipe()
      } else if errno != EINTR {
        throw WritingError.cannotWrite(file: say("standard output"), reason: String(cString: strerror(errno)))
      }
    }
  }

  /// Writes a line.
  static func line(_ text: String) throws {
    try Array((text + "\n").utf8).withUnsafeBytes { try StandardOutput().write($0) }
  }
}
