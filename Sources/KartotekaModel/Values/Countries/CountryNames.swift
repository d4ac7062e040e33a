import Foundation

/// The names of countries: Foundation's locale data (Unicode CLDR), with shorter names where those are more common.
enum CountryNames {
  /// A country's name in a language, in English if there is none.
  static func name(of code: String, in language: Language) -> String {
    (names[language.code] ?? names[Language.english.code])?[code] ?? code
  }

  // All languages together, because searches use all of them.
  private static let names: [String: [String: String]] = Dictionary(
    uniqueKeysWithValues: Language.all.map { language in
      let locale = Locale(identifier: language.code)
      let names = CountryFacts.all.keys.map { code in
        let name = replaced[language.code]?[code] ?? locale.localizedString(forRegionCode: code) ?? code
        return (code, language == .russian ? unabbreviated(name) : name)
      }
      return (language.code, Dictionary(uniqueKeysWithValues: names))
    })

  // Russian names abbreviate islands, and nobody searches for the abbreviation.
  private static func unabbreviated(_ name: String) -> String {
    for (short, long) in [("о-ва", "острова"), ("о-в", "остров")] {
      if name.hasPrefix(short + " ") {
        return long.prefix(1).uppercased() + long.dropFirst() + name.dropFirst(short.count)
      }
      if name.hasSuffix(" " + short) { return name.dropLast(short.count) + long }
    }
    return name
  }

  // Some also because editions of the data differ: "Hong Kong SAR China", "China mainland".
  private static let replaced: [String: [String: String]] = [
    Language.english.code: [
      "CC": "Cocos Islands", "CD": "DR Congo", "CG": "Congo", "CI": "Ivory Coast", "CN": "China",
      "GS": "South Georgia & South Sandwich Islands", "HK": "Hong Kong", "MM": "Myanmar", "MO": "Macao",
      "PS": "Palestine", "SH": "Saint Helena", "TR": "Turkey", "UM": "U.S. Outlying Islands",
    ],
    Language.polish.code: [
      "CG": "Kongo", "CI": "Wybrzeże Kości Słoniowej", "CN": "Chiny", "HK": "Hongkong", "MM": "Mjanma", "MO": "Makau",
      "PS": "Palestyna", "SH": "Święta Helena",
    ],
    Language.russian.code: [
      "CD": "ДР Конго", "CG": "Конго", "CN": "Китай", "HK": "Гонконг", "KP": "Северная Корея", "KR": "Южная Корея",
      "MM": "Мьянма", "MO": "Макао", "PS": "Палестина", "SH": "Остров Святой Елены",
      "UM": "Внешние малые острова США", "US": "США", "VG": "Британские Виргинские острова",
      "VI": "Виргинские острова США", "ZA": "ЮАР",
    ],
  ]
}
