/// What ``MockLocale`` is made from, as it stands in the files of `Locales`: pools as text, since Swift
/// compiles one long text at once and a long array slowly.
///
/// Pools are separated by commas, templates (see ``MockTemplate``) by semicolons. A city is a line of its
/// own: name, region, postal code, telephone number, latitude, longitude, with patterns as in
/// ``MockPattern``.
///
/// Telephone numbers: where a country publishes numbers for fiction they are used, and the file names the
/// source. Elsewhere the number in its area begins with 0, which was or is the prefix for long-distance calls
/// in all of these countries, so that local numbers don't begin with it (Spain has given some out since).
struct MockSource: Sendable {
  var code: String
  let country: String
  let callingCode: String
  /// How many of a thousand records are of this locale.
  var weight: Int
  let female: String
  let male: String
  let last: String
  /// Beginnings and ends that make further last names, each with each.
  var lastParts: (String, String)?
  var feminine = MockFeminine.same
  /// Whether ä, ö, ü become ae, oe, ue in mail addresses.
  var umlauts = false
  /// Whether Cyrillic is written in Latin letters.
  var isTransliterated = false
  /// How many of a thousand have a second first name, and what joins the two.
  var doubleFirst: (perMille: Int, join: String) = (0, "-")
  /// How many of a thousand women and men have a second last name, and what joins the two.
  var doubleLast: (women: Int, men: Int, join: String) = (0, 0, "-")
  /// Whether the last name comes first in a full name.
  var familyFirst = false
  let streets: String
  let numbers: String
  let address: String
  let cities: String
  var mobile = ""
  /// Telephone numbers for ``MockUnique``, with as many free digits as there are.
  let spare: String
  let companies: String
  let trades: String

  /// The same country in Latin letters.
  func latin(code: String, weight: Int) -> MockSource {
    var source = self
    source.code = code
    source.weight = weight
    source.isTransliterated = true
    return source
  }
}
