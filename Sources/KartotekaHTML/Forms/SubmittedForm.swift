import Foundation
import KartotekaModel

/// A submitted form: names and texts, and files (`application/x-www-form-urlencoded`, URL Standard, section 5.1;
/// `multipart/form-data`, RFC 7578).
package struct SubmittedForm: Sendable {
  /// The most bytes of a form's texts.
  package static let limit = 1_000_000

  private var fields: [String: String] = [:]
  /// The files that were chosen, in the order of the form.
  package var files: [SubmittedFile] = []
  /// The statements about the bytes of a record's fields, by name.
  package var chosen: [String: ChosenFile] = [:]

  /// A form with those fields.
  package init(_ fields: [String: String]) { self.fields = fields }

  /// The text of a field; nil when it was not sent.
  package subscript(name: String) -> String? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// Everything that was sent, by name.
  package var texts: [String: String] { fields }

  /// The names of everything that was sent.
  package var names: [String] { Array(fields.keys) }

  /// The file that was chosen in a field; nil when none was.
  package func file(_ field: String) -> SubmittedFile? { files.first { $0.field == field } }

  /// The fields whose names have that prefix, without it.
  package func below(_ prefix: String) -> SubmittedForm {
    let inner = fields.filter { $0.key.hasPrefix(prefix) }.map { (String($0.key.dropFirst(prefix.count)), $0.value) }
    return SubmittedForm(Dictionary(inner, uniquingKeysWith: { first, _ in first }))
  }
}

/// A file that a form brought along.
package struct SubmittedFile: Sendable {
  /// The field that it was chosen in.
  package var field: String
  /// The name that it had where it came from, without its folder; only for showing.
  package let name: String
  /// The type that it is said to have.
  package let type: String?
  /// The place of its bytes.
  package let content: URL
  /// The number of bytes.
  package let count: Int
  /// Whether all of its bytes are there.
  package var isWhole = true

  package init(field: String, name: String, type: String?, content: URL, count: Int) {
    self.field = field
    self.name = name
    self.type = type
    self.content = content
    self.count = count
  }

  /// The destination of a form's files while it is read.
  package enum Reception: Sendable {
    /// The form has no fields for files: one that comes all the same is refused.
    case refused
    /// They are received up to that many bytes and not kept; of each the form has the name, as a text.
    case dropped(limit: Int)
    /// Each is written to a file of that folder, all together up to that many bytes. Their names there are numbers
    /// in the order in which they came: `1`, `2`.
    ///
    /// With `dropsRest`, bytes beyond the limit are counted and not written, so that the form can be shown again.
    case folder(URL, limit: Int, dropsRest: Bool = false)

    /// The most bytes of all files.
    package var limit: Int {
      switch self {
      case .refused: 0
      case .folder(_, let limit, _), .dropped(let limit): limit
      }
    }

    /// The most bytes beyond the limit that are counted.
    package var mostDropped: Int {
      if case .folder(_, _, dropsRest: true) = self { 1_000_000_000 } else { 0 }
    }
  }
}

/// The statement of a form about the bytes of one of its fields.
package enum ChosenFile: Sendable {
  /// These are to be stored. They wait under the token until the form can be saved.
  case chosen(Blob, name: String, token: String)
  /// The stored bytes are to be removed.
  case removed
  /// Others were chosen that can't be taken, and why.
  case refused(Phrase)

  /// The hidden field that represents the file when the form is sent again.
  package func hidden(_ field: String) -> (name: String, value: String)? {
    switch self {
    case .chosen(_, _, let token): (FormName.file(field), token)
    case .removed: (FormName.fileRemoval(field), "1")
    case .refused: nil
    }
  }
}
