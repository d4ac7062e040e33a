import KartotekaModel

/// A column table as data: attributes and to-one relationships by name.
public struct TableDescription: Sendable, Codable, Hashable {
  /// A field above a column that narrows the table down.
  public struct Filter: Sendable, Codable, Hashable {
    /// The column.
    public var name: String
    /// Whether a part of the value is enough; otherwise the whole of it is asked for, whatever the case and accents.
    package var isPart: Bool

    /// A filter of a column.
    package init(_ name: String, isPart: Bool = false) {
      self.name = name
      self.isPart = isPart
    }
  }

  /// The entity's name.
  public var entity: String
  /// The columns after that of the number.
  public var columns: [String]
  /// The columns with a filter field.
  public var filters: [Filter] = []
  /// The order unless another is chosen; by number for none.
  public var sort: [FetchSort] = []

  /// A table of an entity's records.
  package init(entity: String, columns: [String]) {
    self.entity = entity
    self.columns = columns
  }
}

/// A map of the world as data: what its countries and its pins stand for.
public struct MapDescription: Sendable, Codable, Hashable {
  /// Places that belong to the records of a country.
  public struct Pins: Sendable, Codable, Hashable {
    /// The country's to-many relationship.
    public var relationship: String
    /// The attribute of the related records that says where each is.
    public var position: String
    /// The attribute of the related records whose latest date is shown for a country; nil shows none.
    public var date: String?

    /// The places that a relationship leads to.
    package init(_ relationship: String, position: String, date: String? = nil) {
      self.relationship = relationship
      self.position = position
      self.date = date
    }
  }

  /// The entity whose records are countries, or else places.
  public var entity: String
  /// The attribute that says which country a record is; nil where records are places.
  public var region: String?
  /// The attribute that says where a record is, where records are places.
  public var position: String?
  /// The places in countries.
  public var pins: Pins?
  /// The label of a country with a record: a key into the catalogue.
  public var marked = "On the map"
  /// The label of a country without one: a key into the catalogue.
  package var unmarked = "Not on the map"

  /// A map of countries.
  package init(entity: String, region: String) {
    self.entity = entity
    self.region = region
  }

  /// A map of places.
  package init(entity: String, position: String) {
    self.entity = entity
    self.position = position
  }
}

/// A calendar as data: records at the day or moment of an attribute.
public struct CalendarDescription: Sendable, Codable, Hashable {
  /// The period that a calendar shows.
  public enum View: String, Sendable, Codable, CaseIterable {
    /// One day.
    case day
    /// The seven days from Monday on.
    case week
    /// The weeks of a month.
    case month
  }

  /// The entity whose records it shows.
  public var entity: String
  /// The attribute with the day or the moment at which a record begins.
  public var start: String
  /// The attribute with the number of minutes that a record lasts; nil if it has none.
  public var minutes: String?
  /// The attributes, computed values and to-one relationships of a record's first line; the record's title if empty.
  public var title: [String] = []
  /// The attributes of the second line.
  public var subtitle: [String] = []
  /// The period that is shown first.
  public var view = View.week

  /// A calendar of an entity's records.
  package init(entity: String, start: String) {
    self.entity = entity
    self.start = start
  }
}

/// Related records in groups, as data: those that a to-one relationship of an entity leads to, under the values of
/// one of its attributes.
public struct GroupsDescription: Sendable, Codable, Hashable {
  /// The entity of the records shown, by name.
  public var entity: String
  /// The entity whose relationship leads to them, by name.
  public var source: String
  /// The to-one relationship.
  public var relationship: String
  /// The attribute of ``source`` under whose values they stand.
  public var attribute: String
  /// The nouns for the records that are shown here.
  public var nouns: Nouns
}
