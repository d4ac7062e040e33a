import KartotekaHTML
import KartotekaModel

/// The addresses of the API that pages refer to.
package enum APIAddress {
  /// The parameter of a stream of changes: the id of the last event that is known already.
  package static let after = "after"
  /// The parameter of a picture or file: the version that is asked for, which can be cached for ever.
  package static let version = "version"

  /// The API of an application.
  package static func app(_ name: String) -> URLPath { URLPath("api", name) }

  /// The description of an application's API.
  package static func description(of app: String) -> URLPath { self.app(app).appending("openapi.json") }

  /// The records of an entity.
  /// - Parameter entities: the plural of its name.
  package static func records(_ entities: String, of app: String) -> URLPath { self.app(app).appending(entities) }

  /// The stream of an application's changes.
  /// - Parameter place: the first changes that it sends are those behind it.
  package static func changes(of app: String, after place: String) -> URLPath {
    self.app(app).appending("changes").with(after, place)
  }
}
