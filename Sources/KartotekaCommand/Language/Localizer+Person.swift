import Foundation
import Kartoteka
import KartotekaHTML
import KartotekaWeb

/// Translates the program's sentences into the language of the terminal.
let say = Localizer.person(of: nil)

extension Localizer {
  /// A localizer for the language of the terminal.
  /// - Parameter app: the application whose catalogue takes precedence; nil for the platform's catalogue alone.
  static func person(of app: App?) -> Localizer {
    Localizer(language: .of(environment: ProcessInfo.processInfo.environment), catalogue: .words(of: app))
  }
}

extension Catalogue {
  /// The platform's catalogue and an application's, which takes precedence.
  static func words(of app: App?) -> Catalogue {
    var words = Catalogue.platform
    if let app { words.merge(app.catalogue) }
    return words
  }
}
