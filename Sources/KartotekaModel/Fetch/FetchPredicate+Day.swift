extension FetchPredicate {
  /// The same condition on a certain day: what speaks of today names the date.
  public func resolved(on today: CalendarDate) -> FetchPredicate {
    switch self {
    case .day(let name, let filter, let offset):
      .compare(name, filter, [.text(today.adding(days: offset).description)])
    case .leads(let name, let inner): .leads(name, inner.resolved(on: today))
    case .all(let list): .all(list.map { $0.resolved(on: today) })
    case .any(let list): .any(list.map { $0.resolved(on: today) })
    case .not(let inner): .not(inner.resolved(on: today))
    case .compare, .has, .isRelated, .reads, .calculates: self
    }
  }
}

extension AnyFetchRequest {
  /// The same request on a certain day, so that what is known of yesterday's doesn't stand for today's.
  /// - Parameter today: is asked for only where there is a condition, as telling the day takes longer than the rest.
  public func resolved(on today: @autoclosure () -> CalendarDate) -> AnyFetchRequest {
    guard let predicate else { return self }
    var copy = self
    copy.predicate = predicate.resolved(on: today())
    return copy
  }
}

extension AggregateRequest {
  /// The same request on a certain day.
  public func resolved(on today: CalendarDate) -> AggregateRequest {
    var copy = self
    copy.predicate = predicate?.resolved(on: today)
    return copy
  }
}

extension Condition {
  /// The date is before today, or before the day so many days later.
  public init(_ path: KeyPath<E, Attribute<CalendarDate>>, isBeforeDay offset: Int) {
    self.init(predicate: .day(E.name(of: path), .lt, offset))
  }
}
