/// The letters of a language that are not ASCII's.
struct Alphabet {
  /// The usual letters; of scripts other than Latin, the more frequent ones.
  private let usual: Set<Unicode.Scalar>
  /// The other letters of the language.
  private let other: Set<Unicode.Scalar>

  private init(_ usual: String, _ other: String = "") {
    self.usual = Set(usual.unicodeScalars)
    self.other = Set(other.unicodeScalars)
  }

  /// How much a small letter is one of the language. Letters of foreign names occur in every language.
  func value(of letter: Unicode.Scalar) -> Double {
    if usual.contains(letter) { return 2 }
    if other.contains(letter) { return 1 }
    return Self.foreign.contains(letter) ? 0.25 : -1.5
  }

  /// Letters of names of other languages that are written often.
  private static let foreign = Set("áéíóúàèçñäöüßâêôłšžčćåøø".unicodeScalars)

  static let all: [Alphabet] = [
    // German, French, Spanish and Catalan, Portuguese, Italian, Dutch.
    Alphabet("äöüß", "éèà"), Alphabet("éèàêçâîôûëï", "ùüœ"), Alphabet("áéíóúñ", "üçàèòï"),
    Alphabet("ãçáéíóúâêô", "àõü"),
    Alphabet("àèéìòù", "íó"), Alphabet("éëï", "óèöüê"),
    // Danish and Norwegian, Swedish and Finnish, Icelandic.
    Alphabet("æøå", "éöä"), Alphabet("åäö", "é"), Alphabet("áéíóúýðþæö"),
    // Polish, Czech, Slovak, Hungarian, Romanian, Croatian and Slovenian.
    Alphabet("ąćęłńóśźż", "éü"), Alphabet("áčďéěíňóřšťúůýž", "öü"), Alphabet("áäčďéíľňóôšťúýž", "ĺŕöü"),
    Alphabet("áéíóöőúüű"), Alphabet("ăâîșțşţ", "é"), Alphabet("čćđšž", "é"),
    // Turkish, Lithuanian, Latvian, Estonian, Albanian.
    Alphabet("çğıöşüİ", "âîû"), Alphabet("ąčęėįšųūž"), Alphabet("āčēģīķļņšūž"), Alphabet("äõöü", "šž"), Alphabet("ëç"),
    // Russian, Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian.
    Alphabet("оеаинтсрвлкмдпуя", "ыьгзбчйхжшюцщэфъё"), Alphabet("оанивіертслкдумяпзй", "ьгбчхцюжїєшщфґ"),
    Alphabet("анiіоерстлкдўыявмзп", "уьбгёжйфхцчшэю"), Alphabet("аиоентврсдлкпмз", "бгжйуфхцчшщъьюя"),
    Alphabet("аоиенјрстудкмвпл", "бгђжзљњћфхцчџшѓќѕ"),
    // Greek, Hebrew, Arabic and Persian, Thai.
    Alphabet("αοιετσνηυρπκμλςάίόέ", "βγδζθξφχψωήύώϊϋΐΰ"), Alphabet("יוהלאתרמשנבדקםח", "כפעגטזסצןךףץְִֵֶַָֹּ"),
    Alphabet("الينمرتوبدهعةسقفحك", "جخذزشصضطظغءآأؤإئىپچژگکی"),
    Alphabet("านรอกเงมยลวดท", "ะัาำิีึืุูเแโใไ็่้๊๋์ขคจชซตถบปผพฟสหฮณญธฉศษ"),
  ]
}
