import Foundation
import KartotekaScreens

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

  /// Why the logo is refused: it is no SVG file, has a script, or refers to another file; nil for none. A refused logo is
  /// not served.
  package var logoFault: String? {
    guard let logo else { return nil }
    do throws(SVGText.Fault) {
      try SVGText.checkFile(String(decoding: logo, as: UTF8.self))
      return nil
    } catch {
      return error.problem.description
    }
  }

  /// The logo, unless it is refused.
  package var servedLogo: Data? { logoFault == nil ? logo : nil }
}
