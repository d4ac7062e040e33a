import Foundation
import KartotekaModel

extension Catalogue {
  /// The platform's own words: every `pl.json` and `….pl.json` of the resources, and so for each language. An
  /// app's are merged into them.
  public static let platform: Catalogue = {
    var catalogue = Catalogue()
    for language in Language.all {
      let file = language.code + ".json"
      catalogue.merge(
        Catalogue(language: language) {
          Embedded.names.filter { $0 == file || $0.hasSuffix("." + file) }.map(Embedded.data)
        })
    }
    return catalogue
  }()
}
