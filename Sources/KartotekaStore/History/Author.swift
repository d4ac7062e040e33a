import Foundation
import KartotekaModel

/// The author of a change set, as of then: a person, the user of the system who ran a command, or the token of a server.
package struct Author: Sendable, Hashable, Codable {
  /// The author of the changes of the current task; nil without accounts.
  ///
  /// It is no part of an ``Access``: people with equal rights share screens and a store's caches. Work that goes on in another
  /// task, such as an import, has to keep the author who began it.
  @TaskLocal package static var current: Author?

  /// The random numbers of people: all that numbers of JSON hold exactly, and none that counts anything. Smaller ones are those of
  /// records of people, by which earlier versions knew them: on another server they are other people.
  package static let identities: Range<Int64> = 1 << 32..<1 << 53

  /// The identity of the person; nil for the user of the system who runs a command, and for the token of a server.
  package let id: Int64?
  /// The name that they had then.
  package let name: String

  /// The identity if it gives rights: to change one's own notes and see one's own views.
  package var owner: Int64? { id.flatMap { Self.identities.contains($0) ? $0 : nil } }

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
