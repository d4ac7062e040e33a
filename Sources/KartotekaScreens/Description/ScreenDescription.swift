import KartotekaModel

/// A screen as data.
public enum ScreenDescription: Sendable, Codable, Hashable {
  /// A list of records.
  case list(ListDescription)
  /// A column table of records.
  case table(TableDescription)
  /// Related records in groups.
  case groups(GroupsDescription)

  /// The entity whose records it shows, by name.
  public var entity: String {
    switch self {
    case .list(let list): list.entity
    case .table(let table): table.entity
    case .groups(let groups): groups.entity
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
  /// What a record's page shows below its fields.
  public var sections: [Section] = []

  /// Records that a record leads to.
  public struct Section: Sendable, Codable, Hashable {
    /// The to-many or many-to-many relationship.
    public var name: String
    /// What the row says that chooses them, a key into the catalogue; nil for a section to look at, which is shown
    /// only when it has rows.
    public var adding: String?
    /// What stands below its rows, a key into the catalogue.
    public var note: String?

    /// A section.
    public init(_ name: String, adding: String? = nil, note: String? = nil) {
      self.name = name
      self.adding = adding
      self.note = note
    }
  }

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
