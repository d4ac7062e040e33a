import Foundation
import KartotekaStore

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

  /// A hash of the hosts, the port and the database, for the name of the folder with the local copies.
  package var mark: String {
    let options = LibPQ.shared.flatMap { try? self.options($0) } ?? [:]
    let place = ["host", "hostaddr", "port", "dbname", "service"].map { options[$0] ?? "" }.joined(separator: "\n")
    return Fingerprint.text(of: Array(place.utf8), bytes: 8)
  }

  /// One of the servers of an address: the options that lead to it alone; none where the address has only one.
  struct Place: Sendable {
    fileprivate(set) var options: [(String, String)] = []
  }

  /// The servers of an address: `postgres://user@host1:5432,host2:5432/database`.
  /// - Parameter options: those in the address.
  static func places(_ options: [String: String]) -> [Place] {
    let lists = ["host", "hostaddr", "port"].compactMap { name in
      options[name].map { (name, $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)) }
    }
    let count = lists.map(\.1.count).max() ?? 1
    // One port is that of all. libpq says what is wrong with other numbers.
    guard count > 1, lists.allSatisfy({ $0.1.count == count || $0.0 == "port" && $0.1.count == 1 }) else {
      return [Place()]
    }
    // libpq passes over an empty value, and would have the ports of all servers for one of them.
    let port = ProcessInfo.processInfo.environment["PGPORT"].flatMap { $0.isEmpty ? nil : $0 } ?? "5432"
    return (0..<count).map { index in
      Place(
        options: lists.map { name, values in
          let value = values.count == 1 ? values[0] : values[index]
          return (name, name == "port" && value.isEmpty ? port : value)
        })
    }
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
