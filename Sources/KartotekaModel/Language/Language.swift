/// A language people can use Kartoteka in.
///
/// The data of a language that every page needs (plural categories, digit groups)
/// are here; words are in the ``Catalogue``.
public struct Language: Hashable, Sendable, Codable {
  /// The language's BCP 47 code: `en`, `pl`, `ru`.
  public let code: String
  /// The language's own name for itself, as a menu of languages shows it.
  public let ownName: String

  /// English, the language that keys are written in.
  public static let english = Language(code: "en", ownName: "English")
  /// Polish.
  public static let polish = Language(code: "pl", ownName: "Polski")
  /// Russian.
  public static let russian = Language(code: "ru", ownName: "Русский")

  /// Every language, in the order a menu shows them.
  public static let all: [Language] = [.english, .polish, .russian]

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

  /// The plural category of a whole number, as CLDR's plural rules name it.
  /// Source: Unicode CLDR 44, cardinal rules for en, pl and ru.
  package func pluralCategory(of count: Int) -> PluralCategory {
    let count = count.magnitude
    let tens = count % 100
    let ones = tens % 10
    switch code {
    case "pl":
      if count == 1 { return .one }
      return (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
    case "ru":
      if ones == 1 && tens != 11 { return .one }
      return (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
    default:
      return count == 1 ? .one : .other
    }
  }

  /// The plural categories of whole numbers in the language.
  package var pluralCategories: [PluralCategory] { code == "en" ? [.one, .other] : [.one, .few, .many] }

  /// The number with its digits grouped as the language groups them: `1,000` or `10 000`.
  package func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    // Polish groups from five digits on (CLDR minimumGroupingDigits 2).
    let count = digits.utf8.count
    guard count > (code == "pl" ? 4 : 3) else { return number < 0 ? "-" + digits : digits }
    let separator = code == "en" ? "," : "\u{a0}"
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.utf8.enumerated() {
      if index > 0, (count - index) % 3 == 0 { result += separator }
      result.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return result
  }

  /// The mark between whole and fraction: a point in English, a comma in Polish and Russian.
  package var decimalMark: String { code == "en" ? "." : "," }

  /// The sign behind a percentage, in Russian with a space that doesn't break.
  package var percentSign: String { code == "ru" ? "\u{a0}%" : "%" }
}

/// The plural categories our languages use.
public enum PluralCategory: String, Sendable, Codable, CaseIterable {
  case one, few, many, other
}
