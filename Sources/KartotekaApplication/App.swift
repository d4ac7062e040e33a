import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

/// An application, as its author declares it: entities, screens and what it starts with.
///
/// ```swift
/// let library = App("library", title: "Library", symbol: .book, hue: 120, entities: [Book.self]) {
///   Tab("Books", symbol: .book) {
///     List(Book.self, title: \.title, subtitle: \.author).searching(\.title).sorted(by: \.title)
///   }
/// }
/// ```
/// It is lowered once to an `AppDescription`, which is all that schema, screens, API and command line read.
public struct App: Sendable {
  /// Everything about the application that is data.
  public internal(set) var description: AppDescription
  /// The application's words in other languages than English.
  public let catalogue: Catalogue
  /// Records for an empty store, loaded once.
  public let seed: Seed?
  /// Files to try it out with.
  public let samples: [SampleFile]
  /// The actions.
  public let actions: [Action]
  /// The background jobs.
  public let jobs: [Job]
  /// The rules across fields and records.
  public let rules: [Rule]
  /// The code that runs when records are written.
  public let hooks: [Hook]
  /// The pages of its own.
  public let pages: [OwnPage]
  /// The blocks of its own on records' pages.
  public let blocks: [RecordBlock]
  /// The routes of the API of its own.
  public let routes: [Route]
  /// The choosers of new records.
  public let choosers: [any RecordChooser]
  /// The migration steps in code, for changes of the model that need them.
  public let migrations: [MigrationStep]
  /// The description in the application's database file; nil for an application that is declared in code.
  package let design: Design?
  /// The file of another program that the application is made of; nil for all others.
  package var openedFile: OpenedFile?
  /// The changes that screens have made to the application of an opened file; nil for all others.
  package var opened: OpenedShapeState?
  /// The fields that were added on screens to an application in code; nil where none can be added.
  package internal(set) var layer: AddedFieldsState?
  // The places of declarations in Swift.
  let places: Places
  /// For how long changes can be undone, and how much space that may take.
  public var history: HistoryRetention { description.history }

  /// An application.
  /// - Parameters:
  ///   - name: its name in addresses, on the command line and of its database file: small letters.
  ///   - title: its title on the screen; a key into the catalogue, as all words here.
  ///   - summary: one line about it for the home screen.
  ///   - purpose: its purpose, in a sentence that stands where it is empty.
  ///   - symbol: its symbol.
  ///   - hue: its colour, 0 to 359 (OKLCH).
  ///   - entities: its entities.
  ///   - catalogues: for each other language, a JSON file from English to that language.
  ///   - seed: records for an empty store.
  ///   - samples: files to try it out with, loaded from the import's screen.
  ///   - actions: the actions that people and programs can start.
  ///   - jobs: the work that it does in the background; each job on records is an action, too.
  ///   - rules: the conditions that its records must meet, across fields and records.
  ///   - hooks: code that runs when records are written.
  ///   - pages: pages of its own, beside the screens and those that are tabs.
  ///   - blocks: blocks of its own on records' pages, in their order there.
  ///   - routes: routes of the API of its own.
  ///   - choosers: the sources from which new records are chosen, in place of an empty form.
  ///   - migrations: steps of a changed model that need code, each run once for a database.
  ///   - history: for how long changes can be undone, and how much space that may take.
  ///   - welcome: its first screen; nil: the first tab is.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - tabs: its screens.
  public init(
    _ name: String, title: String, summary: String = "", purpose: String = "", symbol: Symbol, hue: Int,
    entities: [any Entity.Type],
    catalogues: [Language: Data] = [:], seed: Seed? = nil, samples: [SampleFile] = [],
    actions: [Action] = [], jobs: [Job] = [], rules: [Rule] = [], hooks: [Hook] = [],
    pages: [OwnPage] = [], blocks: [RecordBlock] = [], routes: [Route] = [], choosers: [any RecordChooser] = [],
    migrations: [MigrationStep] = [], history: HistoryRetention = HistoryRetention(),
    welcome: Welcome? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    @TabsBuilder tabs: () -> [Tab]
  ) {
    let tabs = tabs()
    places = Places(app: SourcePlace(fileID, line), entities: entities, tabs: tabs.map(\.place))
    var words = Catalogue()
    var broken: [String] = []
    for (language, json) in catalogues {
      do { words.merge(try Catalogue(language: language, json: json)) } catch { broken.append(language.code) }
    }
    catalogue = words
    self.seed = seed
    self.samples = samples
    let queued = jobs.filter { $0.schedule == nil }
    let actions = actions + queued.map(\.action)
    self.actions = actions
    self.jobs = jobs
    self.rules = rules
    self.hooks = hooks
    // A page that is a tab may be among the pages, too.
    self.pages =
      pages
      + tabs.compactMap { $0.page as? OwnPage }.filter { own in
        !pages.contains { $0.name == own.name && $0.place == own.place }
      }
    self.blocks = blocks
    self.routes = routes
    self.choosers = choosers
    self.migrations = migrations
    design = nil
    description = AppDescription(
      name: name, title: title, summary: summary, purpose: purpose, symbol: symbol, hue: hue,
      model: ModelDescription(entities),
      tabs: tabs.map(\.description), actions: actions.map(\.description),
      jobs: queued.map(\.description), history: history, welcome: welcome,
      brokenCatalogues: broken.sorted())
  }

  /// An application that exists only as a description.
  package init(_ design: Design) {
    self.init(design.document.description, design.document.catalogue, design)
  }

  /// The application of a file of another program.
  package init(_ opened: AppDescription) { self.init(opened, Catalogue(), nil) }

  // An application without code.
  private init(_ description: AppDescription, _ catalogue: Catalogue, _ design: Design?) {
    places = Places()
    (self.description, self.catalogue, self.design) = (description, catalogue, design)
    seed = nil
    samples = []
    actions = []
    jobs = []
    rules = []
    hooks = []
    pages = []
    blocks = []
    routes = []
    choosers = []
    migrations = []
  }

  /// The keys of its sentences and words, each once: those of the description, the titles of own pages and blocks, and those
  /// that only code says, as far as a catalogue has them.
  package var words: [String] {
    var seen: Set<String> = [""]
    let said = Language.all.flatMap { catalogue.words(in: $0).keys.sorted() }
    let own = pages.map(\.title) + blocks.map(\.title)
    return (description.words + own + said).filter { seen.insert($0).inserted }
  }

  /// The action of that name; nil when there is none.
  public func action(_ name: String) -> Action? { actions.first { $0.description.name == name } }
}
