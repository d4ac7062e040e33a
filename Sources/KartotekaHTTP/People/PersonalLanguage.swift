import KartotekaModel

/// The language that a person has chosen, on every device on which they are signed in.
package enum PersonalLanguage {
  /// The language of the person in whose browser the current request began; nil for others, and for those who leave it to the
  /// browser.
  @TaskLocal package static var current: Language?
}
