/// The order in which a language sorts text, upper and lower case together.
public enum Collation: String, Sendable, Codable, CaseIterable {
  /// Letters with accents stand beside those without, Ё beside Е; Latin before Cyrillic. English and Russian.
  case root
  /// As ``root``, and the letters of Polish each in its own place: Ł between L and M.
  case polish

  /// The order of a language.
  public init(_ language: Language) { self = language == .polish ? .polish : .root }
}
