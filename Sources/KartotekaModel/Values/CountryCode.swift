/// A country or territory by its two-letter code: one of the 249 of ISO 3166-1 alpha-2, or XK, which everybody uses for
/// Kosovo.
public struct CountryCode: Sendable, CustomStringConvertible {
  /// The code in capital letters: `PT`.
  public let code: String
  private let facts: CountryFacts

  /// A country, or nil where no country or territory has that code, in whatever case.
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

  /// Those that are counted as countries: the 193 members of the United Nations, the Vatican and Palestine, which
  /// observe there, and Kosovo, Taiwan and Western Sahara, 198 together. The others are territories of one of them,
  /// and Antarctica.
  public static let sovereign = all.filter(\.isSovereign)
  /// Those of ``sovereign`` that many states don't recognize: Kosovo, Palestine, Taiwan and Western Sahara.
  public static let disputed = ["EH", "PS", "TW", "XK"].compactMap { CountryCode($0) }
}

extension CountryCode {
  /// The three-letter code: `PRT`.
  public var threeLetters: String { facts.threeLetters }
  /// The part of the world that it is counted with.
  public var continent: Continent { facts.continent }
  /// Whether it is one of ``sovereign``.
  public var isSovereign: Bool { facts.isSovereign }
  /// Where its capital is, else its largest place or its middle.
  public var position: Coordinate { facts.position }
  /// Its capital as English has it; nil for what has none.
  public var capital: String? { facts.capital }
  /// What a language calls it, in a few words: `Portugal`, `Португалия`, `Portugalia`.
  public func name(in language: Language) -> String { CountryNames.name(of: code, in: language) }
  /// Changes when any country is called differently than before: what a database keeps of names is made anew then.
  package static let namesVersion: String = {
    // FNV-1a (draft-eastlake-fnv): the same in every process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in all.flatMap(\.allNames).joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }()

  /// All that it is called: its names, what else people say, its codes.
  var allNames: [String] {
    Language.all.map(name(in:)) + CountryAliases.all[code, default: []] + [code, threeLetters]
  }
}

extension CountryCode: Hashable {
  /// Whether the codes are equal.
  public static func == (one: CountryCode, other: CountryCode) -> Bool { one.code == other.code }
  /// By code.
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
  /// Reads a code.
  /// - Throws: `DecodingError` for text that is no country's.
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
