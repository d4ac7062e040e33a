import Foundation
import KartotekaModel

extension Catalogue {
  /// The platform's own words: every `pl.json` and `….pl.json` of the resources, and so for each language. An
  /// app's are merged into them.
  public static let platform: Catalogue = {
    var catalogue = Catalogue()
    for language in Language.all {
      let file = language.code + ".json"
      for name in Embedded.names where name == file || name.hasSuffix("." + file) {
        // A file that can't be read leaves its sentences in English; a test reads each.
        guard let words = try? Catalogue(language: language, json: Embedded.data(name)) else { continue }
        catalogue.merge(words)
      }
    }
    return catalogue
  }()
}
