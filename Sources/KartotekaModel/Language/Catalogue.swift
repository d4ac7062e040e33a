import Foundation

/// The words of every language: for each language, English keys and what they are there.
///
/// Several catalogues (the platform's, each app's) are merged into one at start; what a language has is read when somebody
/// first speaks it.
public struct Catalogue: Sendable {
  /// One entry: a sentence, or its forms by plural category.
  public enum Entry: Sendable, Hashable, Codable {
    case plain(String)
    case plural([String: String])

    /// Reads a JSON string as a sentence and a JSON object as plural forms.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .plain(text)
      } else {
        self = .plural(try container.decode([String: String].self))
      }
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .plain(let text): try container.encode(text)
      case .plural(let forms): try container.encode(forms)
      }
    }
  }

  // By language; what is looked in first comes last. Kept as they come: an application's words lie over the platform's,
  // which all applications share.
  private var lists: [String: [Deferred<[String: Entry]>]] = [:]

  /// An empty catalogue: every sentence is shown as its key, in English.
  public init() {}

  /// Reads one language's file: a JSON object from key to sentence or to plural forms.
  /// - Throws: `DecodingError` when the bytes are no such object.
  public init(language: Language, json: Data) throws {
    let words = try Self.read(json)
    lists[language.code] = [Deferred { words }]
  }

  /// One language's words from several files, which are read when one is first asked for. A later file has the last
  /// word; one that can't be read leaves its sentences in English.
  public init(language: Language, reading files: @escaping @Sendable () -> [Data]) {
    lists[language.code] = [
      Deferred {
        files().reduce(into: [:]) { words, json in
          words.merge((try? Self.read(json)) ?? [:]) { _, new in new }
        }
      }
    ]
  }

  /// One language's words, which are made when one is first asked for.
  package init(language: Language, making words: @escaping @Sendable () -> [String: Entry]) {
    lists[language.code] = [Deferred(words)]
  }

  /// The words of a file; none where it is empty or can't be read, and all but the faulty ones of another file.
  package static func words(of json: Data) -> [String: Entry] {
    if let words = try? read(json) { return words }
    return ((try? JSONDecoder().decode([String: ReadableEntry].self, from: json)) ?? [:]).compactMapValues(\.entry)
  }

  // An entry, or nil for what is neither a sentence nor plural forms.
  private struct ReadableEntry: Decodable {
    let entry: Entry?

    init(from decoder: any Decoder) { entry = try? Entry(from: decoder) }
  }

  /// The codes of the languages that it has words in, also those that the process doesn't speak.
  package var codes: [String] { lists.keys.sorted() }

  private static func read(_ json: Data) throws -> [String: Entry] {
    try JSONDecoder().decode([String: Entry].self, from: json)
  }

  /// One language's words.
  package init(language: Language, words: [String: Entry]) {
    lists[language.code] = [Deferred { words }]
  }

  /// Adds another catalogue's words; where both know a key, the other one's stand.
  public mutating func merge(_ other: Catalogue) {
    for (code, words) in other.lists { lists[code, default: []] += words }
  }

  /// The entry of the key in that language, or nil.
  public func entry(_ key: String, in language: Language) -> Entry? {
    for words in lists[language.code, default: []].reversed() {
      if let entry = words.value[key] { return entry }
    }
    return nil
  }

  /// The entry of the key in the first catalogue that has it, the platform's, whatever was merged over it.
  func firstEntry(_ key: String, in language: Language) -> Entry? {
    for words in lists[language.code, default: []] {
      if let entry = words.value[key] { return entry }
    }
    return nil
  }

  /// All words of a language.
  package func words(in language: Language) -> [String: Entry] {
    lists[language.code, default: []].reduce(into: [:]) { $0.merge($1.value) { _, new in new } }
  }

  /// The keys known in that language.
  public func keys(in language: Language) -> Set<String> {
    Set(lists[language.code, default: []].flatMap(\.value.keys))
  }
}
