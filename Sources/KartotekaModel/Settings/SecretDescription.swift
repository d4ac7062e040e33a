/// A secret as data: what it is for, and nothing of what it is.
public struct SecretDescription: Sendable, Codable, Hashable {
  /// The name in addresses and in the file that keeps it.
  public package(set) var name: String
  /// What people read: a key into the catalogue.
  public package(set) var label: String
  /// The environment variable that wins over what is kept.
  public package(set) var environment: String
  /// Where it comes from: a key into the catalogue; empty for nothing.
  public package(set) var hint: String

  /// The most characters of a secret.
  private static let longest = 500

  /// What is wrong with a text that is to be this secret; nil when nothing is.
  ///
  /// Secrets are sent in headers: they have the characters that those can carry (RFC 9110, section 5.5), and no spaces.
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
