import KartotekaModel

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
