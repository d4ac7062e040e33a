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
  ///   - label: a catalogue key.
  ///   - hint: where to get it, a catalogue key.
  public init(_ name: String, _ label: String, environment: String, hint: String = "") {
    description = SecretDescription(name: name, label: label, environment: environment, hint: hint)
  }
}
