import Foundation
import KartotekaHTML

/// A QR code in a terminal: two modules in each character, dark on light whatever the colours of the terminal are.
enum TerminalCode {
  /// Whether standard output is a terminal that knows colours.
  static var isPossible: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// The lines of the code of a text, without line ends; empty for a text that is too long.
  static func lines(_ text: String) -> [String] {
    guard let code = QRCode(text) else { return [] }
    // Readers need a margin; two modules suffice on a screen.
    let margin = 2
    func isDark(_ x: Int, _ y: Int) -> Bool {
      (0..<code.size).contains(x) && (0..<code.size).contains(y) && code[x, y]
    }
    return stride(from: -margin, to: code.size + margin, by: 2).map { y in
      let cells = (-margin..<code.size + margin).map { x in
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1b}[30;107m" + cells.joined() + "\u{1b}[0m"
    }
  }

  /// Writes the code of a text to standard output.
  static func write(_ text: String) {
    let all = lines(text).map { "  " + $0 + "\n" }.joined()
    try? Array(all.utf8).withUnsafeBytes { try StandardOutput().write($0) }
  }
}
