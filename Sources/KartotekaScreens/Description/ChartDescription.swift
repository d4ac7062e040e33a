import KartotekaModel

/// A plot as data.
public struct ChartDescription: Sendable, Codable, Hashable {
  /// The meaning of the bars.
  public enum Kind: Sendable, Codable, Hashable {
    /// So many months up to the latest, a bar each.
    case months(Int)
    /// The values of an attribute or to-one relationship, which may be a related record's, with the most first: at
    /// most so many.
    case ranking(String, most: Int)
  }

  /// The title: a key into the catalogue.
  public var title: String
  /// The series that is shown.
  package var series: SeriesDescription
  /// The meaning of the bars.
  public var kind: Kind
  /// The number of months up to the latest one.
  public var months = 12
}

/// Records that need attention, as data: the worst first, each with what there is to know and to do.
public struct WatchDescription: Sendable, Codable, Hashable {
  /// A fact that is shown of each record.
  public struct Fact: Sendable, Codable, Hashable {
    /// The attribute or to-one relationship.
    public var name: String
    /// The words around it, with `{count}` for a whole number and `{value}` for anything else, a key into the
    /// catalogue; nil for the value alone.
    public var words: String?
    /// The words where it is zero or missing, a key into the catalogue; nil says the others.
    public var none: String?
    /// Whether none is bad, so that it stands out.
    public var isBadWithout: Bool
  }

  /// A level drawn as a bar with a mark.
  public struct Gauge: Sendable, Codable, Hashable {
    /// The attribute that the bar shows.
    public var value: String
    /// The attribute that the mark shows.
    public var mark: String
  }

  /// The title: a key into the catalogue.
  public var title: String
  /// One line about it: a key into the catalogue.
  public var subtitle: String?
  /// The records that need attention.
  public var subset: SubsetDescription
  /// By what they are sorted, the least first.
  public var order: FetchExpression
  /// The most records shown.
  public var most = 5
  /// The facts that are shown of each record.
  package var facts: [Fact] = []
  /// The level that is drawn.
  package var gauge: Gauge?
  /// The action that is offered for each, by name.
  public var action: String?
}
