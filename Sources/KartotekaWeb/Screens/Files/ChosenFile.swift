import KartotekaModel

/// What a form says about the bytes of one of its fields.
enum ChosenFile: Sendable {
  /// These are to be stored. They wait under the token until the form can be saved.
  case chosen(Blob, name: String, token: String)
  /// Those that are stored are to go.
  case removed
  /// Others were chosen that can't be taken, and why.
  case refused(Phrase)

  /// Whoever chose a file in a form sends its token when the form comes back.
  static func tokenName(_ field: String) -> String { "_file-" + field }

  /// Sent when the stored bytes are to go.
  static func removalName(_ field: String) -> String { "_remove-" + field }

  /// What a form brings along in place of the file itself.
  func hidden(_ field: String) -> (name: String, value: String)? {
    switch self {
    case .chosen(_, _, let token): (Self.tokenName(field), token)
    case .removed: (Self.removalName(field), "1")
    case .refused: nil
    }
  }
}
