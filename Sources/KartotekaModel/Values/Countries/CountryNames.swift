import Foundation
import Synchronization

/// The names of countries: Foundation's locale data (Unicode CLDR), with shorter names where those are more common.
enum CountryNames {
  /// A country's name in a language; the code for one that CLDR doesn't know.
  static func name(of code: String, in language: Language) -> String {
    if let names = made.withLock({ $0[language.code] }) { return names[code] ?? code }
    let names = names(in: language)
    made.withLock { $0[language.code] = names }
    return names[code] ?? code
  }

  private static let made = Mutex<[String: [String: String]]>([:])

  private static func names(in language: Language) -> [String: String] {
    let locale = Locale(identifier: language.code)
    let names = CountryFacts.all.keys.map { code in
      // The apostrophe of Ukrainian in CLDR is a letter, which keyboards lack; folding knows the other one.
      let name = (language.rules.countries[code] ?? locale.localizedString(forRegionCode: code) ?? code)
        .replacing("\u{2bc}", with: "\u{2019}")
      return (code, language == .russian ? unabbreviated(name) : name)
    }
    return Dictionary(uniqueKeysWithValues: names)
  }

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

  // What replaces CLDR's names, some also because its editions differ: "Hong Kong SAR China", "China mainland".

  /// English names.
  static let english = [
    "CC": "Cocos Islands", "CD": "DR Congo", "CG": "Congo", "CI": "Ivory Coast", "CN": "China",
    "GS": "South Georgia & South Sandwich Islands", "HK": "Hong Kong", "MM": "Myanmar", "MO": "Macao",
    "PS": "Palestine", "SH": "Saint Helena", "TR": "Turkey", "UM": "U.S. Outlying Islands",
  ]

  /// Polish names.
  static let polish = [
    "CG": "Kongo", "CI": "Wybrzeże Kości Słoniowej", "CN": "Chiny", "HK": "Hongkong", "MM": "Mjanma", "MO": "Makau",
    "PS": "Palestyna", "SH": "Święta Helena",
  ]

  /// Russian names.
  static let russian = [
    "CD": "ДР Конго", "CG": "Конго", "CN": "Китай", "HK": "Гонконг", "KP": "Северная Корея", "KR": "Южная Корея",
    "MM": "Мьянма", "MO": "Макао", "PS": "Палестина", "SH": "Остров Святой Елены",
    "UM": "Внешние малые острова США", "US": "США", "VG": "Британские Виргинские острова",
    "VI": "Виргинские острова США", "ZA": "ЮАР",
  ]
}
