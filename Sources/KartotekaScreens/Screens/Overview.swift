import Foundation
import KartotekaModel

/// A screen of figures and plots: how things stand at a glance, each number a way to the records behind it.
///
/// ```swift
/// Overview {
///   Figure("Sales in {month}", latestMonthOf: sales)
///   Figure("Late", counting: late, tone: .bad).since(\.requiredDate)
///   Figure("In stock", sum: \Product.unitPrice * \Product.unitsInStock)
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

/// A number at the top of an overview, which leads to the records behind it.
public struct Figure<E: Entity>: OverviewPart {
  private var figure: FigureDescription

  /// A figure with the number of records in a subset.
  public init(_ title: String, counting subset: Subset<E>, tone: FigureDescription.Tone = .plain) {
    figure = FigureDescription(
      title: title, content: .count(FigureDescription.Count(subset: subset.description)), tone: tone)
  }

  /// A figure with the latest month of a series, beside the month before. A title with `{month}` names it.
  public init(_ title: String, latestMonthOf series: Series<E>) {
    figure = FigureDescription(title: title, content: .latestMonth(series.description))
  }

  /// A figure with the sum of a calculation: `Figure("Value", sum: \Score.price * \Score.copies)`.
  /// - Parameters:
  ///   - title: the words below it, a key into the catalogue.
  ///   - calculation: the value that is added up.
  ///   - subset: the records that count; nil for all.
  public init(_ title: String, sum calculation: Calculation<E>, of subset: Subset<E>? = nil) {
    self.init(title, .sum(Self.total(calculation.expression, subset)))
  }

  /// A figure with the sum of an attribute.
  public init<V: ExactNumber>(_ title: String, sum path: KeyPath<E, Attribute<V>>, of subset: Subset<E>? = nil) {
    self.init(title, .sum(Self.total(.value(E.name(of: path)), subset)))
  }

  /// A figure with the sum of a computed value.
  public init<V: ExactNumber>(_ title: String, sum path: KeyPath<E, Computed<E, V>>, of subset: Subset<E>? = nil) {
    self.init(title, .sum(Self.total(.value(E.name(of: path)), subset)))
  }

  /// A figure with the average of a calculation, of those records that have one.
  /// - Parameters:
  ///   - title: the words below it, a key into the catalogue.
  ///   - calculation: the value whose average it is.
  ///   - subset: the records that count; nil for all.
  public init(_ title: String, average calculation: Calculation<E>, of subset: Subset<E>? = nil) {
    self.init(title, .average(Self.total(calculation.expression, subset)))
  }

  /// A figure with the average of an attribute.
  public init<V: ExactNumber>(_ title: String, average path: KeyPath<E, Attribute<V>>, of subset: Subset<E>? = nil) {
    self.init(title, .average(Self.total(.value(E.name(of: path)), subset)))
  }

  /// A figure with the average of a computed value.
  public init<V: ExactNumber>(
    _ title: String, average path: KeyPath<E, Computed<E, V>>, of subset: Subset<E>? = nil
  ) {
    self.init(title, .average(Self.total(.value(E.name(of: path)), subset)))
  }

  /// A figure with the percentage of all records that are in a subset: "42%".
  public init(_ title: String, share subset: Subset<E>, tone: FigureDescription.Tone = .plain) {
    figure = FigureDescription(title: title, content: .share(subset.description), tone: tone)
  }

  private init(_ title: String, _ content: FigureDescription.Content) {
    figure = FigureDescription(title: title, content: content)
  }

  private static func total(_ expression: FetchExpression, _ subset: Subset<E>?) -> FigureDescription.Total {
    FigureDescription.Total(entity: E.name, expression: expression, subset: subset?.description)
  }

  /// Tells below how many there are in all: "of 830".
  public func amongAll(_ words: String = "of {count}") -> Figure {
    changed { $0.among = FigureDescription.Among(predicate: nil, words: words) }
  }

  /// Tells below how many there are of which they are some: "of 69 products on sale".
  /// - Parameters:
  ///   - condition: those among which they are.
  ///   - words: how it is said, with `{count}`: a key into the catalogue.
  public func among(_ condition: Condition<E>, _ words: String) -> Figure {
    changed { $0.among = FigureDescription.Among(predicate: condition.predicate, words: words) }
  }

  /// Tells below the earliest date among them: "oldest since 3 April 1998".
  public func since(_ date: KeyPath<E, Attribute<CalendarDate>>) -> Figure { changed { $0.since = E.name(of: date) } }

  private func changed(_ change: (inout FigureDescription.Count) -> Void) -> Figure {
    guard case .count(var count) = figure.content else { return self }
    change(&count)
    var copy = self
    copy.figure.content = .count(count)
    return copy
  }

  /// Adds it to an overview's description.
  public func add(to overview: inout OverviewDescription) { overview.figures.append(figure) }
}

/// A plot of a series, which is a table, too, and whose bars lead to the records behind them.
public struct Chart<E: Entity>: OverviewPart {
  private let chart: ChartDescription

  /// A bar for each of so many months up to the latest that has any.
  public init(_ title: String, of series: Series<E>, months: Int) {
    chart = ChartDescription(title: title, series: series.description, kind: .months(months), months: months)
  }

