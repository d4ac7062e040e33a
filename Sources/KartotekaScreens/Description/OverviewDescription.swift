import KartotekaModel

/// An overview as data: figures at the top, then plots and lists of what needs attention.
public struct OverviewDescription: Sendable, Codable, Hashable {
  /// The numbers in the first row.
  package var figures: [FigureDescription] = []
  /// The panels below the figures.
  package var panels: [Panel] = []

  /// One of the panels.
  public enum Panel: Sendable, Codable, Hashable {
    /// A plot.
    case chart(ChartDescription)
    /// Records that need attention.
    case watch(WatchDescription)
    /// A view of a list.
    case view(ViewDescription)

    /// The title: a key into the catalogue.
    public var title: String {
      switch self {
      case .chart(let chart): chart.title
      case .watch(let watch): watch.title
      case .view(let view): view.title
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
  /// The label: a key into the catalogue.
  public var title: String
  /// The records that belong to it.
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
  /// The summed expression.
  package var expression: FetchExpression
  /// The date it belongs to, which may be a related record's: `order.orderDate`.
  public var date: String
  /// The subset of the records with the date that counts; nil for all.
  public var subset: SubsetDescription?
}

/// A number at the top of an overview, as data.
public struct FigureDescription: Sendable, Codable, Hashable {
  /// The meaning of a number above zero for the person.
  public enum Tone: String, Sendable, Codable, CaseIterable {
    /// It is as it is.
    case plain
    /// It wants attention.
    case warning
    /// It is bad.
    case bad
  }

  /// The number of a figure.
  public enum Content: Sendable, Codable, Hashable {
    /// The number of records in a subset.
    case count(Count)
    /// The latest month of a series, beside the month before.
    case latestMonth(SeriesDescription)
    /// The sum of an expression over records.
    case sum(Total)
    /// The average of an expression over records.
    case average(Total)
    /// The percentage of an entity's records that are in a subset.
    case share(SubsetDescription)
  }

  /// A calculation over records.
  public struct Total: Sendable, Codable, Hashable {
    /// The entity's name.
    public var entity: String
    /// The expression, or the name of a computed value.
    package var expression: FetchExpression
    /// The records that count; nil for all.
    public var subset: SubsetDescription?

    /// A calculation.
    package init(entity: String, expression: FetchExpression, subset: SubsetDescription? = nil) {
      (self.entity, self.expression, self.subset) = (entity, expression, subset)
    }
  }

  /// A number of records, and the text below it.
  public struct Count: Sendable, Codable, Hashable {
    /// The counted subset.
    public var subset: SubsetDescription
    /// The records that they are among; nil says nothing of them.
    public var among: Among?
    /// The date whose earliest value is shown; nil shows none.
    public var since: String?
  }

  /// All that the counted ones are some of.
  public struct Among: Sendable, Codable, Hashable {
    /// The condition of these records; nil for all of the entity's.
    package var predicate: FetchPredicate?
    /// The text, with `{count}`: a key into the catalogue.
    public var words: String
  }

  /// The title, with `{month}` for the latest month: a key into the catalogue.
  public var title: String
  /// The number.
  package var content: Content
  /// The meaning of the number.
  public var tone = Tone.plain
}

extension AppDescription {
  /// The subsets of series, sums and shares in overviews, by whose names lists can be narrowed down, too.
  package var overviewSubsets: [SubsetDescription] {
    tabs.flatMap { tab -> [SubsetDescription] in
      guard case .overview(let overview) = tab.screen else { return [] }
      let figures = overview.figures.compactMap { figure -> SeriesDescription? in
        if case .latestMonth(let series) = figure.content { series } else { nil }
      }
      let charts = overview.panels.compactMap { panel -> SeriesDescription? in
        if case .chart(let chart) = panel { chart.series } else { nil }
      }
      let totals = overview.figures.compactMap { figure -> SubsetDescription? in
        switch figure.content {
        case .sum(let total), .average(let total): total.subset
        case .share(let subset): subset
        case .count, .latestMonth: nil
        }
      }
      return (figures + charts).compactMap(\.subset) + totals
    }
  }
}
