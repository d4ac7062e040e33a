import Foundation
import Synchronization

/// A language people can use Kartoteka in.
///
/// English, Polish and Russian come with the platform. A package adds another one as a value, and a program speaks it if it
/// lists it in `KartotekaProgram.languages`:
///
/// ```swift
/// extension Language {
///   public static let german = Language(
///     "de", plurals: .oneOther, capitalizesNouns: true, words: Embedded.data("de.json"))
/// }
/// ```
/// Dates, numbers, amounts of money and names of countries are those of Unicode CLDR, as Foundation has it. Sentences that
/// the words lack are shown in English.
///
/// Languages are equal if their codes are. A literal, such as `"de"`, is the language of that code: an application can have
/// words in a language without depending on its package.
public struct Language: Sendable {
  /// The language's BCP 47 code: `en`, `pl`, `ru`.
  public let code: String
  /// The language's own name for itself, as a menu of languages shows it.
  public let ownName: String
  /// Plurals, marks, alphabet and words.
  package let rules: LanguageRules

  /// A language to add to those of the platform.
  /// - Parameters:
  ///   - code: its code of two or three small letters (ISO 639): `de`.
  ///   - ownName: its own name for itself; nil for CLDR's, with a capital: `Deutsch`.
  ///   - plurals: the plural forms that its words have.
  ///   - alphabet: its small letters in their order, if that differs from a, b, c without regard to marks: `aąbcć…`. Lists are
  ///     sorted by it. Empty: letters with marks stand beside those without.
  ///   - capitalizesNouns: whether a label keeps its capital within a sentence, as a German noun does.
  ///   - countries: names of countries by their codes, where CLDR's are longer than people say: `["HK": "Hongkong"]`;
  ///     and of disputed areas, which CLDR lacks, by their English names: `["Crimea": "Krim"]`.
  ///   - words: the platform's words, a JSON file from English to the language; read at the first use.
  public init(
    _ code: String, ownName: String? = nil, plurals: PluralRule, alphabet: String = "", capitalizesNouns: Bool = false,
    countries: [String: String] = [:], words: @autoclosure @escaping @Sendable () -> Data = Data()
  ) {
    let name = ownName ?? Locale(identifier: code).localizedString(forLanguageCode: code) ?? code
    self.init(
      code, name.prefix(1).uppercased() + name.dropFirst(),
      LanguageRules(
        plurals: plurals, marks: NumberMarks(Locale(identifier: code)), alphabet: alphabet,
        capitalizesNouns: capitalizesNouns, countries: countries, words: words))
  }

  private init(_ code: String, _ ownName: String, _ rules: LanguageRules) {
    (self.code, self.ownName, self.rules) = (code, ownName, rules)
  }

  /// English, the language that keys are written in.
  public static let english = Language(
    "en", "English",
    LanguageRules(
      plurals: .oneOther, marks: NumberMarks(group: ",", groupsFrom: 4, decimal: ".", percent: "%"),
      countries: CountryNames.english))
  /// Polish.
  public static let polish = Language(
    "pl", "Polski",
    LanguageRules(
      // Groups from five digits on (CLDR minimumGroupingDigits 2).
      plurals: .polish, marks: NumberMarks(group: "\u{a0}", groupsFrom: 5, decimal: ",", percent: "%"),
      collation: "polish", alphabet: "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż", countries: CountryNames.polish))
  /// Russian.
  public static let russian = Language(
    "ru", "Русский",
    LanguageRules(
      plurals: .eastSlavic, marks: NumberMarks(group: "\u{a0}", groupsFrom: 4, decimal: ",", percent: "\u{a0}%"),
      collation: "russian", countries: CountryNames.russian))

  private static let known = Mutex<[Language]>([.english, .polish, .russian])

  /// Every language of the process, in the order a menu shows them: those of the platform, then those that were added.
  public static var all: [Language] { known.withLock { $0 } }

  /// Adds languages to those that the process speaks. `KartotekaProgram` adds its own; others call it before they open an
  /// application. A language whose code is known already stays as it is; one whose code has another form than two or three small
  /// letters is not added, because names of functions and tables contain it.
  public static func add(_ languages: [Language]) {
    known.withLock { known in
      for language in languages where isCode(language.code) && !known.contains(language) { known.append(language) }
    }
  }

  /// Whether a text has the form of a code: two or three small letters.
  package static func isCode(_ code: some StringProtocol) -> Bool {
    (2...3).contains(code.utf8.count) && code.utf8.allSatisfy { (0x61...0x7a).contains($0) }
  }

  /// The language with that code, or nil.
  public static func named(_ code: some StringProtocol) -> Language? {
    all.first { $0.code == code }
  }

  /// The best language for an `Accept-Language` header (RFC 9110, section 12.5.4): the one with the
  /// highest weight among those we speak, English when there is none.
  public static func preferred(acceptLanguage header: String) -> Language {
    var best: (language: Language, weight: Double)?
    for range in AcceptedLanguage.all(header) {
      guard let primary = range.tag.split(separator: "-").first, let language = named(primary) else { continue }
      if range.weight > 0, range.weight > best?.weight ?? 0 { best = (language, range.weight) }
    }
    return best?.language ?? .english
  }
}

extension Language: Hashable {
  /// Whether the codes are equal.
  public static func == (one: Language, other: Language) -> Bool { one.code == other.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Language: ExpressibleByStringLiteral {
  /// The language of a code; one that the process doesn't speak has English forms.
  public init(stringLiteral code: String) {
    self = Self.named(code) ?? Language(code, code, Language.english.rules)
  }
}

extension Language: Codable {
  /// Decodes a code.
  /// - Throws: `DecodingError` for the code of a language that the process doesn't speak.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let language = Language.named(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "No language has that code")
    }
    self = language
  }

  /// Writes the code.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
