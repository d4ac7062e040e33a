import Foundation
import Kartoteka
import KartotekaHTML
import KartotekaWeb

/// Says the program's own sentences in the language of the person at the terminal.
let say = Localizer.person(of: nil)

extension Localizer {
  /// The words of the person at the terminal: the program's and, over them, an application's.
  static func person(of app: App?) -> Localizer {
    Localizer(language: .of(environment: ProcessInfo.processInfo.environment), catalogue: .words(of: app))
  }
}

extension Catalogue {
  /// The program's words and, over them, an application's.
  static func words(of app: App?) -> Catalogue {
    var words = Catalogue.platform
    if let app { words.merge(app.catalogue) }
    return words
  }
}
