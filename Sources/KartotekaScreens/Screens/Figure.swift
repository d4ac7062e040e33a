import KartotekaModel

/// A number at the top of an overview, which leads to the records behind it.
public struct Figure<E: Entity>: OverviewPart {
  private var figure: FigureDescription

  /// How many records there are in a subset.
  public init(_ title: String, counting subset: Subset<E>, tone: FigureDescription.Tone = .plain) {
    figure = FigureDescription(
      title: title, content: .count(FigureDescription.Count(subset: subset.description)), tone: tone)
  }

  /// What a series came to in its latest month, beside the month before. Where the title has `{month}`, it names it.
  public init(_ title: String, latestMonthOf series: Series<E>) {
    figure = FigureDescription(title: title, content: .latestMonth(series.description))
  }

  /// Tells below how many there are in all: "of 830".
  public func amongAll(_ words: String = "of {count}") -> Figure {
    changed { $0.among = FigureDescription.Among(predicate: nil, words: words) }
  }

  /// Tells below how many there are of which they are some: "of 69 products on sale".
  /// - Parameter words: how it is said, with `{count}`: a key into the catalogue.
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
