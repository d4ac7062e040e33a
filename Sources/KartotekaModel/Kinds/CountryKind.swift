import Synchronization

/// A country or territory, stored as its code and shown by its name.
package struct CountryKind: AttributeKind {
  /// `country`.
  package let name = KindName.country
  /// Stored as text.
  package let storage = StorageClass.text
  /// True: `PT` is Portugal, Португалия, Portugalia.
  package let isTranslated = true

  /// The kind.
  package init() {}

  /// Parses a code or a name in any of the languages; see ``CountryCode/init(named:)``.
  /// - Throws: ``ValueFault`` for text that names no country, with the most similar name.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard let country = CountryCode(named: text) else { throw Self.fault(text) }
    return .text(country.code)
  }

  /// A code in upper case.
  package func canonicalCheck(for attribute: AttributeDescription) -> CanonicalCheck? {
    guard attribute.hasOnlyLength, CanonicalBytes.Lengths(attribute).allow(2, isASCII: true) else { return nil }
    return { bytes in bytes.count == 2 && Self.isCode(String(decoding: bytes, as: UTF8.self)) }
  }

  /// The name in the language.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    guard case .text(let text) = value else { return "" }
    return CountryCode(text)?.name(in: say.language) ?? text
  }

  /// All names, or the name in the collation's language.
  package func keyText(_ text: String, _ collation: Collation) -> String {
    guard let country = CountryCode(text) else { return text }
    return collation == .root ? country.allNames.joined(separator: "\n") : country.name(in: collation.language)
  }

  /// An error for text that is no country's code.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value else { return nil }
    return Self.isCode(text) ? nil : Self.fault(text)
  }

  private static func isCode(_ text: String) -> Bool { CountryCode(text)?.code == text }

  /// The error for text that names no country.
  static func fault(_ text: String) -> ValueFault {
    // The text is shortened: no name is that long.
    let wanted = Phrase.Argument.text(text.count > 60 ? text.prefix(60) + "…" : text)
    guard let country = nearest(to: text) else {
      return ValueFault(Phrase("No country is called “{name}”", ["name": wanted]))
    }
    return ValueFault(
      Phrase(
        "No country is called “{name}”. Did you mean {country}?", ["name": wanted, "country": .country(country)]))
  }

  // A wrong name often occurs in many rows of a file, and the search for the most similar one is slow.
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
