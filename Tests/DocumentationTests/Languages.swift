import Foundation
import Kartoteka

extension Language {
  /// Czech.
  public static let czech = Language(
    "cs", plurals: .westSlavic, alphabet: "abcčdefghijklmnopqrřsštuvwxyzž", words: Embedded.data("cs.json"))
}

/// Stands for the resources of a package.
private enum Embedded {
  static func data(_ name: String) -> Data { Data("{}".utf8) }
}
