import KartotekaModel

/// An application as one JSON document that people can read and write: entities, screens, words and settings.
///
/// It omits everything that follows from the rest: labels that are the names in words, tables named as plurals, indices for
/// what lists search. An application with code names its actions and jobs in ``code``.
public struct AppDocument: Hashable, Sendable {
  /// The version of the document's form; newer ones are refused.
  package static let currentVersion = 1
  /// The most bytes of a document.
  package static let largest = 2_000_000

  /// The name in addresses, on the command line and of the database file.
  public var name = ""
  /// The title.
  public var title = ""
  /// One line about it.
  public var summary = ""
  /// The purpose, in a sentence that is shown while there are no records.
  public var purpose = ""
  /// Its symbol.
  public var symbol = Symbol.box
  /// Its colour, 0 to 359.
  public var hue = 210
  /// Its entities.
  package var entities: [DocumentEntity] = []
  /// Its screens; nil for a list of each entity.
  public var tabs: [TabDescription]?
  /// Its first screen; nil: the first tab is.
  public var welcome: Welcome?
  /// For how long changes can be undone.
  public var history = HistoryRetention()
  /// The parts of the application that are code.
  public var code = CodeDescription()
  /// Whether an application in code declares it, so that fields that are added have names of their own. It is no part of the
  /// written form.
  package var isDeclared = false
  /// Its words in other languages, by the language's code.
  public var words: [String: [String: Catalogue.Entry]] = [:]

  /// A document without entities.
  public init() {}

  /// The document of an application.
  public init(_ app: AppDescription, catalogue: Catalogue) {
    name = app.name
    title = app.title
    summary = app.summary
    purpose = app.purpose
    symbol = app.symbol
    hue = app.hue
    welcome = app.welcome
    history = app.history
    code.actions = app.actions
    code.jobs = app.jobs
    tabs = app.tabs.map { tab in
      // The plural of the entity stands for the screen's own address.
      var tab = tab
      if tab.path == app.model.entity(named: tab.screen.entity)?.plural { tab.path = tab.screen.path }
      return tab
    }
    // Whatever this program speaks: another one may serve the same application.
    for code in catalogue.codes {
      let known = catalogue.words(in: Language(stringLiteral: code))
      if !known.isEmpty { words[code] = known }
    }
    entities = app.model.drafts
    let whole = entities
    leaveOutServed()
    // Orders of indices that were declared in another order than screens ask for them stay as they are.
    if description.model != app.model { entities = whole }
  }

  /// The application without its code's closures.
  public var description: AppDescription {
    let model = ModelDescription(drafts: entities)
    return AppDescription(
      name: name, title: title, summary: summary, purpose: purpose, symbol: symbol, hue: hue, model: model,
      tabs: tabs ?? StandardTabs.tabs(of: model), actions: code.actions, jobs: code.jobs, history: history,
      welcome: welcome)
  }

  /// The languages that it has words in: those of the program in the order of menus, then others.
  package var languages: [Language] {
    let spoken = Language.all.filter { words[$0.code] != nil }
    let others = words.keys.sorted().map { Language(stringLiteral: $0) }.filter { !spoken.contains($0) }
    return spoken + others
  }

  /// The words in other languages.
  public var catalogue: Catalogue {
    var catalogue = Catalogue()
    for (code, known) in words { catalogue.merge(Catalogue(language: Language(stringLiteral: code), words: known)) }
    return catalogue
  }

  // Takes away what the screens ask of the model.
  private mutating func leaveOutServed() {
    let whole = entities
    for entity in entities.indices {
      entities[entity].sortOrders = []
      entities[entity].searchPaths = []
      for index in entities[entity].attributes.indices {
        entities[entity].attributes[index].isSearched = false
        entities[entity].attributes[index].isSorted = false
      }
      for index in entities[entity].computed.indices { entities[entity].computed[index].attribute.isSearched = false }
    }
    let served = description.model.entities
    for entity in entities.indices {
      entities[entity].sortOrders = whole[entity].sortOrders.filter { !served[entity].sortOrders.contains($0) }
      entities[entity].searchPaths = whole[entity].searchPaths.filter { !served[entity].searchPaths.contains($0) }
      for index in entities[entity].attributes.indices {
        let (own, implied) = (whole[entity].attributes[index], served[entity].attributes[index])
        entities[entity].attributes[index].isSearched = own.isSearched && !implied.isSearched
        entities[entity].attributes[index].isSorted = own.isSorted && !implied.isSorted
      }
      for (index, own) in whole[entity].computed.enumerated() {
        let isImplied = served[entity].computed[index].attribute.isSearched
        entities[entity].computed[index].attribute.isSearched = own.attribute.isSearched && !isImplied
      }
    }
  }
}

