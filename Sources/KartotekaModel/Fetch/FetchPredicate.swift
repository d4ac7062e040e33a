/// A condition on records.
public indirect enum FetchPredicate: Hashable, Sendable, Codable {
  /// One attribute, to-one relationship or `id` compared with values: one for most operators, several for
  /// `in`, none for `null` (no value) and its negation.
  case compare(String, FilterOperator, [Value])
  /// A to-many or many-to-many relationship has the record of that id.
  case has(String, RecordID)
  /// It is one of those to which a to-many or many-to-many relationship of another entity's record leads: the
  /// entity's name, the relationship's and the record's id.
  case isRelated(String, String, RecordID)
  /// The text of these attributes, with a space between where there are several, is this one, whatever the case and
  /// accents.
  case reads([String], String)
  /// A to-one relationship leads to a record for which the condition holds.
  case leads(String, FetchPredicate)
  /// Two calculated numbers compared with each other.
  case calculates(FetchExpression, FilterOperator, FetchExpression)
  /// A date compared with today, or with the day so many days later.
  case day(String, FilterOperator, Int)
  /// All hold.
  case all([FetchPredicate])
  /// At least one holds.
  case any([FetchPredicate])
  /// It doesn't hold.
  case not(FetchPredicate)

  /// Both hold; what was already a list of conditions grows.
  public func and(_ other: FetchPredicate) -> FetchPredicate {
    if case .all(let list) = self { .all(list + [other]) } else { .all([self, other]) }
  }
}
