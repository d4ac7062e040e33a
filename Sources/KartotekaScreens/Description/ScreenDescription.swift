import KartotekaModel

/// A screen as data.
public enum ScreenDescription: Sendable, Codable, Hashable {
  /// A list of records.
  case list(ListDescription)
  /// A column table of records.
  case table(TableDescription)
  /// Related records in groups.
  case groups(GroupsDescription)
  /// Figures and plots.
  case overview(OverviewDescription)
  /// A map of the world.
  case map(MapDescription)
  /// Records at their day or moment.
  case calendar(CalendarDescription)
  /// Settings.
  case settings(SettingsDescription)
  /// A view of a list that another tab has.
  case view(ListViewDescription)
  /// A page of the application's own, by its name.
  case page(String)

  /// The entity whose records it shows, by name; empty for an overview and a map, which are about several, for a
  /// calendar and a view, whose records another tab counts, for settings and for pages.
  public var entity: String {
    switch self {
    case .list(let list): list.entity
    case .table(let table): table.entity
    case .groups(let groups): groups.entity
    case .overview, .map, .calendar, .settings, .view, .page: ""
    }
  }

  /// The last part of its address unless its tab gives another: set when the application is lowered.
  var path: String {
    switch self {
    case .overview: "overview"
    case .map: "map"
    case .calendar: "calendar"
    case .settings: Self.settingsPath
    case .view(let view): view.path
    case .page(let name): Self.pagesPath + name
    case .list, .table, .groups: entity
    }
  }

  /// The beginning of the addresses of own pages.
  package static let pagesPath = "pages/"
  /// The last part of the address of settings.
  static let settingsPath = "settings"
}

/// A list as data: attributes by name.
public struct ListDescription: Sendable, Codable, Hashable {
  /// The entity's name.
  public var entity: String
  /// The attributes of the title line, or to-one relationships for the titles of related records.
  public var title: [String]
  /// The attributes of the title line for records in which all of those are empty.
  package var titleElse: [String] = []
  /// The attributes or to-one relationships of the second line.
  public var subtitle: [String]
  /// Values in words at the end of the second line: "39 in stock".
  public var details: [Detail] = []
  /// Whether the second line begins with the record's number, by which the search finds it, too.
  package var isNumbered = false
  /// The attribute or computed value at the end of a row; nil for none.
  public var value: String?
  /// The attributes that the search field looks in, of related records as `supplier.companyName`; none: no field.
  public var searched: [String] = []
  /// The order.
  public var sort: [FetchSort] = []
  /// Whether rows have a round monogram.
  package var hasMonograms = false
  /// The attribute whose picture stands in place of the monogram.
  public var picture: String?
  /// Whether rows stand under the first letter of what they are sorted by.
  package var hasInitials = false
  /// The layout in which its tab opens, as addresses name it: `chart:month:orderDate,sum:total`; nil for rows with a title.
  package var layout: String?
  /// The subsets to which it can be narrowed.
  public var subsets: [SubsetDescription] = []
  /// The sections of a record's page below its fields.
  package var sections: [Section] = []
  /// The cards that a record's form is laid out in; none: one card with all fields in the order of the entity.
  package var fieldGroups: [FieldGroup] = []
  /// The lines that a record is edited and shown with; nil for records that stand for themselves.
  public var lines: LinesDescription?
  /// The documents in which a record with its lines can be printed.
  public var documents: [DocumentDescription] = []
  /// The nouns for ``value``, if it is a number that is written in words.
  package var valueNouns: Nouns?
  /// The contents of a record's card.
  public var card = CardDescription()
  /// Whether the list offers a new record.
  public var offersNew = true

  /// A value within the second line of a row.
  public struct Detail: Sendable, Codable, Hashable {
    /// The attribute or computed value.
    public var name: String
    /// The words around it, a key into the catalogue in which `{value}` stands for it: "{value} in stock".
    public var words: String

    /// A value with the words around it.
    package init(name: String, words: String) { (self.name, self.words) = (name, words) }
  }

  /// Fields that stand in one card.
  public struct FieldGroup: Sendable, Codable, Hashable {
    /// The title above the card, a key into the catalogue; nil for none.
    public var title: String?
    /// The attributes and to-one relationships.
    public var fields: [String]

    /// A card with those fields.
    package init(_ title: String?, fields: [String]) {
      self.title = title
      self.fields = fields
    }
  }

  /// Records that a record leads to.
  public struct Section: Sendable, Codable, Hashable {
    /// The to-many or many-to-many relationship.
    public var name: String
    /// The text of the row that chooses records, a key into the catalogue; nil for a section to look at, which is shown
    /// only when it has rows.
    public var adding: String?
    /// The text below its rows, a key into the catalogue.
    public var note: String?
    /// Whether a row leads to the form for a new record that belongs here.
    public var offersNew: Bool
    /// The text of that row if it is the first one, a key into the catalogue.
    package var newTitle: String?
    /// The symbol before the titles of rows, which can then be deleted.
    public var symbol: Symbol?
    /// The attribute below those titles; nil for what their own list has there.
    public var detail: String?
    /// The to-one relationship by which records of a linking entity lead on to those that are shown and chosen; nil where
    /// the relationship itself leads to them.
    public var through: String?
    /// Whether the records that were added last come first, in place of the order of their own list.
    package var isNewestFirst = false
    /// The attribute by which the records stand, the least first; nil for the order of their own list.
    package var order: String?
    /// The gallery that shows the records as pictures; nil for rows.
    public var gallery: GalleryDescription?

    /// A section of rows, each to be deleted, after one that adds a record.
    package init(_ name: String, new title: String, symbol: Symbol, detail: String) {
      self.init(name, offersNew: true)
      newTitle = title
      self.symbol = symbol
      self.detail = detail
    }

    /// A section of pictures.
    package init(_ name: String, gallery: GalleryDescription) {
      self.init(name)
      self.gallery = gallery
    }

    /// A section.
    package init(_ name: String, adding: String? = nil, note: String? = nil, offersNew: Bool = false) {
      self.offersNew = offersNew
      self.name = name
      self.adding = adding
      self.note = note
    }
  }

  /// A list of an entity's records.
  package init(entity: String, title: [String], subtitle: [String]) {
    self.entity = entity
    self.title = title
    self.subtitle = subtitle
  }
}

/// A tab as data.
public struct TabDescription: Sendable, Codable, Hashable {
  /// The last part of its address: `users`.
  public var path: String
  /// The title: a key into the catalogue.
  public var title: String
  /// Its symbol.
  public var symbol: Symbol
  /// The screen that it shows.
  public var screen: ScreenDescription
  /// Whether it stands under More and not in the tab bar.
  package var isUnderMore = false

  /// A tab.
  package init(path: String, title: String, symbol: Symbol, screen: ScreenDescription) {
    self.path = path
    self.title = title
    self.symbol = symbol
    self.screen = screen
  }
}
