import KartotekaModel

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
  /// Those of the second line.
  public var subtitle: [String] = []
  /// The period that is shown first.
  public var view = View.week

  /// A calendar of an entity's records.
  public init(entity: String, start: String) {
    self.entity = entity
    self.start = start
  }
}
