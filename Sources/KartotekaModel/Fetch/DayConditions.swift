import Foundation

/// A value that is on a day: a ``CalendarDate``, or a moment.
public protocol DayValue: AttributeValue {}

extension CalendarDate: DayValue {}

extension Date: DayValue {}

/// An attribute or a computed value of days or moments, which conditions compare with a ``RelativeDay``.
public protocol DayProperty: ListedProperty {
  /// The type of its values.
  associatedtype Value: DayValue
}

extension Attribute: DayProperty where Value: DayValue {}

extension Computed: DayProperty where Value: DayValue {}

extension Condition {
  fileprivate init<P: DayProperty>(_ path: KeyPath<E, P>, _ filter: FilterOperator, _ day: RelativeDay) {
    let (name, offset) = (E.name(ofListed: path), day.offset.count)
    guard P.Value.self == Date.self else {
      self.init(predicate: .day(name, filter, offset))
      return
    }
    // A moment is on a day from the beginning of that day until the beginning of the next one.
    let isOnDay = FetchPredicate.all([.moment(name, .gte, offset), .moment(name, .lt, offset + 1)])
    switch filter {
    case .lt: self.init(predicate: .moment(name, .lt, offset))
    case .lte: self.init(predicate: .moment(name, .lt, offset + 1))
    case .gt: self.init(predicate: .moment(name, .gte, offset + 1))
    case .gte: self.init(predicate: .moment(name, .gte, offset))
    case .ne: self.init(predicate: .not(isOnDay))
    default: self.init(predicate: isOnDay)
    }
  }
}

/// The value is on the day.
public func == <E: Entity, P: DayProperty>(path: KeyPath<E, P>, day: RelativeDay) -> Condition<E> {
  Condition(path, .eq, day)
}
/// The value is not on the day, or there is none.
public func != <E: Entity, P: DayProperty>(path: KeyPath<E, P>, day: RelativeDay) -> Condition<E> {
  Condition(path, .ne, day)
}
/// The value is before the day.
public func < <E: Entity, P: DayProperty>(path: KeyPath<E, P>, day: RelativeDay) -> Condition<E> {
  Condition(path, .lt, day)
}
/// The value is on the day or before it.
public func <= <E: Entity, P: DayProperty>(path: KeyPath<E, P>, day: RelativeDay) -> Condition<E> {
  Condition(path, .lte, day)
}
/// The value is after the day.
public func > <E: Entity, P: DayProperty>(path: KeyPath<E, P>, day: RelativeDay) -> Condition<E> {
  Condition(path, .gt, day)
}
/// The value is on the day or after it.
public func >= <E: Entity, P: DayProperty>(path: KeyPath<E, P>, day: RelativeDay) -> Condition<E> {
  Condition(path, .gte, day)
}
