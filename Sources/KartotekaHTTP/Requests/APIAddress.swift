import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The addresses of the API that pages use.
package enum APIAddress {
  /// The parameter of a change stream: the id of the last known event.
  package static let after = "after"
  /// The parameter of a change stream: the plurals of the entities whose changes it has, separated by commas.
  package static let entities = "entities"
  /// The parameter of a picture or file: its version. A response to it can be cached without expiry.
  package static let version = "version"
  /// The parameter of a file that asks for a PDF file as a page of this server shows it, in a frame.
  package static let preview = "preview"

  /// The name of a field as a component below a record's address. Columns of an opened file can have names that have a meaning of
  /// their own there, or that are no component; those begin with `~`.
  package static func component(_ field: String) -> String {
    ReservedNames.fields.contains(field) || ["", ".", ".."].contains(field) || field.hasPrefix("~")
      ? "~" + field : field
  }

  /// The component of a path that names an application, of the API or of screens; nil if it has none.
  package static func name(in path: String) -> String? { name(in: path[...]) }

  /// The same of a part of a text.
  static func name(in path: Substring) -> String? {
    let slash = UInt8(ascii: "/")
    let first = path.utf8.drop { $0 == slash }.prefix { $0 != slash }
    guard first.elementsEqual("api".utf8) else { return first.isEmpty ? nil : String(Substring(first)) }
    let second = path.utf8[first.endIndex...].drop { $0 == slash }.prefix { $0 != slash }
    return second.isEmpty ? nil : String(Substring(second))
  }

  /// The API of an application.
  package static func app(_ name: String) -> URLPath { URLPath("api", name) }

  /// The description of an application's API.
  package static func description(of app: String) -> URLPath { self.app(app).appending("openapi.json") }

  /// The records of an entity.
  /// - Parameter entities: the plural of its name.
  package static func records(_ entities: String, of app: String) -> URLPath { self.app(app).appending(entities) }

  /// The parameter of a change stream with the record that the page shows, such as `users/412`; empty for a page without one.
  package static let open = "open"

  /// The change stream of an application.
  /// - Parameter place: the position after which the stream begins.
  package static func changes(of app: String, after place: String) -> URLPath {
    self.app(app).appending("changes").with(after, place)
  }
}

/// A position in the change log as text: the identity of the change log and a sequence number, `3fa9c07b52e1d864-412`. It is
/// the `id` of an event and remains valid across restarts of the server.
package enum ChangePlace {
  /// The position after the commit with the given number.
  package static func text(_ number: Int, in feed: ChangeFeed) -> String { text(row: feed.row(of: number), in: feed) }

  /// The position after an entry of the change log.
  package static func text(row: Int64, in feed: ChangeFeed) -> String { "\(feed.log)-\(row)" }

  /// The commit at which a subscriber resumes; nil for positions of other logs and for invalid text.
  package static func resumption(_ text: String, in feed: ChangeFeed) -> ChangeFeed.Resumption? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let row = Int64(parts[1]) else { return nil }
    return feed.resumption(after: row, of: String(parts[0]))
  }
}
