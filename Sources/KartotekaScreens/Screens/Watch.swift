import Foundation
import KartotekaModel

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
  ///   - none: what is said where it is zero or missing.
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
