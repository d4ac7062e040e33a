import Foundation
import KartotekaModel
import KartotekaPeople

/// The settings of a person on every device on which they are signed in.
package struct PersonalSettings: Sendable {
  /// The language; nil for that of the browser.
  package let language: Language?
  /// The time zone; nil for that of the browser.
  let timeZone: TimeZone?
  /// Whether single-key shortcuts are on; nil for what the browser was told.
  package let singleKeys: Bool?

  /// The settings of the person in whose browser the current request began; nil for other requests.
  @TaskLocal package static var current: PersonalSettings?

  // Names that this version does not know count as not chosen.
  init(_ preferences: Preferences) {
    language = preferences.language.flatMap { Language.named($0) }
    timeZone = preferences.timeZone.flatMap { TaskTimeZone.named($0) }
    singleKeys = preferences.singleKeys
  }
}
