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
    try Array((text.withoutControls + "\n").utf8).withUnsafeBytes { try StandardOutput().write($0) }
  }
}

/// The reader of standard output has exited, as in `kartoteka mock … | head`. This is not a failure.
struct BrokenPipe: Error {}

/// Standard error: messages beside the output.
enum StandardError {
  /// Whether standard error is a terminal.
  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Writes a line. Errors are ignored.
  static func line(_ text: String) { write(text.withoutControls + "\n") }

  /// Writes text without a line end. Errors are ignored.
  static func write(_ text: String) {
    Array(text.utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(STDERR_FILENO, part.baseAddress, part.count)
        guard count >= 0 || errno == EINTR else { return }
        rest = rest.dropFirst(max(count, 0))
      }
    }
  }
}

extension String {
  /// The text without characters that command a terminal: a value of a file or database is shown, not obeyed.
  var withoutControls: String {
    guard unicodeScalars.contains(where: Self.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !Self.isControl($0) }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7f...0x9f).contains(scalar.value)
  }
}
