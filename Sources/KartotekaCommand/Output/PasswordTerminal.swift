import Foundation

/// The terminal on which a person types a password, which is not shown.
final class PasswordTerminal {
  private let descriptor: Int32

  /// Nil if the program has no terminal.
  init?() {
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Asks for a password.
  /// - Throws: `CancellationError` after Ctrl-C.
  func ask(_ question: String) throws -> String {
    var former = termios()
    guard tcgetattr(descriptor, &former) == 0 else { throw CancellationError() }
    // Ctrl-C comes as a byte: a signal would end the program and leave the terminal without an echo.
    var raw = former
    cfmakeraw(&raw)
    tcsetattr(descriptor, TCSADRAIN, &raw)
    defer {
      tcsetattr(descriptor, TCSADRAIN, &former)
      write("\n")
    }
    write(question)
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      // The end of the input, Ctrl-C and Ctrl-D.
      guard count > 0, byte != 3, byte != 4 else { throw CancellationError() }
      switch byte {
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return String(decoding: text, as: UTF8.self)
      // Ctrl-U.
      case 21: text = []
      // Backspace removes a letter of several bytes, too.
      case 8, 127: while let last = text.popLast(), last & 0xc0 == 0x80 {}
      default: text.append(byte)
      }
    }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Foundation.write(descriptor, bytes, bytes.count)
  }
}
