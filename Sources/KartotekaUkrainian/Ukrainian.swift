import Kartoteka

extension Language {
  /// Ukrainian: the words of the platform.
  public static let ukrainian = Language(
    "uk", ownName: "Українська", plurals: .eastSlavic, alphabet: "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    countries: [
      "CC": "Кокосові острови", "CD": "ДР Конго", "CG": "Конго", "CN": "Китай", "MM": "М’янма", "PS": "Палестина",
      "US": "США", "VI": "Віргінські острови США", "ZA": "ПАР",
      "Crimea": "Крим", "Abkhazia": "Абхазія", "South Ossetia": "Південна Осетія", "Transnistria": "Придністров’я",
      "Northern Cyprus": "Північний Кіпр", "Somaliland": "Сомаліленд",
    ], words: Embedded.data("uk.json"))
}
