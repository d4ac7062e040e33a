import Foundation
import Kartoteka

extension Language {
  /// The language of the person at the terminal, by POSIX's variables in the order in which they rule
  /// (XBD 8.2); English for all that we don't speak.
  static func of(environment: [String: String]) -> Language {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return named(locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }) ?? .english
  }
}
