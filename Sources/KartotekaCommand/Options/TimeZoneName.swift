import ArgumentParser
import Foundation
import Kartoteka

/// A time zone option, such as `Europe/Warsaw`.
enum TimeZoneName {
  /// Parses the name.
  /// - Throws: ``UnknownName``.
  static func zone(_ name: String) throws -> TimeZone {
    if let zone = TaskTimeZone.named(name) { return zone }
    throw UnknownName(
      Phrase(
        "There is no time zone {name}. Zones are called Europe/Warsaw, for example.", ["name": .text(name)]))
  }
}
