import Foundation
import KartotekaModel

extension Catalogue {
  /// The platform's words: `en.json`, `pl.json` and `ru.json` of the resources. An application's words are merged into them.
  public static let platform: Catalogue = {
    var catalogue = Catalogue()
    for language in Language.all {
      let file = language.code + ".json"
      catalogue.merge(Catalogue(language: language) { Embedded.names.contains(file) ? [Embedded.data(file)] : [] })
    }
    return catalogue
  }()
}
