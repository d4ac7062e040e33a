import Foundation

/// A condition on records.
public indirect enum FetchPredicate: Hashable, Sendable, Codable {
  /// A comparison of an attribute, to-one relationship or `id` with values: one for most operators, several for `in`,
  /// none for `null` (no value) and its negation. A to-many or many-to-many relationship has `null` alone: whether there are
  /// no related records.
  case compare(String, FilterOperator, [Value])
  /// A to-many or many-to-many relationship contains the record with that id.
  case has(String, RecordID)
  /// The record is in a to-many or many-to-many relationship of another record: that record's entity, the relationship,
  /// the record's id.
  case isRelated(String, String, RecordID)
  /// The attributes' text, joined by spaces, equals a text, ignoring case and accents.
  case reads([String], String)
  /// The record to which a to-one relationship refers matches the condition.
  case leads(String, FetchPredicate)
  /// A to-one relationship of another entity's records leads to the record, from one that matches the condition: that
  /// entity, the relationship, the condition.
  case isReferred(String, String, FetchPredicate)
  /// A comparison of two calculated numbers.
  case calculates(FetchExpression, FilterOperator, FetchExpression)
  /// A comparison of a date with today, or with the day a number of days after today.
  case day(String, FilterOperator, Int)
  /// A comparison of a moment with the beginning of today in the time zone of the request, or of the day a number of days
  /// after today.
  case moment(String, FilterOperator, Int)
  /// A formula that is yes, which can also have computed values. `docs/FORMULAS.md` describes the language.
  case formula(Formula)
  /// All conditions hold.
  case all([FetchPredicate])
  /// At least one condition holds.
  case any([FetchPredicate])
  /// The condition does not hold.
  case not(FetchPredicate)

  /// The conjunction; an existing list of conditions is extended.
  public func and(_ other: FetchPredicate) -> FetchPredicate {
    if case .all(let list) = self { .all(list + [other]) } else { .all([self, other]) }
  }
}

extension FetchPredicate {
  /// The condition with relative days replaced by dates.
  package func resolved(on today: CalendarDate) -> FetchPredicate {
    switch self {
    case .day(let name, let filter, let offset):
      .compare(name, filter, [.text(today.adding(days: offset).description)])
    case .moment(let name, let filter, let offset):
      .compare(name, filter, [.text(Timestamp.beginning(of: today.adding(days: offset)))])
    case .leads(let name, let inner): .leads(name, inner.resolved(on: today))
    case .isReferred(let entity, let name, let inner): .isReferred(entity, name, inner.resolved(on: today))
    case .all(let list): .all(list.map { $0.resolved(on: today) })
    case .any(let list): .any(list.map { $0.resolved(on: today) })
    case .not(let inner): .not(inner.resolved(on: today))
    case .compare, .has, .isRelated, .reads, .calculates, .formula: self
    }
  }
}

extension AnyFetchRequest {
  /// The request with relative days replaced by dates, so that results cached yesterday are not used today.
  /// - Parameter today: evaluated only if there is a relative day, because computing it costs more than the rest.
  package func resolved(on today: @autoclosure () -> CalendarDate) -> AnyFetchRequest {
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
