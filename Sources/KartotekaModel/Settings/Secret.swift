/// A key or password that an application needs for a service on the internet.
///
/// It is stored outside the database and never shown again. Its environment variable takes precedence.
///
/// ```swift
/// let pexelsKey = Secret("pexelsKey", "Pexels key", environment: "PEXELS_API_KEY", hint: "From pexels.com/api")
/// ```
public struct Secret: Sendable {
  /// The description, without the value.
  public let description: SecretDescription

  /// Declares a secret.
  /// - Parameters:
  ///   - name: the name in the settings.
  ///   - label: a catalogue key.
  ///   - environment: the environment variable that has it where the settings have none.
  ///   - hint: where to get it, a catalogue key.
  public init(_ name: String, _ label: String, environment: String, hint: String = "") {
    description = SecretDescription(name: name, label: label, environment: environment, hint: hint)
  }
}

/// The description of a secret, without its value.
public struct SecretDescription: Sendable, Codable, Hashable {
  /// The name in addresses and in the file of secrets.
  public package(set) var name: String
  /// The label that people read: a catalogue key.
  public package(set) var label: String
  /// The environment variable, which takes precedence over the stored value.
  public package(set) var environment: String
  /// The way to get it: a catalogue key; empty for none.
  public package(set) var hint: String

  /// The maximum number of characters.
  private static let longest = 500

  /// The error in a text for this secret; nil for none.
  ///
  /// Secrets are sent in headers, so they contain only characters that headers can carry (RFC 9110, section 5.5), and
  /// no spaces.
  public func fault(in text: String) -> Phrase? {
    if text.isEmpty { return "This can't be empty" }
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      return "A key has letters, digits and marks of ASCII, and no spaces"
    }
    guard text.utf8.count <= Self.longest else {
      return Phrase("This can have at most {count} characters", ["count": .count(Self.longest)])
    }
    return nil
  }
}
