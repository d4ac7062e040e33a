import Dispatch
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
  func ask(_ question: String) throws -> [UInt8] {
    var former = termios()
    guard tcgetattr(descriptor, &former) == 0 else { throw CancellationError() }
    // Ctrl-C comes as a byte: a signal would end the program and leave the terminal without an echo.
    var raw = former
    cfmakeraw(&raw)
    tcsetattr(descriptor, TCSADRAIN, &raw)
    let sources = [SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [former, descriptor] in
        var former = former
        tcsetattr(descriptor, TCSADRAIN, &former)
        signal(number, SIG_DFL)
        raise(number)
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in [SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
      tcsetattr(descriptor, TCSADRAIN, &former)
      write("\n")
    }
    write(question)
    var text: [UInt8] = []
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return text
      // Ctrl-C and Ctrl-D.
      case 3, 4: throw CancellationError()
      // Ctrl-U.
      case 21: text = []
      // Backspace removes a letter of several bytes, too.
      case 8, 127: while let last = text.popLast(), last & 0xc0 == 0x80 {}
      // Arrows and others: ESC [ with numbers and a letter, or ESC O and a letter.
      case 27: skipKey()
      case 0..<32: break
      default: text.append(byte)
      }
    }
    throw CancellationError()
  }

  private func next() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? byte : nil
    }
  }

  // The Escape key alone sends nothing behind it.
  private func skipKey() {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 50) > 0, let first = next() else { return }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return }
    while let byte = next(), !(0x40...0x7e).contains(byte) {}
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Foundation.write(descriptor, bytes, bytes.count)
  }
}
