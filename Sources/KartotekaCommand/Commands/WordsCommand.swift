import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTML

/// `kartoteka words`: writes the words of an application, or of the platform, in a language.
struct WordsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "words", abstract: say("Writes an application's words in a language, or those that are missing."),
      discussion: say(
        "The output is a JSON file as applications have it, from English to the language. A missing sentence is empty; fill it and add it to the file."
      ))
  }

  @Argument(
    help: .saying("The application's name, as kartoteka apps lists it.", value: "app"),
    completion: .list(apps.map(\.description.name)), transform: { NamedApp($0) })
  var named: NamedApp?

  @Argument(help: .saying("The language's code, such as pl.", value: "language"), transform: Self.language)
  var language: Language?

  @Option(
    help: .saying("Writes only the sentences that this language lacks.", value: "language"), transform: Self.language)
  var missing: Language?

  @Option(
    help: .saying("Writes the platform's sentences that this language lacks.", value: "language"),
    transform: Self.language)
  var platform: Language?

  @Option(
    help: .saying("With --missing: also the sentences of the Swift sources in this folder.", value: "folder"),
    completion: .directory)
  var sources: String?

  @OptionGroup var data: DataOptions

  func validate() throws {
    guard [language, missing, platform].count(where: { $0 != nil }) == 1 else {
      throw ValidationError(say("Name a language, or use --missing or --platform with one."))
    }
    guard (named == nil) == (platform != nil) else {
      throw ValidationError(say("Name an application, or use --platform with a language."))
    }
    guard sources == nil || missing != nil else { throw ValidationError(say("--sources is used with --missing.")) }
  }

  func run() async throws {
    var members: [(String, JSONValue)] = []
    if let platform {
      members = Self.missing(in: platform)
    } else if let named {
      members = try words(of: named.app(in: data.folder))
    }
    try StandardOutput.line(JSONValue.object(JSONObject(members)).pretty())
  }

  private func words(of app: App) throws -> [(String, JSONValue)] {
    if let language {
      return app.words.compactMap { key in app.catalogue.entry(key, in: language).map { (key, Self.json($0)) } }
    }
    guard let missing else { return [] }
    let said = try sources.map { try SourceTexts.texts(in: URL(filePath: $0)) } ?? []
    var seen: Set<String> = []
    return (app.words + said).filter { seen.insert($0).inserted }.compactMap { key in
      guard app.catalogue.entry(key, in: missing) == nil, Catalogue.platform.entry(key, in: missing) == nil
      else { return nil }
      return (key, Self.empty(key.contains("{count}"), in: missing))
    }
  }

  // What a language of the platform has, and another one lacks. The dates of CLDR are filled in.
  private static func missing(in language: Language) -> [(String, JSONValue)] {
    let model = Catalogue.platform.words(in: .polish)
    let known = Language.named(language.code) == nil ? [:] : Catalogue.platform.words(in: language)
    let dates = language.dateWords
    let keys = model.keys.filter { known[$0] == nil }
    return keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.map { key in
      if let date = dates[key] { return (key, json(date)) }
      if case .plural = model[key] { return (key, empty(true, in: language)) }
      return (key, "")
    }
  }

  private static func json(_ entry: Catalogue.Entry) -> JSONValue {
    switch entry {
    case .plain(let text): .string(text)
    case .plural(let forms): .object(JSONObject(forms.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }
  }

  private static func empty(_ isPlural: Bool, in language: Language) -> JSONValue {
    guard isPlural else { return "" }
    return .object(JSONObject(language.pluralCategories.map { ($0.rawValue, JSONValue.string("")) }))
  }

  // Also a language that the program doesn't speak yet: whoever adds it begins with its words.
  private static func language(_ code: String) throws -> Language {
    if let language = Language.named(code), language != .english { return language }
    guard Language.isCode(code), code != "en", let plurals = PluralRule.usual(in: code)
    else {
      let names = Language.all.filter { $0 != .english }.map(\.code).joined(separator: ", ")
      throw UnknownName(Phrase("There are: {names}", ["names": .text(names)]))
    }
    return Language(code, plurals: plurals)
  }
}
