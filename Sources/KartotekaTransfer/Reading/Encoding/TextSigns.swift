/// The signs of a text: quotes stand in pairs around words, dashes between them, currencies, degrees and powers beside numbers. A
/// sign where people write it speaks for an encoding more than a letter does, which other encodings have for the same byte.
struct TextSigns {
  /// The places of quotes that are open.
  private var open: [Unicode.Scalar] = []
  private var single = 0.0

  /// The value of signs that have no pair.
  var rest: Double { single + unpaired }
  private var unpaired: Double { -0.5 * Double(open.count) }

  private static let good = 2.0
  private static let sure = 2.5

  /// The marks that may close a quote.
  private static let pairs: [Unicode.Scalar: String] = [
    "“": "”", "„": "“”", "”": "”", "«": "»", "»": "«»", "‘": "’", "‚": "‘’", "‹": "›", "›": "‹›", "’": "’",
  ]

  /// The weight of the sign at a place for the encoding.
  mutating func value(of text: [Unicode.Scalar], at index: Int) -> Double {
    let sign = text[index]
    if sign == "\n" {
      single += unpaired
      open = []
    }
    guard sign.value >= 0x80 else { return 0 }
    switch sign.properties.generalCategory {
    case .control, .unassigned, .privateUse: return -6
    default: break
    }
    // Frames of DOS's screens.
    if (0x2500..<0x2600).contains(sign.value) { return -4 }
    // Punctuation of East Asia; katakana of half the width are mostly bytes of another encoding.
    if (0xFF61..<0xFFA0).contains(sign.value) { return -1 }
    if (0x3000..<0x3040).contains(sign.value) || (0xFF00..<0xFFF0).contains(sign.value) { return 1 }
    let place = Place(text, index)
    if sign == "’", place.isInWord { return apostrophe(text, index) }
    if Self.pairs[sign] != nil { return quote(sign, place) }
    return Self.value(of: sign, place, text, index)
  }

  /// The neighbours of a sign.
  private struct Place {
    let before: Unicode.Scalar
    let after: Unicode.Scalar

    init(_ text: [Unicode.Scalar], _ index: Int) {
      before = index > 0 ? text[index - 1] : "\n"
      after = index + 1 < text.count ? text[index + 1] : "\n"
    }

    var followsLetter: Bool { before.properties.isAlphabetic }
    var precedesLetter: Bool { after.properties.isAlphabetic }
    var followsDigit: Bool { before.properties.numericType == .decimal }
    var precedesDigit: Bool { after.properties.numericType == .decimal }
    var isBetweenDigits: Bool { followsDigit && precedesDigit }
    var isInWord: Bool { followsLetter && precedesLetter }
    /// Whether a word, or nothing, ends before the sign, and none begins after it.
    var isApart: Bool { !followsLetter && !followsDigit && !precedesLetter && !precedesDigit }
  }

  static func isDigit(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
    text.indices.contains(index) && (0x30...0x39).contains(text[index].value)
  }

  // it’s, we’re, l’été, O’Brien
  private func apostrophe(_ text: [Unicode.Scalar], _ index: Int) -> Double {
    func word(_ part: some Sequence<Unicode.Scalar>) -> String {
      var word = ""
      for scalar in part.prefix(5) {
        guard scalar.properties.isAlphabetic else { break }
        word.unicodeScalars.append(scalar)
      }
      return word.lowercased()
    }
    let after = word(text[(index + 1)...])
    let before = word(text[..<index].reversed())
    if ["s", "t", "d", "m", "re", "ve", "ll"].contains(after) { return Self.sure }
    return before.count == 1 || ["uq", "lled", "lla", "llen", "llus", "nu"].contains(before) ? Self.sure : 1
  }

  private mutating func quote(_ sign: Unicode.Scalar, _ place: Place) -> Double {
    let closes = open.lastIndex { Self.pairs[$0]?.unicodeScalars.contains(sign) ?? false }
    if place.isInWord { return -3 }
    let isAtEnd = !place.precedesLetter && !place.precedesDigit
    if let closes, isAtEnd {
      open.removeSubrange(closes...)
      return 2 * Self.sure
    }
    if !place.followsLetter, !place.followsDigit, !isAtEnd {
      open.append(sign)
      return 0
    }
    // Inches, minutes, and the dogs’ dinner.
    if place.followsDigit, sign == "”" || sign == "’" { return 1 }
    return sign == "’" && place.before == "s" ? Self.good : -1
  }

  private static let units: Set<String> = ["m", "cm", "mm", "km", "dm", "ft", "in", "x"]

  private static func value(
    of sign: Unicode.Scalar, _ place: Place, _ text: [Unicode.Scalar], _ index: Int
  ) -> Double {
    switch sign {
    case "–", "—":
      // From Rome to Oslo; Rome–Oslo; 9–17. Between small letters it is a letter of another encoding.
      if place.isInWord { return place.after.properties.isUppercase ? 1 : -3 }
      if place.followsLetter != place.precedesLetter, place.before != " ", place.after != " " { return -0.5 }
      return good
    case "…": return place.isInWord ? -1 : place.isApart && place.before == " " ? 1 : good
    case "£", "¥", "¢":
      if place.precedesLetter || place.followsLetter { return -3 }
      return place.precedesDigit || place.followsDigit ? sure : 1
    case "€":
      return place.isInWord
        ? -3 : place.precedesDigit || place.followsDigit || [" ", "\u{A0}"].contains(place.before) ? sure : 1
    case "º", "ª":
      return place.followsDigit || (place.before.value | 0x20) == 0x6E && !place.precedesLetter ? good : -1
    case "µ": return place.precedesLetter && !place.followsLetter ? good : -2
    case "°":
      if place.isInWord { return -3 }
      return place.followsDigit || place.before == " " && !place.followsLetter ? good : place.followsLetter ? 0 : 1
    case "±", "×", "÷", "¬", "≈", "≤", "≥":
      if place.isInWord { return -3 }
      return place.precedesDigit || place.followsDigit ? good : place.isApart ? 0.5 : -1
    case "½", "¼", "¾":
      return place.precedesLetter || place.followsLetter || place.before.value >= 0x80 ? -2 : good
    case "¹", "²", "³":
      if place.precedesLetter { return -3 }
      guard place.followsLetter else { return good }
      let word = text[..<index].reversed().prefix(3).prefix { $0.properties.isAlphabetic }.reversed()
      return units.contains(String(String.UnicodeScalarView(word)).lowercased()) ? good : -1
    case "®", "™": return place.precedesLetter ? -2 : good
    case "©", "§", "№", "•", "‰":
      if place.followsLetter || place.isBetweenDigits { return -3 }
      return place.precedesLetter ? -2 : good
    case "†", "‡", "¶": return place.isInWord || place.isBetweenDigits ? -3 : 0.5
    case "¿", "¡":
      let end: Unicode.Scalar = sign == "¿" ? "?" : "!"
      let hasEnd = text[index...].prefix(200).prefix { $0 != "\n" }.contains(end)
      return place.precedesLetter && !place.followsLetter && hasEnd ? good : -2
    case "\u{A0}": return place.isInWord ? -2 : 1
    case "·", "\u{AD}": return place.isInWord ? 1 : 0
    default:
      return place.isInWord ? -3 : place.followsLetter || place.precedesLetter ? -2 : -0.5
    }
  }
}
