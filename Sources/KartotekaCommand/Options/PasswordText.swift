import Foundation
import Kartoteka
import KartotekaStore

/// Passwords that are given in files, in the environment or on a terminal. They are never arguments: other users of the machine see
/// those.
enum PasswordText {
  /// The first line of a file.
  /// - Throws: ``Failure``, `StoreError`.
  static func firstLine(of file: String) throws -> String {
    let url = URL(filePath: file, directoryHint: .notDirectory)
    try InputFile.check(url)
    let bytes = try PrivateFile.bytes(of: url, limit: 1 << 16)
    let line = (bytes ?? []).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    // Editors of Windows put a mark before the text.
    return try text(line.starts(with: [0xef, 0xbb, 0xbf]) ? line.dropFirst(3) : line)
  }

  /// The text of an environment variable; nil for none.
  /// - Throws: ``Failure``.
  static func text(of variable: String, in environment: [String: String]) throws -> String? {
    guard let given = environment[variable], !given.isEmpty else { return nil }
    // The environment's bytes that are no text came as these.
    guard !given.unicodeScalars.contains("\u{FFFD}") else { throw notText }
    return given
  }

  /// The text of bytes. Letters of another encoding would all be the same one.
  /// - Throws: ``Failure``.
  static func text(_ bytes: some Collection<UInt8>) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw notText }
    return text
  }

  private static let notText = Failure(
    "The password is not text in UTF-8", remedy: "Convert the file, or set the terminal to UTF-8.")
}
