import Synchronization

/// A country or territory of the world, stored as its code and read as what people call it.
public struct CountryKind: AttributeKind {
  /// `country`.
  public let name = KindName.country
  /// Stored as text.
  public let storage = StorageClass.text
  /// Yes: `PT` is Portugal, Португалия, Portugalia.
  public let isTranslated = true

  /// The kind.
  public init() {}

  /// Reads a code or a name in any of the languages; see ``CountryCode/init(named:)``.
  /// - Throws: ``ValueFault`` for text that names no country, with the country that may be meant.
  public func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard let country = CountryCode(named: text) else { throw Self.fault(text) }
    return .text(country.code)
  }

  /// A code in capital letters.
  public func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    guard attribute.hasOnlyLength, CanonicalBytes.Lengths(attribute).allow(2, isASCII: true) else { return nil }
    return { bytes in bytes.count == 2 && Self.isCode(String(decoding: bytes, as: UTF8.self)) }
  }

  /// What the language calls it.
  public func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return "" }
    return CountryCode(text)?.name(in: say.language) ?? text
  }

  /// All that it is called, or what the collation's language calls it.
  public func keyText(_ text: String, _ collation: Collation) -> String {
    guard let country = CountryCode(text) else { return text }
    return collation == .root ? country.allNames.joined(separator: "\n") : country.name(in: collation.language)
  }

  /// Text that is no country's code.
  public func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value else { return nil }
    return Self.isCode(text) ? nil : Self.fault(text)
  }

  private static func isCode(_ text: String) -> Bool { CountryCode(text)?.code == text }

  /// What is wrong with text that names no country.
  static func fault(_ text: String) -> ValueFault {
    // Longer than any name; who sent it knows how it went on.
    let wanted = Phrase.Argument.text(text.count > 60 ? text.prefix(60) + "…" : text)
    guard let country = nearest(to: text) else {
      return ValueFault(Phrase("No country is called “{name}”", ["name": wanted]))
    }
    return ValueFault(
      Phrase(
        "No country is called “{name}”. Did you mean {country}?", ["name": wanted, "country": .country(country)]))
  }

  // A wrong name comes in many rows of a file, and looking through all names takes long.
  private static let lookedFor = Mutex<[String: CountryCode?]>([:])

  private static func nearest(to text: String) -> CountryCode? {
    guard text.utf8.count <= CountrySearch.longest else { return nil }
    if let known = lookedFor.withLock({ $0[text] }) { return known }
    let country = CountrySearch.nearest(to: text)
    lookedFor.withLock { known in
      if known.count >= 1_000 { known = [:] }
      known.updateValue(country, forKey: text)
    }
    return country
  }
}
