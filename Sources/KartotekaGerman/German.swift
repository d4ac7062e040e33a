import Kartoteka

extension Language {
  /// German: the words of the platform. Addresses people as „Sie“.
  public static let german = Language(
    "de", plurals: .oneOther, capitalizesNouns: true,
    countries: [
      "CD": "DR Kongo", "CG": "Kongo", "CI": "Elfenbeinküste", "CN": "China", "HK": "Hongkong", "MO": "Macau",
      "PS": "Palästina", "US": "USA", "VG": "Britische Jungferninseln",
    ], words: Embedded.data("de.json"))
}