extension AppDocument: DocumentValue {
  package static var shape: Shape<AppDocument> {
    .object("Application", AppDocument()) {
      Member.dependent(
        "$schema", "The address of the schema that the document follows.", write: { _ in nil }, read: { _, _, _ in },
        schema: ["type": "string"])
      Member.constant("version", currentVersion, "The version of the document's form.")
      Member.needed("name", \.name, "The name in addresses and of the database file: small letters, digits, hyphens.")
      Member.derived("title", \.title, "What the application calls itself.") {
        let words = $0.name.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
      }
      Member.optional("summary", \.summary, "One line about it.")
      Member.optional("purpose", \.purpose, "What it is for, in a sentence that stands where it is empty.")
      Member.optional("symbol", \.symbol, "Its symbol.")
      Member.optional("hue", \.hue, "Its colour, 0 to 359.")
      Member.needed("entities", \.entities, "What it keeps records of.")
      Member.optional("tabs", \.tabs, "Its screens; a list of each entity unless given.")
      Member.optional("welcome", \.welcome, "The question of its first screen, above the tabs.")
      Member.optional("history", \.history, "For how long changes can be undone.")
      Member.optional("code", \.code, "What of it is code, which a description alone doesn't make.")
      Member.optional("words", \.words, "Its words in other languages: for pl and ru, from English.")
    }
  }
}

/// Why a document describes no application.
@nonexhaustive public enum AppDocumentError: Error, Hashable, Sendable {
  /// It is no JSON.
  case syntax(JSONSyntaxError)
  /// It is longer than `AppDocument/largest`.
  case tooLarge
  /// All faults together.
  case faults([DocumentFault])
}

extension AppDocument {
  /// The document as JSON with line breaks, always the same bytes for the same description.
  public var json: String { Self.shape.write(self).pretty() + "\n" }

  /// Reads a document strictly: unknown members and contradictions are faults.
  /// - Throws: ``AppDocumentError`` with everything that is wrong.
  public init(json bytes: [UInt8]) throws(AppDocumentError) {
    try self.init(unchecked: bytes)
    let faults = check()
    guard faults.isEmpty else { throw .faults(faults) }
  }

  /// Reads a document of an opened file, to which the rules of names do not apply.
  /// - Throws: ``AppDocumentError`` for text that has not the form of a document.
  package init(unchecked bytes: [UInt8]) throws(AppDocumentError) {
    guard bytes.count <= Self.largest else { throw .tooLarge }
    let json: JSONValue
    do throws(JSONSyntaxError) { json = try JSONParser.parse(bytes) } catch { throw .syntax(error) }
    var reader = DocumentReader()
    let document = Self.shape.read(json, &reader)
    guard let document, reader.faults.isEmpty else { throw .faults(reader.faults) }
    self = document
    entities = entities.withFieldsForWords
  }

  /// Reads a document that is already parsed.
  /// - Throws: ``AppDocumentError/faults(_:)`` with everything that is wrong.
  public init(_ json: JSONValue) throws(AppDocumentError) {
    var reader = DocumentReader()
    guard var document = Self.shape.read(json, &reader), reader.faults.isEmpty else { throw .faults(reader.faults) }
    document.entities = document.entities.withFieldsForWords
    let faults = document.check()
    guard faults.isEmpty else { throw .faults(faults) }
    self = document
  }

  /// The JSON Schema (2020-12) of documents.
  public static var schema: String {
    var definitions = SchemaDefinitions()
    let root = shape.schema(&definitions)
    let parts = JSONObject(definitions.parts.map { ($0.name, $0.schema) })
    let schema: JSONValue = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A Kartoteka application",
      "allOf": [root], "$defs": .object(parts),
    ]
    return schema.pretty() + "\n"
  }
}
