/// A key or password that an application needs for a service on the internet.
///
/// It is kept outside the database and never shown again. An environment variable, where there is one, wins.
///
/// ```swift
/// let pexelsKey = Secret("pexelsKey", "Pexels key", environment: "PEXELS_API_KEY", hint: "From pexels.com/api")
/// ```
public struct Secret: Sendable {
  /// The secret as data, which says nothing of its value.
  public let description: SecretDescription

  /// A secret by that name, with a label and a hint where it comes from (keys into the catalogue).
  public init(_ name: String, _ label: String, environment: String, hint: String = "") {
    description = SecretDescription(name: name, label: label, environment: environment, hint: hint)
  }
}
