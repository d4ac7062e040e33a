import Foundation

/// Standard error: messages beside the output.
enum StandardError {
  /// Whether standard error is a terminal.
  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Writes a line. Errors are ignored.
  static func line(_ text: String) { write(text + "\n") }

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
