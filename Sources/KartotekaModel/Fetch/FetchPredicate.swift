/// A condition on records.
public indirect enum FetchPredicate: Hashable, Sendable, Codable {
  /// A comparison of an attribute, to-one relationship or `id` with values: one for most operators, several for `in`,
  /// none for `null` (no value) and its negation.
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
  /// A comparison of two calculated numbers.
  case calculates(FetchExpression, FilterOperator, FetchExpression)
  /// A comparison of a date with today, or with the day a number of days after today.
  case day(String, FilterOperator, Int)
  /// A comparison of a moment with the beginning of today in the time zone of the request, or of the day a number of days
  /// after today.
  case moment(String, FilterOperator, Int)
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
