import Foundation

/// Standard error: for what people should know beside what they asked for.
enum StandardError {
  /// Whether a person watches it.
  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Writes a line. Where it can't be written there is nobody to tell.
  static func line(_ text: String) { write(text + "\n") }

  /// Writes text as it is.
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
