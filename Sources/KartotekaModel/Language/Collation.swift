/// The order in which a language sorts text, upper and lower case together.
///
/// Texts are in their order when their keys are, compared byte by byte.
public enum Collation: String, Sendable, Codable, CaseIterable {
  /// Letters with accents stand beside those without, Ё beside Е; Latin before Cyrillic. English.
  case root
  /// As ``root``, but what languages call differently, as countries, stands where its Russian name does.
  case russian
  /// As ``root``, and the letters of Polish each in its own place: Ł between L and M.
  case polish

  /// The order of a language.
  public init(_ language: Language) {
    switch language {
    case .polish: self = .polish
    case .russian: self = .russian
    default: self = .root
    }
  }

  /// The language whose order it is.
  public var language: Language {
    switch self {
    case .root: .english
    case .russian: .russian
    case .polish: .polish
    }
  }

  /// The collation by which an attribute's values are sorted: text that reads alike in all languages has one order in
  /// English and Russian.
  public func of(_ attribute: AttributeDescription) -> Collation {
    self == .russian && !attribute.behavior.isTranslated ? .root : self
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
      if scalars.count > 1 { break }
    }
    return initial(ofKey: String(scalars))
  }

  /// The small letter that the key of a text, or its beginning, begins with; empty for an empty one.
  package func initial(ofKey key: String) -> String {
    let scalars = key.unicodeScalars
    let letter = scalars.prefix(scalars.dropFirst().first.map { $0 >= Self.firstMark } ?? false ? 2 : 1)
    let text = String(letter)
    return letter.count == 1 ? text : Self.polishLetters.first { self.key($0) == text } ?? text
  }

  /// The first of the two last code points, which no text's key has but behind a letter to make another of it: a
  /// key with one of them at its end comes after all others with the letter.
  package static let firstMark: Unicode.Scalar = "\u{10FFFE}"

  private static let polishLetters = ["ą", "ć", "ę", "ł", "ń", "ó", "ś", "ź", "ż"]

  private var table: FoldingTable { self == .polish ? .polish : .root }
}
