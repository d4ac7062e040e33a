import Foundation
import KartotekaModel

/// Transliteration of names.
enum MockLetters {
  /// The transliteration of Russian passports and railways.
  private static let cyrillic: [Character: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i",
    "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "",
    "э": "e", "ю": "yu", "я": "ya", "«": "", "»": "",
  ]

  private static let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue"]

  /// Transliterates Cyrillic: Дмитрий Чайковский becomes Dmitry Chaykovsky.
  static func latin(_ text: String) -> String {
    let spelt = text.replacing("ий", with: "й").replacing("ый", with: "й").replacing("ье", with: "ye")
    return spelt.map { letter in
      let small = Character(letter.lowercased())
      guard let latin = cyrillic[small] else { return String(letter) }
      return small == letter ? latin : latin.prefix(1).uppercased() + latin.dropFirst()
    }
    .joined()
  }

  /// The form of a name in mail addresses: lower-case ASCII letters, digits and hyphens.
  static func mail(_ text: String, umlauts spelt: Bool = false) -> String {
    let latin = latin(text.lowercased()).map { spelt ? umlauts[$0] ?? String($0) : String($0) }.joined()
    return String(
      Folding.fold(latin).unicodeScalars.filter {
        ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
      })
  }
}
