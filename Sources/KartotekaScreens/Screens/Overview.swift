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
  /// A part.
  public static func buildExpression(_ part: any OverviewPart) -> [any OverviewPart] { [part] }
  /// The parts in their order.
  public static func buildBlock(_ parts: [any OverviewPart]...) -> [any OverviewPart] { parts.flatMap(\.self) }
  /// The parts of an `if`.
  public static func buildOptional(_ parts: [any OverviewPart]?) -> [any OverviewPart] { parts ?? [] }
  /// The parts of the first branch.
  public static func buildEither(first parts: [any OverviewPart]) -> [any OverviewPart] { parts }
  /// The parts of the second branch.
  public static func buildEither(second parts: [any OverviewPart]) -> [any OverviewPart] { parts }
  /// The parts of a `for`.
  public static func buildArray(_ parts: [[any OverviewPart]]) -> [any OverviewPart] { parts.flatMap(\.self) }
}
