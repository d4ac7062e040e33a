import Foundation

/// Puts phrases into words of one language, and moments into the time of one time zone.
///
/// ```swift
/// let say = Localizer(language: .polish, catalogue: catalogue)
/// say("Save")                                       // Zapisz
/// say("{count} people", ["count": .count(5)])       // 5 osób
/// ```
public struct Localizer: Sendable {
  /// The language spoken.
  public let language: Language
  /// The time zone in which moments are shown, and in which typed ones are read.
  public let timeZone: TimeZone
  /// The region whose form of days and times is shown: that of the person whose request is answered.
  package let region: Region
  private let catalogue: Catalogue

  /// A localizer that finds its words in that catalogue, and says the English key where there are none.
  /// - Parameters:
  ///   - language: the language.
  ///   - catalogue: the words.
  ///   - timeZone: that of moments; nil for that of the person whose request is answered, elsewhere the server's.
  public init(language: Language, catalogue: Catalogue, timeZone: TimeZone? = nil) {
    self.init(language: language, catalogue: catalogue, timeZone: timeZone ?? TaskTimeZone.current, region: .current)
  }

  private init(_ region: Region) {
    self.init(language: .english, catalogue: Catalogue(), timeZone: .current, region: region)
  }

  private init(language: Language, catalogue: Catalogue, timeZone: TimeZone, region: Region) {
    self.language = language
    self.timeZone = timeZone
    self.region = language == .english ? region : .world
    self.catalogue = catalogue
  }

  /// The BCP 47 code of the language as it is written: `en-US`, `pl`.
  package var locale: String { region == .unitedStates ? language.code + "-US" : language.code }

  /// The same with the time zone of Greenwich.
  var inGreenwich: Localizer { Localizer(language: language, catalogue: catalogue, timeZone: .gmt, region: region) }

  /// English without a catalogue: every key as it is written. Moments are of the process's time zone.
  public static let english = Localizer(.world)

  /// The words of a key that has no arguments: that of a label or a sentence of an application.
  @_disfavoredOverload
  public func callAsFunction(_ key: String) -> String { self(Phrase(key)) }

  /// The words of a key with arguments.
  @_disfavoredOverload
  public func callAsFunction(_ key: String, _ arguments: [String: Phrase.Argument]) -> String {
    self(Phrase(key, arguments))
  }

  // A literal is a sentence of the platform's own. Its words are the platform's, whatever an application calls by the same
  // word: a state "Done" of an application is no button "Done".

  /// The words of a sentence of the platform.
  package func callAsFunction(_ key: StaticString) -> String { self(key, [:]) }

  /// The words of a sentence of the platform with arguments.
  package func callAsFunction(_ key: StaticString, _ arguments: [String: Phrase.Argument]) -> String {
    let phrase = Phrase(key.description, arguments)
    let entry = catalogue.firstEntry(phrase.key, in: language)
    return fill(template(of: phrase, entry, english: catalogue.firstEntry(phrase.key, in: .english)), arguments)
  }

  /// The words of a phrase.
  @_disfavoredOverload
  public func callAsFunction(_ phrase: Phrase) -> String {
    let entry = catalogue.entry(phrase.key, in: language)
    return fill(template(of: phrase, entry, english: catalogue.entry(phrase.key, in: .english)), phrase.arguments)
  }

  /// The words of the phrase where the language knows its key (English knows every key), else nil.
  ///
  /// For keys made of an app's nouns ("New person"), beside which a neutral sentence stands ready.
  package func ifKnown(_ phrase: Phrase) -> String? { knows(phrase.key) ? self(phrase) : nil }

  /// Whether the language knows a key; English knows every one.
  public func knows(_ key: String) -> Bool { language == .english || catalogue.entry(key, in: language) != nil }

  private func template(
    of phrase: Phrase, _ entry: Catalogue.Entry?, english: @autoclosure () -> Catalogue.Entry?
  ) -> String {
    // A sentence that the language lacks is said in English, which may have other words than the key, and a singular.
    let isSpoken = entry != nil || language == .english
    let (spoken, found) = isSpoken ? (language, entry) : (.english, english())
    return switch found {
    case nil: phrase.key
    case .plain(let text): text
    case .plural(let forms): form(of: phrase, forms, in: spoken)
    }
  }

  private func form(of phrase: Phrase, _ forms: [String: String], in language: Language) -> String {
    let category = language.pluralCategory(of: Self.deciding(phrase) ?? 0).rawValue
    return forms[category] ?? forms[PluralCategory.other.rawValue] ?? phrase.key
  }

  // The argument called "count"; else, so that it doesn't change from start to start, the first by name.
  private static func deciding(_ phrase: Phrase) -> Int? {
    if case .count(let count) = phrase.arguments["count"] { return count }
    for (_, argument) in phrase.arguments.sorted(by: { $0.key < $1.key }) {
      if case .count(let count) = argument { return count }
    }
    return nil
  }

  private func fill(_ template: String, _ arguments: [String: Phrase.Argument]) -> String {
    guard !arguments.isEmpty else { return template }
    var result = ""
    var rest = template.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      result += Substring(rest[..<open])
      switch arguments[String(Substring(rest[rest.index(after: open)..<close]))] {
      case .text(let text): result += text
      case .count(let count): result += language.grouped(count)
      case .phrase(let phrase): result += self(phrase)
      case .country(let country): result += country.name(in: language)
      case nil: result += Substring(rest[open...close])
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + Substring(rest)
  }
}
