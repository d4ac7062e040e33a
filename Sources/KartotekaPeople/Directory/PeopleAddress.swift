/// The addresses of the pages about people. Their first segment is no name of an application.
package enum PeopleAddress {
  /// The beginning of all of them.
  package static let root = "/-"

  /// The path of the page of a link.
  package static func link(_ key: String) -> String { "\(root)/join/\(key)" }

  /// The address of the page of a link at a server.
  package static func link(_ key: String, at server: String) -> String {
    (server.hasSuffix("/") ? String(server.dropLast()) : server) + link(key)
  }
}
