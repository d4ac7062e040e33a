/// The operators of a list's filters, with their names in addresses and in the API.
package enum ListOperator: String, Sendable, CaseIterable {
  /// Equal.
  case eq
  /// Not equal. A missing value counts as not equal.
  case ne
  /// Less.
  case lt
  /// Less or equal.
  case lte
  /// Greater.
  case gt
  /// Greater or equal.
  case gte
  /// From one value to another, both included.
  case between
  /// Within a period of days, see ``DayPeriod``.
  case during
  /// Equals the text, ignoring case and accents.
  case `is`
  /// Does not equal the text, ignoring case and accents. A missing value does not equal it.
  case isnt
  /// Contains the text, ignoring case and accents.
  case contains
  /// Begins with the text, ignoring case and accents.
  case prefix
  /// One of several values.
  case `in`
  /// Has no value: `true` or `false`.
  case null

  /// Whether the operator has several values, which commas separate.
  package var hasSeveralValues: Bool { self == .in || self == .between }

  /// The operator of a comparison in the store; nil for operators that are combinations of others.
  var comparison: FilterOperator? { FilterOperator(rawValue: rawValue) }
}
