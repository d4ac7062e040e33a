import KartotekaModel

/// One of an application's main screens: an entry of its tab bar.
public struct Tab: Sendable {
  package private(set) var description: TabDescription
  package let place: SourcePlace
  /// The page of the application's own that it shows; nil for screens.
  package private(set) var page: (any Sendable)?

  /// A tab with that title (a key into the catalogue), symbol and screen. Its address is the screen's own
  /// (a list's: its entity's) unless given.
  public init(
    _ title: String, symbol: Symbol, path: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ screen: () -> some Screen
  ) {
    place = SourcePlace(fileID, line)
    let screen = screen().description
    description = TabDescription(path: path ?? screen.path, title: title, symbol: symbol, screen: screen)
  }

  /// A tab with a page of the application's own.
  package init(_ title: String, symbol: Symbol, page: any Sendable, named name: String, at place: SourcePlace) {
    (self.place, self.page) = (place, page)
    let screen = ScreenDescription.page(name)
    description = TabDescription(path: screen.path, title: title, symbol: symbol, screen: screen)
  }

  /// A tab whose screen is written as in a described application, for screens that have no declaration in Swift. The check
  /// of the application reports text that describes no screen.
  /// - Parameters:
  ///   - title: the title, a key into the catalogue.
  ///   - symbol: the drawing.
  ///   - path: the last part of the address; nil for the name of the screen's entity.
  ///   - json: the member `screen` of a tab, as `kartoteka describe` writes it.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  public init(
    _ title: String, symbol: Symbol, path: String? = nil, describedBy json: String, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    place = SourcePlace(fileID, line)
    var reader = DocumentReader()
    let value = try? JSONParser.parse(Array(json.utf8))
    let screen =
      value.flatMap { ScreenDescription.shape.read($0, &reader) }
      ?? .list(ListDescription(entity: "", title: [], subtitle: []))
    description = TabDescription(path: path ?? screen.path, title: title, symbol: symbol, screen: screen)
  }

  /// The tab stands under More and not in the tab bar.
  public func underMore() -> Tab {
    var copy = self
    copy.description.isUnderMore = true
    return copy
  }
}

/// Collects tabs.
@resultBuilder
public enum TabsBuilder {
  /// A tab.
  public static func buildExpression(_ tab: Tab) -> [Tab] { [tab] }
  /// The tabs in their order.
  public static func buildBlock(_ tabs: [Tab]...) -> [Tab] { tabs.flatMap(\.self) }
  /// The tabs of an `if`.
  public static func buildOptional(_ tabs: [Tab]?) -> [Tab] { tabs ?? [] }
  /// The tabs of the first branch.
  public static func buildEither(first tabs: [Tab]) -> [Tab] { tabs }
  /// The tabs of the second branch.
  public static func buildEither(second tabs: [Tab]) -> [Tab] { tabs }
  /// The tabs of a `for`.
  public static func buildArray(_ tabs: [[Tab]]) -> [Tab] { tabs.flatMap(\.self) }
}

/// The content of a tab.
public protocol Screen: Sendable {
  /// The screen as data.
  var description: ScreenDescription { get }
}

/// The first screen of an application with several tasks: its purpose and a choice of its main tabs.
///
/// ```swift
/// App("northwind", …, welcome: Welcome("What would you like to work on?")) { … }
/// ```
/// Without it, an application opens with its first tab.
public struct Welcome: Sendable, Codable, Hashable {
  /// The question above the choices: a key into the catalogue.
  public package(set) var question: String

  /// A first screen that asks that.
  public init(_ question: String) { self.question = question }
}
