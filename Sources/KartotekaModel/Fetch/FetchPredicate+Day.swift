extension FetchPredicate {
  /// The condition with relative days replaced by dates.
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
}
