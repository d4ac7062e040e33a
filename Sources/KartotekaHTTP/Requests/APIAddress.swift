import KartotekaHTML
import KartotekaModel

/// The addresses of the API that pages use.
package enum APIAddress {
  /// The parameter of a change stream: the id of the last known event.
  package static let after = "after"
  /// The parameter of a picture or file: its version. A response to it can be cached without expiry.
  package static let version = "version"

  /// The API of an application.
  package static func app(_ name: String) -> URLPath { URLPath("api", name) }

  /// The description of an application's API.
  package static func description(of app: String) -> URLPath { self.app(app).appending("openapi.json") }

  /// The records of an entity.
  /// - Parameter entities: the plural of its name.
  package static func records(_ entities: String, of app: String) -> URLPath { self.app(app).appending(entities) }

  /// The change stream of an application.
  /// - Parameter place: the position after which the stream begins.
  package static func changes(of app: String, after place: String) -> URLPath {
    self.app(app).appending("changes").with(after, place)
  }
}
