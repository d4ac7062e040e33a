import ArgumentParser
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

extension Language {
  /// The language of the terminal by POSIX's locale variables in their order of precedence (XBD 8.2). English if it is not
  /// supported.
  static func of(environment: [String: String]) -> Language {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return named(locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }) ?? .english
  }
}

extension ArgumentHelp {
  /// Help in the person's language.
  /// - Parameter value: the name of the value in the synopsis; nil for the option's name.
  static func saying(_ key: String, value: String? = nil) -> ArgumentHelp {
    ArgumentHelp(say(key), valueName: value)
  }
}
