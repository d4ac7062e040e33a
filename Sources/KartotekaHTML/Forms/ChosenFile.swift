import KartotekaModel

/// What a form says about the bytes of one of its fields.
package enum ChosenFile: Sendable {
  /// These are to be stored. They wait under the token until the form can be saved.
  case chosen(Blob, name: String, token: String)
  /// Those that are stored are to go.
  case removed
  /// Others were chosen that can't be taken, and why.
  case refused(Phrase)

  /// What a form brings along in place of the file itself.
  package func hidden(_ field: String) -> (name: String, value: String)? {
    switch self {
    case .chosen(_, _, let token): (FormName.file(field), token)
    case .removed: (FormName.fileRemoval(field), "1")
    case .refused: nil
    }
  }
}
