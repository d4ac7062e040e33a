import Synchronization

/// The two-letter code of a country or territory: one of the 249 of ISO 3166-1 alpha-2, or XK, the usual code of
/// Kosovo.
public struct CountryCode: Sendable, CustomStringConvertible {
  /// The code in upper case: `PT`.
  public let code: String
  private let facts: CountryFacts

  /// A country by its code in any case; nil for an unknown code.
  public init?(_ code: some StringProtocol) {
    guard code.utf8.count == 2 else { return nil }
    let code = code.uppercased()
    guard let facts = CountryFacts.all[code] else { return nil }
    self.code = code
    self.facts = facts
  }

  /// The code.
  public var description: String { code }

  /// All countries and territories, by code.
  public static let all = CountryFacts.all.keys.sorted().compactMap { CountryCode($0) }

  /// The countries that are counted: the 193 members of the United Nations, its observers the Vatican and Palestine,
  /// and Kosovo, Taiwan and Western Sahara, 198 together. The others are territories, and Antarctica.
  public static let sovereign = all.filter(\.isSovereign)
  /// The countries in ``sovereign`` that many states don't recognize: Kosovo, Palestine, Taiwan and Western Sahara.
  public static let disputed = ["EH", "PS", "TW", "XK"].compactMap { CountryCode($0) }
}

extension CountryCode {
  /// The three-letter code: `PRT`.
  public var threeLetters: String { facts.threeLetters }
  /// Its continent.
  public var continent: Continent { facts.continent }
  /// Whether it is one of ``sovereign``.
  public var isSovereign: Bool { facts.isSovereign }
  /// The position of its capital, else of its largest place or its centre.
  public var position: Coordinate { facts.position }
  /// Its capital in English; nil for none.
  public var capital: String? { facts.capital }
  /// The short name in a language: `Portugal`, `Португалия`, `Portugalia`.
  public func name(in language: Language) -> String { CountryNames.name(of: code, in: language) }
  /// All countries and territories, by their names in a language.
  public static func sorted(in language: Language) -> [CountryCode] {
    let collation = Collation(language)
    return all.map { (key: collation.key($0.name(in: language)), country: $0) }.sorted { $0.key < $1.key }.map(
      \.country)
  }
  /// Changes when the name of any country changes, or languages are added. Databases then rebuild the keys of names.
  package static var namesVersion: String {
    let languages = Language.all
    if let known = versions.withLock({ $0[languages] }) { return known }
    let version = Self.version(of: all.flatMap(\.allNames))
    versions.withLock { $0[languages] = version }
    return version
  }

  private static let versions = Mutex<[[Language]: String]>([:])

  private static func version(of names: [String]) -> String {
    // FNV-1a (draft-eastlake-fnv): the same in every process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in names.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// All names, aliases and codes.
  var allNames: [String] {
    Language.all.map(name(in:)) + CountryAliases.all[code, default: []] + [code, threeLetters]
  }
}

extension CountryCode: Hashable {
  /// Whether the codes are equal.
  public static func == (one: CountryCode, other: CountryCode) -> Bool { one.code == other.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CountryCode: AttributeValue {
  /// A country or territory.
  public static var kind: KindName { .country }
  /// The code as text.
  public func stored(for attribute: AttributeDescription) -> Value { .text(code) }
  /// The country of a code.
  public static func read(_ value: Value, for attribute: AttributeDescription) -> CountryCode? {
    if case .text(let text) = value { CountryCode(text) } else { nil }
  }
}

extension CountryCode: Codable {
  /// Decodes a code.
  /// - Throws: `DecodingError` for an unknown code.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let country = CountryCode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "No country has that code")
    }
    self = country
  }

  /// Writes the code.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
