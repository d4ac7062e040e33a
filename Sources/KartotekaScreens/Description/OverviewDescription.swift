import KartotekaModel

/// An overview as data: figures at the top, then plots and lists of what needs attention.
public struct OverviewDescription: Sendable, Codable, Hashable {
  /// The numbers in the first row.
  package var figures: [FigureDescription] = []
  /// What stands below them.
  package var panels: [Panel] = []

  /// One of the panels.
  public enum Panel: Sendable, Codable, Hashable {
    /// A plot.
    case chart(ChartDescription)
    /// Records that need attention.
    case watch(WatchDescription)

    /// What stands above it: a key into the catalogue.
    public var title: String {
      switch self {
      case .chart(let chart): chart.title
      case .watch(let watch): watch.title
      }
    }
  }

  /// An overview with nothing in it.
  package init() {}
}

/// Some of an entity's records, under a name: "Late orders".
public struct SubsetDescription: Sendable, Codable, Hashable {
  /// The entity's name.
  public var entity: String
  /// Its name in addresses: `late`.
  public var name: String
  /// What people read: a key into the catalogue.
  public var title: String
  /// Which records belong to it.
  package var predicate: FetchPredicate
  /// The entity's state that it stands for; nil for a condition of its own.
  public var state: String?

  /// A subset.
  package init(entity: String, name: String, title: String, predicate: FetchPredicate) {
    self.entity = entity
    self.name = name
    self.title = title
    self.predicate = predicate
  }
}

/// A number of records in time, as data: what an expression comes to for each, and the day it belongs to.
public struct SeriesDescription: Sendable, Codable, Hashable {
  /// The entity's name.
  public var entity: String
  /// What is added up.
  package var expression: FetchExpression
  /// The date it belongs to, which may be a related record's: `order.orderDate`.
  public var date: String
  /// Which of the records that the date belongs to count; nil for all.
  public var subset: SubsetDescription?
}

/// A number at the top of an overview, as data.
public struct FigureDescription: Sendable, Codable, Hashable {
  /// What the number means for the person, where there is anything to count.
  public enum Tone: String, Sendable, Codable, CaseIterable {
    /// It is as it is.
    case plain
    /// It wants attention.
    case warning
    /// It is bad.
    case bad
  }

  /// What the number is.
  public enum Content: Sendable, Codable, Hashable {
    /// How many records there are in a subset.
    case count(Count)
    /// What a series came to in its latest month, beside the month before.
    case latestMonth(SeriesDescription)
  }

  /// How many records there are, and what is said below the number.
  public struct Count: Sendable, Codable, Hashable {
    /// Which are counted.
    public var subset: SubsetDescription
    /// The records that they are among; nil says nothing of them.
    public var among: Among?
    /// The date whose earliest is told; nil tells none.
    public var since: String?
  }

  /// All that the counted ones are some of.
  public struct Among: Sendable, Codable, Hashable {
    /// Which they are; nil for all of the entity's.
    package var predicate: FetchPredicate?
    /// How it is said, with `{count}`: a key into the catalogue.
    public var words: String
  }

  /// What stands above it, with `{month}` where the latest month is named: a key into the catalogue.
  public var title: String
  /// What the number is.
  package var content: Content
  /// What it means.
  public var tone = Tone.plain
}
