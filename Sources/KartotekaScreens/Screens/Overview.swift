import KartotekaModel

/// A screen of figures and plots: how things stand at a glance, each number a way to the records behind it.
///
/// ```swift
/// Overview {
///   Figure("Sales in {month}", latestMonthOf: sales)
///   Figure("Late", counting: late, tone: .bad).since(\.requiredDate)
///   Chart("Sales by month", of: sales, months: 12)
///   Chart("Sales by category", of: sales, by: \.product, \.category)
///   Watch("Below reorder level", belowReorderLevel, least: \.unitsInStock - \.reorderLevel)
/// }
/// ```
public struct Overview: Screen {
  private let overview: OverviewDescription

  /// The screen as data.
  public var description: ScreenDescription { .overview(overview) }

  /// An overview of those parts; figures stand at the top, whatever their place here.
  public init(@OverviewBuilder _ parts: () -> [any OverviewPart]) {
    overview = parts().reduce(into: OverviewDescription()) { overview, part in part.add(to: &overview) }
  }
}

/// A part of an overview.
public protocol OverviewPart: Sendable {
  /// Adds it to an overview's description.
  func add(to overview: inout OverviewDescription)
}

/// Collects the parts of an overview.
@resultBuilder
public enum OverviewBuilder {
  /// The parts in their order.
  public static func buildBlock(_ parts: any OverviewPart...) -> [any OverviewPart] { parts }
}
