/// A way to write text that an attribute can ask for; it runs wherever a value comes in: form, API, import.
public enum ValueFormatter: String, Sendable, Codable, CaseIterable {
  /// As ``PhoneFormatter`` writes it; what attributes of the kind phone have without asking.
  case phone
  /// In capitals: country codes, registration numbers.
  case uppercase
  /// In small letters: user names.
  case lowercase

  /// The text in that way.
  public func format(_ text: String) -> String {
    switch self {
    case .phone: PhoneFormatter.format(text)
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    }
  }
}
