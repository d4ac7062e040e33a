import Foundation

extension FetchPredicate {
  /// The condition with relative days replaced by dates.
  public func resolved(on today: CalendarDate) -> FetchPredicate {
    switch self {
    case .day(let name, let filter, let offset):
      .compare(name, filter, [.text(today.adding(days: offset).description)])
    case .moment(let name, let filter, let offset):
      .compare(name, filter, [.text(Timestamp.beginning(of: today.adding(days: offset)))])
    case .leads(let name, let inner): .leads(name, inner.resolved(on: today))
    case .all(let list): .all(list.map { $0.resolved(on: today) })
    case .any(let list): .any(list.map { $0.resolved(on: today) })
    case .not(let inner): .not(inner.resolved(on: today))
    case .compare, .has, .isRelated, .reads, .calculates: self
    }
  }
}

extension AnyFetchRequest {
  /// The request with relative days replaced by dates, so that results cached yesterday are not used today.
  /// - Parameter today: evaluated only if there is a relative day, because computing it costs more than the rest.
  public func resolved(on today: @autoclosure () -> CalendarDate) -> AnyFetchRequest {
    guard let predicate else { return self }
    var copy = self
    copy.predicate = predicate.resolved(on: today())
    return copy
  }
}

extension AggregateRequest {
  /// The request with relative days replaced by dates.
  public func resolved(on today: CalendarDate) -> AggregateRequest {
    var copy = self
    copy.predicate = predicate?.resolved(on: today)
    return copy
  }
}

extension Condition {
  /// The date is before today, or before the day a number of days after today.
  public init(_ path: KeyPath<E, Attribute<CalendarDate>>, isBeforeDay offset: Int) {
    self.init(predicate: .day(E.name(of: path), .lt, offset))
  }

  /// The date is today, or the day a number of days after today.
  public init(_ path: KeyPath<E, Attribute<CalendarDate>>, isOnDay offset: Int) {
    self.init(predicate: .day(E.name(of: path), .eq, offset))
  }

  /// The moment is before today in the time zone of the request, or before the day a number of days after today.
  public init(_ path: KeyPath<E, Attribute<Date>>, isBeforeDay offset: Int) {
    self.init(predicate: .moment(E.name(of: path), .lt, offset))
  }

  /// The moment is today in the time zone of the request, or on the day a number of days after today.
  public init(_ path: KeyPath<E, Attribute<Date>>, isOnDay offset: Int) {
    self.init(
      predicate: .all([.moment(E.name(of: path), .gte, offset), .moment(E.name(of: path), .lt, offset + 1)]))
  }
}
