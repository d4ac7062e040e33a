import ArgumentParser
import Kartoteka
import KartotekaHTML

/// `kartoteka words`: writes the words of an application in a language.
struct WordsCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "words", abstract: say("Writes an application's words in a language, or those that are missing."),
      discussion: say(
        "The output is a JSON file as applications have it, from English to the language. A missing sentence is empty; fill it and add it to the file."
      ))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The language's code: pl, ru.", value: "language"), transform: Self.named)
  var language: Language?

  @Option(
    help: .saying("Writes only the sentences that this language lacks.", value: "language"), transform: Self.named)
  var missing: Language?

  @OptionGroup var data: DataOptions

  func validate() throws {
    guard (language == nil) != (missing == nil) else {
      throw ValidationError(say("Name a language, or use --missing with one."))
    }
  }

  func run() async throws {
    let app = try app
    let needed = missing ?? language ?? .polish
    var members: [(String, JSONValue)] = []
    for key in app.words {
      let own = app.catalogue.entry(key, in: needed)
      if let missing {
        guard own == nil, Catalogue.platform.entry(key, in: missing) == nil else { continue }
        members.append((key, Self.empty(key, in: missing)))
      } else if let own {
        members.append((key, Self.json(own)))
      }
    }
    try StandardOutput.line(JSONValue.object(JSONObject(members)).pretty())
  }

  private static func json(_ entry: Catalogue.Entry) -> JSONValue {
    switch entry {
    case .plain(let text): .string(text)
    case .plural(let forms): .object(JSONObject(forms.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }
  }

  private static func empty(_ key: String, in language: Language) -> JSONValue {
    guard key.contains("{count}") else { return "" }
    return .object(JSONObject(language.pluralCategories.map { ($0.rawValue, JSONValue.string("")) }))
  }

  private static func named(_ code: String) throws -> Language {
    if let language = Language.named(code), language != .english { return language }
    throw UnknownName("There are: pl, ru")
  }
}
