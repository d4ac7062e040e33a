/// The plural categories of CLDR. A language has some of them.
public enum PluralCategory: String, Sendable, Codable, CaseIterable {
  case zero, one, two, few, many, other
}

/// The plural forms of a language: which categories its words have, and which one a whole number takes.
///
/// The rules of CLDR for whole numbers of most languages of Europe and East Asia have names here. For others:
///
/// ```swift
/// PluralRule([.one, .two, .other]) { count in count == 1 ? .one : count == 2 ? .two : .other }
/// ```
public struct PluralRule: Sendable {
  /// The categories that words in the language have.
  public let categories: [PluralCategory]
  private let choose: @Sendable (UInt) -> PluralCategory

  /// A rule.
  /// - Parameters:
  ///   - categories: the categories that the words have, in their order in files.
  ///   - category: the category of a number, which is never negative.
  public init(_ categories: [PluralCategory], _ category: @escaping @Sendable (_ count: UInt) -> PluralCategory) {
    self.categories = categories
    choose = category
  }

  /// The category of a number.
  public func category(of count: UInt) -> PluralCategory { choose(count) }

  /// 1 and all others: English, German, Dutch, Italian, Spanish and Scandinavian languages, Greek, Hungarian, Turkish.
  public static let oneOther = PluralRule([.one, .other]) { $0 == 1 ? .one : .other }

  /// 0 and 1, and all others: French, Brazilian Portuguese.
  public static let zeroOneOther = PluralRule([.one, .other]) { $0 < 2 ? .one : .other }

  /// One form: Japanese, Chinese, Korean, Vietnamese, Thai, Indonesian.
  public static let other = PluralRule([.other]) { _ in .other }

  /// 1, 2 to 4, and all others: Czech, Slovak.
  public static let westSlavic = PluralRule([.one, .few, .other]) {
    $0 == 1 ? .one : (2...4).contains($0) ? .few : .other
  }

  /// 1; those that end in 2 to 4 but for 12 to 14; all others: Polish.
  public static let polish = PluralRule([.one, .few, .many]) { count in
    count == 1 ? .one : isFew(count) ? .few : .many
  }

  /// Numbers that end in 1 but for 11; in 2 to 4 but for 12 to 14; all others: Ukrainian, Russian, Belarusian.
  public static let eastSlavic = PluralRule([.one, .few, .many]) { count in
    count % 10 == 1 && count % 100 != 11 ? .one : isFew(count) ? .few : .many
  }

  /// The rule of a language by its code, among those that have names here; nil for other languages.
  package static func usual(in code: String) -> PluralRule? { usual.first { $0.codes.contains(code) }?.rule }

  private static let usual: [(codes: Set<String>, rule: PluralRule)] = [
    (
      [
        "af", "bg", "ca", "da", "de", "el", "en", "eo", "es", "et", "eu", "fi", "fo", "fy", "gl", "hu", "it", "ka",
        "kk",
        "ky", "lb", "nb", "nl", "nn", "no", "rm", "sq", "sv", "sw", "tr", "uz",
      ], .oneOther
    ),
    (["fa", "fr", "hi", "hy", "pt"], .zeroOneOther), (["id", "ja", "ko", "ms", "th", "vi", "zh"], .other),
    (["cs", "sk"], .westSlavic), (["pl"], .polish), (["be", "ru", "uk"], .eastSlavic),
  ]

  private static func isFew(_ count: UInt) -> Bool {
    (2...4).contains(count % 10) && !(12...14).contains(count % 100)
  }
}
