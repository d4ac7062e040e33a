import KartotekaModel

/// A screen as data.
public enum ScreenDescription: Sendable, Codable, Hashable {
  /// A list of records.
  case list(ListDescription)
  /// A column table of records.
  case table(TableDescription)

  /// The entity whose records it shows, by name.
  public var entity: String {
    switch self {
    case .list(let list): list.entity
    case .table(let table): table.entity
    }
  }

  /// The last part of its address unless its tab gives another: set when the application is lowered.
  var path: String { entity }
}

/// A list as data: attributes by name.
public struct ListDescription: Sendable, Codable, Hashable {
  /// The entity's name.
  public var entity: String
  /// The attributes of the title line.
  public var title: [String]
  /// The attributes of the second line.
  public var subtitle: [String]
  /// The attributes that the search field looks in; none: no field.
  public var searched: [String] = []
  /// The order.
  public var sort: [FetchSort] = []
  /// Whether rows have a round monogram.
  public var hasMonograms = false
  /// Whether rows stand under the first letter of what they are sorted by.
  public var hasInitials = false

  /// A list of an entity's records.
  public init(entity: String, title: [String], subtitle: [String]) {
    self.entity = entity
    self.title = title
    self.subtitle = subtitle
  }
}

/// A tab as data.
public struct TabDescription: Sendable, Codable, Hashable {
  /// The last part of its address: `users`.
  public var path: String
  /// What people read: a key into the catalogue.
  public var title: String
  /// Its symbol.
  public var symbol: Symbol
  /// What it shows.
  public var screen: ScreenDescription

  /// A tab.
  public init(path: String, title: String, symbol: Symbol, screen: ScreenDescription) {
    self.path = path
    self.title = title
    self.symbol = symbol
    self.screen = screen
  }
}
