import KartotekaModel

/// What a form sent: names and texts, and files (`application/x-www-form-urlencoded`, URL Standard, section 5.1;
/// `multipart/form-data`, RFC 7578).
package struct SubmittedForm: Sendable {
  /// The most bytes of a form's texts.
  package static let limit = 1_000_000

  private var fields: [String: String] = [:]
  /// The files that were chosen, in the order of the form.
  package var files: [SubmittedFile] = []
  /// What it says about the bytes of a record's fields, by name.
  package var chosen: [String: ChosenFile] = [:]

  /// A form with those fields.
  package init(_ fields: [String: String]) { self.fields = fields }

  /// The text of a field; nil when it was not sent.
  package subscript(name: String) -> String? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

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
