/// The letters of languages that are not ASCII's, each with the languages that have it as bits.
enum Alphabets {
  /// The languages that have a letter among the usual ones (of scripts other than Latin, the more frequent ones), and those that
  /// have it among the others.
  private struct Users {
    var usual: UInt64 = 0
    var other: UInt64 = 0
  }

  /// The likeness of small letters to those of one language, the most similar one.
  /// - Parameters:
  ///   - counts: how often each letter occurs.
  ///   - languages: the places of the languages.
  static func value(
    of counts: some Sequence<(key: Unicode.Scalar, value: Int)>, among languages: Range<Int>
  ) -> Double {
    let known = counts.map { (users: users[$0.key], isForeign: foreign.contains($0.key), count: Double($0.value)) }
    return languages.reduce(-Double.infinity) { best, language in
      let bit = UInt64(1) << UInt64(language)
      return max(
        best,
        known.reduce(0.0) { sum, letter in
          let value =
            (letter.users?.usual ?? 0) & bit != 0
            ? 2 : (letter.users?.other ?? 0) & bit != 0 ? 1 : letter.isForeign ? 0.25 : -1.5
          return sum + value * letter.count
        })
    }
  }

  /// The places of the languages that are written in an encoding: others may have its letters, but use other encodings.
  static func languages(of encoding: TextEncoding) -> Range<Int> {
    switch encoding {
    case .windows1254: 15..<16
    case .windows1257: 16..<19
    default: 0..<all.count
    }
  }

  /// Letters of names of other languages that are written often: they occur in every language.
  private static let foreign = Set("áéíóúàèçñäöüßâêôłšžčćåøø".unicodeScalars)

  private static let users: [Unicode.Scalar: Users] = all.enumerated().reduce(into: [:]) { users, alphabet in
    let bit = UInt64(1) << UInt64(alphabet.offset)
    for letter in alphabet.element.usual.unicodeScalars { users[letter, default: Users()].usual |= bit }
    for letter in alphabet.element.other.unicodeScalars { users[letter, default: Users()].other |= bit }
  }

  // At most 64.
  private static let all: [(usual: String, other: String)] = [
    // German, French, Spanish and Catalan, Portuguese, Italian, Dutch.
    ("äöüß", "éèà"), ("éèàêçâîôûëï", "ùüœ"), ("áéíóúñ", "üçàèòï"),
    ("ãçáéíóúâêô", "àõü"),
    ("àèéìòù", "íó"), ("éëï", "óèöüê"),
    // Danish and Norwegian, Swedish and Finnish, Icelandic.
    ("æøå", "éöä"), ("åäö", "é"), ("áéíóúýæö", "ðþ"),
    // Polish, Czech, Slovak, Hungarian, Romanian, Croatian and Slovenian.
    ("ąćęłńóśźż", "éü"), ("áčďéěíňóřšťúůýž", "öü"), ("áäčďéíľňóôšťúýž", "ĺŕöü"),
    ("áéíóöőúüű", ""), ("ăâîșțş", "éţ"), ("čćđšž", "é"),
    // Turkish, Lithuanian, Latvian, Estonian, Albanian.
    ("çğıöşüİ", "âîû"), ("ąčęėįšųūž", ""), ("āčēģīķļņšūž", ""), ("äõöü", "šž"), ("ëç", ""),
    // Russian, Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian.
    ("оеаинтсрвлкмдпуя", "ыьгзбчйхжшюцщэфъё"), ("оанивіертслкдумяпзй", "ьгбчхцюжїєшщфґ"),
    ("анiіоерстлкдўыявмзп", "уьбгёжйфхцчшэю"), ("аиоентврсдлкпмз", "бгжйуфхцчшщъьюя"),
    ("аоиенјрстудкмвпл", "бгђжзљњћфхцчџшѓќѕ"),
    // Greek, Hebrew, Arabic and Persian, Thai.
    ("αοιετσνηυρπκμλςάίόέ", "βγδζθξφχψωήύώϊϋΐΰ"), ("יוהלאתרמשנבדקםח", "כפעגטזסצןךףץְִֵֶַָֹּ"),
    ("الينمرتوبدهعةسقفحك", "جخذزشصضطظغءآأؤإئىپچژگکی"),
    ("านรอกเงมยลวดท", "ะัาำิีึืุูเแโใไ็่้๊๋์ขคจชซตถบปผพฟสหฮณญธฉศษ"),
  ]
}
