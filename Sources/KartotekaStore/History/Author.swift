import Foundation
import KartotekaModel

/// Who makes a change: each change set has its author, as of then.
package struct Author: Sendable, Hashable, Codable {
  /// The author of the changes of the current task; nil without accounts.
  ///
  /// It is no part of an ``Access``: people with equal rights share screens and a store's caches. Work that goes on in another
  /// task, such as an import, has to keep the author who began it.
  @TaskLocal package static var current: Author?

  /// The number of the person; nil for the user of the system who runs a command.
  package let id: Int64?
  /// The name that they had then.
  package let name: String

  /// An author.
  package init(id: Int64?, name: String) {
    self.id = id
    self.name = name
  }

  /// An author as change sets store them. A text of another form is a name.
  init(text: String) {
    self = (try? JSONDecoder().decode(Author.self, from: Data(text.utf8))) ?? Author(id: nil, name: text)
  }

  /// The stored text. That of a person begins with the number: ``start(of:)``.
  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// The beginning of the texts of a person, with which no text of another one begins.
  static func start(of id: Int64) -> String { "{\"id\":\(id)," }
}
