import Foundation

/// The address of a PostgreSQL database: `postgres://user@host:5432/database`. Its parts that are missing come from libpq's
/// environment variables and password file (<https://www.postgresql.org/docs/15/libpq-envars.html>).
package struct PostgresAddress: Sendable {
  /// The address, which may contain a password.
  let text: String

  /// - Returns: nil for a text that is no such address, such as the name of a folder.
  package init?(_ text: String) {
    guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix) else { return nil }
    self.text = text
  }

  /// The options in the address, by libpq's names.
  /// - Throws: ``PostgresError`` `.badAddress`, without the text, which may contain a password.
  func options(_ library: LibPQ) throws -> [String: String] {
    var message: UnsafeMutablePointer<CChar>?
    let parsed = library.parseAddress(text, &message)
    defer { library.freeMemory(message) }
    guard let parsed else { throw PostgresError.badAddress }
    defer { library.freeOptions(parsed) }
    // An array of PQconninfoOption, whose keyword is the first member and whose value the fourth; an entry without a keyword
    // ends it.
    let size = MemoryLayout<(Int, Int, Int, Int, Int, Int, CInt)>.stride
    var options: [String: String] = [:]
    var entry = UnsafeRawPointer(parsed)
    while let keyword = entry.load(as: UnsafePointer<CChar>?.self) {
      if let value = entry.load(fromByteOffset: 3 * MemoryLayout<Int>.size, as: UnsafePointer<CChar>?.self) {
        options[String(cString: keyword)] = String(cString: value)
      }
      entry += size
    }
    return options
  }
}
