/// A sentence for a person, not yet in any language: the English text as its key, and what goes into
/// the places in braces.
///
/// ```swift
/// Phrase("Deleted {title}", ["title": .text("Anna Kowalska")])
/// Phrase("{count} people", ["count": .count(1_000)])
/// ```
/// A ``Localizer`` turns it into words.
public struct Phrase: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  /// The value in a place of a phrase.
  public enum Argument: Hashable, Sendable, Codable {
    /// Text that is shown as it is: a name, a file.
    case text(String)
    /// A number that is grouped as the language does; it chooses the plural form.
    case count(Int)
    /// Another phrase, put into words first.
    case phrase(Phrase)
    /// A country, called what the language calls it.
    case country(CountryCode)
  }

  /// The English sentence, by which every catalogue knows it.
  public let key: String
  /// The values for the names in braces.
  public let arguments: [String: Argument]

  /// A phrase with arguments.
  public init(_ key: String, _ arguments: [String: Argument] = [:]) {
    self.key = key
    self.arguments = arguments
  }

  /// Whether it is another phrase, or has that in one of its places.
  public func says(_ part: Phrase) -> Bool {
    self == part
      || arguments.values.contains { argument in
        if case .phrase(let phrase) = argument { phrase.says(part) } else { false }
      }
  }

  /// A phrase without arguments.
  public init(stringLiteral value: String) { self.init(value) }
}
