import Foundation

/// Who makes a change: each change set has its author, as of then.
package struct Author: Sendable, Hashable, Codable {
  /// The author of the changes of the current task; nil without accounts.
  ///
  /// It is no part of an ``Access``: people with equal rights share screens and caches. Work that goes on in another task, such
  /// as an import, has to keep the author who began it.
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
}
