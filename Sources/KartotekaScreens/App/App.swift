import Foundation
import KartotekaModel

/// An application, as its author declares it: entities, screens and what it starts with.
///
/// ```swift
/// let library = App("library", title: "Library", symbol: .book, hue: 120, entities: [Book.self]) {
///   Tab("Books", symbol: .book) {
///     List(Book.self, title: \.title, subtitle: \.author).searching(\.title).sorted(by: \.title)
///   }
/// }
/// ```
/// It is lowered once to an ``AppDescription``, which is all that schema, screens, API and command line read.
public struct App: Sendable {
  /// Everything about the application that is data.
  public let description: AppDescription
  /// The application's words in other languages than English.
  public let catalogue: Catalogue
  /// Records for an empty store, loaded once.
  public let seed: Seed?

  /// An application.
  /// - Parameters:
  ///   - name: its name in addresses, on the command line and of its database file: small letters.
  ///   - title: what it calls itself on the screen; a key into the catalogue, as all words here.
  ///   - summary: one line about it for the home screen.
  ///   - symbol: its symbol.
  ///   - hue: its colour, 0 to 359 (OKLCH).
  ///   - entities: its entities.
  ///   - catalogues: for each other language, a JSON file from English to that language.
  ///   - seed: records for an empty store.
  ///   - tabs: its screens.
  public init(
    _ name: String, title: String, summary: String = "", symbol: Symbol, hue: Int,
    entities: [any Entity.Type],
    catalogues: [Language: Data] = [:], seed: Seed? = nil, @TabsBuilder tabs: () -> [Tab]
  ) {
    var words = Catalogue()
    var broken: [String] = []
    for (language, json) in catalogues {
      do { words.merge(try Catalogue(language: language, json: json)) } catch { broken.append(language.code) }
    }
    catalogue = words
    self.seed = seed
    description = AppDescription(
      name: name, title: title, summary: summary, symbol: symbol, hue: hue, model: ModelDescription(entities),
      tabs: tabs().map(\.description), brokenCatalogues: broken.sorted())
  }
}

/// Records that an application's store is filled with when it is empty at its very first start.
public struct Seed: Sendable {
  /// The entity they are of, by its plural.
  public let entity: String
  /// The name of the file they come from, for messages.
  public let file: String
  /// The file: JSON, as `kartoteka mock` and `kartoteka export` write it.
  public let json: Data

  /// Records of an entity from a JSON file.
  public init<E: Entity>(_ entity: E.Type, file: String, json: Data) {
    self.entity = E.plural
    self.file = file
    self.json = json
  }
}
