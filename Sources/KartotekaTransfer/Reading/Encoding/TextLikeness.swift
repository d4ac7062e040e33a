/// The likeness of a text to texts of a language: its letters, their places, and the signs between words.
///
/// Each word is compared with the language that it is most like, since a list of names has words of several languages, and all
/// words together with one language, which tells ř from ø where a single word tells nothing.
struct TextLikeness {
  private(set) var score = 0.0

  private let text: [Unicode.Scalar]
  private let languages: Range<Int>
  /// The numbers of occurrences of the text's letters.
  private var counts: [Unicode.Scalar: Int] = [:]
  private var words = 0.0
  private var signs = TextSigns()

  init(_ text: [Unicode.Scalar], in encoding: TextEncoding) {
    self.text = text
    languages = Alphabets.languages(of: encoding)
    var index = 0
    while index < text.count {
      let end = text[index...].firstIndex { !Self.isLetter($0) } ?? text.count
      if end > index {
        add(word: index..<end)
        index = end
      } else {
        score += signs.value(of: text, at: index)
        index += 1
      }
    }
    score += signs.rest
    score += (words * 3 + (counts.isEmpty ? 0 : Alphabets.value(of: counts, among: languages))) / 4
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return (0x61...0x7A).contains(scalar.value | 0x20) }
    // 1º, 5 µm
    if scalar == "º" || scalar == "ª" || scalar == "µ" { return false }
    return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
  }

  private mutating func add(word: Range<Int>) {
    guard text[word].contains(where: { $0.value >= 0x80 }) else { return }
    var letters: [Unicode.Scalar: Int] = [:]
    let startsSmall = text[word.lowerBound].properties.isLowercase
    let isMixed = text[word].contains { $0.value < 0x80 }
    if !isMixed, word.count > 2, text[word].allSatisfy(Self.isLatin) { score -= 2 }
    score += CyrillicPlaces.value(of: text[word].map(Self.folded))
    for index in word {
      let scalar = text[index]
      let before = index > word.lowerBound ? text[index - 1] : nil
      let after = index + 1 < word.upperBound ? text[index + 1] : nil
      if scalar.value < 0x80 {
        // A letter of ASCII beside one of another script.
        if let before, before.value >= 0x80, !Self.isLatin(before) {
          // Shift-JIS has such letters in half of its characters.
          score -= Self.isIdeograph(before) && scalar.properties.isUppercase ? 1 : 2
        }
        continue
      }
      if Self.isIdeograph(scalar) { continue }
      if let before, scalar.properties.isUppercase, before.properties.isLowercase || startsSmall { score -= 3 }
      // KÜln
      if let before, let after, scalar.properties.isUppercase, before.properties.isUppercase,
        after.properties.isLowercase
      {
        score -= 3
      }
      if let before, before.value < 0x80, !Self.isLatin(scalar) { score -= 2 }
      let letter = Self.folded(scalar)
      // Between or beside digits it is a sign of another encoding.
      if before == nil && TextSigns.isDigit(text, index - 1) || after == nil && TextSigns.isDigit(text, index + 1) {
        continue
      }
      if before == nil, after == nil, Self.hasCase(scalar) {
        if Self.words.contains(letter) {
          score += 1
        } else if scalar.properties.isUppercase, index + 1 == text.count || text[index + 1] != "." {
          // A capital alone, as in "5 Ą".
          score -= 1.5
        }
        continue
      }
      guard Self.isLatin(scalar) else {
        if isMixed { score -= 1.5 } else { letters[letter, default: 0] += 1 }
        continue
      }
      score += LetterPlaces.value(of: letter, before.map(Self.folded), after.map(Self.folded))
      letters[letter, default: 0] += 1
    }
    guard !letters.isEmpty else { return }
    counts.merge(letters) { $0 + $1 }
    words += Alphabets.value(of: letters, among: languages)
  }

  /// Letters that are words of a language.
  private static let words = Set("àèéòóáíåöøőвскуоиаяіїйєη".unicodeScalars)

  private static func hasCase(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isLowercase || scalar.properties.isUppercase
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // That of the Turkish İ has two.
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    return small.count == 1 ? small.first ?? scalar : scalar
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x250 || (0x1E00..<0x1F00).contains(scalar.value)
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040..<0x3100).contains(scalar.value) || (0x3400..<0xA000).contains(scalar.value)
      || (0xAC00..<0xD7A4).contains(scalar.value)
      || (0xF900..<0xFB00).contains(scalar.value)
  }
}

/// Between which letters a letter with a mark stands. An encoding that takes a vowel for a consonant makes words without vowels:
/// Hélčne, Bjřrn; one that takes a consonant for a vowel makes Kuèera and Toruñ.
private enum LetterPlaces {
  private static let vowels = Set("aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœąęěėőűůăāēīūįųı".unicodeScalars)
  private static let graves = Set("àèìòù".unicodeScalars)
  private static let nordic = Set("åæø".unicodeScalars)

  /// The weight of a place against a letter; 0 for none.
  static func value(of letter: Unicode.Scalar, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Double {
    let (isVowelBefore, isVowelAfter) = (before.map(vowels.contains) ?? false, after.map(vowels.contains) ?? false)
    switch letter {
    // No Icelandic word ends with the one or begins with the other; the Turkish ğ follows a vowel.
    case "þ" where after == nil, "ð" where before == nil: return -1.5
    case "ğ" where !isVowelBefore: return -1.5
    case "ě" where before == nil, "ů" where before == nil: return -1.5
    case "ý" where before == nil, "ã" where before == nil: return -1
    default: break
    }
    guard vowels.contains(letter) else {
      // The Spanish ñ is followed by a vowel.
      if letter == "ñ" { return isVowelAfter ? 0 : -1 }
      return before != nil && after != nil && !isVowelBefore && !isVowelAfter ? -1 : 0
    }
    // João, Mãe, ações
    if letter == "ã" { return 0 }
    // The Hungarian ő of another encoding, where no e follows.
    if letter == "õ" { return after == "e" ? 0 : -0.5 }
    if isVowelBefore, isVowelAfter { return -1 }
    if graves.contains(letter) {
      if isVowelAfter { return -1 }
      // At the end of Italian and French words only.
      if letter == "ì" || letter == "ù" { return after == nil ? 0 : -1 }
      return before == "e" || before == "a" || before == "é" ? -0.5 : 0
    }
    if nordic.contains(letter) { return isVowelBefore || isVowelAfter ? -0.5 : 0 }
    // cœur, œdème, œnologie, œsophage, œil
    if letter == "œ" { return !isVowelBefore && after.map { "udnsi".unicodeScalars.contains($0) } ?? false ? 0 : -1 }
    return 0
  }
}

/// The places of letters in Cyrillic words: a word that begins with ь or ы, has й behind a consonant or no vowel is of another
/// script.
private enum CyrillicPlaces {
  private static let vowels = Set("аеёиоуыэюяіїєў".unicodeScalars)
  private static let letters: ClosedRange<UInt32> = 0x0430...0x045F

  /// The weight of the places against a word in small letters.
  static func value(of word: [Unicode.Scalar]) -> Double {
    guard word.count > 1, let first = word.first, letters.contains(first.value) else { return 0 }
    var value = "ьъы".unicodeScalars.contains(first) ? -2.0 : 0
    for (before, letter) in zip(word, word.dropFirst()) where letter == "й" && !vowels.contains(before) { value -= 2 }
    if word.count > 2, !word.contains(where: { vowels.contains($0) || !letters.contains($0.value) }) { value -= 1 }
    return value
  }
}
