import Foundation

/// A file that a form brought along.
struct SubmittedFile: Sendable {
  /// Where its bytes are.
  enum Content: Sendable {
    /// In memory.
    case bytes([UInt8])
    /// In a file of their own.
    case file(URL)
  }

  /// The field that it was chosen in.
  let field: String
  /// The name that it had where it came from, without its folder; only for showing.
  let name: String
  /// The type that it is said to have.
  let type: String?
  let content: Content
  /// How many bytes it has.
  let count: Int

  /// The bytes, when they are in memory.
  var bytes: [UInt8]? { if case .bytes(let bytes) = content { bytes } else { nil } }

  /// What becomes of the files of a form while it is read.
  enum Reception: Sendable {
    /// They stay in memory, all together up to that many bytes.
    case memory(limit: Int)
    /// Each is written to a file of that folder, all together up to that many bytes. Their names there are numbers
    /// in the order in which they came: `1`, `2`.
    case folder(URL, limit: Int)

    /// The most bytes of all files.
    var limit: Int {
      switch self {
      case .memory(let limit), .folder(_, let limit): limit
      }
    }
  }
}
