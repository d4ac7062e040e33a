import Foundation

/// The appearance of a server beside its applications.
public struct Branding: Sendable {
  /// The name of the product, a key into the platform's catalogue.
  public var title: String
  /// The logo, an SVG file; nil for that of Kartoteka.
  public var logo: Data?

  /// The given name and logo, by default Kartoteka's.
  public init(title: String = "Kartoteka", logo: Data? = nil) {
    self.title = title
    self.logo = logo
  }
}