  /// The records that a relationship leads to by what their share is, the most first.
  public init<T>(_ title: String, of series: Series<E>, by path: KeyPath<E, ToOne<T>>, most: Int = 8) {
    self.init(title, series, E.name(of: path), most)
  }

  /// The same for a relationship of a related record.
  public init<T, U>(
    _ title: String, of series: Series<E>, by path: KeyPath<E, ToOne<T>>, _ next: KeyPath<T, ToOne<U>>, most: Int = 8
  ) {
    self.init(title, series, E.name(of: path) + "." + T.name(of: next), most)
  }

  private init(_ title: String, _ series: Series<E>, _ name: String, _ most: Int) {
    chart = ChartDescription(title: title, series: series.description, kind: .ranking(name, most: most))
  }

  /// Adds it to an overview's description.
  public func add(to overview: inout OverviewDescription) { overview.panels.append(.chart(chart)) }
}

/// A view of a list on an overview: its first records, its chart, or one number of it.
///
/// ```swift
/// ViewPart("By month", of: Order.self, "layout=chart:month:orderDate,sum:total", as: .chart).wide()
/// ```
public struct ViewPart<E: Entity>: OverviewPart {
  private var view: ViewDescription

  /// A part of half the width of a desk.
  /// - Parameters:
  ///   - title: the heading, a key into the catalogue.
  ///   - entity: the entity of the view.
  ///   - view: the parameters of an address of the list, without percent-encoding; empty for the list as it is.
  ///   - form: the form in which it is shown.
  public init(_ title: String, of entity: E.Type, _ view: String = "", as form: ViewDescription.Form = .list) {
    self.view = ViewDescription(title, of: E.name, view: view, form: form)
  }

  /// The part takes the whole width.
  public func wide() -> ViewPart {
    var copy = self
    copy.view.isWide = true
    return copy
  }

  /// Adds it to an overview's description.
  public func add(to overview: inout OverviewDescription) { overview.panels.append(.view(view)) }
}

/// Records that need attention, on an overview: the worst first, each with what there is to know and to do.
///
/// ```swift
/// Watch("Below reorder level", belowReorderLevel, least: \.unitsInStock - \.reorderLevel)
///   .telling("{count} in stock", \.unitsInStock, none: "nothing in stock", isBadWithout: true)
///   .drawing(\.unitsInStock, mark: \.reorderLevel)
///   .offering("order-more")
/// ```
public struct Watch<E: Entity>: OverviewPart {
  private var watch: WatchDescription

  /// A subset's records, with the least of a calculation first.
  public init(_ title: String, _ subset: Subset<E>, subtitle: String? = nil, least order: Calculation<E>) {
    watch = WatchDescription(
      title: title, subtitle: subtitle, subset: subset.description, order: order.expression)
  }

  /// A subset's records, with the earliest date first.
  public init(
    _ title: String, _ subset: Subset<E>, subtitle: String? = nil, earliest date: KeyPath<E, Attribute<CalendarDate>>
  ) {
    watch = WatchDescription(
      title: title, subtitle: subtitle, subset: subset.description, order: .value(E.name(of: date)))
  }

  /// A subset's records, with the earliest moment first.
  public init(
    _ title: String, _ subset: Subset<E>, subtitle: String? = nil, earliest moment: KeyPath<E, Attribute<Date>>
  ) {
    watch = WatchDescription(
      title: title, subtitle: subtitle, subset: subset.description, order: .value(E.name(of: moment)))
  }

  /// Tells an attribute's value, or the title of the record that a relationship leads to.
  /// - Parameters:
  ///   - words: the words around it, with `{count}` for whole numbers and `{value}` for anything else.
  ///   - path: the attribute or relationship.
  ///   - none: the words for a value that is zero or missing.
  ///   - isBadWithout: whether it stands out then.
  public func telling<P: ColumnProperty>(
    _ words: String, _ path: KeyPath<E, P>, none: String? = nil, isBadWithout: Bool = false
  ) -> Watch {
    changed {
      $0.facts.append(
        WatchDescription.Fact(name: E.name(of: path), words: words, none: none, isBadWithout: isBadWithout))
    }
  }

  /// Tells an attribute's value, or the title of the record that a relationship leads to, as it is.
  public func telling<P: ColumnProperty>(_ path: KeyPath<E, P>) -> Watch {
    changed {
      $0.facts.append(WatchDescription.Fact(name: E.name(of: path), words: nil, none: nil, isBadWithout: false))
    }
  }

  /// Draws a number as a bar, with another as a mark.
  public func drawing<V: ExactNumber, W: ExactNumber>(
    _ value: KeyPath<E, Attribute<V>>, mark: KeyPath<E, Attribute<W>>
  ) -> Watch {
    changed { $0.gauge = WatchDescription.Gauge(value: E.name(of: value), mark: E.name(of: mark)) }
  }

  /// Offers an action on each record, by its name.
  public func offering(_ action: String) -> Watch { changed { $0.action = action } }

  private func changed(_ change: (inout WatchDescription) -> Void) -> Watch {
    var copy = self
    change(&copy.watch)
    return copy
  }

  /// Adds it to an overview's description.
  public func add(to overview: inout OverviewDescription) { overview.panels.append(.watch(watch)) }
}
