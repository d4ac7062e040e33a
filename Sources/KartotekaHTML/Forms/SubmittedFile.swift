import Foundation

/// A file that a form brought along.
package struct SubmittedFile: Sendable {
  /// The field that it was chosen in.
  package let field: String
  /// The name that it had where it came from, without its folder; only for showing.
  package let name: String
  /// The type that it is said to have.
  package let type: String?
  /// Where its bytes are.
  package let content: URL
  /// How many bytes it has.
  package let count: Int

  package init(field: String, name: String, type: String?, content: URL, count: Int) {
    self.field = field
    self.name = name
    self.type = type
    self.content = content
    self.count = count
  }

  /// What becomes of the files of a form while it is read.
  package enum Reception: Sendable {
    /// The form has no fields for files: one that comes all the same is refused.
    case refused
    /// Each is written to a file of that folder, all together up to that many bytes. Their names there are numbers
    /// in the order in which they came: `1`, `2`.
    case folder(URL, limit: Int)

    /// The most bytes of all files.
    package var limit: Int {
      switch self {
      case .refused: 0
      case .folder(_, let limit): limit
      }
    }
  }
}
