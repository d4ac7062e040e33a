/// The order in which a language sorts text, upper and lower case together.
///
/// Texts are in their order when their keys are, compared byte by byte.
public struct Collation: Sendable, RawRepresentable, CaseIterable, Codable {
  /// The name, which key tables and cursors have.
  public let rawValue: String
  /// The language whose order it is.
  public let language: Language

  /// Letters with accents stand beside those without, Ё beside Е; Latin before Cyrillic. English.
  public static let root = Collation(.english)
  /// As ``root``, but what languages call differently, as countries, stands where its Russian name does.
  public static let russian = Collation(.russian)
  /// As ``root``, and the letters of Polish each in its own place: Ł between L and M.
  public static let polish = Collation(.polish)

  /// The orders of all languages.
  public static var allCases: [Collation] { Language.all.map(Collation.init) }

  /// The order of a language.
  public init(_ language: Language) {
    self.language = language
    rawValue = language == .english ? "root" : language.rules.collation ?? language.code
  }

  /// The order of that name; nil if no language of the process has it.
  public init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  /// The collation by which an attribute's values are sorted: text that reads alike in all languages has one order in
  /// those without an alphabet of their own.
  public func of(_ attribute: AttributeDescription) -> Collation {
    language.rules.hasAlphabet || attribute.behavior.isTranslated ? self : .root
  }

  /// The sort key of a text; for ``root`` the same as its search key.
  public func key(_ text: String) -> String { table.fold(text) }

  /// Appends the key of a text that is given as well-formed UTF-8, without a String: for a million records at once.
  public func key(utf8 text: UnsafeBufferPointer<UInt8>, into key: inout [UInt8]) {
    table.fold(utf8: text, into: &key)
  }

  /// The small letter under which a text stands in an index; empty for an empty text.
  package func initial(of text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      table.append(scalar, to: &scalars)
      // A mark behind changes no letter but the last.
      if scalars.count > 1, scalars.last.map({ $0 < Self.firstMark }) ?? true { break }
    }
    return initial(ofKey: String(scalars))
  }

  /// The small letter that the key of a text, or its beginning, begins with; empty for an empty one.
  package func initial(ofKey key: String) -> String {
    let scalars = key.unicodeScalars
    let letter = scalars.prefix(scalars.dropFirst().first.map { $0 >= Self.firstMark } ?? false ? 2 : 1)
    let text = String(letter)
    return table.initials[text] ?? text
  }

  // Made at the first key: most processes sort by one or two alphabets.
  private var table: FoldingTable { language.rules.table }

  /// The first of the two last code points, which no text's key has but behind a letter to make another of it: a
  /// key with one of them at its end comes after all others with the letter.
  package static let firstMark: Unicode.Scalar = "\u{10FFFE}"
}

extension Collation: Hashable {
  /// Whether the names are equal.
  public static func == (one: Collation, other: Collation) -> Bool { one.rawValue == other.rawValue }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
