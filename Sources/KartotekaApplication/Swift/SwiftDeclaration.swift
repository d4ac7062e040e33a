import KartotekaModel
import KartotekaScreens

/// The declaration in Swift of an application that exists as a description.
///
/// The compiled declaration has an equal document, without what is code. `kartoteka describe --format swift` prints it,
/// `kartoteka new` puts it into a package.
public struct SwiftDeclaration: Sendable {
  /// The place in which the words in other languages are declared.
  public enum Words: Sendable {
    /// Within the declaration.
    case inline
    /// In files `pl.json` and `ru.json` that the plugin `EmbedResources` embeds.
    case embedded
  }

  /// The source file.
  public let text: String
  /// The parts of the description that have no declaration in Swift, a line each.
  public let gaps: [String]

  /// The declaration of a described application.
  public init(_ document: AppDocument, words: Words = .inline) {
    let code = document.codeNames
    let document = document.withoutCode()
    let app = document.description
    let names = SwiftNames(app.model)
    var gaps: [String] = []
    var lines = ["import Foundation", "import Kartoteka", ""]
    if !code.isEmpty {
      lines += ["// Not declared here, because it is code: \(code.joined(separator: ", ")).", ""]
    }
    for (draft, entity) in zip(document.entities, app.model.entities) {
      let written = SwiftEntity(draft, entity, in: app.model, names)
      lines += written.lines + [""]
      gaps += written.gaps
    }
    lines += Self.app(document, app, names, words)
    self.gaps = gaps
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The name of the constant: `my-books` is `myBooks`.
  public static func constant(_ name: String) -> String {
    SwiftNames.quoted(SwiftNames.identifier(name.replacing("-", with: " ")) ?? "app")
  }

  private static func app(
    _ document: AppDocument, _ app: AppDescription, _ names: SwiftNames, _ words: Words
  ) -> [String] {
    let text = SwiftNames.literal
    var lines = ["let \(constant(app.name)) = \(names.of("App"))("]
    var arguments = ["  \(text(app.name)), title: \(text(app.title))"]
    if !app.summary.isEmpty { arguments.append("  summary: \(text(app.summary))") }
    if !app.purpose.isEmpty { arguments.append("  purpose: \(text(app.purpose))") }
    arguments.append("  symbol: \(app.symbol.swift), hue: \(app.hue)")
    arguments.append(
      "  entities: [\(document.entities.map { names.entity($0.name) + ".self" }.joined(separator: ", "))]")
    let languages = document.languages
    if !languages.isEmpty {
      let list = languages.map { language in
        let name = SwiftNames.language(language)
        switch words {
        case .embedded: return "\(name): Embedded.data(\"\(language.code).json\")"
        case .inline:
          let json = catalogue(document, language).split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
          return "\n    \(name): \(names.of("Data"))(\n      #\"\"\"\n\(json)\n      \"\"\"#.utf8)"
        }
      }
      arguments.append("  catalogues: [\(list.joined(separator: ", "))]")
    }
    if app.history != HistoryRetention() {
      arguments.append(
        "  history: \(names.of("HistoryRetention"))(days: \(app.history.days), megabytes: \(app.history.bytes / 1_000_000))"
      )
    }
    if let welcome = app.welcome { arguments.append("  welcome: \(names.of("Welcome"))(\(text(welcome.question)))") }
    lines.append(arguments.joined(separator: ",\n"))
    lines.append(") {")
    let screens = SwiftScreens(model: app.model, names: names)
    for tab in app.tabs { lines += screens.lines(tab).map { "  " + $0 } }
    return lines + ["}"]
  }

  /// The catalogue of a language as a JSON file.
  public static func catalogue(_ document: AppDocument, _ language: Language) -> String {
    let words = document.words[language.code] ?? [:]
    let members = words.sorted { $0.key < $1.key }.map { key, entry -> (String, JSONValue) in
      switch entry {
      case .plain(let text): (key, .string(text))
      case .plural(let forms):
        (key, .object(JSONObject(forms.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })))
      }
    }
    return JSONValue.object(JSONObject(members)).pretty()
  }
}
