import Kartoteka

extension Language {
  /// German: the words of the platform. Addresses people as „Sie“.
  public static let german = Language(
    "de", ownName: "Deutsch", plurals: .oneOther, capitalizesNouns: true,
    countries: [
      "CD": "DR Kongo", "CG": "Kongo", "CI": "Elfenbeinküste", "CN": "China", "HK": "Hongkong", "MO": "Macau",
      "PS": "Palästina", "US": "USA", "VG": "Britische Jungferninseln",
      "Crimea": "Krim", "Abkhazia": "Abchasien", "South Ossetia": "Südossetien", "Transnistria": "Transnistrien",
      "Northern Cyprus": "Nordzypern",
    ], words: Embedded.data("de.json"))
}
