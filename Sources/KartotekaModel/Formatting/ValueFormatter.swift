/// A formatter of text, applied to all input: form, API, import.
public enum ValueFormatter: String, Sendable, Codable, CaseIterable {
  /// `PhoneFormatter`, the default of the kind phone.
  case phone
  /// Upper case: country codes, registration numbers.
  case uppercase
  /// Lower case: user names.
  case lowercase

  /// The formatted text.
  public func format(_ text: String) -> String {
    switch self {
    case .phone: PhoneFormatter.format(text)
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    }
  }
}
