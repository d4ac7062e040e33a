import Foundation
import Kartoteka

extension Language {
  /// The language of the terminal by POSIX's locale variables in their order of precedence (XBD 8.2). English if it is not
  /// supported.
  static func of(environment: [String: String]) -> Language {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return named(locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }) ?? .english
  }
}
