/// The source of a ``MockLocale``. Pools are text, because Swift compiles one long text quickly and a long array slowly.
///
/// Pools are separated by commas, templates (see ``MockTemplate``) by semicolons. A city is a line: name, region, postal
/// code, telephone number, latitude, longitude, with patterns as in ``MockPattern``.
///
/// Telephone numbers: if a country publishes numbers for fiction, they are used and the file names the source. Elsewhere
/// the local number begins with 0, which was or is the prefix of long-distance calls in these countries, so that local
/// numbers don't begin with it (Spain has assigned some since).
struct MockSource: Sendable {
  var code: String
  let country: String
  let callingCode: String
  /// The number of records of this locale in a thousand.
  var weight: Int
  let female: String
  let male: String
  let last: String
  /// Beginnings and endings of which all combinations are last names.
  var lastParts: (String, String)?
  var feminine = MockFeminine.same
  /// Whether ä, ö, ü become ae, oe, ue in mail addresses.
  var umlauts = false
  /// Whether Cyrillic is transliterated.
  var isTransliterated = false
  /// The number of people in a thousand with two first names, and the text between them.
  var doubleFirst: (perMille: Int, join: String) = (0, "-")
  /// The numbers of women and men in a thousand with two last names, and the text between them.
  var doubleLast: (women: Int, men: Int, join: String) = (0, 0, "-")
  /// Whether the last name precedes the first name.
  var familyFirst = false
  let streets: String
  let numbers: String
  let address: String
  let cities: String
  var mobile = ""
  /// The pattern of unassigned telephone numbers for ``MockUnique``.
  let spare: String
  let companies: String
  let trades: String

  /// The transliterated locale.
  func latin(code: String, weight: Int) -> MockSource {
    var source = self
    source.code = code
    source.weight = weight
    source.isTransliterated = true
    return source
  }
}
